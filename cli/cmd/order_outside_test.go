package cmd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
)

// What an employee gave back in the provider's back office is listed with the command that books it, and booked once, with its credit
// note, its mail and a line in the log.
func TestARefundMadeOutsideIsListedAndBooked(t *testing.T) {
	shop := try(t)
	_, err := shop.pool.Exec(t.Context(), `
		update checkout_attempt set lines = '[{"productId": 1, "articleNumber": "NB-1", "name": "Notebook", "quantity": 1, "unit": {"minor": 3000, "currency": "EUR"}, "taxRate": 1900}]';
		update order_delivery set items = '[{"line": 0, "quantity": 1}]', dispatched_at = now() where number = 2;
		insert into order_notice (order_id, kind, detail) values (100001, 'payment_refunded', E'R-9 7,50\u00a0€; $(rm)')`)
	require.NoError(t, err)
	book := "kontor order refunded 100001 --reference R-9 --amount 7.50"
	out, err := shop.run(t, nil, "order list --unbooked")
	require.NoError(t, err)
	require.Regexp(t, `100001 +erika@example.org +moneyorder +R-9 7,50.€ +`+book+"\n", out)
	require.Contains(t, out, "kontor order refunded 100001 --reference REFERENCE --amount AMOUNT\n", "no shell is to take it for more")
	require.Contains(t, out, "2 refunds of 1 order\n")
	out, err = shop.run(t, nil, "order show 100001")
	require.NoError(t, err)
	require.Contains(t, out, book)

	for _, line := range []string{"", " --amount 3", " --reference R-9"} {
		_, err := shop.run(t, nil, "order refunded 100001"+line)
		require.ErrorAs(t, err, &usageError{}, line)
	}
	for line, reason := range map[string]string{
		"--amount 50.01":              "refund_too_high",
		"--amount 7.50 --delivery 1":  "delivery_not_dispatched",
		"--amount 7.50 --delivery 33": "delivery_not_found",
	} {
		_, err := shop.run(t, "y\n", "order refunded 100001 --reference R-9 "+line)
		require.Equal(t, reason, fault.ReasonOf(err), line)
		require.Contains(t, advice, reason)
		require.Empty(t, shop.told)
	}
	out, err = shop.run(t, nil, "order refunded 100001 --reference R-9 --amount 7,50 --dry-run")
	require.NoError(t, err)
	require.Regexp(t, `refund +7,50.€ done .* outside-R-9 R-9`, out)
	for range 2 {
		_, err = shop.run(t, nil, "order refunded 100001 --reference R-9 --amount 7,50 --yes --reason by-Erika --set trader.name=Kontor")
		require.NoError(t, err)
	}
	var refunded, credited, mails int
	require.NoError(t, shop.pool.QueryRow(t.Context(), `select
		(select sum(amount_minor) from order_payment where order_id = 100001 and kind = 'refund'),
		(select sum(total_minor) from invoice where order_id = 100001 and kind = 'credit' and request = 'outside-R-9'),
		(select count(*) from outbox where topic = 'mail.requested' and payload ->> 'template' = 'delivery_refunded')`).Scan(&refunded, &credited, &mails))
	require.Equal(t, []int{750, 750, 1}, []int{refunded, credited, mails})
	list, _, err := postgres.NewAudit(shop.pool).Entries(t.Context(), audit.Filter{Action: "order.refunded"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.Equal(t, []string{"order-100001", "by-Erika"}, []string{list[0].Subject, list[0].Reason})
	require.Contains(t, string(list[1].After), "refund 7,50")

	_, err = shop.pool.Exec(t.Context(), `insert into order_dispute (order_id, number, dispute_id, state, amount_minor, currency, reason, told_at, opened_at)
		values (100001, 1, 'D-1', $1, 0, '', '', now(), now())`, checkout.DisputeOpen)
	require.NoError(t, err)
	_, err = shop.run(t, "n\n", "order refunded 100001 --reference R-10 --amount 3")
	require.ErrorIs(t, err, errRefused)
	require.Contains(t, shop.told, "What the provider took back for that is no refund.")
}

// What an operator settles is on a credit note as what the provider answered.
func TestARefundThatIsSettledByHandHasItsCreditNote(t *testing.T) {
	shop := try(t)
	_, err := shop.pool.Exec(t.Context(), `
		update checkout_attempt set lines = '[{"productId": 1, "articleNumber": "NB-1", "name": "Notebook", "quantity": 1, "unit": {"minor": 3000, "currency": "EUR"}, "taxRate": 1900}]';
		update order_delivery set items = '[{"line": 0, "quantity": 1}]', dispatched_at = now() where number = 2;
		insert into order_payment (order_id, number, kind, state, amount_minor, request, capture) values (100001, 2, 'refund', 'wanted', 100, 'complaint', 1)`)
	require.NoError(t, err)
	_, err = shop.run(t, nil, "order settled 100001 --operation 2 --reference 123-2 --yes --set trader.name=Kontor")
	require.NoError(t, err)
	var credited int
	require.NoError(t, shop.pool.QueryRow(t.Context(), `select sum(total_minor) from invoice where kind = 'credit' and request = 'complaint'`).Scan(&credited))
	require.Equal(t, 100, credited)
}
