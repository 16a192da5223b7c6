package pluginhost

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/tracking"
	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	sdktracking "kontor.dev/kontor/plugins/sdk/tracking"
)

// maxBatch is the contract's bound of a batch.
const maxBatch = 500

// keptFor is how long an event waits for a plugin that is down. No provider takes older ones, and they tell of people.
const keptFor = 72 * time.Hour

// callDeliver is the call that hands events to a plugin.
const callDeliver = "deliver"

// turnedAwayPause is how long a plugin is not asked whose provider turned a batch away, for each that was turned away in a row, up
// to longestTurnedAway.
const (
	turnedAwayPause   = 15 * time.Second
	longestTurnedAway = 10 * time.Minute
)

// misdirections are the codes, those of the SDK's client, of a provider that takes nothing at this address or from this sender.
var misdirections = []string{"http_301", "http_302", "http_303", "http_307", "http_308", "http_403", "http_404", "http_405", "http_410"}

// misdirected reports whether a refusal is about where a batch went or who sent it, and not about the batch: another address or
// permission heals it.
func misdirected(code string) bool { return slices.Contains(misdirections, code) }

// Tracking gives the tracking plugins as the shop sees them.
func (h *Host) Tracking() tracking.Sink { return sink{h} }

// Service is a consent service that a tracking plugin needs before it gets an event.
type Service struct {
	Plugin     string       `json:"plugin"`
	Name       string       `json:"serviceName"`
	TemplateID string       `json:"templateId"` // at the consent provider
	Title      catalog.Text `json:"title"`
	Purpose    catalog.Text `json:"purpose"`
}

// Services gives the consent services of all tracking plugins in the order of plugins.yaml, also of those that are being
// restarted: who decides meanwhile decides about them, too.
func (h *Host) Services() []Service {
	var out []Service
	for _, p := range h.list() {
		if s := p.current().tracks(); s != nil && !p.leaves() {
			out = append(out, Service{
				Plugin: p.name, Name: s.Name, TemplateID: s.TemplateID, Title: textIn(s.Title), Purpose: textIn(s.Purpose),
			})
		}
	}
	return out
}

// unfitService says, to the operator, why visitors cannot be asked for their consent to a service; "" when they can. Every visitor is
// given the list of all.
func unfitService(s sdktracking.Service) string {
	switch {
	case s.Name == "":
		return "it has no name"
	case s.Title["de"] == "" || s.Purpose["de"] == "":
		return "it has no German title and purpose"
	case slices.ContainsFunc([]base.Text{s.Title, s.Purpose, {"": s.Name}, {"": s.TemplateID}}, base.Text.TooLong):
		return fmt.Sprintf("a text of it has more than %d characters", base.MaxText)
	case len(s.EventTypes) > sdktracking.MaxEventTypes:
		return fmt.Sprintf("it names %d types of events: at most %d", len(s.EventTypes), sdktracking.MaxEventTypes)
	}
	return ""
}

type sink struct{ h *Host }

// Deliver implements tracking.Sink. An event without a plugin for its service is dropped, and so is one that waited longer
// than keptFor. The fault is Unavailable when the same batch should be delivered again, also to a plugin that is being
// restarted or whose provider turns away whatever it sends: plugins that had it already recognise the events. Events that a
// plugin rejects, or that it can never take, are logged and dropped. No plugin waits for another.
func (s sink) Deliver(ctx context.Context, events []tracking.Event) error {
	plugins := s.h.list()
	failures := make([]error, len(plugins))
	oldest := s.h.options.Clock.Now().Add(-keptFor)
	var wg sync.WaitGroup
	for n, p := range plugins {
		service := p.current().tracks()
		if service == nil {
			continue
		}
		wanted := wantedBy(*service, events, oldest)
		wg.Go(func() {
			for batch := range slices.Chunk(wanted, maxBatch) {
				failures[n] = errors.Join(failures[n], deliver(ctx, p, batch))
			}
		})
	}
	wg.Wait()
	return fault.Wrap(errors.Join(failures...), fault.Unavailable, "tracking_unavailable")
}

func deliver(ctx context.Context, p *plugin, batch []sdktracking.Event) (err error) {
	defer fault.Caught(&err)
	if i := p.current().instance(); i != nil && turnedAway(i.ailments.of(callDeliver), p.host.options.Clock.Now()) {
		return fault.New(fault.Unavailable, "tracking_turned_away")
	}
	b := sdktracking.Batch{ID: batchID(batch), Events: batch}
	receipt, err := ask(ctx, p, want{call: callDeliver}, func(ctx context.Context, g sdk.Plugin) (sdktracking.Receipt, error) {
		if g.Tracking == nil { // replaced by a version without it
			return sdktracking.Receipt{Accepted: len(batch)}, nil
		}
		return g.Tracking.Deliver(ctx, b)
	})
	if err == nil && len(receipt.Rejected) > 0 {
		p.current().log.WarnContext(ctx, "events rejected", "batch", b.ID, "count", len(receipt.Rejected), "first", codeOr(receipt.Rejected[0].Code, base.CodeBadAnswer))
	}
	if failure := (*base.Error)(nil); errors.As(err, &failure) && misdirected(failure.Code) {
		return fault.Wrap(err, fault.Unavailable, "tracking_turned_away")
	}
	if fault.CodeOf(err) == fault.Unavailable {
		return err
	}
	return nil
}

// turnedAway reports whether it is too early to try again with what was turned away. Other settings are another process, which is
// asked at once.
func turnedAway(r row, now time.Time) bool {
	return misdirected(r.code) && now.Sub(r.last) < min(time.Duration(r.count)*turnedAwayPause, longestTurnedAway)
}

// wantedBy gives the events of the plugin's consent service and of the types that it wants.
func wantedBy(service sdktracking.Service, events []tracking.Event, oldest time.Time) []sdktracking.Event {
	var out []sdktracking.Event
	for _, e := range events {
		if e.Time.Before(oldest) || e.Service != service.Name || (len(service.EventTypes) > 0 && !slices.Contains(service.EventTypes, e.Type)) {
			continue
		}
		out = append(out, sdktracking.Event{
			ID: eventID(e), Type: e.Type, OccurredAt: e.Time, VisitorID: e.TID, URL: e.URL, Data: e.Fields,
		})
	}
	return out
}

// eventID is made of the event itself, so that a batch that is delivered again carries the same ids.
func eventID(e tracking.Event) string {
	h := sha256.New()
	for _, part := range []string{e.Type, e.Time.UTC().Format(time.RFC3339Nano), e.TID, e.URL, string(e.Fields)} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	x := hex.EncodeToString(h.Sum(nil)[:16])
	return x[:8] + "-" + x[8:12] + "-" + x[12:16] + "-" + x[16:20] + "-" + x[20:]
}

func batchID(events []sdktracking.Event) string {
	h := sha256.New()
	for _, e := range events {
		h.Write([]byte(e.ID))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
