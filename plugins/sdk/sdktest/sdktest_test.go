package sdktest_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
)

// bad is a payment plugin that is wrong in one way.
type bad struct {
	payment.Unsupported
	way  string
	next atomic.Int64
}

func (b *bad) Methods(context.Context) ([]payment.Method, error) {
	m := payment.Method{Code: "bad", Title: base.Text{"de": "Schlecht", "en": "Bad"}, Flow: payment.FlowSimple}
	if b.way == "no English" {
		delete(m.Title, "en")
	}
	switch b.way {
	case "slow methods":
		time.Sleep(1100 * time.Millisecond)
	case "negative fee":
		m.Fee = base.Money{Minor: -1, Currency: "EUR"}
	case "limit in another currency":
		m.Currencies, m.Max = []string{"EUR"}, base.Money{Minor: 100, Currency: "USD"}
	case "no such country":
		m.Countries = []string{"de"}
	case "no such flow":
		m.Flow = 99
	case "no such requirement":
		m.Requirements = []payment.Requirement{payment.RequireUnspecified}
	case "nobody's kind":
		m.CustomerTypes = []base.CustomerType{base.CustomerUnspecified}
	case "no origin":
		m.BrowserOrigins = []string{"https://js.bad.example/sdk.js"}
	case "anybody's origin":
		m.BrowserOrigins = []string{"https://*"}
	case "many origins":
		m.BrowserOrigins = slices.Repeat([]string{"https://js.bad.example"}, payment.MaxOrigins+1)
	case "two lines":
		m.Title["de"] = "Schlecht\nWirklich"
	case "endless":
		m.Title["de"] = strings.Repeat("Schlecht ", base.MaxText)
	}
	return []payment.Method{m}, nil
}

func (b *bad) Authorize(_ context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	if b.way != "takes anything" && (r.Method != "bad" || r.Purchase.Amount.Minor <= 0 || r.Purchase.Amount.Currency == "" || r.IdempotencyKey == "") {
		return nil, base.CallerFault("invalid", "nonsense")
	}
	a := payment.Authorized{Reference: r.IdempotencyKey, Amount: r.Purchase.Amount}
	switch b.way {
	case "charges again":
		a.Reference = fmt.Sprint(b.next.Add(1))
	case "other amount":
		a.Amount.Minor++
	case "answers nothing":
		return nil, nil
	case "redirects nowhere":
		return payment.Redirect{URL: "javascript:alert(1)", Reference: "r"}, nil
	case "redirects in the clear":
		return payment.Redirect{URL: "http://pay.example/", Reference: "r"}, nil
	case "redirects with a password":
		return payment.FormPost{URL: "https://shop:secret@pay.example/", Reference: "r"}, nil
	case "redirects without end":
		return payment.Redirect{URL: "https://pay.example/" + strings.Repeat("x", base.MaxAddress), Reference: "r"}, nil
	case "posts without end":
		return payment.FormPost{URL: "https://pay.example/", Reference: "r", Fields: map[string]string{"a": strings.Repeat("x", base.MaxForm)}}, nil
	case "instructs without end":
		return payment.Pending{Reference: "r", Instructions: instructions(1, strings.Repeat("x", base.MaxText+1))}, nil
	case "instructs with nothing":
		return payment.Pending{Reference: "r", Instructions: instructions(1, "")}, nil
	case "instructs a transfer to nowhere":
		i := instructions(1, "DE03 1203 0000 0000 2020 51")
		i[0].Key = "iban"
		return payment.Pending{Reference: "r", Instructions: i}, nil
	case "instructs too much":
		return payment.Pending{Reference: "r", Instructions: instructions(payment.MaxInstructions+1, "1")}, nil
	}
	return a, nil
}

func instructions(many int, value string) []payment.Instruction {
	return slices.Repeat([]payment.Instruction{{Key: "code", Label: base.Text{"de": "Code", "en": "Code"}, Value: value}}, many)
}

func (b *bad) Status(context.Context, payment.StatusRequest) (payment.State, error) {
	if b.way == "knows strangers" {
		return payment.State{Outcome: payment.Authorized{Reference: "r"}}, nil
	}
	return payment.State{Outcome: payment.Declined{Code: payment.CodeNotFound}}, nil
}

