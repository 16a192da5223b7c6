package faulttest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"syscall"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/deploy/devstack/process"
)

// provider is the simulated PayPal.
type provider struct {
	shop    *shop
	control string
}

// rule makes the simulator's next calls or webhooks misbehave; plugins/simulator/README.md has the effects.
type rule struct {
	Op     string `json:"op"`
	Effect string `json:"effect"`
	Times  int    `json:"times,omitempty"`
	Delay  int    `json:"delay_ms,omitempty"`
}

// view is what the simulator tells of itself.
type view struct {
	Counts map[string]int `json:"counts"`
	State  struct {
		Orders []struct {
			Units []struct {
				Payments struct {
					Captures []json.RawMessage `json:"captures"`
				} `json:"payments"`
			} `json:"purchase_units"`
		} `json:"orders"`
		Deliveries []delivery `json:"deliveries"`
		Held       int        `json:"held"`
	} `json:"state"`
}

type delivery struct {
	Event  string `json:"event"`
	Status int    `json:"status"`
}

func startProvider(s *shop, program, addr string) *provider {
	s.Helper()
	p, err := process.Start(s.Context(), process.Spec{
		Name: "simulator", Command: []string{program, "-addr", addr, "-webhook-delay", "50ms"}, Dir: s.dir, LogDir: s.logs(),
		Env:   []string{"KONTOR_AMAZONPAY_KEY_FILE=" + s.amazonKey()},
		Ready: process.AnswersHTTP("http://" + addr + "/_health"), StopSignal: syscall.SIGKILL, ReadyWithin: patience,
	})
	require.NoError(s, err)
	s.Cleanup(func() { require.NoError(s, p.Stop(context.Background())) })
	return &provider{shop: s, control: "http://" + addr + "/_control/paypal"}
}

func (p *provider) rules(rules ...rule) {
	p.shop.Helper()
	body, err := json.Marshal(rules)
	require.NoError(p.shop, err)
	res, err := http.Post(p.control, "application/json", bytes.NewReader(body))
	require.NoError(p.shop, err)
	_ = res.Body.Close()
	require.Equal(p.shop, http.StatusOK, res.StatusCode)
}

// silence makes the provider do the next call of the operation and never answer it.
func (p *provider) silence(op string) { p.rules(rule{Op: op, Effect: "hang"}) }

func (p *provider) view() view {
	p.shop.Helper()
	res, err := http.Get(p.control)
	require.NoError(p.shop, err)
	defer res.Body.Close()
	var v view
	require.NoError(p.shop, json.NewDecoder(res.Body).Decode(&v))
	return v
}

// count gives a counter: calls by operation, and "charge" for each time that money moved.
func (p *provider) count(what string) int { return p.view().Counts[what] }

// called waits until an operation was called n times.
func (p *provider) called(op string, n int) {
	p.shop.Helper()
	eventually(p.shop, fmt.Sprintf("%s is called %d times", op, n), func() bool { return p.count(op) >= n })
}

// charges gives how often money moved, and in how many orders.
func (p *provider) charges() (times, orders int) {
	v := p.view()
	for _, o := range v.State.Orders {
		if len(o.Units) > 0 && len(o.Units[0].Payments.Captures) > 0 {
			orders++
		}
	}
	return v.Counts["charge"], orders
}

// delivered reports whether the shop took every webhook, but for the forged.
func (p *provider) delivered() bool {
	v := p.view()
	for _, d := range v.State.Deliveries {
		if d.Status != http.StatusOK && d.Status != http.StatusForbidden {
			return false
		}
	}
	return v.State.Held == 0
}

// events gives how often an event was answered with a status.
func (p *provider) events(event string, status int) int {
	n := 0
	for _, d := range p.view().State.Deliveries {
		if d.Event == event && d.Status == status {
			n++
		}
	}
	return n
}
