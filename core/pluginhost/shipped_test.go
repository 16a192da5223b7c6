package pluginhost_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pluginhost"
)

// merchantKey makes what the simulator makes when it starts: the key that signs for Amazon Pay.
func merchantKey(t *testing.T, file string) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	der, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600))
}

// The plugins that the shop ships start with the plugins.yaml that it ships, and no other.
func TestShippedPlugins(t *testing.T) {
	if testing.Short() {
		t.Skip("builds all plugins")
	}
	dir := t.TempDir()
	for _, kind := range []string{"payment", "shipping", "tracking"} {
		require.NoError(t, os.Mkdir(dir+"/"+kind, 0o755))
		build := exec.Command("go", "build", "-o", dir+"/"+kind+"/", "kontor.dev/kontor/plugins/"+kind+"/...")
		output, err := build.CombinedOutput()
		require.NoError(t, err, string(output))
	}
	merchantKey(t, dir+"/keys/amazonpay.pem")
	entries, err := pluginhost.Load("../../configs/plugins.yaml", dir)
	require.NoError(t, err)
	state := t.TempDir()
	h := pluginhost.New(entries, pluginhost.Options{Dir: t.TempDir(), Getenv: func(name string) string {
		return map[string]string{"KONTOR_TRACKING_STATE_DIR": state}[name]
	}})
	require.NoError(t, h.Start(t.Context()))
	defer h.Close()
	for _, s := range h.Status() {
		require.Equal(t, pluginhost.StateRunning, s.State, "%s: %s", s.Name, s.Problem)
		require.Empty(t, s.Problem, s.Name)
	}

	consents := map[string]string{}
	for _, s := range h.Services() {
		consents[s.Plugin] = s.Name
		require.NotEmpty(t, s.Title.DE, s.Plugin)
		require.NotEmpty(t, s.Title.EN, s.Plugin)
		require.NotEmpty(t, s.Purpose.DE, s.Plugin)
		require.NotEmpty(t, s.Purpose.EN, s.Plugin)
	}
	require.Equal(t, map[string]string{
		"collector": "event-analytics", "ga4": "google-analytics", "matomo": "matomo", "retarget": "retargeting",
	}, consents)

	methods, err := h.Payments().Methods(t.Context())
	require.NoError(t, err)
	byCode := map[string]checkout.Method{}
	for _, m := range methods {
		byCode[m.Code] = m
		require.NotEmpty(t, m.Title.DE, m.Code)
		require.NotEmpty(t, m.Title.EN, m.Code)
		require.NotEmpty(t, m.LogoURL, m.Code)
	}
	for _, code := range []string{
		"moneyorder", "cod", "cashec", "invoice",
		"aiia",
		"commerzfinanz",
		"amazonpay",
		"applepay",
		"klarnapaylater", "klarnapaynow",
		"paydirekt",
		"creditcard",
		"mondupaylaterhp", "mondudirectdebit", "monduinstallment",
		"paypal",
		"saferpaycreditcard",
		"santanderfinanz",
	} {
		require.Contains(t, byCode, code)
	}
	require.Equal(t, money.Euro(200), byCode["cod"].Fee)
	require.True(t, byCode["cashec"].PickupOnly())
	require.True(t, byCode["creditcard"].Browser)
	require.False(t, byCode["paypal"].Browser, "its provider does not ask for the browser's address")
	require.Equal(t, "redirect", byCode["paypal"].Flow)
	require.True(t, byCode["paypal"].Express)
	require.Equal(t, "form_post", byCode["commerzfinanz"].Flow)
	require.True(t, byCode["paydirekt"].Retired)
	require.Equal(t, "widget", byCode["klarnapaylater"].Flow)
	require.Equal(t, []string{"private"}, byCode["klarnapaynow"].CustomerTypes)
	require.Equal(t, []string{"business"}, byCode["monduinstallment"].CustomerTypes)

	r := request("guest")
	r.MethodCode = "moneyorder"
	result, err := h.Payments().Authorize(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, checkout.OutcomePending, result.Outcome)
	require.Equal(t, "BYLADEM1001", result.Instructions["bic"])

	deliver := func(grams int) map[string]checkout.ShippingOption {
		options, err := h.Shipping().Options(t.Context(), checkout.ShippingRequest{
			To: address.Address{ZipCode: "04109", CityName: "Leipzig", CountryID: address.Germany}, Parcels: []checkout.Parcel{{WeightGrams: grams}}, Value: money.Euro(99900),
		})
		require.NoError(t, err)
		byID := map[string]checkout.ShippingOption{}
		for _, o := range options {
			byID[o.ID] = o
			require.NotEmpty(t, o.Title.DE, o.ID)
			require.NotEmpty(t, o.Title.EN, o.ID)
		}
		return byID
	}
	parcel := deliver(2500)
	for _, id := range []string{"dhl_standard", "dhl_gogreen", "ups_express", "hermes_paketshop", "pickup_selfcollector_leipzig"} {
		require.Contains(t, parcel, id)
	}
	require.Equal(t, money.Euro(499), parcel["dhl_standard"].Fee)
	require.True(t, parcel["pickup_selfcollector_leipzig"].Pickup)
	require.True(t, parcel["dhl_standard"].Collects, "cash on delivery is on offer, so somebody collects it")
	require.NotContains(t, parcel, "freight_appointment")
	heavy := deliver(31501)
	require.Len(t, heavy, 1, "what is no parcel goes by freight alone")
	require.True(t, heavy["freight_appointment"].NeedsPhone)
}
