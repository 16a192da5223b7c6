package httpapi

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

var requestDuration, _ = otel.Meter("kontor.dev/kontor/core/httpapi").Float64Histogram("kontor.http.duration", metric.WithUnit("s"),
	metric.WithDescription("Time to answer a request, by kind (api, page, image, webhook, probe) and class of the status."))

// kinds and classes are few, so that their attributes are made once.
var requestAttributes = func() map[[2]string]metric.MeasurementOption {
	all := map[[2]string]metric.MeasurementOption{}
	for _, kind := range []string{"api", "page", "image", "webhook", "probe"} {
		for _, class := range []string{"2xx", "3xx", "4xx", "5xx"} {
			all[[2]string{kind, class}] = metric.WithAttributeSet(attribute.NewSet(
				attribute.String("kind", kind), attribute.String("class", class)))
		}
	}
	return all
}()

// measure records how long an answer took.
func (s *Server) measure(ctx context.Context, r *http.Request, status int, took time.Duration) {
	requestDuration.Record(ctx, took.Seconds(), requestAttributes[[2]string{s.kindOf(r), classOf(ctx, status)}])
}

func (s *Server) kindOf(r *http.Request) string {
	switch path := r.URL.Path; {
	case path == "/healthz" || path == "/readyz":
		return "probe"
	case strings.HasPrefix(path, "/images/"):
		return "image"
	case strings.HasPrefix(path, "/webhooks/"):
		return "webhook"
	case s.isCall(r):
		return "api"
	}
	return "page"
}

// classOf gives the class of a status; a page that was passed on without one is counted as answered. What failed because the
// visitor left before the answer is no failure of the shop: many who leave must wake nobody.
func classOf(ctx context.Context, status int) string {
	switch gone := errors.Is(ctx.Err(), context.Canceled); {
	case status >= 500 && !gone:
		return "5xx"
	case status >= 400:
		return "4xx"
	case status >= 300:
		return "3xx"
	}
	return "2xx"
}
