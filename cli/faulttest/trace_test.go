package faulttest

import (
	"compress/gzip"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collected are the names of the spans of each trace, as "service: span", that the shop's processes sent.
type collected struct {
	mu    sync.Mutex
	spans map[string][]string
}

// collect is a collector of traces.
func collect(t *testing.T) (*collected, string) {
	t.Helper()
	c := &collected{spans: map[string][]string{}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/traces" {
			return
		}
		body := io.Reader(r.Body)
		if r.Header.Get("Content-Encoding") == "gzip" {
			unzipped, err := gzip.NewReader(r.Body)
			if err != nil {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			body = unzipped
		}
		text, err := io.ReadAll(body)
		var sent collector.ExportTraceServiceRequest
		if err != nil || proto.Unmarshal(text, &sent) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		c.add(&sent)
	}))
	t.Cleanup(server.Close)
	return c, server.URL
}

func (c *collected) add(sent *collector.ExportTraceServiceRequest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range sent.ResourceSpans {
		service := resource.Resource.Attributes[0].Value.GetStringValue()
		for _, scope := range resource.ScopeSpans {
			for _, span := range scope.Spans {
				id := hex.EncodeToString(span.TraceId)
				c.spans[id] = append(c.spans[id], service+": "+span.Name)
			}
		}
	}
}

// has reports whether a trace has a span that begins so.
func (c *collected) has(trace, span string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, name := range c.spans[trace] {
		if strings.HasPrefix(name, span) {
			return true
		}
	}
	return false
}

// browsing sends a trace with each call, as the storefront does.
type browsing struct {
	http.RoundTripper
	parent string
}

func (b browsing) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("traceparent", b.parent)
	return b.RoundTripper.RoundTrip(r)
}

// What a customer's submit causes is one trace: the front door, the workflow's update, its steps in the worker, the plugin, and
// what the plugin asks the provider, and the mail that comes of it. The workflow's own span is sent when the workflow ends.
func TestOneTraceFromTheBrowserToTheProviderAndTheMail(t *testing.T) {
	t.Parallel()
	shop := prepare(t)
	spans, address := collect(t)
	for _, p := range []*program{shop.api, shop.worker} {
		p.env = append(p.env, "KONTOR_OTEL_ENDPOINT="+address, "OTEL_BSP_SCHEDULE_DELAY=100")
	}
	t.Cleanup(func() {
		if t.Failed() {
			spans.mu.Lock()
			defer spans.mu.Unlock()
			t.Logf("traces: %v", spans.spans)
		}
	})
	shop.worker.start()
	shop.api.start()
	guest := shop.guest()
	guest.add()
	guest.choose("paypal")
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	guest.browser.Transport = browsing{guest.browser.Transport, "00-" + trace + "-00f067aa0ba902b7-01"}
	require.NotEmpty(t, guest.submit().RedirectURL)
	for _, span := range []string{
		"kontor serve: POST", "kontor serve: UpdateWithStartWorkflow", "kontor worker: HandleUpdate",
		"kontor worker: RunActivity", "kontor worker: plugin.authorize", "kontor worker: provider POST",
	} {
		eventually(t, span+" is part of the trace", func() bool { return spans.has(trace, span) })
	}

	// What is delivered afterwards, by the outbox, is part of it as well.
	other := shop.guest()
	other.add()
	other.choose("moneyorder")
	const later = "0af7651916cd43dd8448eb211c80319c"
	other.browser.Transport = browsing{other.browser.Transport, "00-" + later + "-b7ad6b7169203331-01"}
	other.submit()
	for _, span := range []string{"kontor worker: RunActivity", "kontor worker: outbox mail.requested", "kontor worker: mail order_confirmation"} {
		eventually(t, span+" is part of the trace", func() bool { return spans.has(later, span) })
	}
}
