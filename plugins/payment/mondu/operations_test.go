package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/simulator/stage"
	"kontor.dev/kontor/plugins/simulator/stage/stagetest"
)

func capturing(key, id string, cents int64) payment.CaptureRequest {
	return payment.CaptureRequest{Method: payLater, IdempotencyKey: key, Reference: id, OrderNumber: "K1", Amount: eur(cents), Carrier: "DHL", TrackingNumber: "0034"}
}

func (b *bench) capture(key, id string, cents int64) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Capture(b.T.Context(), capturing(key, id, cents))
	require.NoError(b.T, err)
	return r
}

func (b *bench) refund(key, id string, cents int64) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Refund(b.T.Context(), payment.RefundRequest{Method: payLater, IdempotencyKey: key, Reference: id, OrderNumber: "K1", Amount: eur(cents), Reason: "Retoure"})
	require.NoError(b.T, err)
	return r
}

func (b *bench) void(id string, captured int64) payment.Receipt {
	b.T.Helper()
	r, err := b.plugin.Payment.Void(b.T.Context(), payment.VoidRequest{Method: payLater, IdempotencyKey: "v", Reference: id, Captured: eur(captured)})
	require.NoError(b.T, err)
	return r
}

func TestALegalInvoiceKeepsItsNumber(t *testing.T) {
	b := start(t)
	id := b.confirmed("1")
	r := capturing("c1", id, total)
	r.InvoiceNumber, r.InvoiceURL = "RE-2026-000017", "https://shop.example/rechnung.pdf"
	for range 2 {
		got, err := b.plugin.Payment.Capture(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, payment.ReceiptDone, got.State)
	}
	require.Equal(t, 1, b.Count("charge"))
	text, err := json.Marshal(b.sim.State())
	require.NoError(t, err)
	require.Contains(t, string(text), `"RE-2026-000017"`)
}

func TestAnInvoiceIsMadeOncePerKey(t *testing.T) {
	b := start(t)
	id := b.confirmed("1")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			r, err := b.plugin.Payment.Capture(t.Context(), capturing("c1", id, 100000))
			if err != nil || r.State != payment.ReceiptDone {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	wait.Wait()
	require.Equal(t, 1, b.Count("charge"))
	require.False(t, b.status(id).Outcome.(payment.Authorized).Captured)

	// A lost answer may have had its effect; asked again, even by another process, it is found.
	b.Rule("invoice", stage.DropReply, 1)
	_, err := b.plugin.Payment.Capture(t.Context(), capturing("c2", id, total-100000))
	require.True(t, base.AsError(err).OutcomeUnknown)
	other := sdktest.Target{New: newPlugin, Config: b.config()}.Start(t)
	again, err := other.Payment.Capture(t.Context(), capturing("c2", id, total-100000))
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDone, again.State)
	require.Equal(t, 2, b.Count("charge"))

	s := b.status(id)
	require.True(t, s.Outcome.(payment.Authorized).Captured)
	require.Equal(t, eur(total), s.Captured)
	require.Equal(t, "capture_not_allowed", b.capture("c3", id, 1).Code)
	require.Equal(t, payment.Receipt{State: payment.ReceiptDeclined, Code: "captured", Reference: id}, b.void(id, 0))
	state, err := json.Marshal(b.sim.State())
	require.NoError(t, err)
	require.Equal(t, 2, strings.Count(string(state), `"tracking_number":"0034"`))
}

func TestCreditNotesAreMadeOncePerKey(t *testing.T) {
	b := start(t)
	id := b.confirmed("1")
	require.Equal(t, "not_captured", b.refund("r0", id, 500).Code)
	first := b.capture("c1", id, 100000)
	b.capture("c2", id, total-100000)

	b.Rule("credit_note", stage.DropReply, 1)
	lost := payment.RefundRequest{Method: payLater, IdempotencyKey: "r1", Reference: id, OrderNumber: "K1", Amount: eur(100000), CaptureReference: first.Reference}
	_, err := b.plugin.Payment.Refund(t.Context(), lost)
	require.True(t, base.AsError(err).OutcomeUnknown)
	done, err := b.plugin.Payment.Refund(t.Context(), lost)
	require.NoError(t, err)
	require.Equal(t, payment.ReceiptDone, done.State)
	require.Equal(t, 1, b.Count("refunded"))

	lost.IdempotencyKey = "r2"
	refused, err := b.plugin.Payment.Refund(t.Context(), lost)
	require.NoError(t, err)
	require.Equal(t, "refund_not_allowed", refused.Code, "that invoice is credited in full")
	require.Equal(t, payment.ReceiptDone, b.refund("r3", id, total-100000).State, "the other has enough left")
	require.Equal(t, "refund_amount_exceeded", b.refund("r4", id, 1).Code)
	s := b.status(id)
	require.Equal(t, eur(total), s.Captured)
	require.Equal(t, eur(total), s.Refunded)
}

