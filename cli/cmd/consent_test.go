package cmd

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// A question says what will be done, in figures.
func TestQuestionsSayWhatWillBeDone(t *testing.T) {
	shop := try(t)
	shop.troubled(t)
	for line, asks := range map[string]string{
		"order cancel 100001":                            `^Cancel what was not dispatched of order 100001\? 20,00.€ goes back to the customer\. \[y/N\] $`,
		"order refund 100001":                            `^Give 49,00.€ of order 100001 back\? `,
		"order refund 100001 --amount 7,50":              `^Give 7,50.€ of order 100001 back\? `,
		"order return 100001":                            `^Take back delivery 2 of order 100001\? 30,00.€ goes back to the customer\. `,
		"order transferred 100001 --refund 2":            `^Record that refund 2 of order 100001, 1,00.€, was transferred\? `,
		"order settled 100001 --operation 3 --not-made":  `^Record that capture 3 of order 100001, 20,00.€, was not made\? `,
		"order refunded 100001 --reference R --amount 3": `^Record that 3,00.€ of order 100001 went back as R at the provider, and tell the customer\? `,
		"checkout compensate 100002 --reason x":          `^Give back what the provider has of the 70,00.€ of order 100002, which failed\? `,
		"checkout reconcile 100001 --reason x":           `^Ask the provider what became of the 50,00.€ of order 100001 \(confirmed\)\? `,
		"checkout unpaid 100002 --reason x":              `^Give up order 100002 \(failed\)\? You have looked at the provider, which has nothing of its 70,00.€\. `,
		"checkout repaid 100002 --reason x":              `^Record that what came for order 100002, of 70,00.€, is back with the customer\? `,
		"withdrawal refund 5001":                         `^Pay 30,00.€ back for withdrawal 5001 from order 100001, through the payment's provider\? `,
		"withdrawal refund 5001 --amount 12":             `^Pay 12,00.€ back for withdrawal 5001 `,
		"withdrawal refund 5001 --transferred":           `^Record that 30,00.€ was transferred for withdrawal 5001 from order 100001\? `,
		"withdrawal reject 5001 --reason late":           `^Refuse withdrawal 5001 \(late\) and tell the consumer\? `,
		"campus approve 100001":                          `, valid 2026-01-01 to 2029-12-31\. Make customer 100001 a member until 2030-01-01 00:00 and delete the proof\? `,
		"campus approve 100001 --until 2030-03-31":       `until 2030-04-01 00:00 and delete the proof\? `,
		"campus reject 100001 --reason unreadable":       `Refuse the proof of customer 100001 \(unreadable\) and delete it\? `,
		"campus end 100001":                              `^End the membership of customer 100001 now\? It holds until `,
		"outbox discard mail.requested 1":                `and was given up .*: no such mailbox\. Delete it for good\? `,
		"newsletter end erika@example.org":               `^End the newsletter of erika@example\.org\? `,
		"customer email erika@example.org e@example.org": `^Set the e-mail address of customer 100001, erika@example\.org, to e@example\.org\? `,
	} {
		_, err := shop.run(t, "n\n", line)
		require.ErrorIs(t, err, errRefused, line)
		require.Regexp(t, asks, shop.told, line)
	}
}

