package main

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// api calls Mondu with the merchant's token.
type api struct {
	client  *provider.Client
	refused atomic.Bool // Mondu does not accept the token
}

func newAPI(s settings) *api {
	return &api{client: provider.New(provider.Config{
		BaseURL: s.apiURL, UserAgent: "kontor-mondu/" + version, Timeout: s.timeout, Redactor: base.NewRedactor(s.token, s.webhookSecret),
		Authorize: func(_ context.Context, r *http.Request) error {
			r.Header.Set("Api-Token", s.token.Reveal())
			r.Header.Set("X-Plugin-Name", "kontor")
			r.Header.Set("X-Plugin-Version", version)
			return nil
		},
	})}
}

// get reads.
func (a *api) get(ctx context.Context, path string, out any) error {
	return a.do(ctx, provider.Call{Method: http.MethodGet, Path: path, Into: out})
}

// post sends what has an effect each time it arrives: it is never repeated once it may have left.
func (a *api) post(ctx context.Context, path string, in, out any) error {
	return a.do(ctx, provider.Call{Method: http.MethodPost, Path: path, JSON: in, Into: out})
}

// put sends what has its effect once by its nature, such as cancelling: it may be repeated.
func (a *api) put(ctx context.Context, path string, in, out any) error {
	return a.do(ctx, provider.Call{Method: http.MethodPost, Path: path, JSON: in, Into: out, Silent: out == nil, Idempotent: true})
}

func (a *api) do(ctx context.Context, call provider.Call) error {
	_, err := a.client.Do(ctx, call)
	a.refused.Store(provider.Status(err) == http.StatusUnauthorized || provider.Status(err) == http.StatusForbidden)
	return named(err)
}

// named puts what Mondu found wrong into an error. Its details may repeat what the buyer entered and stay out.
func named(err error) error {
	var e *base.Error
	var answer *provider.StatusError
	if !errors.As(err, &e) || !errors.As(err, &answer) {
		return err
	}
	var p problem
	if json.Unmarshal(answer.Body, &p) != nil || len(p.Errors) == 0 {
		return err
	}
	fields := make([]string, 0, len(p.Errors))
	for _, problem := range p.Errors {
		fields = append(fields, problem.Name)
	}
	refused := *e
	refused.Message = e.Message + ": " + strings.Join(fields, ", ")
	return &refused
}
