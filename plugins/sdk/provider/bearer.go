package provider

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Token is what an API is called with until its end.
type Token struct {
	Value string
	Until time.Time
}

// tokenMargin is how long before its end a token is renewed.
const tokenMargin = time.Minute

// Bearer calls an API with a token that has to be got first. One token serves all calls; it is renewed a minute before
// its end, and once when the provider took it back early. It is safe for concurrent use.
type Bearer struct {
	client  *Client
	grant   func(context.Context) (Token, error)
	turn    chan struct{} // held while a token is got, so that many calls get one
	token   atomic.Pointer[Token]
	refused atomic.Bool
}

// NewBearer makes a Bearer of tokens that grant gets, such as OAuth's. Config's Authorize adds what a request needs beside
// the token.
func NewBearer(c Config, grant func(context.Context) (Token, error)) *Bearer {
	b := &Bearer{grant: grant, turn: make(chan struct{}, 1)}
	more := c.Authorize
	c.Authorize = func(ctx context.Context, r *http.Request) error {
		token, err := b.current(ctx)
		if err != nil {
			return err
		}
		r.Header.Set("Authorization", "Bearer "+token)
		if more != nil {
			return more(ctx, r)
		}
		return nil
	}
	b.client = New(c)
	return b
}

// OAuth gets tokens from an endpoint of OAuth 2.0 (RFC 6749) with the form of a grant.
func OAuth(login *Client, path string, form url.Values) func(context.Context) (Token, error) {
	return func(ctx context.Context) (Token, error) {
		var answer struct {
			Value   string      `json:"access_token"`
			Seconds json.Number `json:"expires_in"` // some send it as a text
		}
		_, err := login.Do(ctx, Call{Method: http.MethodPost, Path: path, Form: form, Idempotent: true, Into: &answer})
		if err != nil {
			return Token{}, err
		}
		seconds, err := answer.Seconds.Int64()
		if err != nil {
			return Token{}, base.ProviderFault(base.CodeBadAnswer, errors.New("a token without an end"))
		}
		return Token{Value: answer.Value, Until: time.Now().Add(time.Duration(seconds) * time.Second)}, nil
	}
}

// Do is Client's Do with a token.
func (b *Bearer) Do(ctx context.Context, call Call) (*Response, error) {
	used := b.token.Load()
	response, err := b.client.Do(ctx, call)
	if used != nil && Status(err) == http.StatusUnauthorized && !b.refused.Load() {
		b.token.CompareAndSwap(used, nil) // taken back before its end; the call did nothing
		return b.client.Do(ctx, call)
	}
	return response, err
}

// Refused reports whether the provider did not accept the credentials when it was last asked for a token.
func (b *Bearer) Refused() bool { return b.refused.Load() }

func (b *Bearer) current(ctx context.Context) (string, error) {
	if value, ok := b.kept(); ok {
		return value, nil
	}
	select {
	case b.turn <- struct{}{}:
		defer func() { <-b.turn }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	if value, ok := b.kept(); ok {
		return value, nil
	}
	token, err := b.grant(ctx)
	status := Status(err)
	b.refused.Store(status == http.StatusUnauthorized || status == http.StatusBadRequest) // OAuth answers with either
	if err != nil {
		e := *base.AsError(err)
		e.Retryable = e.Retryable || b.refused.Load() || e.Code == base.CodeBadAnswer // over once the credentials are corrected, or it is itself
		return "", &e
	}
	if token.Value == "" {
		return "", &base.Error{Fault: base.FaultProvider, Code: base.CodeBadAnswer, Message: "a token without a value", Retryable: true}
	}
	b.token.Store(&token)
	return token.Value, nil
}

func (b *Bearer) kept() (value string, ok bool) {
	t := b.token.Load()
	if t == nil || !time.Now().Before(t.Until.Add(-tokenMargin)) {
		return "", false
	}
	return t.Value, true
}
