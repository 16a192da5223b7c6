package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// bad is the plugin with one fault.
type bad struct {
	*carrier
	way     string
	marks   string // a folder that outlives the program
	hanging sync.Mutex

	mu       sync.Mutex
	answered map[string]int // times that something was answered
}

func newBad(way, marks string) sdk.Plugin {
	b := &bad{carrier: &carrier{}, way: way, marks: marks, answered: map[string]int{}}
	manifest := base.Manifest{Name: name, Version: version, Settings: schema}
	return sdk.Plugin{Base: base.New(manifest, b.configure, b.health), Shipping: b}
}

func (b *bad) configure(ctx context.Context, c base.Config) error {
	err := b.carrier.configure(ctx, c)
	if err == nil && b.way == "reads without end" {
		b.api.Load().client = provider.New(provider.Config{BaseURL: c.String("api_url"), MaxBody: 1 << 30, Authorize: bearer(c.Secret("api_key"))})
	}
	return err
}

func (b *bad) health(context.Context) base.Health {
	b.hanging.Lock()
	defer b.hanging.Unlock()
	return base.Health{OK: true}
}

func (b *bad) times(what string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answered[what]++
	return b.answered[what]
}

func (b *bad) Options(ctx context.Context, r shipping.OptionsRequest) (shipping.Offer, error) {
	o, err := b.carrier.Options(ctx, r)
	switch b.way {
	case "negative fee":
		for i := range o.Options {
			o.Options[i].Fee.Minor = -1
		}
	case "nobody's kind":
		for i := range o.Options {
			o.Options[i].Kind = 99
		}
	case "an endless hint":
		for i := range o.Options {
			o.Options[i].Hint = base.Text{"de": strings.Repeat("x", base.MaxText+1), "en": "x"}
		}
	case "endless choice":
		for i := 0; len(o.Options) > 0 && i < shipping.MaxOptions; i++ {
			another := o.Options[0]
			another.ID += fmt.Sprint("_", i)
			o.Options = append(o.Options, another)
		}
	case "brings to others' shops":
		for i := range o.Options {
			if r.Address.Kind == base.AddressParcelShop {
				o.Options[i].Kind = base.DeliveryParcelShop
			}
		}
	case "promises too much":
		o.Scope.HeaviestGrams = shipping.Range{}
	}
	return o, err
}

func (b *bad) PickupPoints(ctx context.Context, r shipping.PickupPointsRequest) ([]shipping.PickupPoint, error) {
	point := shipping.PickupPoint{ID: "1", Name: "Kiosk", Address: &base.Address{Kind: base.AddressParcelShop, City: "Hamburg", Country: germany, PointID: "1"}}
	switch {
	case r.Kind != base.DeliveryParcelShop:
	case b.way == "nameless points":
		point.Name = ""
		return []shipping.PickupPoint{point}, nil
	case b.way == "points in no country":
		point.Address.Country = "Deutschland"
		return []shipping.PickupPoint{point}, nil
	case b.way == "points that are homes":
		point.Address.Kind = base.AddressPostal
		return []shipping.PickupPoint{point}, nil
	case b.way == "brings to no place of its own":
		return []shipping.PickupPoint{point}, nil
	}
	return b.carrier.PickupPoints(ctx, r)
}

func (b *bad) ValidateAddress(ctx context.Context, r shipping.ValidateAddressRequest) (shipping.Verdict, error) {
	if b.way == "delivers anywhere" {
		return shipping.Verdict{Deliverable: true}, nil
	}
	v, err := b.carrier.ValidateAddress(ctx, r)
	if b.way == "names of its own" && len(v.Fields) > 0 {
		v.Fields[0].Name = "streetName"
	}
	return v, err
}

func (b *bad) CreateShipment(ctx context.Context, r shipping.ShipmentRequest) (shipping.Shipment, error) {
	switch b.way {
	case "ships again":
		if b.times("ship "+r.IdempotencyKey) > 3 {
			r.IdempotencyKey += "-again"
		}
	case "takes any option":
		r.OptionID = standard
	case "hangs with its provider":
		b.hanging.Lock()
		defer b.hanging.Unlock()
	case "has no patience":
		limited, cancel := context.WithTimeout(ctx, 900*time.Millisecond)
		defer cancel()
		ctx = limited
	case "stays stiff when thawed":
		if thawed.Load() {
			return shipping.Shipment{}, locked()
		}
	case "does not come back":
		mark := filepath.Join(b.marks, r.OrderNumber)
		if _, err := os.Stat(mark); err == nil {
			return shipping.Shipment{}, locked()
		}
		if err := os.WriteFile(mark, nil, 0o600); err != nil {
			return shipping.Shipment{}, err
		}
		defer os.Remove(mark)
	}
	s, err := b.carrier.CreateShipment(ctx, r)
	e := (*base.Error)(nil)
	switch {
	case !errors.As(err, &e):
	case b.way == "denies what was lost" && e.Code == "connection_lost":
		known := *e
		known.OutcomeUnknown = false
		return s, &known
	}
	return s, err
}

func (b *bad) Cancel(ctx context.Context, r shipping.CancelRequest) error {
	err := b.carrier.Cancel(ctx, r)
	if b.way == "tires of cancelling" && err == nil && b.times("cancel "+r.Reference) > 2 {
		return base.CallerFault("cancelled", "it is cancelled already")
	}
	if e := (*base.Error)(nil); b.way == "gives up" && errors.As(err, &e) {
		return base.ProviderFault(e.Code, errors.New(e.Message)) // neither retryable nor unknown
	}
	return err
}