// Nobody is asked to agree to what is not possible, or done already.
func TestTheImpossibleIsRefusedUnasked(t *testing.T) {
	shop := try(t)
	shop.troubled(t)
	for _, sql := range []string{
		`insert into customer (email, password_hash, first_name, last_name, lang, cart_id, created_at)
		 values ('eva@example.org', 'argon2id', 'Eva', 'Muster', 'de', gen_random_uuid(), now())`,
		`insert into withdrawal (key, order_number, name, email, lang, received_at, due_at, status, order_id, settled_at, reason)
		 values (gen_random_uuid(), '100001', 'E', 'e@example.org', 'de', now(), now(), 'settled', 100001, now(), ''),
		        (gen_random_uuid(), '100001', 'E', 'e@example.org', 'de', now(), now(), 'refused', null, now(), 'withdrawal_late'),
		        (gen_random_uuid(), '7', 'E', 'e@example.org', 'de', now(), now(), 'review', null, null, '')`,
	} {
		_, err := shop.pool.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	before := shop.everything(t)
	for line, reason := range map[string]string{
		"order refund 100001 --amount 50,01":          "refund_too_high",
		"order refund 7":                              "order_not_found",
		"checkout compensate 100001 --reason x":       "attempt_placed",
		"checkout repaid 100001 --reason x":           "attempt_not_owed",
		"checkout unpaid 100001 --reason x":           "attempt_placed",
		"checkout reconcile 7 --reason x":             "attempt_not_found",
		"withdrawal refund 7":                         "withdrawal_not_found",
		"withdrawal refund 5001 --amount 50,01":       "withdrawal_amount_invalid",
		"withdrawal refund 5003":                      "withdrawal_closed",
		"withdrawal refund 5004":                      "withdrawal_not_accepted",
		"withdrawal refund 5003 --transferred":        "withdrawal_closed",
		"withdrawal refund 5002":                      "", // it is done
		"withdrawal reject 5002 --reason late":        "withdrawal_closed",
		"withdrawal reject 5003 --reason late":        "",
		"withdrawal reject 5003 --reason excluded":    "refused_before_withdrawal_late",
		"campus approve 100002":                       "campus_not_under_review",
		"campus approve 100001 --until 2020-01-01":    "campus_until_invalid",
		"campus approve 100001 --proof none":          "campus_proof_replaced",
		"campus reject 100002 --reason unreadable":    "campus_not_under_review",
		"campus end 100002":                           "campus_no_member",
		"campus end 7":                                "customer_not_found",
		"outbox discard mail.requested 2":             "outbox_event_not_dead",
		"outbox discard endpoint.warehouse 1":         "outbox_event_not_dead",
		"newsletter end nobody@example.org":           "newsletter_unknown",
		"customer email 100001 eva@example.org":       "email_in_use",
		"customer email 100001 erika@example.org":     "account_new_email_invalid",
		"customer vat reject 100002 --reason unknown": "vat_id_missing",
	} {
		_, err := shop.run(t, "y\n", line)
		require.Error(t, err, line)
		require.Empty(t, shop.told, line)
		if reason == "" {
			require.ErrorIs(t, err, errDone, line)
		} else {
			require.Equal(t, reason, fault.ReasonOf(err), line)
		}
		require.Equal(t, before, shop.everything(t), line)
	}
}

// A refund that nobody answered for may still be made: asked for again, it is the same.
func TestARefundWithoutAnAnswerNamesItsKey(t *testing.T) {
	err := withKey(fault.New(fault.Unavailable, "command_unanswered"), "0199")
	require.ErrorContains(t, err, "--key 0199")
	require.Equal(t, "command_unanswered", fault.ReasonOf(err))
	require.NoError(t, withKey(nil, "0199"))
	require.NotContains(t, withKey(fault.New(fault.Conflict, "refund_nothing_left"), "0199").Error(), "0199")
}

// Money that the provider has not answered for has not gone back, whatever the command did.
func TestARefundThatIsOnlyWantedIsToldAsThat(t *testing.T) {
	for state, told := range map[order.OperationState]string{order.Wanted: "49,90\u00a0€ have not gone back yet", order.Done: "", order.ByHand: "", order.Refused: ""} {
		var out bytes.Buffer
		o := &order.Order{Payments: []order.Operation{{Number: 1, Kind: order.RefundMoney, State: state, Amount: money.Euro(4990)}}}
		o.Attempt.Totals.Total, o.Attempt.Payment.Code = money.Euro(4990), "acme"
		require.NoError(t, printDone(&printer{out: &out}, o))
		require.Equal(t, told != "", strings.Contains(out.String(), "whether the plugin of acme runs"), "a plugin that was taken out answers never")
		require.Equal(t, told != "", strings.Contains(out.String(), "have not gone back yet"), state)
		require.Contains(t, out.String(), told)
	}
}

// A provider that refuses to give money back is told as one that refuses to take it: by the command's end.
func TestMoneyThatDidNotGoBackIsAFailure(t *testing.T) {
	operation := func(kind order.OperationKind, state order.OperationState, reason string) order.Operation {
		return order.Operation{Number: 2, Kind: kind, State: state, Amount: money.Euro(4990), Reason: reason}
	}
	taken := order.Operation{Number: 1, Kind: order.CaptureMoney, State: order.Done, Amount: money.Euro(4990)}
	is := func(p ...order.Operation) *order.Order {
		return &order.Order{Payments: append([]order.Operation{taken}, p...)}
	}
	refused := operation(order.RefundMoney, order.Refused, "payment_operation_closed")
	later := operation(order.RefundMoney, order.Done, "")
	later.Number = 3
	for name, c := range map[string]struct {
		repays      bool
		before, now *order.Order
		reason      string
	}{
		"refused":                         {true, is(), is(refused), "payment_operation_closed"},
		"refused after it was wanted":     {true, is(operation(order.RefundMoney, order.Wanted, "")), is(refused), "payment_operation_closed"},
		"not released":                    {true, is(), is(operation(order.VoidMoney, order.Refused, "payment_operation_late")), "payment_operation_late"},
		"refused, and asked again":        {true, is(refused), is(refused), "payment_operation_closed"},
		"refused before, another is done": {true, is(refused), is(refused, operation(order.RefundMoney, order.Done, "")), ""},
		"made since, and asked again":     {true, is(refused, later), is(refused, later), ""},
		"not released, and asked again": {
			true, is(operation(order.VoidMoney, order.Refused, "payment_operation_late")), is(operation(order.VoidMoney, order.Refused, "payment_operation_late")),
			"payment_operation_late",
		},
		"given back":           {true, is(), is(operation(order.RefundMoney, order.Done, "")), ""},
		"under way":            {true, is(), is(operation(order.RefundMoney, order.Wanted, "")), ""},
		"to be transferred":    {true, is(), is(operation(order.RefundMoney, order.ByHand, "")), ""},
		"nothing was owed":     {true, is(), is(operation(order.RefundMoney, order.Refused, order.ReasonUnpaid)), ""},
		"recorded as not made": {false, is(), is(operation(order.RefundMoney, order.Refused, order.ReasonNotMade)), ""},
	} {
		err := orderAct{repays: c.repays}.refusal(c.before, c.now)
		if c.reason == "" {
			require.NoError(t, err, name)
			continue
		}
		require.Equal(t, c.reason, fault.ReasonOf(err), name)
	}
}

func TestLongListsSayThatTheyAreCut(t *testing.T) {
	shop := try(t)
	_, err := shop.pool.Exec(t.Context(), `
		insert into outbox (id, topic, key, payload, dead_at) select n::text, 'mail.requested', n::text, '{}', now() from generate_series(1, $1::int) n`, mostDead+1)
	require.NoError(t, err)
	out, err := shop.run(t, nil, "outbox show mail.requested")
	require.NoError(t, err)
	require.Contains(t, out, "The oldest 1000.")
	out, err = shop.run(t, nil, "checkout list --state confirmed --limit 1")
	require.NoError(t, err)
	require.Contains(t, out, "The oldest 1:")
}
