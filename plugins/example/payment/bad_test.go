package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/sdktest"
)

// bad is the plugin with one fault.
type bad struct {
	*plugin
	way string

	mu       sync.Mutex
	amounts  map[string]base.Money // by key and by reference
	answered map[string]int        // times that something was answered
	refunded map[string]bool       // payments whose refund a webhook told
	told     map[string]bool       // payments that a webhook told of before the return
	hanging  sync.Mutex
}

func newBad(way string) sdk.Plugin {
	good := &plugin{}
	b := &bad{plugin: good, way: way, amounts: map[string]base.Money{}, answered: map[string]int{}, refunded: map[string]bool{}, told: map[string]bool{}}
	manifest := base.Manifest{Name: name, Version: version, Settings: schema}
	if way == "odd version" {
		manifest.Version = "v1"
	}
	p := base.New(manifest, b.configure, b.health)
	if way == "takes any settings" {
		p = lax{p}
	}
	return sdk.Plugin{Base: p, Payment: b}
}

type lax struct{ base.Provider }

func (l lax) Configure(ctx context.Context, c base.Config) error {
	_ = l.Provider.Configure(ctx, c)
	return nil
}

func (b *bad) configure(ctx context.Context, c base.Config) error {
	err := b.plugin.configure(ctx, c)
	if err == nil && b.way == "reads without end" {
		b.api.Load().client = provider.New(provider.Config{BaseURL: c.String("api_url"), MaxBody: 1 << 30, Authorize: bearer(c.Secret("api_key"))})
	}
	return err
}

func (b *bad) health(context.Context) base.Health {
	b.hanging.Lock()
	defer b.hanging.Unlock()
	return base.Health{OK: b.way != "feels ill"}
}

// times counts a thing.
func (b *bad) times(what string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answered[what]++
	return b.answered[what]
}

func (b *bad) keep(key string, m base.Money) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.amounts[key] = m
}

func (b *bad) total(key string) base.Money {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.amounts[key]
}

func (b *bad) Methods(ctx context.Context) ([]payment.Method, error) {
	m, err := b.plugin.Methods(ctx)
	if b.way == "no English" {
		m[0].Title = base.Text{"de": "Muster"}
	}
	return m, err
}

func (b *bad) Authorize(ctx context.Context, r payment.AuthorizeRequest) (payment.Outcome, error) {
	b.keep(r.IdempotencyKey, r.Purchase.Amount)
	switch {
	case b.way == "opens again" && b.times("open "+r.IdempotencyKey) > 3:
		r.IdempotencyKey += "-again"
	case b.way == "takes nonsense" && r.Purchase.Amount.Minor <= 0:
		r.Purchase.Amount = eur(100)
	}
	o, err := b.plugin.Authorize(ctx, r)
	if away, ok := o.(payment.Redirect); ok {
		b.keep(away.Reference, r.Purchase.Amount)
		switch {
		case b.way == "redirects nowhere":
			away.URL = "javascript:alert(1)"
		case b.way == "lives in the past" && strings.HasPrefix(r.IdempotencyKey, "verify-"):
			away.ExpiresAt = time.Unix(1, 0)
		}
		o = away
	}
	return o, err
}

func (b *bad) Complete(ctx context.Context, r payment.CompleteRequest) (payment.Outcome, error) {
	b.times("complete " + r.Reference)
	if b.way == "takes any return for a payment" && r.Cancelled {
		return payment.Authorized{Reference: r.Reference, Amount: r.Amount}, nil
	}
	if b.way == "forgets the amount" {
		r.Amount = b.total(r.IdempotencyKey)
	}
	b.mu.Lock()
	told := b.told[r.Reference]
	b.mu.Unlock()
	if b.way == "confused by an early webhook" && told {
		return payment.Declined{Code: payment.CodeRefused, Reference: r.Reference}, nil
	}
	o, err := b.plugin.Complete(ctx, r)
	if e := (*base.Error)(nil); b.way == "gives up" && errors.As(err, &e) {
		return nil, base.ProviderFault(e.Code, errors.New(e.Message))
	}
	switch got := o.(type) {
	case payment.Authorized:
		if b.way == "tires of returns" && b.times("authorized "+r.Reference) > 3 {
			return payment.Declined{Code: payment.CodeRefused, Reference: r.Reference}, nil
		}
		if b.way == "renames the payment" {
			got.Reference = "charge-" + got.Reference
			return got, err
		}
	case payment.Declined:
		if b.way == "never declines" && got.Code == payment.CodeRefused {
			return payment.Pending{Reference: r.Reference}, nil
		}
		if b.way == "declines in sentences" && got.Code == payment.CodeRefused {
			got.Code = "Sorry, this was refused."
			return got, err
		}
	}
	return o, err
}

