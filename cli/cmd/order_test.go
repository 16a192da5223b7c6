package cmd

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
)

// An article may stand on two lines, with a warranty and without: its pieces are taken from where they are, each once.
func TestPiecesOfAnArticleAreFoundOnAllOfItsLines(t *testing.T) {
	o := &order.Order{ID: 100001, Status: order.Placed}
	o.Attempt.Lines = []checkout.Line{{ArticleNumber: "NB-1", Quantity: 2}, {ArticleNumber: "CB-1", Quantity: 1}, {ArticleNumber: "NB-1", Quantity: 1, WarrantyID: 7}}
	item := func(line, quantity int) order.Item { return order.Item{Line: line, Quantity: quantity} }
	for text, c := range map[string]struct {
		wanted []string
		out    []order.Item
	}{
		"the first line does":      {[]string{"NB-1=2"}, []order.Item{item(0, 2)}},
		"both lines do":            {[]string{"NB-1=3"}, []order.Item{item(0, 2), item(2, 1)}},
		"asked for twice":          {[]string{"NB-1=2", "NB-1=1"}, []order.Item{item(0, 2), item(2, 1)}},
		"with another":             {[]string{"CB-1=1", "NB-1=1"}, []order.Item{item(1, 1), item(0, 1)}},
		"more than there is stays": {[]string{"NB-1=4"}, []order.Item{item(0, 2), item(2, 2)}},
	} {
		got, err := orderItems(o, 0, c.wanted)
		require.NoError(t, err, text)
		require.Equal(t, c.out, got, text)
	}
	o.Deliveries = []order.Delivery{
		{Number: 1, State: order.Shipped, Items: []order.Item{item(0, 2)}},
		{Number: 2, State: order.Planned, Items: []order.Item{item(1, 1)}},
		{Number: 3, State: order.Planned, Items: []order.Item{item(2, 1)}},
	}
	got, err := orderItems(o, 3, []string{"NB-1=1"})
	require.NoError(t, err)
	require.Equal(t, []order.Item{item(2, 1)}, got, "the others have left")
	got, err = itemsToShip(o, 0, []string{"NB-1=1"})
	require.NoError(t, err)
	require.Equal(t, []any{[]order.Item{item(2, 1)}, 3}, []any{got, o.WaitingWith(got)}, "it is not in the first that waits")
	for _, text := range []string{"NB-2=1", "NB-1", "NB-1=0", "NB-1=x"} {
		_, err = orderItems(o, 0, []string{text})
		require.ErrorAs(t, err, &usageError{}, text)
	}
}

