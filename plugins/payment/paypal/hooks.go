package main

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

// listened are the events that mean something to the shop.
var listened = []string{
	"CHECKOUT.ORDER.APPROVED", "CHECKOUT.PAYMENT-APPROVAL.REVERSED",
	"PAYMENT.AUTHORIZATION.CREATED", "PAYMENT.AUTHORIZATION.VOIDED",
	"PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.PENDING", "PAYMENT.CAPTURE.DENIED", "PAYMENT.CAPTURE.DECLINED",
	"PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED",
	"CUSTOMER.DISPUTE.CREATED", "CUSTOMER.DISPUTE.UPDATED", "CUSTOMER.DISPUTE.RESOLVED",
}

// hookPause is how long to leave PayPal alone about webhooks after asking; hookTimeout is how long a shopper may wait for
// it.
const (
	hookPause   = 10 * time.Second
	hookTimeout = 3 * time.Second
)

// hooks knows the ids of the account's webhooks, which are part of each signature. With a configured id there is nothing
// to find; else the webhook for the shop's address is looked up at PayPal, and registered when there is none.
type hooks struct {
	api   *api
	fixed string

	mu    sync.Mutex
	ids   map[string]string // address -> id
	lack  map[string]bool   // addresses whose webhook was registered before all events were listened to
	asked time.Time
}

type hook struct {
	ID     string      `json:"id,omitempty"`
	URL    string      `json:"url"`
	Events []hookEvent `json:"event_types"`
}

type hookEvent struct {
	Name string `json:"name"`
}

func newHooks(a *api, fixed string) *hooks {
	return &hooks{api: a, fixed: fixed, ids: map[string]string{}, lack: map[string]bool{}}
}

// wanted are the events that a webhook of the shop is registered for.
func wanted() (all []hookEvent) {
	for _, e := range listened {
		all = append(all, hookEvent{e})
	}
	return all
}

// lacks reports whether the webhook is not told of all that is listened to.
func (h hook) lacks() bool {
	return !slices.Contains(h.Events, hookEvent{"*"}) &&
		slices.ContainsFunc(wanted(), func(e hookEvent) bool { return !slices.Contains(h.Events, e) })
}

// ensure sees to it that a webhook for the address exists, and is told of all that is listened to. It asks PayPal once, and after a failure
// only after a pause.
func (h *hooks) ensure(ctx context.Context, address string) error {
	if h.fixed != "" || address == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, hookTimeout)
	defer cancel()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ids[address] != "" && !h.lack[address] || time.Since(h.asked) < hookPause {
		return nil
	}
	if err := h.list(ctx); err != nil || h.ids[address] != "" && !h.lack[address] {
		return err
	}
	if id := h.ids[address]; id != "" {
		more := []patch{{Op: "replace", Path: "/event_types", Value: wanted()}}
		return h.api.call(ctx, http.MethodPatch, "/v1/notifications/webhooks/"+url.PathEscape(id), "", more, nil)
	}
	want := hook{URL: address, Events: wanted()}
	var made hook
	err := h.api.call(ctx, http.MethodPost, "/v1/notifications/webhooks", "", want, &made)
	if issue(err) == "WEBHOOK_URL_ALREADY_EXISTS" {
		return h.list(ctx) // another process of the shop was faster
	}
	if err != nil {
		return err
	}
	h.ids[address] = made.ID
	return nil
}

// list reads the account's webhooks. The caller holds the lock.
func (h *hooks) list(ctx context.Context) error {
	h.asked = time.Now()
	var all struct {
		Webhooks []hook `json:"webhooks"`
	}
	if err := h.api.call(ctx, http.MethodGet, "/v1/notifications/webhooks", "", nil, &all); err != nil {
		return err
	}
	for _, w := range all.Webhooks {
		h.ids[w.URL], h.lack[w.URL] = w.ID, w.lacks()
	}
	return nil
}

// known gives the ids that a genuine notification may be signed for, those of before first. With fresh they are read
// anew if the last time is long enough ago; changed tells whether that brought anything.
func (h *hooks) known(ctx context.Context, fresh bool) (ids []string, changed bool, err error) {
	if h.fixed != "" {
		return []string{h.fixed}, false, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	before := len(h.ids)
	if (fresh || before == 0) && time.Since(h.asked) >= hookPause {
		err = h.list(ctx)
	}
	for _, id := range h.ids {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids, len(h.ids) > before, err
}