func (b *bad) Status(ctx context.Context, r payment.StatusRequest) (payment.State, error) {
	s, err := b.plugin.Status(ctx, r)
	switch {
	case err != nil && b.way == "prints the key" && strings.Contains(err.Error(), "http_400"):
		return payment.State{Outcome: payment.Unknown{Message: "key-of-the-api was refused"}}, nil
	case b.way == "knows strangers" && s.Outcome == payment.Outcome(payment.Declined{Code: payment.CodeNotFound}):
		return payment.State{Outcome: payment.Authorized{Reference: "r", Amount: r.Amount}}, nil
	case b.way == "leaves the currency out" && s.Refunded.Minor > 0 && s.Refunded == s.Captured:
		s.Refunded.Currency = ""
	case b.way == "renames the payment":
		if a, ok := s.Outcome.(payment.Authorized); ok {
			a.Reference = "charge-" + a.Reference
			s.Outcome = a
		}
	case b.way == "tells another amount" && s.Captured.Minor == 0:
		if a, ok := s.Outcome.(payment.Authorized); ok {
			a.Amount.Minor--
			s.Outcome = a
		}
	}
	return s, err
}

func (b *bad) Capture(ctx context.Context, r payment.CaptureRequest) (payment.Receipt, error) {
	switch b.way {
	case "captures only once":
		if b.times("capture "+r.Reference) > 1 && b.times("key "+r.IdempotencyKey) == 1 {
			return payment.Receipt{State: payment.ReceiptDeclined, Code: "captured"}, nil
		}
		b.times("key " + r.IdempotencyKey)
	case "takes no part":
		if b.total(r.Reference) != r.Amount {
			return payment.Receipt{State: payment.ReceiptDeclined, Code: "partial_not_supported"}, nil
		}
	case "captures again":
		if b.total(r.Reference) != r.Amount {
			r.IdempotencyKey += fmt.Sprint("-", b.times("capture"))
		}
	case "hangs with its provider":
		b.hanging.Lock()
		defer b.hanging.Unlock()
	case "has no patience":
		limited, cancel := context.WithTimeout(ctx, 700*time.Millisecond)
		defer cancel()
		ctx = limited
	case "forgets its keys":
		r.IdempotencyKey += fmt.Sprint("-", os.Getpid())
	case "forgets when frozen":
		r.IdempotencyKey += fmt.Sprint("-", thawed.Load())
	}
	receipt, err := b.plugin.Capture(ctx, r)
	e := (*base.Error)(nil)
	switch {
	case !errors.As(err, &e):
	case b.way == "denies what was lost" && e.Code == "connection_lost":
		known := *e
		known.OutcomeUnknown = false
		return receipt, &known
	case b.way == "takes garbage for a refusal" && strings.Contains(e.Message, "not the JSON"):
		return payment.Receipt{State: payment.ReceiptDeclined, Code: payment.CodeRefused}, nil
	}
	return receipt, err
}

func (b *bad) Refund(ctx context.Context, r payment.RefundRequest) (payment.Receipt, error) {
	switch b.way {
	case "refunds only once":
		if b.times("refund "+r.Reference) > 1 && b.times("key "+r.IdempotencyKey) == 1 {
			return payment.Receipt{State: payment.ReceiptDeclined, Code: "refunded"}, nil
		}
		b.times("key " + r.IdempotencyKey)
	case "refunds again":
		if b.times("refund "+r.IdempotencyKey) > 2 {
			r.IdempotencyKey += "-again"
		}
	}
	receipt, err := b.plugin.Refund(ctx, r)
	if b.way == "gives dollars back" && strings.HasSuffix(r.IdempotencyKey, "-r3") {
		receipt.Amount.Currency = "USD"
	}
	return receipt, err
}