// What nobody can pay back but an operator is listed until that is recorded, which is written down.
func TestRefundsToBeTransferredAreListedAndRecorded(t *testing.T) {
	shop := try(t)
	_, err := shop.pool.Exec(t.Context(), `
		update shop_order set invoice = '{"firstName": "Erika", "lastName": "Muster"}' where id = 100001;
		insert into order_payment (order_id, number, kind, state, amount_minor, request, capture, at)
		values (100001, 21, 'refund', 'refused', 100, 'complaint', 1, now()), (100001, 22, 'refund', 'by_hand', 1990, 'return-2', 1, '2026-11-20T10:00:00Z'),
		       (100001, 23, 'refund', 'by_hand', 500, 'withdrawal-5001-refund', 1, now());
		update order_payment p set number = n from (select number as was, row_number() over (order by number) as n from order_payment where order_id = 100001) m
		where p.order_id = 100001 and p.number = was`)
	require.NoError(t, err)
	var number string
	require.NoError(t, shop.pool.QueryRow(t.Context(), `select number::text from order_payment where request = 'return-2'`).Scan(&number))

	out, err := shop.run(t, nil, "order list --by-hand")
	require.NoError(t, err)
	require.Regexp(t, `100001 +`+number+` +19,90.€ +Erika Muster +erika@example.org +return-2 +2026-11-20`, out)
	require.Contains(t, out, "2 refunds of 1 order\n")
	for _, line := range []string{"order transferred 100001 --yes", "order list --by-hand --overdue"} {
		_, err = shop.run(t, nil, line)
		require.Error(t, err, line)
	}
	for text, reason := range map[string]string{"1": "refund_not_found", "99": "refund_not_found"} {
		_, err = shop.run(t, nil, "order transferred 100001 --yes --refund "+text)
		require.ErrorContains(t, err, reason)
	}
	_, err = shop.run(t, nil, "order transferred 100001 --dry-run --refund "+number)
	require.NoError(t, err)
	for range 2 {
		_, err = shop.run(t, nil, "order transferred 100001 --yes --reason statement-47 --refund "+number)
		require.NoError(t, err)
	}
	out, err = shop.run(t, nil, "order list --by-hand")
	require.NoError(t, err)
	require.Contains(t, out, "1 refund of 1 order\n", "the withdrawal's is recorded there")
	list, _, err := postgres.NewAudit(shop.pool).Entries(t.Context(), audit.Filter{Action: "order.transferred"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.NotEmpty(t, list)
	require.Equal(t, []string{"order-100001", "statement-47"}, []string{list[0].Subject, list[0].Reason})
	require.Contains(t, string(list[0].After), "19,90")
}

// An operation whose answer is lost for good ends with what an operator found at the provider.
func TestAnOperationWhoseAnswerIsLostIsSettledByHand(t *testing.T) {
	shop := try(t)
	next := func() (number string) {
		require.NoError(t, shop.pool.QueryRow(t.Context(), `
			insert into order_payment (order_id, number, kind, state, amount_minor, request, capture)
			select 100001, max(number) + 1, 'refund', 'wanted', 100, 'complaint-' || max(number), 1 from order_payment where order_id = 100001
			returning number::text`).Scan(&number))
		return number
	}
	made, unmade := next(), next()
	out, err := shop.run(t, nil, "order list --unanswered")
	require.NoError(t, err)
	require.Contains(t, out, "0 operations of 0 orders", "they were asked for a moment ago")
	_, err = shop.pool.Exec(t.Context(), `insert into order_notice (order_id, kind) values (100001, $1)`, order.NoticeStuck)
	require.NoError(t, err)
	out, err = shop.run(t, nil, "order list --unanswered")
	require.NoError(t, err)
	for _, number := range []string{made, unmade} {
		require.Regexp(t, `100001 +`+number+` +refund +1,00.€ .* 20\d\d-`, out)
	}
	require.Contains(t, out, "2 operations of 1 order")
	for _, line := range []string{"", " --operation " + made, " --not-made", " --not-made --reference R --operation " + made} {
		_, err := shop.run(t, nil, "order settled 100001"+line) // it is told before anything is asked
		require.ErrorAs(t, err, &usageError{}, line)
		require.ErrorContains(t, err, "say which", line)
	}
	_, err = shop.run(t, nil, "order settled 100001 --dry-run --not-made --operation "+unmade)
	require.NoError(t, err)
	_, err = shop.run(t, nil, "order settled 100001 --yes --reason seen --reference 123-2 --operation "+made)
	require.NoError(t, err)
	_, err = shop.run(t, nil, "order settled 100001 --yes --reason seen --not-made --operation "+unmade)
	require.NoError(t, err)
	_, err = shop.run(t, nil, "order settled 100001 --yes --reason seen --not-made --operation "+made)
	require.ErrorContains(t, err, "operation_not_open")
	_, err = shop.run(t, nil, "order settled 100001 --yes --reason seen --not-made --operation 99")
	require.ErrorContains(t, err, "operation_not_found")
	var states []string
	require.NoError(t, shop.pool.QueryRow(t.Context(), `
		select array_agg(state || ' ' || reference || ' ' || reason order by number) from order_payment where order_id = 100001 and number in ($1::int, $2::int)`,
		made, unmade).Scan(&states))
	require.Equal(t, []string{"done 123-2 ", "refused  not_made"}, states)
	list, _, err := postgres.NewAudit(shop.pool).Entries(t.Context(), audit.Filter{Action: "order.settled"}, page.Of(1, 10, 10))
	require.NoError(t, err)
	require.NotEmpty(t, list)
	require.Equal(t, []string{"order-100001", "seen"}, []string{list[0].Subject, list[0].Reason})
}

// What was paid too much is listed until somebody asks to give it back.
func TestWhatWasPaidTooMuchIsListed(t *testing.T) {
	shop := try(t)
	_, err := shop.pool.Exec(t.Context(), `
		insert into order_payment (order_id, number, kind, state, amount_minor, request, at)
		select 100001, max(number) + 1, 'capture', 'done', 1050, 'overpaid', now() from order_payment where order_id = 100001`)
	require.NoError(t, err)
	out, err := shop.run(t, nil, "order list --by-hand")
	require.NoError(t, err)
	require.Regexp(t, `100001 +- +10,50.€ .* not owed: kontor order refund 100001 --amount 10.50`, out)
	_, err = shop.pool.Exec(t.Context(), `
		insert into order_payment (order_id, number, kind, state, amount_minor, request, capture, at)
		select 100001, max(number) + 1, 'refund', 'working', 1050, 'too-much', max(number), now() from order_payment where order_id = 100001`)
	require.NoError(t, err)
	out, err = shop.run(t, nil, "order list --by-hand")
	require.NoError(t, err)
	require.NotContains(t, out, "not owed")
}

func TestOrdersThatWereNotPaidInTimeAreListed(t *testing.T) {
	shop := try(t)
	_, err := shop.pool.Exec(t.Context(), `
		update shop_order set paid_at = null where id = 100001;
		delete from order_payment where order_id = 100001;
		update checkout_attempt set payment = payment - 'captured' where order_id = 100001;
		update order_delivery set pay_by = '2026-10-20T21:59:59Z', dunned_at = '2026-10-23T08:00:00Z' where order_id = 100001 and number = 2`)
	require.NoError(t, err)
	out, err := shop.run(t, nil, "order list --overdue")
	require.NoError(t, err)
	require.Regexp(t, `100001 +erika@example.org +30,00.€ +2026-10-20.* +2026-10-23`, out)
	out, err = shop.run(t, nil, "order list --overdue -o json")
	require.NoError(t, err)
	require.Contains(t, out, `"openMinor": 3000`)
}

func TestOrdersWhoseGoodsAreToLeaveAreListed(t *testing.T) {
	shop := try(t)
	out, err := shop.run(t, nil, "order list --to-ship")
	require.NoError(t, err)
	require.Contains(t, out, "100001")
	for keeps, change := range map[string][2]string{
		"an operator": {`update checkout_attempt set held = true where order_id = 100001`, `update checkout_attempt set held = false`},
		"a proof that is missing": {
			`insert into campus_order (order_id, customer_id, due_at) select 100001, id, now() from customer`, `delete from campus_order`,
		},
		"nothing: it has left": {`update order_delivery set state = 'delivered'`, `update order_delivery set state = 'planned'`},
	} {
		_, err = shop.pool.Exec(t.Context(), change[0])
		require.NoError(t, err)
		out, err = shop.run(t, nil, "order list --to-ship")
		require.NoError(t, err)
		require.Contains(t, out, "0 of 0 orders", keeps)
		_, err = shop.pool.Exec(t.Context(), change[1])
		require.NoError(t, err)
		out, err = shop.run(t, nil, "order list --to-ship")
		require.NoError(t, err)
		require.Contains(t, out, "1 of 1 order\n", keeps)
	}
}

func TestAnOrderIsFoundByAnAddressInEitherForm(t *testing.T) {
	shop := try(t)
	_, err := shop.pool.Exec(t.Context(), `update shop_order set email = 'erika@müller.example' where id = 100001`)
	require.NoError(t, err)
	out, err := shop.run(t, nil, "order list --email Erika@xn--mller-kva.example")
	require.NoError(t, err)
	require.Contains(t, out, "1 of 1 order\n")
}

// Who asks for what cannot be is not asked whether it is meant.
func TestWhatAnOrderWouldRefuseIsRefusedBeforeTheQuestion(t *testing.T) {
	shop := try(t)
	for line, reason := range map[string]string{
		"order refund 100001 --amount 50.01":            "refund_too_high",
		"order return 100001 --delivery 7":              "delivery_not_found",
		"order settled 100001 --operation 1 --not-made": "operation_not_open",
		"order cancel 100002":                           "order_not_found",
		"order transferred 100001 --refund 9":           "refund_not_found",
	} {
		_, err := shop.run(t, "y\n", line)
		require.Equal(t, reason, fault.ReasonOf(err), line)
	}
	_, err := shop.run(t, "n\n", "order refund 100001 --amount 50")
	require.ErrorIs(t, err, errRefused)
	var entries int
	require.NoError(t, shop.pool.QueryRow(t.Context(), `select count(*) from audit_entry`).Scan(&entries))
	require.Zero(t, entries)
}
