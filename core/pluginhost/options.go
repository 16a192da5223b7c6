package pluginhost

import (
	"crypto/sha256"
	"encoding/json"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/plugins/sdk/base"
)

// optionsLife is how long a carrier's options hold. One customer's checkout asks for the same again and again: with the
// address, with each choice, and when it is bought.
const (
	optionsLife = 30 * time.Second
	maxOptions  = 4096
)

// keptOptions remembers what all carriers together answered to a request. An answer holds as long as the same processes
// run: one that is down, suspended or replaced is never answered for.
type keptOptions struct {
	mu      sync.Mutex
	answers map[requestKey]keptAnswer
}

// requestKey is the digest of a request, which has personal data.
type requestKey [sha256.Size]byte

type keptAnswer struct {
	until   time.Time
	by      []*instance
	options []checkout.ShippingOption
}

// keyOf gives false for a request that cannot be told from others.
func keyOf(r checkout.ShippingRequest) (requestKey, bool) {
	text, err := json.Marshal(r)
	return sha256.Sum256(text), err == nil
}

func (k *keptOptions) get(key requestKey, by []*instance, now time.Time) ([]checkout.ShippingOption, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	a, ok := k.answers[key]
	if !ok || now.After(a.until) || !slices.Equal(a.by, by) {
		return nil, false
	}
	return slices.Clone(a.options), true
}

func (k *keptOptions) put(key requestKey, by []*instance, options []checkout.ShippingOption, now time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.answers == nil || len(k.answers) >= maxOptions {
		k.answers = map[requestKey]keptAnswer{}
	}
	k.answers[key] = keptAnswer{now.Add(optionsLife), by, slices.Clone(options)}
}

// offering gives the instances that can be offered for the kind, in the order of plugins.yaml.
func (h *Host) offering(k base.Kind) []*instance {
	var list []*instance
	for _, p := range h.list() {
		if i := p.offering(k); i != nil {
			list = append(list, i)
		}
	}
	return list
}
