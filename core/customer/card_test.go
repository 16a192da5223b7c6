package customer

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
)

var march = time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC)

func TestCardsAreChecked(t *testing.T) {
	good := Card{Alias: "9410010000181846692", Type: "V", Masked: "411111XXXXXX1111", Expiry: "2603", Holder: "Erika Müller-Lüdenscheidt"}
	require.Empty(t, good.Check(march), "good until the end of its month")
	names := func(change func(*Card)) []fault.Field {
		c := good
		change(&c)
		return c.Check(march)
	}
	field := func(name, reason string) []fault.Field { return []fault.Field{{Name: name, Reason: reason}} }
	require.Equal(t, field("cardexpiredate", "card_expired"), names(func(c *Card) { c.Expiry = "2602" }))
	require.Empty(t, names(func(c *Card) { c.Expiry = "2612" }))
	for _, none := range []string{"2613", "2700", "-101", "-012", "27", "02701", "2a01", ""} {
		require.Equal(t, field("cardexpiredate", "card_invalid"), names(func(c *Card) { c.Expiry = none }), none)
	}
	require.Equal(t, field("pseudocardpan", "card_invalid"), names(func(c *Card) { c.Alias = "9410<b>1846692" }))
	require.Empty(t, names(func(c *Card) { c.Alias = "4111111111111112" }), "not a card's number")
	require.Equal(t, field("pseudocardpan", "card_invalid"), names(func(c *Card) { c.Alias = "4111111111111111" }), "a card number")
	require.Equal(t, field("pseudocardpan", "card_invalid"), names(func(c *Card) { c.Alias = "4111-1111-1111-1111" }))
	require.Equal(t, field("truncatedcardpan", "card_invalid"), names(func(c *Card) { c.Masked = "4111111111111111" }))
	require.Equal(t, field("cardtype", "card_invalid"), names(func(c *Card) { c.Type = "Q" }))
	require.Equal(t, field("cardholder", "card_holder"), names(func(c *Card) { c.Holder = "4111 1111" }))
}

func TestANumberOfACardIsKnownByItsCheckDigit(t *testing.T) {
	for text, is := range map[string]bool{
		"4111111111111111": true, "4111-1111-1111-1111": true, "4111111111111112": false, "378282246310005": true, "30569309025904": true,
		"000000000000": true, "00000000000": false, "0000000000000000000": true, "00000000000000000000": false, "9999999999999995": true,
		"4111111111111111a": false, "411111111111111/": false, "411111111111111:": false,
	} {
		require.Equal(t, is, isCardNumber(text), text)
	}
}

func TestSealOpensForItsCustomerAlone(t *testing.T) {
	seal, err := NewSeal(bytes.Repeat([]byte{7}, SealKeyBytes), nil)
	require.NoError(t, err)
	other, err := NewSeal(NewSealKey(), nil)
	require.NoError(t, err)
	_, err = NewSeal([]byte("short"), nil)
	require.Error(t, err)

	sealed := seal.Close(1, []byte("content"))
	opened, err := seal.Open(1, sealed)
	require.NoError(t, err)
	require.Equal(t, "content", string(opened))
	require.NotContains(t, string(sealed), "content")
	require.NotEqual(t, sealed, seal.Close(1, []byte("content")))
	_, err = seal.Open(2, sealed)
	require.ErrorIs(t, err, errSeal)
	_, err = other.Open(1, sealed)
	require.ErrorIs(t, err, errSeal)
	renewed, err := NewSeal(bytes.Repeat([]byte{8}, SealKeyBytes), bytes.Repeat([]byte{7}, SealKeyBytes))
	require.NoError(t, err)
	opened, err = renewed.Open(1, sealed)
	require.NoError(t, err)
	require.Equal(t, "content", string(opened), "under the key before")
	fresh, err := renewed.Renew(1, sealed)
	require.NoError(t, err)
	_, err = seal.Open(1, fresh)
	require.ErrorIs(t, err, errSeal)
	again, err := renewed.Renew(1, fresh)
	require.NoError(t, err)
	require.Nil(t, again, "it is already")
	_, err = renewed.Renew(2, sealed)
	require.ErrorIs(t, err, errSeal)
	sealed[len(sealed)-1] ^= 1
	_, err = seal.Open(1, sealed)
	require.ErrorIs(t, err, errSeal)

	require.Equal(t, seal.digest(1, "a"), seal.digest(1, "a"))
	require.NotEqual(t, seal.digest(1, "a"), seal.digest(2, "a"))
	require.NotEqual(t, seal.digest(1, "a"), seal.digest(1, "b"), "another card")
	require.NotEqual(t, seal.digest(1, "1a"), seal.digest(11, "a"))
	require.NotEqual(t, NewSealKey(), NewSealKey())
	require.NotEqual(t, seal.digest(1, "a"), other.digest(1, "a"))
}

func FuzzCard(f *testing.F) {
	f.Add("9410010000181846692", "V", "411111XXXXXX1111", "2603", "Erika Müller")
	f.Add("4111111111111111", "", "4111111111111111", "-101", "\x1b[2J")
	f.Fuzz(func(t *testing.T, alias, kind, masked, expiry, holder string) {
		c := Card{Alias: alias, Type: kind, Masked: masked, Expiry: expiry, Holder: holder}
		if len(c.Check(march)) > 0 {
			return
		}
		require.False(t, c.Expired(march))
		require.NotEmpty(t, c.Brand())
		for _, text := range []string{c.Masked, c.Expiry, c.Holder, strings.TrimPrefix(c.Alias, "9")} {
			require.False(t, isCardNumber(text) && c.Alias[0] != '9', "a card's number: %q", text)
		}
		require.Regexp(t, `^[\pL' .-]+$`, c.Holder)
	})
}
