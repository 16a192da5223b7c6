package sdktest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
)

// handler calls a plugin's webhook and gives the ids of the events.
type handler func(ctx context.Context, p sdk.Plugin, r base.WebhookRequest) ([]string, error)

// genuine comes by a notification as the provider signs it.
type genuine func(ctx context.Context, p sdk.Plugin, t Target) (base.WebhookRequest, error)

func webhookChecks(kind, after string, unsigned bool, notice genuine, handle handler) []Check {
	on := func(f func(context.Context, sdk.Plugin, base.WebhookRequest, handler) error) func(context.Context, Target) error {
		return with(func(ctx context.Context, p sdk.Plugin, t Target) error {
			r, err := notice(ctx, p, t)
			if err != nil {
				return err
			}
			return f(ctx, p, r, handle)
		})
	}
	return []Check{
		{Name: kind + " webhook garbage", Proves: "What anybody can send to a public address gives no event and no crash.",
			Run: with(func(ctx context.Context, p sdk.Plugin, _ Target) error { return checkGarbage(ctx, p, handle) })},
		Check{Name: kind + " webhook repeated", After: after, Proves: "A notification that comes again gives the same event ids.",
			Run: on(checkRepeated)}.unless(notice != nil, noWebhooks),
		Check{Name: kind + " webhook forged", After: after, Proves: "A notification that was changed or is not signed is refused as forged.",
			Run: on(func(ctx context.Context, p sdk.Plugin, r base.WebhookRequest, handle handler) error {
				return checkForged(ctx, p, r, unsigned, handle)
			})}.unless(notice != nil, noWebhooks),
	}
}

// checkGarbage sends what anybody can send to a public address: no event, no crash.
func checkGarbage(ctx context.Context, p sdk.Plugin, handle handler) error {
	random := make([]byte, 512)
	for i := range random {
		random[i] = byte(rand.N(256))
	}
	var wrong []error
	for what, body := range map[string][]byte{
		"nothing": nil, "random bytes": random, "an empty object": []byte(`{}`), "a list": []byte(`[1]`),
		"null": []byte(`null`), "deep nesting": bytes.Repeat([]byte(`{"a":[`), 20000),
		"a megabyte": bytes.Repeat([]byte("x"), 1<<20), "a form": []byte("id=1&status=paid"),
	} {
		ids, err := handle(ctx, p, base.WebhookRequest{
			Method: http.MethodPost, Body: body, ReceivedAt: time.Now(),
			Headers: http.Header{"Content-Type": {"application/json"}, "X-Signature": {"\xff\xfe", "a"}},
		})
		if len(ids) > 0 {
			wrong = append(wrong, fmt.Errorf("%s: gave events", what))
		}
		if err := callersFault(err); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", what, err))
		}
	}
	if _, err := p.Base.Health(ctx); err != nil {
		wrong = append(wrong, fmt.Errorf("not healthy after garbage: %w", err))
	}
	return errors.Join(wrong...)
}

func checkRepeated(ctx context.Context, p sdk.Plugin, r base.WebhookRequest, handle handler) error {
	first, err := handle(ctx, p, r)
	if err != nil {
		return fmt.Errorf("a genuine notification: %w", err)
	}
	if len(first) == 0 {
		return errors.New("a genuine notification gave no event")
	}
	second, err := handle(ctx, p, r)
	if err != nil || !slices.Equal(first, second) {
		return failed(err, "the same notification again: want the events %v, got %v", first, second)
	}
	return nil
}

// checkForged changes the body of a genuine notification, and takes its headers away unless they prove nothing. One
// without a body proves itself by its address, so that is changed instead.
func checkForged(ctx context.Context, p sdk.Plugin, r base.WebhookRequest, unsigned bool, handle handler) error {
	changed, bare := r, r
	changed.Body, bare.Headers = otherDigit(append(bytes.Clone(r.Body), ' ')), nil
	forgeries := map[string]base.WebhookRequest{"a changed body": changed, "no headers": bare}
	if len(r.Body) == 0 && r.Query != "" {
		changed.Query, bare.Query = string(otherDigit([]byte(r.Query))), ""
		forgeries = map[string]base.WebhookRequest{"a changed address": changed, "no address": bare}
	}
	var wrong []error
	for what, forged := range forgeries {
		if unsigned && what == "no headers" {
			continue
		}
		ids, err := handle(ctx, p, forged)
		if len(ids) > 0 || !errors.Is(err, &base.Error{Fault: base.FaultCaller, Code: base.CodeWebhookForged}) {
			wrong = append(wrong, failed(err, "%s: want %s, got events %v", what, base.CodeWebhookForged, ids))
		}
	}
	return errors.Join(wrong...)
}

// otherDigit changes the first digit in place.
func otherDigit(text []byte) []byte {
	if i := bytes.IndexAny(text, "0123456789"); i >= 0 {
		text[i] = '0' + (text[i]-'0'+1)%10
	}
	return text
}

// callersFault accepts no error, or one that blames the sender.
func callersFault(err error) error {
	var e *base.Error
	if err == nil || (errors.As(err, &e) && e.Fault == base.FaultCaller) {
		return nil
	}
	return fmt.Errorf("want no error or one of the caller's fault, got %w", err)
}
