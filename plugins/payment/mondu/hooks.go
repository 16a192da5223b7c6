package main

import (
	"context"
	"net/http"
	"sync"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// hookPause is how long to leave Mondu alone about webhooks after asking; hookTimeout is how long a buyer may wait for
// that, and for an order to be let go.
const (
	hookPause   = 10 * time.Second
	hookTimeout = 3 * time.Second
)

// hooks knows the secret that signs webhooks, and sees to it that Mondu knows the shop's address.
type hooks struct {
	api   *api
	fixed base.Secret

	mu     sync.Mutex
	read   base.Secret // from Mondu
	readAt time.Time

	registering sync.Mutex      // apart from mu, so that no buyer waits for a notification to be proven
	registered  map[string]bool // addresses
	askedAt     time.Time
}

func newHooks(a *api, fixed base.Secret) *hooks {
	return &hooks{api: a, fixed: fixed, registered: map[string]bool{}}
}

// secret gives the secret. With again it is read anew from Mondu if the last time is long enough ago; fresh tells whether it
// was read just now.
func (h *hooks) secret(ctx context.Context, again bool) (s base.Secret, fresh bool, err error) {
	if h.fixed != "" {
		return h.fixed, false, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.read != "" && !again || time.Since(h.readAt) < hookPause {
		return h.read, false, h.missing()
	}
	h.readAt = time.Now()
	var keys struct {
		Secret string `json:"webhook_secret"`
	}
	if err := h.api.get(ctx, "/webhooks/keys", &keys); err != nil {
		h.readAt = time.Time{}
		return "", false, err
	}
	h.read = base.Secret(keys.Secret)
	return h.read, true, h.missing()
}

// missing is the error for a secret that Mondu did not give. The caller holds the lock.
func (h *hooks) missing() error {
	if h.read != "" {
		return nil
	}
	return &base.Error{Fault: base.FaultProvider, Code: "no_webhook_secret", Message: "Mondu gave no webhook secret", Retryable: true}
}

// ensure registers an address for what happens to orders, once. After a failure it asks again only after a pause.
func (h *hooks) ensure(ctx context.Context, address string) error {
	if address == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, hookTimeout)
	defer cancel()
	h.registering.Lock()
	defer h.registering.Unlock()
	if h.registered[address] || time.Since(h.askedAt) < hookPause {
		return nil
	}
	h.askedAt = time.Now()
	var there struct {
		Webhooks []struct {
			Topic   string `json:"topic"`
			Address string `json:"address"`
		} `json:"webhooks"`
	}
	if err := h.api.get(ctx, "/webhooks", &there); err != nil {
		return err
	}
	for _, w := range there.Webhooks {
		h.registered[w.Address] = h.registered[w.Address] || w.Topic == "order"
	}
	if h.registered[address] {
		return nil
	}
	err := h.api.post(ctx, "/webhooks", map[string]string{"topic": "order", "address": address}, nil)
	if err != nil && provider.Status(err) != http.StatusUnprocessableEntity { // refused when it is there already
		return err
	}
	h.registered[address] = true
	return nil
}