func (b *bad) HandleWebhook(_ context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	event := payment.Event{ID: "1", Kind: payment.EventCaptured, Reference: "r"}
	switch {
	case b.way == "believes anybody" && r.Headers.Get("Signature") == "" && bytes.HasPrefix(r.Body, []byte("paid")):
		return payment.WebhookAnswer{Events: []payment.Event{event}}, nil
	case b.way == "panics on garbage" && len(r.Body) == 0:
		return payment.WebhookAnswer{}, fmt.Errorf("first byte: %v", r.Body[0])
	case b.way == "new ids":
		event.ID = fmt.Sprint(b.next.Add(1))
	}
	if len(r.Body) == 0 || r.Headers.Get("Signature") != string(r.Body) {
		return payment.WebhookAnswer{}, base.Forged("no")
	}
	return payment.WebhookAnswer{Events: []payment.Event{event}}, nil
}

func targetOf(way string) sdktest.Target {
	settings := []base.Setting{{Key: "key", Secret: true, Required: true, Help: "A key."}}
	manifest := base.Manifest{Name: "bad", Version: "1.0.0", Settings: settings}
	switch way {
	case "odd version":
		manifest.Version = "v1"
	case "default secret":
		manifest.Settings[0].Default = "changeme"
	}
	return sdktest.Target{
		New: func() sdk.Plugin {
			var health func(context.Context) base.Health
			if way == "slow health" {
				health = func(context.Context) base.Health { time.Sleep(1100 * time.Millisecond); return base.Health{OK: true} }
			}
			p := base.New(manifest, nil, health)
			if way == "takes any config" {
				p = lax{p}
			}
			return sdk.Plugin{Base: p, Payment: &bad{way: way}}
		},
		Config: base.Config{Secrets: map[string]base.Secret{"key": "hunter2hunter2"}},
		Payment: &sdktest.Payment{
			Authorize: []payment.AuthorizeRequest{{
				Method: "bad", IdempotencyKey: "k", Purchase: payment.Purchase{OrderNumber: "1", Amount: base.Money{Minor: 100, Currency: "EUR"}},
			}},
			Webhook: func() base.WebhookRequest {
				return base.WebhookRequest{Body: []byte("paid 1"), Headers: http.Header{"Signature": {"paid 1"}}}
			},
		},
	}
}

type lax struct{ base.Provider }

func (l lax) Configure(ctx context.Context, c base.Config) error {
	_ = l.Provider.Configure(ctx, c)
	return nil
}

// Each wrong plugin fails the check that is made for its fault, and a right one fails none.
func TestWrongPluginsFailTheRightCheck(t *testing.T) {
	for way, check := range map[string]string{
		"":                                "",
		"odd version":                     "describe",
		"default secret":                  "describe",
		"takes any config":                "configure refuses what does not fit",
		"no English":                      "payment methods",
		"negative fee":                    "payment methods",
		"no such country":                 "payment methods",
		"no such flow":                    "payment methods",
		"no such requirement":             "payment methods",
		"nobody's kind":                   "payment methods",
		"no origin":                       "payment methods",
		"anybody's origin":                "payment methods",
		"many origins":                    "payment methods",
		"two lines":                       "payment methods",
		"endless":                         "payment methods",
		"limit in another currency":       "payment methods",
		"slow health":                     "healthy once configured",
		"slow methods":                    "payment methods",
		"other amount":                    "authorize answers",
		"answers nothing":                 "authorize answers",
		"redirects without end":           "authorize answers",
		"posts without end":               "authorize answers",
		"instructs without end":           "authorize answers",
		"instructs with nothing":          "authorize answers",
		"instructs too much":              "authorize answers",
		"instructs a transfer to nowhere": "authorize answers",
		"redirects nowhere":               "authorize answers",
		"redirects in the clear":          "authorize answers",
		"redirects with a password":       "authorize answers",
		"charges again":                   "authorize once per key",
		"takes anything":                  "authorize refuses nonsense",
		"knows strangers":                 "status of a stranger",
		"believes anybody":                "payment webhook forged",
		"panics on garbage":               "payment webhook garbage",
		"new ids":                         "payment webhook repeated",
	} {
		t.Run(way, func(t *testing.T) {
			target := targetOf(way)
			failures, err := sdktest.Failures(t.Context(), target)
			require.NoError(t, err)
			failed := slices.Collect(maps.Keys(failures))
			if check == "" {
				require.Empty(t, failed)
				return
			}
			require.Equal(t, []string{check}, failed)
		})
	}
}

func TestMissingExamplesAreNamed(t *testing.T) {
	target := targetOf("")
	target.Payment = nil
	for _, c := range sdktest.Checks(target) {
		if c.Name == "describe" {
			require.ErrorContains(t, c.Run(t.Context(), target), "not checked")
		}
	}
}
