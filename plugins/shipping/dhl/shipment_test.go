package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// A customer who pays at the door pays what the shop asks for, to the shop's account.
func TestCashIsCollectedAtTheDoor(t *testing.T) {
	b := start(t)
	a := &account{settings: settings{collectIBAN: "DE02120300000000202051", collectHolder: "Kontor GmbH"}}
	r := delivery()
	r.CollectAmount = eur(130305)
	s := a.shipment(r, 0, r.Parcels[0])
	require.Equal(t, &services{CashOnDelivery: &cashOnDelivery{Amount: decimalAmount(eur(130305)),
		BankAccount: bankAccount{Holder: "Kontor GmbH", IBAN: "DE02120300000000202051"}, TransferNote1: "K10001"}}, s.Services)
	text, err := s.Services.CashOnDelivery.Amount.MarshalJSON()
	require.NoError(t, err)
	require.JSONEq(t, `{"currency":"EUR","value":1303.05}`, string(text))
	require.Equal(t, details{Weight: weight{UOM: "g", Value: 2300}, Dim: &dim{UOM: "mm", Length: 400, Width: 300, Height: 100}}, s.Details)
	r.CollectAmount = base.Money{}
	require.Nil(t, a.shipment(r, 0, shipping.Parcel{WeightGrams: 1}).Services)
	require.Nil(t, a.shipment(r, 0, shipping.Parcel{WeightGrams: 1}).Details.Dim, "a size that nobody knows is not told")
	for _, bad := range []decimalAmount{{Minor: -1, Currency: "EUR"}, {Minor: 1}} {
		_, err := bad.MarshalJSON()
		require.Error(t, err)
	}

	for what, spoil := range map[string]func(*shipping.ShipmentRequest){
		"two parcels":   func(r *shipping.ShipmentRequest) { r.Parcels = append(r.Parcels, r.Parcels[0]) },
		"a Packstation": func(r *shipping.ShipmentRequest) { r.OptionID, r.Recipient = packstation, locker() },
		"a branch":      func(r *shipping.ShipmentRequest) { r.OptionID, r.Recipient = postfiliale, office() },
	} {
		r := delivery()
		r.CollectAmount = eur(1)
		spoil(&r)
		_, err := b.plugin.Shipping.CreateShipment(t.Context(), r)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: "invalid_shipment"}, what)
		require.Equal(t, []base.FieldError{{Name: "collect_amount", Code: "not_offered"}}, base.AsError(err).Fields, what)
	}
	_, err = start(t, "cod_iban", "").plugin.Shipping.CreateShipment(t.Context(), func() shipping.ShipmentRequest { r := delivery(); r.CollectAmount = eur(1); return r }())
	require.Equal(t, []base.FieldError{{Name: "collect_amount", Code: "not_offered"}}, base.AsError(err).Fields, "without an account")
}

// Labels that DHL made beside a parcel that it refused would be paid for and never used.
func TestAShipmentIsWholeOrNothing(t *testing.T) {
	const good = `{"shipmentNo":"%s","sstatus":{"statusCode":200},"label":{"b64":"JVBERi0="}}`
	for what, c := range map[string]struct {
		items string
		code  string
		taken []string
	}{
		"one is refused": {fmt.Sprintf(good, "001") + `,{"sstatus":{"statusCode":400},"validationMessages":[{"property":"x","validationState":"Error"},
			{"property":"y","validationState":"Warning"}]}`, "dhl_refused", []string{"001"}},
		"all are refused":       {`{"sstatus":{"statusCode":400}},{"sstatus":{"statusCode":400}}`, "dhl_refused", nil},
		"one is forgotten":      {fmt.Sprintf(good, "001"), base.CodeBadAnswer, []string{"001"}},
		"one more than parcels": {fmt.Sprintf(good+","+good+","+good, "001", "002", "003"), base.CodeBadAnswer, []string{"001", "002", "003"}},
		"one has no number":     {fmt.Sprintf(good+","+good, "001", ""), "dhl_refused", []string{"001"}},
		"the old name":          {`{"shipmentNo":"001","sstatus":{"status":200}},{"shipmentNo":"002","sstatus":{"status":200,"statusCode":9}}`, "", nil},
	} {
		var taken []string
		dhl := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodDelete {
				taken = append(taken, r.URL.Query().Get("shipment"))
				return
			}
			w.WriteHeader(http.StatusMultiStatus)
			_, _ = io.WriteString(w, `{"items":[`+c.items+`]}`)
		}))
		b := start(t, "api_url", dhl.URL, "webhook_url", "")
		r := delivery()
		r.Parcels = append(r.Parcels, shipping.Parcel{WeightGrams: 900})
		made, err := b.plugin.Shipping.CreateShipment(t.Context(), r)
		dhl.Close()
		require.Equal(t, c.taken, taken, what)
		if c.code == "" {
			require.NoError(t, err, what)
			require.Equal(t, "001,002", made.Reference)
			continue
		}
		require.ErrorIs(t, err, &base.Error{Code: c.code}, what)
		if what == "one is refused" {
			require.Equal(t, []base.FieldError{{Name: "x", Code: "refused"}}, base.AsError(err).Fields, "a warning refuses nothing")
		}
	}
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	b := start(t)
	for _, c := range [][2]string{
		{"fees", "DE=4,99"}, {"fees", "DE=-1"}, {"fees", "CH=499"}, {"fees", "DE"}, {"days", "2-1"}, {"days_abroad", "x"}, {"billing_number", "3333333333"},
		{"billing_number_abroad", "x"}, {"free_from_cents", "-1"}, {"gogreen_surcharge_cents", "-1"}, {"cod_holder", ""}, {"timeout", "2m"}, {"timeout", "1ms"},
	} {
		config := base.Config{Values: map[string]string{}, Secrets: b.config.Secrets}
		for key, value := range b.config.Values {
			config.Values[key] = value
		}
		config.Values[c[0]] = c[1]
		checked, err := config.Check(schema)
		require.NoError(t, err)
		_, err = readSettings(checked)
		require.ErrorIs(t, err, &base.Error{Code: base.CodeInvalidConfig}, c)
		require.Equal(t, c[0], base.AsError(err).Fields[0].Name)
	}
	b.config.Secrets["webhook_token"] = "fifteen-signs-1"
	checked, err := b.config.Check(schema)
	require.NoError(t, err)
	_, err = readSettings(checked)
	require.Equal(t, "webhook_token", base.AsError(err).Fields[0].Name)
}
