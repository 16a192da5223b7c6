package cmd

import (
	"encoding/hex"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
)

// A key that others have seen is changed, and nothing that it sealed is lost.
func TestKeysAreChangedWithoutLoss(t *testing.T) {
	shop := try(t)
	ctx := t.Context()
	var id int64
	require.NoError(t, shop.pool.QueryRow(ctx, `select id from customer`).Scan(&id))
	former, key := customer.NewSealKey(), customer.NewSealKey()
	formerProofs, proofs := campus.NewKey(), campus.NewKey()
	cards := func(key, former []byte) *customer.Cards {
		seal, err := customer.NewSeal(key, former)
		require.NoError(t, err)
		return customer.NewCards(postgres.NewCards(shop.pool), seal, clock.System{})
	}
	card := func(alias string) customer.Card {
		return customer.Card{Alias: alias, Type: "V", Masked: "411111XXXXXX1111", Expiry: "4912", Holder: "Erika Muster"}
	}
	before, today, both := cards(former, nil), cards(key, nil), cards(key, former)
	first, err := before.Save(ctx, id, card("9410010000181846692"))
	require.NoError(t, err)
	second, err := before.Save(ctx, id, card("9410010000181846693"))
	require.NoError(t, err)
	_, err = today.Save(ctx, id, card("9410010000181846692")) // while the key before was not known
	require.NoError(t, err)
	again, err := both.Save(ctx, id, card("9410010000181846693"))
	require.NoError(t, err)
	require.Equal(t, second, again, "the same card")
	_, err = before.Save(ctx, id, card("9410010000181846694"))
	require.NoError(t, err)

	vault, err := campus.NewVault(formerProofs, "")
	require.NoError(t, err)
	upload := campus.Upload{
		Claim: campus.Claim{Type: campus.Student, School: "TU Berlin", From: campus.DateOf(time.Now()), To: campus.DateOf(time.Now().AddDate(0, 3, 0))},
		Terms: true, Content: []byte("%PDF-1.7\n1 0 obj\n%%EOF\n"),
	}
	require.NoError(t, campus.NewService(postgres.NewCampus(shop.pool), nil, vault, clock.System{}).RegisterByUpload(ctx, id, upload))
	seal, err := customer.NewSeal(former, nil)
	require.NoError(t, err)
	for kind, content := range map[string][]byte{"export": seal.Close(id, []byte("a copy")), "deletion": nil} {
		_, err = shop.pool.Exec(ctx, `
			insert into privacy_request (id, customer_id, kind, state, requested_at, due_at, content)
			values ($1, $2, $3, 'ready', now(), now() + interval '1 day', $4)`, ident.New(), id, kind, content)
		require.NoError(t, err)
	}

	keys := " --set customer.sealKey=" + hex.EncodeToString(key) + " --set campus.key=" + proofs
	out, err := shop.run(t, nil, "customer reseal"+keys)
	require.ErrorContains(t, err, "4 contents open under neither")
	require.Regexp(t, `cards +0 +2 +2\n`, out)
	keys += " --set customer.formerSealKey=" + hex.EncodeToString(former) + " --set campus.formerKey=" + formerProofs
	out, err = shop.run(t, nil, "customer reseal"+keys)
	require.NoError(t, err)
	for _, line := range []string{`cards +2 +2 +0\n`, `exports +1 +0 +0\n`, `proofs +1 +0 +0\n`} {
		require.Regexp(t, line, out)
	}
	out, err = shop.run(t, nil, "customer reseal"+keys)
	require.NoError(t, err)
	for _, line := range []string{`cards +0 +3 +0\n`, `exports +0 +1 +0\n`, `proofs +0 +1 +0\n`} {
		require.Regexp(t, line, out)
	}

	list, err := today.List(ctx, id)
	require.NoError(t, err)
	require.Len(t, list, 3, "none twice")
	for _, c := range list {
		require.NotEqual(t, first, c.ID, "its customer saved it again")
	}
	fresh, err := campus.NewVault(proofs, "")
	require.NoError(t, err)
	proof, err := campus.NewService(postgres.NewCampus(shop.pool), nil, fresh, clock.System{}).Document(ctx, id)
	require.NoError(t, err)
	require.Equal(t, upload.Content, proof.Content)
	_, sealed, err := postgres.NewPrivacy(shop.pool).Sealed(ctx, id, time.Now())
	require.NoError(t, err)
	seal, err = customer.NewSeal(key, nil)
	require.NoError(t, err)
	text, err := seal.Open(id, sealed)
	require.NoError(t, err)
	require.Equal(t, "a copy", string(text))
	out, err = shop.run(t, nil, "audit list --action customer.reseal")
	require.NoError(t, err)
	require.Regexp(t, `customer\.reseal`, out)
}