func TestVoid(t *testing.T) {
	b := start(t)
	open := b.authorize("1").Reference
	require.Equal(t, payment.ReceiptDone, b.void(open, 0).State)
	id := b.confirmed("2")
	b.Rule("cancel", stage.DropReply, 1)
	for range 2 {
		require.Equal(t, payment.ReceiptDone, b.void(id, 0).State)
	}
	s := b.status(id)
	require.True(t, s.Voided)
	require.Equal(t, "capture_not_allowed", b.capture("c", id, total).Code)
	require.Equal(t, payment.ReceiptDone, b.void("never-used", 0).State)
}

// After the last capture, and when the shop voids, the buyer's limit is free again but for what was invoiced.
func TestTheRestOfAPartlyInvoicedOrderIsGivenUp(t *testing.T) {
	final := func(b *bench, key, id string, cents int64) payment.Receipt {
		r := capturing(key, id, cents)
		r.Final = true
		out, err := b.plugin.Payment.Capture(t.Context(), r)
		require.NoError(t, err)
		require.Equal(t, payment.ReceiptDone, out.State)
		return out
	}
	for what, giveUp := range map[string]func(*bench, string){
		"with the last capture": func(b *bench, id string) { final(b, "c2", id, 50000) },
		"with a lost answer to it": func(b *bench, id string) {
			b.Rule("adjust", stage.DropReply, 1)
			final(b, "c2", id, 50000)
		},
		"when the last capture is asked for again": func(b *bench, id string) {
			b.Rule("adjust", stage.Status, 3)
			first := final(b, "c2", id, 50000)
			require.Equal(t, statePartiallyShipped, b.state(id).State, "the invoice stands all the same")
			require.Equal(t, first, final(b, "c2", id, 50000))
		},
		"by a void": func(b *bench, id string) {
			b.capture("c2", id, 50000)
			b.Rule("adjust", stage.DropReply, 1)
			for range 2 {
				require.Equal(t, payment.ReceiptDone, b.void(id, 150000).State)
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			b := start(t)
			id := b.confirmed("1")
			b.capture("c1", id, 100000)
			require.Zero(t, b.Count("adjust"), "more follows")
			giveUp(b, id)
			require.Equal(t, order{UUID: id, State: stateShipped, ExternalID: "K1", Price: 150000, Currency: "EUR"}, b.state(id))
			s := b.status(id)
			require.Equal(t, eur(150000), s.Captured)
			require.Equal(t, payment.Authorized{Reference: id, Amount: eur(150000), Captured: true}, s.Outcome)
			require.Equal(t, 2, b.Count("charge"))
		})
	}

	b := start(t)
	whole := b.confirmed("1")
	final(b, "c1", whole, total)
	require.Zero(t, b.Count("adjust"), "nothing is left")
	require.Equal(t, 1, b.Count("list_invoices"), "and nothing is counted")
}

// Nobody is sent to a page that Mondu did not name.
func TestAnOrderWithoutAPageIsNone(t *testing.T) {
	for body, want := range map[string]string{`{"order":{"uuid":"u","state":"created"}}`: base.CodeBadAnswer, `{"order":{"hosted_checkout_url":"http://x"}}`: base.CodeBadAnswer,
		`{"order":{"uuid":"u","state":"declined"}}`: ""} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(body)) // the caller may have left
		}))
		a := &account{api: newAPI(settings{apiURL: srv.URL, timeout: time.Second})}
		o, err := a.create(t.Context(), (&bench{Bench: &stagetest.Bench{}}).request("1"))
		srv.Close()
		if want == "" {
			require.Equal(t, payment.Declined{Code: payment.CodeRisk, Reference: "u"}, o)
			continue
		}
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultProvider, Code: want})
	}
}

func TestCanceledCreditNotesDoNotCount(t *testing.T) {
	require.Equal(t, int64(50), invoice{CreditNotes: []creditNote{{State: stateCanceled, GrossAmount: 100}, {GrossAmount: 50}}}.credited())
}

