package base

import (
	"context"
	"encoding/json"
	"sync"
	"time"
)

// ProviderCall is one request that a plugin made to its provider within a call of the host. It goes to the host with the
// answer, which puts it into the shop's trace: a plugin needs no way to a collector of traces. It says nothing of what was
// sent, and names no path, which may hold an identifier.
type ProviderCall struct {
	Method string        `json:"m"` // "POST"
	Host   string        `json:"h"` // "api.example.com"
	Status int           `json:"s"` // 0 when no answer came
	Began  time.Time     `json:"b"`
	Took   time.Duration `json:"d"`
}

// CallsTrailer is the key of the gRPC trailer that carries provider calls, one JSON object a value.
const CallsTrailer = "kontor-provider-call"

// MostCalls is how many of them one answer carries; more are left out.
const MostCalls = 16

// Calls collects the provider calls of one call of the host. It is safe for concurrent use.
type Calls struct {
	mu   sync.Mutex
	list []ProviderCall
}

type callsKey struct{}

// WithCalls gives a context in which AddCall collects.
func WithCalls(ctx context.Context) (context.Context, *Calls) {
	c := &Calls{}
	return context.WithValue(ctx, callsKey{}, c), c
}

// AddCall notes a provider call. Without WithCalls it does nothing.
func AddCall(ctx context.Context, call ProviderCall) {
	c, ok := ctx.Value(callsKey{}).(*Calls)
	if !ok {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.list) < MostCalls {
		c.list = append(c.list, call)
	}
}

// Encode gives the values of the trailer.
func (c *Calls) Encode() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	values := make([]string, 0, len(c.list))
	for _, call := range c.list {
		if text, err := json.Marshal(call); err == nil {
			values = append(values, string(text))
		}
	}
	return values
}

// DecodeCalls reads a trailer's values. What is none, or too much, is left out: it comes from a program that anyone wrote.
func DecodeCalls(values []string) []ProviderCall {
	const longest = 100 // of a method or a host
	var list []ProviderCall
	for _, value := range values[:min(len(values), MostCalls)] {
		var call ProviderCall
		if len(value) > 4*longest || json.Unmarshal([]byte(value), &call) != nil || call.Took < 0 || call.Began.IsZero() {
			continue
		}
		if len(call.Method) <= longest && len(call.Host) <= longest {
			list = append(list, call)
		}
	}
	return list
}
