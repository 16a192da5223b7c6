package pluginhost_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pluginhost"
)

func TestMethods(t *testing.T) {
	e := entry("fake", fakeV1)
	e.Config = map[string]pluginhost.Values{"countries": "DE\nAT\nUS"}
	h, _ := start(t, e)
	methods, err := h.Payments().Methods(t.Context())
	require.NoError(t, err)
	codes := []string{}
	for _, m := range methods {
		codes = append(codes, m.Code)
	}
	require.Equal(t, []string{"fakelater", "fakenow", "fakegone"}, codes)
	now := methods[1]
	require.Equal(t, "fake", now.Plugin)
	require.Equal(t, "Fake (sofort)", now.Title.DE)
	require.Equal(t, money.Euro(200), now.Fee)
	require.Equal(t, []int{81, 14}, now.Countries, "the shop has no number for the United States")
	require.Equal(t, "/plugins/logo/fakenow", now.LogoURL)
	require.True(t, methods[2].Retired)
	mediaType, data, ok := h.Logo("fakenow")
	require.True(t, ok)
	require.Equal(t, "image/svg+xml", mediaType)
	require.Contains(t, string(data), "<svg")
	_, _, ok = h.Logo("fakelater")
	require.False(t, ok)
}

func TestOutcomes(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	for word, want := range map[string]checkout.Outcome{
		"approve": checkout.OutcomeAuthorized, "decline": checkout.OutcomeDeclined, "pending": checkout.OutcomePending,
		"redirect": checkout.OutcomeRedirect, "form": checkout.OutcomeFormPost,
		"unknown": checkout.OutcomeUnknown, "garbage": checkout.OutcomeUnknown, "accepted": checkout.OutcomePending,
	} {
		r, err := h.Payments().Authorize(t.Context(), request(word))
		require.NoError(t, err, word)
		require.Equal(t, want, r.Outcome, word)
		require.Equal(t, word == "accepted", r.Accepted, word)
		switch word {
		case "pending":
			require.Equal(t, "DE02120300000000202051", r.Instructions["iban"])
			require.False(t, r.ExpiresAt.IsZero())
		case "decline":
			require.Equal(t, "payment_declined_refused", r.Reason)
		case "approve":
			require.Equal(t, money.Euro(1234), r.Amount)
			require.False(t, r.Captured)
		}
	}
	for word, want := range map[string]fault.Code{
		"lost": fault.Unknown, "refused": fault.Internal, "secret": fault.Internal, "panic": fault.Unknown, "huge": fault.Unknown,
		"nul": fault.Unknown, "long": fault.Unknown, "nulcode": fault.Invalid, // the database could not keep them
	} {
		_, err := h.Payments().Authorize(t.Context(), request(word))
		require.Equal(t, want, fault.CodeOf(err), "%s: %v", word, err)
		require.NotContains(t, err.Error(), apiKey)
		require.NotContains(t, fault.ReasonOf(err), "\x00")
	}
	r := request("approve")
	r.MethodCode = "nobody-has-it"
	_, err := h.Payments().Authorize(t.Context(), r)
	require.Equal(t, fault.Unavailable, fault.CodeOf(err))
	r = request("approve")
	r.Amount = money.Euro(0)
	_, err = h.Payments().Authorize(t.Context(), r)
	require.ErrorIs(t, err, fault.New(fault.Invalid, "invalid_amount"))
}

// The whole life of a payment, with the same key sent many times at once.
func TestRedirectCaptureRefund(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	p, ctx := h.Payments(), t.Context()
	req := request("redirect")
	var wg sync.WaitGroup
	results := make([]checkout.Result, 8)
	for i := range results {
		wg.Go(func() { results[i], _ = p.Authorize(ctx, req) })
	}
	wg.Wait()
	for _, r := range results {
		require.Equal(t, results[0], r)
	}
	ref := ref(req, results[0].Reference)
	state, err := p.Status(ctx, ref)
	require.NoError(t, err)
	require.Equal(t, checkout.OutcomeRedirect, state.Outcome)
	paid, err := p.Complete(ctx, ref, map[string]string{"result": "paid"})
	require.NoError(t, err)
	require.Equal(t, checkout.OutcomeAuthorized, paid.Outcome)
	again, err := p.Complete(ctx, ref, map[string]string{"cancelled": "1"})
	require.NoError(t, err)
	require.Equal(t, paid, again, "a late cancel does not undo it")
	captured, err := p.Capture(ctx, ref, checkout.Capture{Key: "capture-1", Amount: money.Euro(1234), Final: true})
	require.NoError(t, err)
	require.True(t, captured.Done)
	over, err := p.Capture(ctx, ref, checkout.Capture{Key: "capture-2", Amount: money.Euro(1), Final: true})
	require.NoError(t, err)
	require.False(t, over.Done)
	require.NotEmpty(t, over.Reason)
	require.ErrorIs(t, p.Void(ctx, ref, checkout.Void{Key: "void-1"}), fault.New(fault.Conflict, "payment_operation_captured"))
	for range 2 {
		given, err := p.Refund(ctx, ref, checkout.Refund{Key: "refund-1", Amount: money.Euro(1234), CaptureReference: captured.Reference})
		require.NoError(t, err)
		require.True(t, given.Done)
	}
	state, err = p.Status(ctx, ref)
	require.NoError(t, err)
	require.Equal(t, checkout.OutcomeRefunded, state.Outcome)
	require.Equal(t, money.Euro(1234), state.Amount, "refunded once")
}

