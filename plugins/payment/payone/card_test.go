package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// The example of the reference notes, computed by hand from PAYONE's description.
func TestTheHashOfACardCheck(t *testing.T) {
	fields := map[string]string{"aid": "12345", "encoding": "UTF-8", "mid": "54321", "mode": "test", "portalid": "1234567",
		"request": "creditcardcheck", "responsetype": "JSON", "storecarddata": "yes"}
	require.Equal(t, "b342122ae5e710209a2c0f41d09c03511960d306bb917cdfbf18b217b2967ad5f906906515da122dd051462389ab138f", sign(fields, "secret"))
}

func TestTheFormForTheBrowser(t *testing.T) {
	b := start(t, "card_types", "V\nM\nC")
	r := payment.StartRequest{Method: method, IdempotencyKey: "k", Purchase: payment.Purchase{Locale: "en-GB"}}
	s, err := b.plugin.Payment.Start(t.Context(), r)
	require.NoError(t, err)
	require.NotEmpty(t, s.ID)
	require.Equal(t, b.URL+"/client-api/", s.ClientData["gateway"])
	require.JSONEq(t, `[{"code":"V","brand":"VISA"},{"code":"M","brand":"MasterCard"},{"code":"C","brand":"Discover"}]`, s.ClientData["card_types"])
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.Equal(t, "Zahle mit Visa, Mastercard, Discover.", methods[0].Hint["de"])
	require.Equal(t, []string{b.URL}, methods[0].BrowserOrigins)
	var hidden map[string]string
	require.NoError(t, json.Unmarshal([]byte(s.ClientData["hidden_fields"]), &hidden))
	require.Equal(t, "en", hidden["language"])
	for _, value := range s.ClientData {
		require.NotContains(t, value, "very-secret")
	}
	again, err := b.plugin.Payment.Start(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, s, again)
	r.SessionID = "the-shops-own"
	again, err = b.plugin.Payment.Start(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, "the-shops-own", again.ID)
	r.Method = "paypal"
	_, err = b.plugin.Payment.Start(t.Context(), r)
	require.Error(t, err)
}

func TestTheGatewayChecksTheCard(t *testing.T) {
	b := start(t)
	valid := b.check("4111 1111 1111 1111", "V", "3912", "123")
	require.Equal(t, "411111XXXXXX1111", valid["truncatedcardpan"])
	require.Regexp(t, pseudoForm, valid["pseudocardpan"])
	for what, card := range map[string][5]string{
		"a wrong digit": {"4111111111111112", "V", "3912", "123", "INVALID"}, "a documented one": {"11111111111111116", "V", "3912", "123", "INVALID"},
		"another type": {goodCard, "M", "3912", "123", "INVALID"}, "expired": {goodCard, "V", "2001", "123", "INVALID"},
		"a short check value": {goodCard, "V", "3912", "12", "INVALID"}, "three digits for Amex": {"340000000000009", "A", "3912", "123", "INVALID"},
		"four digits for Amex": {"340000000000009", "A", "3912", "1234", "VALID"}, "a fault": {"4000000000000127", "V", "3912", "123", "ERROR"},
	} {
		answer := b.check(card[0], card[1], card[2], card[3])
		require.Equal(t, card[4], answer["status"], what)
		require.Equal(t, card[4] == "VALID", answer["customermessage"] == "", what)
	}
}

func TestCardNumbersAreRefusedWhereverTheyStand(t *testing.T) {
	b := start(t)
	r := b.request("1", goodCard)
	clean := r.ClientData
	for what, spoil := range map[string][2]string{
		"for the pseudo number": {dataPseudo, goodCard}, "as the card's own field": {"cardpan", "x"}, "the check value": {"cardcvc2", "123"},
		"in groups": {"note", "4111 1111 1111 1111"}, "with dashes": {"note", "my card is 4111-1111-1111-1111, thanks"},
		"as a name": {goodCard, "x"}, "as the holder": {dataHolder, "340000000000009"}, "unmasked": {dataMasked, goodCard},
		"one that begins with 9, elsewhere": {"note", "9410010000181846692"},
	} {
		r.ClientData = map[string]string{}
		for field, value := range clean {
			r.ClientData[field] = value
		}
		r.ClientData[spoil[0]] = spoil[1]
		_, err := b.plugin.Payment.Authorize(t.Context(), r)
		e := base.AsError(err)
		require.Equal(t, "card_data", e.Code, what)
		require.Equal(t, base.FaultCaller, e.Fault)
		require.Equal(t, "card data must go to the gateway only", e.Message, "no error repeats a card")
		_, err = b.plugin.Payment.Start(t.Context(), payment.StartRequest{Method: method, IdempotencyKey: "k", ClientData: r.ClientData})
		require.Equal(t, "card_data", base.AsError(err).Code, what)
	}
	require.Zero(t, b.Count("preauthorization"))
}

func TestWhatIsNoCheckedCard(t *testing.T) {
	good := map[string]string{dataPseudo: "9410010000181846692", dataMasked: "411111XXXXXX1111", dataType: "V", dataExpiry: "3912", dataHolder: "Kim Käufer"}
	c, err := readCard(good)
	require.NoError(t, err)
	require.Equal(t, card{"9410010000181846692", "411111XXXXXX1111", "V", "3912", "Kim Käufer"}, c)
	for field, value := range map[string]string{dataPseudo: "", dataMasked: "<b>", dataType: "X", dataExpiry: "3913", dataHolder: strings.Repeat("ü", 51)} {
		bad := map[string]string{}
		for k, v := range good {
			bad[k] = v
		}
		bad[field] = value
		_, err := readCard(bad)
		require.Equal(t, "card_invalid", base.AsError(err).Code, field)
		require.Equal(t, "client_data."+field, base.AsError(err).Fields[0].Name)
	}
}

func FuzzCardNumbersAreFound(f *testing.F) {
	f.Add("4111111111111111", " ")
	f.Fuzz(func(t *testing.T, text, between string) {
		if holdsCardNumber(text) && !holdsCardNumber("x"+text+"x") {
			t.Errorf("%q is found alone, but not among letters", text)
		}
		if strings.Trim(between, " -.") == "" && len(between) < 4 {
			grouped := strings.Join(strings.Split("4111111111111111", ""), between)
			if !holdsCardNumber(grouped) {
				t.Errorf("%q hides a card", grouped)
			}
		}
	})
}
