package cmd

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// What an operator is asked about is on one screen: the conversion that waits, the campus programme, sessions, evidence.
func TestCustomerShowsWhatIsUnderWay(t *testing.T) {
	shop := try(t)
	for _, sql := range []string{
		`update shop_order set customer_id = c.id, status = 'reserved' from customer c where shop_order.id = 100001`,
		`update customer set business = '{"form": 1, "type": "consumer", "company": "Muster GmbH", "vatId": "ATU37675002"}'`,
		`insert into account_conversion (customer_id, state, company, doubted, begun_at, due_at)
		 select id, 'begun', '', 'ATU37675002', now(), now() + interval '14 days' from customer`,
		`insert into vat_evidence (customer_id, vat_id, valid, reference, name, address, answered_at)
		 select id, 'ATU37675002', false, 'W7', '', '', now() from customer`,
		`insert into campus_membership (customer_id, kind, university_id, email, valid_until, noticed, ended, deactivated, reason)
		 select id, 'manual', 0, '', now() - interval '1 day', true, true, false, '' from customer`,
		`insert into campus_order (order_id, customer_id, due_at) select 100001, id, now() from customer`,
		`insert into session (digest, id, cart_id, lang, created_at, seen_at, customer_id, full_until, device, client)
		 select 'secret', gen_random_uuid(), gen_random_uuid(), 'de', now(), now(), id, now() + interval '1 hour', 'Firefox', '192.0.2.7' from customer`,
	} {
		_, err := shop.pool.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	out, err := shop.run(t, nil, "customer show erika@example.org")
	require.NoError(t, err)
	for _, line := range []string{
		`campus +expired, until`, `waiting +order 100001, cancelled`, `to business +begun, .*does not know ATU37675002: taken back`,
		`VAT check +ATU37675002, not known, .*W7`, `session +full, seen .*Firefox 192\.0\.2\.7`,
		`e-mail +erika@example\.org, not proven: `, `under way +1 order or withdrawal\n`,
	} {
		require.Regexp(t, line, out)
	}
	out, err = shop.run(t, nil, "customer show erika@example.org -o json")
	require.NoError(t, err)
	require.True(t, json.Valid([]byte(out)))
	require.NotContains(t, out, "secret")

	_, err = shop.pool.Exec(t.Context(), `update customer set email_proven = true`)
	require.NoError(t, err)
	_, err = shop.pool.Exec(t.Context(), `update session set device = ''`)
	require.NoError(t, err)
	out, err = shop.run(t, nil, "customer show erika@example.org")
	require.NoError(t, err)
	require.Regexp(t, `e-mail +erika@example\.org\n`, out)
	require.Regexp(t, `session +full, seen [^,]+, 192\.0\.2\.7\n`, out)
}

// Whoever asks for an account that was deleted is told how far that is, and what it waits for.
func TestADeletedAccountSaysWhatItWaitsFor(t *testing.T) {
	shop := try(t)
	for _, sql := range []string{
		`insert into privacy_request (id, customer_id, kind, state, requested_at, due_at)
		 select gen_random_uuid(), id, 'deletion', 'locked', now(), now() + interval '1 day' from customer`,
		`update shop_order set customer_id = c.id, locked_at = now() from customer c where shop_order.id = 100001`,
		`insert into withdrawal (key, order_number, name, email, lang, received_at, due_at, order_id)
		 values (gen_random_uuid(), '', '', '', 'de', now(), now(), 100001)`,
		`delete from customer`,
	} {
		_, err := shop.pool.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	var number int64
	require.NoError(t, shop.pool.QueryRow(t.Context(), `select customer_id from privacy_request`).Scan(&number))
	for _, name := range []string{strconv.FormatInt(number, 10), "Erika@example.org"} {
		out, err := shop.run(t, nil, "customer show "+name)
		require.NoError(t, err)
		for _, line := range []string{
			`deletion +asked for .* orders are locked; .* looked at again`, `under way +2 orders and withdrawals\n`,
			`\n +order 100001 has goods to be sent or on their way\n +withdrawal \d+ is open`,
		} {
			require.Regexp(t, line, out, name)
		}
	}
	out, err := shop.run(t, nil, "customer show erika@example.org -o json")
	require.NoError(t, err)
	require.Contains(t, out, `"wait": "delivery"`)
	for _, strange := range []string{"999999", "kim@example.org"} {
		_, err = shop.run(t, nil, "customer show "+strange)
		require.ErrorContains(t, err, "customer_not_found", strange)
	}

	_, err = shop.pool.Exec(t.Context(), `update privacy_request set state = 'keyless', due_at = '2037-01-01'`)
	require.NoError(t, err)
	out, err = shop.run(t, nil, "customer show erika@example.org")
	require.NoError(t, err)
	require.Regexp(t, `kept for the books until 2037-01-01`, out)
}

// A decision is kept with who made it and why, in the evidence and in the log of what operators do.
func TestVATIDsAreDecidedAndWrittenDown(t *testing.T) {
	t.Setenv(envOperator, "erika")
	shop := try(t)
	_, err := shop.pool.Exec(t.Context(), `update customer set business = '{"form": 1, "type": "consumer", "company": "Muster GmbH", "vatId": "ATU37675002"}'`)
	require.NoError(t, err)
	_, err = shop.run(t, nil, "customer vat accept erika@example.org")
	require.ErrorContains(t, err, "vat_reason_missing")
	out, err := shop.run(t, nil, "customer vat accept erika@example.org --reason letter")
	require.NoError(t, err)
	require.Regexp(t, `VAT check +ATU37675002, accepted, .*erika@.*, letter`, out)
	out, err = shop.run(t, nil, "customer vat reject erika@example.org --reason forged --yes")
	require.NoError(t, err)
	require.Regexp(t, `VAT check +ATU37675002, rejected, .*forged`, out)
	out, err = shop.run(t, nil, "audit list --action customer")
	require.NoError(t, err)
	require.Regexp(t, `customer\.vat\.reject`, out)
	require.Regexp(t, `customer\.vat\.accept`, out)
	full, err := shop.run(t, nil, "audit list --action customer -o json")
	require.NoError(t, err)
	require.NotContains(t, out+full, "ATU37675002")
}

// Whoever has the mailbox has the account: the address of before hears of the change, and nobody stays logged in.
func TestAMistypedAddressIsCorrected(t *testing.T) {
	t.Setenv(envOperator, "erika")
	shop := try(t)
	for _, sql := range []string{
		`insert into customer (email, password_hash, first_name, last_name, lang, cart_id, created_at)
		 select 'kim@example.org', password_hash, 'Kim', 'Muster', lang, gen_random_uuid(), now() from customer`,
		`insert into session (digest, id, cart_id, lang, created_at, seen_at, customer_id, full_until, device, client)
		 select 'secret', gen_random_uuid(), gen_random_uuid(), 'de', now(), now(), id, now() + interval '1 hour', 'Firefox', '192.0.2.7'
		 from customer where email = 'erika@example.org'`,
	} {
		_, err := shop.pool.Exec(t.Context(), sql)
		require.NoError(t, err)
	}
	for args, fault := range map[string]string{
		"erika": "is no e-mail address", "Erika@example.org": "account_new_email_invalid", "kim@example.org": "email_in_use",
	} {
		_, err := shop.run(t, nil, "customer email erika@example.org "+args+" --yes")
		require.ErrorContains(t, err, fault, args)
	}
	out, err := shop.run(t, nil, "customer email erika@example.org erika@example.com --yes --reason called")
	require.NoError(t, err)
	require.Regexp(t, `erika@example\.com`, out)
	require.NotRegexp(t, `Firefox`, out)
	var to []string
	require.NoError(t, shop.pool.QueryRow(t.Context(), `
		select array_agg(payload ->> 'to') from outbox where payload ->> 'template' = 'account_email_changed'`).Scan(&to))
	require.Equal(t, []string{"erika@example.org"}, to)
	out, err = shop.run(t, nil, "audit list --action customer.email")
	require.NoError(t, err)
	require.Regexp(t, `called`, out)
	full, err := shop.run(t, nil, "audit list --action customer.email -o json")
	require.NoError(t, err)
	require.NotContains(t, out+full, "example.com", "the log of operators names nobody")
}