// A capture, void or refund that is refused for good is over, in whatever way the plugin says so: nobody would ever hear of one that
// is tried for ever.
func TestARefusalForGoodEndsWhatMovesMoney(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	p, ctx := h.Payments(), t.Context()
	req := request("approve")
	r, err := p.Authorize(ctx, req)
	require.NoError(t, err)
	ref := ref(req, r.Reference)
	for word, want := range map[string]fault.Code{"refused": fault.Conflict, "unreachable": fault.Unavailable} {
		key := word + "@1"
		_, captured := p.Capture(ctx, ref, checkout.Capture{Key: key, Amount: money.Euro(1234), Final: true})
		_, refunded := p.Refund(ctx, ref, checkout.Refund{Key: key, Amount: money.Euro(1234)})
		for _, err := range []error{captured, refunded, p.Void(ctx, ref, checkout.Void{Key: key})} {
			require.Equal(t, want, fault.CodeOf(err), "%s: %v", word, err)
			if want == fault.Conflict {
				require.Equal(t, "payment_operation_provider_refused", fault.ReasonOf(err))
			}
		}
	}
}

// A provider need not tell again where the customer was sent to, and the plugin that asked may have died since.
func TestAPageMayBeForgotten(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	req := request("forget")
	r, err := h.Payments().Authorize(t.Context(), req)
	require.NoError(t, err)
	require.NotEmpty(t, r.URL)
	for _, ask := range []func() (checkout.Result, error){
		func() (checkout.Result, error) { return h.Payments().Status(t.Context(), ref(req, r.Reference)) },
		func() (checkout.Result, error) {
			return h.Payments().Complete(t.Context(), ref(req, r.Reference), map[string]string{})
		},
	} {
		again, err := ask()
		require.NoError(t, err)
		require.Equal(t, checkout.Result{Outcome: checkout.OutcomeRedirect, Reference: r.Reference}, again)
	}
	_, err = h.Payments().Authorize(t.Context(), request("lost_page"))
	require.ErrorIs(t, err, fault.New(fault.Internal, checkout.ReasonFailed), "nobody can be sent nowhere, and who is not pays nothing")
	require.ErrorContains(t, err, "plugin fake: ")
}

func TestCancelAndStranger(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	req := request("redirect")
	r, err := h.Payments().Authorize(t.Context(), req)
	require.NoError(t, err)
	r, err = h.Payments().Complete(t.Context(), ref(req, r.Reference), map[string]string{"cancelled": "1"})
	require.NoError(t, err)
	require.Equal(t, checkout.ReasonCancelled, r.Reason)
	r, err = h.Payments().Status(t.Context(), ref(request("approve"), ""))
	require.NoError(t, err)
	require.Equal(t, checkout.ReasonNotFound, r.Reason)
}

func signed(body string) map[string][]string {
	mac := hmac.New(sha256.New, []byte(webhookSecret))
	mac.Write([]byte(body))
	return map[string][]string{"X-Fake-Signature": {hex.EncodeToString(mac.Sum(nil))}}
}

func TestWebhook(t *testing.T) {
	h, _ := start(t, entry("fake", fakeV1))
	p := h.Payments()
	body := func(kind string) string {
		return fmt.Sprintf(`{"id":"evt-%s","kind":"%s","reference":"FAKE-1","order":"42","minor":1234,"currency":"EUR","code":"risk"}`, kind, kind)
	}
	for kind, want := range map[string]checkout.Outcome{
		"authorized": checkout.OutcomeAuthorized, "captured": checkout.OutcomeAuthorized, "voided": checkout.OutcomeVoided,
		"refunded": checkout.OutcomeRefunded, "declined": checkout.OutcomeDeclined, "pending": checkout.OutcomePending,
		"approved": checkout.OutcomeApproved,
	} {
		events, _, err := p.Webhook(t.Context(), "fake", checkout.WebhookCall{Headers: signed(body(kind)), Body: []byte(body(kind))})
		require.NoError(t, err)
		require.Len(t, events, 1)
		e := events[0]
		require.Equal(t, want, e.Result.Outcome)
		require.Equal(t, kind == "captured", e.Result.Captured)
		require.Equal(t, kind == "declined" || kind == "voided", e.Result.Reason == "payment_declined_risk", "the cause")
		require.Equal(t, []any{"evt-" + kind, "fake", "FAKE-1", int64(42), money.Euro(1234)}, []any{e.ID, e.Plugin, e.Reference, e.OrderID, e.Result.Amount})
	}
	events, _, err := p.Webhook(t.Context(), "fake", checkout.WebhookCall{Headers: signed(body("captured")), Body: []byte(body("refunded"))})
	require.ErrorIs(t, err, fault.New(fault.Forbidden, "webhook_forged"))
	require.Empty(t, events)
	events, _, err = p.Webhook(t.Context(), "fake", checkout.WebhookCall{Headers: signed(`{"id":"x","kind":"dance"}`), Body: []byte(`{"id":"x","kind":"dance"}`)})
	require.NoError(t, err)
	require.Empty(t, events, "an event that the shop cannot use is dropped")
	_, _, err = p.Webhook(t.Context(), "nobody", checkout.WebhookCall{})
	require.Equal(t, fault.NotFound, fault.CodeOf(err))
}

// A method that cannot be offered leaves its code to a plugin whose method can: nobody could pay by it otherwise.
func TestWhatCannotBeOfferedKeepsItsCodeFromNobody(t *testing.T) {
	foreign := entry("fake", fakeV1)
	foreign.Config = map[string]pluginhost.Values{"countries": "US"}
	h, _ := start(t, foreign, entry("other", otherV1))
	methods, err := h.Payments().Methods(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, methods)
	for n, m := range methods[:2] {
		require.Equal(t, "other", m.Plugin, m.Code)
		require.NotEmpty(t, status(t, h, "fake").Methods[n].Misfit, m.Code)
		require.Empty(t, status(t, h, "other").Methods[n].Misfit, m.Code)
	}
}