func (b *bad) Void(ctx context.Context, r payment.VoidRequest) (payment.Receipt, error) {
	if b.way == "renames the payment" && !strings.HasPrefix(r.Reference, "charge-") && r.Captured.Minor == 0 {
		return payment.Receipt{State: payment.ReceiptDeclined, Code: "no_such_charge"}, nil
	}
	if b.way == "voids nothing" && strings.HasSuffix(r.IdempotencyKey, "-v") {
		return payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}, nil
	}
	done, err := b.plugin.Void(ctx, r)
	switch {
	case b.way == "passes over what was taken" && done.Code == payment.CodeCaptured:
		return payment.Receipt{State: payment.ReceiptDone, Reference: r.Reference}, err
	case b.way == "refuses the rest" && done.Code == payment.CodeLapses:
		done.Code = payment.CodeCaptured
	}
	return done, err
}

func (b *bad) HandleWebhook(ctx context.Context, r base.WebhookRequest) (payment.WebhookAnswer, error) {
	switch {
	case b.way == "panics on garbage" && len(r.Body) == 0:
		return payment.WebhookAnswer{}, fmt.Errorf("first byte: %v", r.Body[0])
	case b.way == "believes the unsigned" && r.Headers.Get("Muster-Signature") == "" && strings.Contains(string(r.Body), `"payment"`):
		return payment.WebhookAnswer{Events: []payment.Event{{ID: "1", Kind: payment.EventCaptured, Reference: "r"}}}, nil
	}
	a, err := b.plugin.HandleWebhook(ctx, r)
	if err != nil || len(a.Events) == 0 {
		return a, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	e := &a.Events[0]
	if b.way == "new ids" {
		if b.answered[e.ID]++; b.answered[e.ID] > 2 {
			e.ID += "-again"
		}
	}
	returned := b.answered["complete "+e.Reference] > 0
	b.told[e.Reference] = b.told[e.Reference] || !returned
	switch {
	case b.way == "notifies of euros, not cents" && !returned:
		e.Amount.Minor /= 100
	case b.way == "notifies of a refusal" && !returned && e.Kind == payment.EventAuthorized:
		e.Kind, e.Code = payment.EventDeclined, payment.CodeRefused
	case b.way == "notifies of an approval" && e.Kind == payment.EventDeclined:
		e.Kind, e.Code = payment.EventAuthorized, ""
	case b.way == "notifies of a part" && e.Kind == payment.EventRefunded:
		e.Amount.Minor--
	case b.way == "notifies of another payment" && returned && e.Kind != payment.EventRefunded:
		e.Reference = "charge-" + e.Reference
	case b.way == "names without end":
		e.ID += strings.Repeat("x", base.MaxReference)
	case b.way == "asks for a repetition by its status":
		a.Reply.Status = 500
	case b.way == "answers with a page":
		a.Reply = base.WebhookReply{ContentType: "text/html", Body: []byte("<p>OK</p>")}
	}
	if b.way == "deaf after the return" && returned && e.Kind != payment.EventRefunded {
		a.Events = nil
	}
	if b.way == "drops what is late" && b.refunded[e.Reference] && e.Kind != payment.EventRefunded {
		a.Events = nil
	}
	b.refunded[e.Reference] = b.refunded[e.Reference] || e.Kind == payment.EventRefunded
	return a, err
}

// wrong says which check each fault fails. Of the plugin itself, which has none, it says that it fails none.
var wrong = map[string]string{
	"":                                    "",
	"odd version":                         "describe",
	"takes any settings":                  "configure refuses what does not fit",
	"feels ill":                           "healthy once configured",
	"prints the key":                      "secrets stay secret",
	"no English":                          "payment methods",
	"redirects nowhere":                   "authorize answers",
	"opens again":                         "authorize once per key",
	"takes nonsense":                      "authorize refuses nonsense",
	"knows strangers":                     "status of a stranger",
	"tells another amount":                "payment to its end",
	"lives in the past":                   "payment to its end",
	"takes any return for a payment":      "turned back",
	"declines in sentences":               "declined at the provider",
	"notifies of an approval":             "declined at the provider",
	"notifies of a refusal":               "webhook before return",
	"notifies of euros, not cents":        "webhook before return",
	"notifies of another payment":         "return before webhook",
	"notifies of a part":                  "webhooks late and out of order",
	"leaves the currency out":             "refund in parts",
	"gives dollars back":                  "refund in parts",
	"renames the payment":                 "void",
	"names without end":                   "payment webhook repeated",
	"asks for a repetition by its status": "payment webhook repeated",
	"answers with a page":                 "payment webhook repeated",
	"tires of returns":                    "return twice",
	"never declines":                      "declined at the provider",
	"forgets the amount":                  "other amount or currency",
	"captures only once":                  "capture in parts",
	"takes no part":                       "capture in parts",
	"captures again":                      "capture once per key",
	"refunds only once":                   "refund in parts",
	"refunds again":                       "refund once per key",
	"voids nothing":                       "void",
	"passes over what was taken":          "void after a part",
	"refuses the rest":                    "void after a part",
	"deaf after the return":               "return before webhook",
	"confused by an early webhook":        "webhook before return",
	"drops what is late":                  "webhooks late and out of order",
	"gives up":                            "payment: provider down",
	"denies what was lost":                "payment: reply lost",
	"has no patience":                     "payment: slow provider",
	"hangs with its provider":             "payment: provider hangs",
	"takes garbage for a refusal":         "payment: garbage answers",
	"reads without end":                   "payment: huge answers",
	"panics on garbage":                   "payment webhook garbage",
	"new ids":                             "payment webhook repeated",
	"believes the unsigned":               "payment webhook forged",
}

// wrongPrograms are faults of the program, which take a process of its own.
var wrongPrograms = map[string]string{
	"works unconfigured":    "nothing before configure",
	"starts by hand":        "started by hand",
	"lets anybody in":       "its host alone",
	"outlives its host":     "ends with its host",
	"makes up a version":    "host of another version",
	"trips over new fields": "newer host",
	"dies of frost":         "frozen for a while",
	"forgets its keys":      "payment: killed in the middle",
	"forgets when frozen":   "payment: frozen in the middle",
}

// Each wrong plugin fails the check that is made for its fault, and no other.
func TestWrongPluginsFailTheRightCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("makes every check for every fault")
	}
	t.Parallel()
	fails(t, wrong, func(way string, target *sdktest.Target) { target.New = func() sdk.Plugin { return newBad(way) } })
}

func TestWrongProgramsFailTheRightCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("makes every check for every fault")
	}
	t.Parallel()
	fails(t, wrongPrograms, func(way string, target *sdktest.Target) {
		target.New, target.Binary, target.Args = nil, os.Args[0], []string{"serve", way}
		if !strings.HasPrefix(way, "forgets") {
			target.World, target.Payment.Scripts = nil, nil // the provider has no part in it
		}
	})
}

// fails makes all checks for every way at once, because they mostly wait, and compares what failed.
func fails(t *testing.T, ways map[string]string, spoil func(way string, target *sdktest.Target)) {
	t.Helper()
	var wait sync.WaitGroup
	var mu sync.Mutex
	found, ended := map[string]map[string]error{}, map[string]error{}
	places := make(chan struct{}, 16)
	for way := range ways {
		target, _ := target(t)
		spoil(way, &target)
		wait.Go(func() {
			places <- struct{}{}
			failures, err := sdktest.Failures(t.Context(), target)
			<-places
			mu.Lock()
			defer mu.Unlock()
			found[way], ended[way] = failures, err
		})
	}
	wait.Wait()
	for way, check := range ways {
		t.Run(way, func(t *testing.T) {
			require.NoError(t, ended[way])
			if check == "" {
				require.Empty(t, found[way])
				return
			}
			require.Contains(t, found[way], check)
			require.Len(t, found[way], 1)
		})
	}
}

// No check is without a plugin that fails it.
func TestEveryCheckHasItsWrongPlugin(t *testing.T) {
	made := slices.Concat(slices.Collect(maps.Values(wrong)), slices.Collect(maps.Values(wrongPrograms)))
	for _, c := range sdktest.Checks(sdktest.Target{Payment: &sdktest.Payment{}}) {
		require.Contains(t, made, c.Name)
	}
}

// TestMain is the program of a wrong plugin when it is called with "serve" and its way.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "serve" {
		serveBad(os.Args[2])
		return
	}
	os.Exit(m.Run())
}