func (b *bad) Track(ctx context.Context, r shipping.TrackRequest) (shipping.Track, error) {
	t, err := b.carrier.Track(ctx, r)
	if e := (*base.Error)(nil); b.way == "takes garbage for an answer" && errors.As(err, &e) && strings.Contains(e.Message, "not the JSON") {
		return shipping.Track{}, nil
	}
	if b.way == "never arrives" && t.State == shipping.ParcelDelivered {
		t.State = shipping.ParcelInTransit
	}
	if b.way == "nameless scans" && t.State == shipping.ParcelDelivered {
		t.Scans[0].ID = ""
	}
	if b.way == "newest first" && t.State == shipping.ParcelDelivered {
		older := t.Scans[0]
		older.ID, older.OccurredAt = "older", older.OccurredAt.Add(-time.Hour)
		t.Scans = append(t.Scans, older)
	}
	return t, err
}

func (b *bad) HandleWebhook(ctx context.Context, r base.WebhookRequest) (shipping.WebhookAnswer, error) {
	switch {
	case b.way == "panics on garbage" && len(r.Body) == 0:
		return shipping.WebhookAnswer{}, fmt.Errorf("first byte: %v", r.Body[0])
	case b.way == "believes the unsigned" && r.Headers.Get("Muster-Signature") == "" && strings.Contains(string(r.Body), `"parcel"`):
		mac := hmac.New(sha256.New, []byte("key-of-the-webhooks"))
		mac.Write(r.Body)
		r.Headers = map[string][]string{"Muster-Signature": {hex.EncodeToString(mac.Sum(nil))}}
	}
	a, err := b.carrier.HandleWebhook(ctx, r)
	if b.way == "new ids" && len(a.Scans) > 0 {
		a.Scans[0].ID += fmt.Sprint(b.times("scan"))
	}
	return a, err
}

func locked() error {
	e := base.PluginFault("locked", nil)
	e.Retryable = true
	return e
}

// wrong says which check each fault fails. Of the plugin itself, which has none, it says that it fails none.
var wrong = map[string]string{
	"":                              "",
	"negative fee":                  "shipping options",
	"promises too much":             "shipping scope",
	"nobody's kind":                 "shipping options",
	"an endless hint":               "shipping options",
	"endless choice":                "shipping options",
	"nameless points":               "pickup points",
	"points in no country":          "pickup points",
	"points that are homes":         "pickup points",
	"brings to no place of its own": "places of its own",
	"names of its own":              "addresses",
	"nameless scans":                "shipment to its end",
	"newest first":                  "shipment to its end",
	"brings to others' shops":       "places of others",
	"delivers anywhere":             "addresses",
	"ships again":                   "shipment once per key",
	"tires of cancelling":           "shipment cancelled twice",
	"takes any option":              "shipment refuses nonsense",
	"never arrives":                 "shipment to its end",
	"gives up":                      "shipping: provider down",
	"denies what was lost":          "shipping: reply lost",
	"has no patience":               "shipping: slow provider",
	"hangs with its provider":       "shipping: provider hangs",
	"takes garbage for an answer":   "shipping: garbage answers",
	"reads without end":             "shipping: huge answers",
	"does not come back":            "shipping: killed in the middle",
	"stays stiff when thawed":       "shipping: frozen in the middle",
	"panics on garbage":             "shipping webhook garbage",
	"new ids":                       "shipping webhook repeated",
	"believes the unsigned":         "shipping webhook forged",
}

// Each wrong plugin fails the check that is made for its fault, and no other.
func TestWrongPluginsFailTheRightCheck(t *testing.T) {
	if testing.Short() {
		t.Skip("makes every check for every fault")
	}
	t.Parallel()
	var wait sync.WaitGroup
	var mu sync.Mutex
	found, ended := map[string]map[string]error{}, map[string]error{}
	for way := range wrong {
		target := target(t)
		target.New = func() sdk.Plugin { return newBad(way, "") }
		if way == "does not come back" || way == "stays stiff when thawed" {
			target.New, target.Binary, target.Args = nil, os.Args[0], []string{"serve", way, t.TempDir()}
		}
		wait.Go(func() {
			failures, err := sdktest.Failures(t.Context(), target)
			mu.Lock()
			defer mu.Unlock()
			found[way], ended[way] = failures, err
		})
	}
	wait.Wait()
	for way, check := range wrong {
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

// No check of a shipping plugin is without a plugin that fails it.
func TestEveryCheckHasItsWrongPlugin(t *testing.T) {
	made := map[string]bool{}
	for _, check := range wrong {
		made[check] = true
	}
	for _, c := range sdktest.Checks(target(t)) {
		if strings.HasPrefix(c.Name, "ship") || c.Name == "addresses" || c.Name == "pickup points" || c.Name == "places of others" {
			require.True(t, made[c.Name], c.Name)
		}
	}
}

// thawed is whether the program was stopped and goes on.
var thawed atomic.Bool

func watchThaw() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGCONT)
	go func() {
		for range signals {
			thawed.Store(true)
		}
	}()
}

// TestMain is the program of a wrong plugin when it is called with "serve", its way and a folder.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "serve" {
		watchThaw()
		sdk.Serve(newBad(os.Args[2], os.Args[3]))
		return
	}
	os.Exit(m.Run())
}