func TestAnOrderIsNotAdjustedToNothingNorToWhatItIs(t *testing.T) {
	for _, invoices := range []string{``, `{"uuid":"i","state":"canceled","gross_amount_cents":300}`, `{"uuid":"i","state":"created","gross_amount_cents":500}`} {
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodGet {
				t.Errorf("%s %s", r.Method, r.URL.Path)
			}
			_, _ = w.Write([]byte(`{"invoices":[` + invoices + `]}`)) // the caller may have left
		}))
		a := &account{api: newAPI(settings{apiURL: srv.URL, timeout: time.Second})}
		require.NoError(t, a.giveUp(t.Context(), order{UUID: "u", State: statePartiallyShipped, Price: 500}))
		srv.Close()
	}
}

// Two processes ask at the same instant: what the faster one has done Mondu refuses to the slower one.
func TestARefusalOfWhatIsDoneIsNone(t *testing.T) {
	const note = `{"uuid":"n","external_reference_id":"%s","gross_amount_cents":500}`
	const bill = `{"invoices":[{"uuid":"i","state":"created","invoice_number":"%s","gross_amount_cents":500,"credit_notes":[%s]}]}`
	before, after := "", ""
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			before = after
			w.WriteHeader(http.StatusUnprocessableEntity)
			return
		}
		_, _ = w.Write([]byte(before)) // the caller may have left
	}))
	defer srv.Close()
	a := &account{api: newAPI(settings{apiURL: srv.URL, timeout: time.Second}), once: newOnce()}
	invoiced, credited := reference("K1", "C", "c1"), reference("K1", "R", "r1")

	before, after = `{"invoices":[]}`, fmt.Sprintf(bill, invoiced, "")
	got, err := a.bill(t.Context(), capturing("c1", "u", 500))
	require.NoError(t, err)
	require.Equal(t, payment.Receipt{State: payment.ReceiptDone, Reference: "i", Amount: eur(500)}, got)

	before, after = after, fmt.Sprintf(bill, invoiced, fmt.Sprintf(note, credited))
	got, err = a.credit(t.Context(), payment.RefundRequest{IdempotencyKey: "r1", Reference: "u", OrderNumber: "K1", Amount: eur(500)})
	require.NoError(t, err)
	require.Equal(t, payment.Receipt{State: payment.ReceiptDone, Reference: "n", Amount: eur(500)}, got)

	after = "no JSON"
	_, err = a.bill(t.Context(), capturing("c2", "u", 500))
	require.True(t, base.AsError(err).OutcomeUnknown, "nobody can say whether it was done")
}

// Where Mondu has sent all goods, a void would leave the buyer owing them.
func TestWhatIsNoLongerVoided(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"invoices":[{"uuid":"i","state":"created","gross_amount_cents":500}]}`)) // the caller may have left
	}))
	defer srv.Close()
	a := &account{api: newAPI(settings{apiURL: srv.URL, timeout: time.Second}), once: newOnce()}
	for state, want := range map[string]string{
		stateCanceled: "", stateDeclined: "", stateShipped: "captured", stateComplete: "captured", statePartiallyDone: "captured",
		statePartiallyShipped: "captured",
	} {
		r, ended, err := a.voided(t.Context(), order{UUID: "u", State: state}, 499)
		require.NoError(t, err)
		require.True(t, ended, state)
		require.Equal(t, want, r.Code, state)
		require.Equal(t, want == "", r.State == payment.ReceiptDone, state)
	}
	for _, state := range []string{stateShipped, stateComplete, statePartiallyDone} {
		r, ended, err := a.voided(t.Context(), order{UUID: "u", State: state}, 500)
		require.NoError(t, err)
		require.True(t, ended, state)
		require.Equal(t, payment.ReceiptDone, r.State, "nothing is left that the shop did not invoice")
	}
	for _, state := range []string{stateCreated, stateAuthorized, stateConfirmed, statePending, statePartiallyShipped} {
		_, ended, err := a.voided(t.Context(), order{State: state}, 500)
		require.NoError(t, err)
		require.False(t, ended, state)
	}
}

func TestWhatMonduDoesNotTellIsAsExpected(t *testing.T) {
	for _, c := range []struct {
		order  order
		worth  bool
		amount int64
	}{{order{}, true, 500}, {order{Price: 500, Currency: "EUR"}, true, 500}, {order{Price: 499, Currency: "EUR"}, false, 499},
		{order{Price: 500, Currency: "USD"}, false, 0}, {order{Price: 499}, false, 500}} {
		require.Equal(t, c.worth, c.order.isWorth(eur(500)), "%+v", c.order)
		if c.amount > 0 {
			require.Equal(t, eur(c.amount), c.order.amount(eur(500)), "%+v", c.order)
		}
	}
}
