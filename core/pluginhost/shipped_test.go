package pluginhost_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pluginhost"
)

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
	entries, err := pluginhost.Load("../../configs/plugins.yaml", dir)
	require.NoError(t, err)
	h := pluginhost.New(entries, pluginhost.Options{Dir: t.TempDir(), Getenv: func(string) string { return "" }})
	require.NoError(t, h.Start(t.Context()))
	defer h.Close()
	for _, s := range h.Status() {
		require.Equal(t, pluginhost.StateRunning, s.State, "%s: %s", s.Name, s.Problem)
		require.Empty(t, s.Problem, s.Name)
	}

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
		"klarnapaylater", "klarnapaynow",
		"paypal",
		"saferpaycreditcard",
	} {
		require.Contains(t, byCode, code)
	}
	require.Equal(t, money.Euro(200), byCode["cod"].Fee)
	require.True(t, byCode["cashec"].PickupOnly())
	require.Equal(t, "redirect", byCode["paypal"].Flow)
	require.Equal(t, "widget", byCode["klarnapaylater"].Flow)
	require.Equal(t, []string{"private"}, byCode["klarnapaynow"].CustomerTypes)

	r := request("guest")
	r.MethodCode = "moneyorder"
	result, err := h.Payments().Authorize(t.Context(), r)
	require.NoError(t, err)
	require.Equal(t, checkout.OutcomePending, result.Outcome)
	require.Equal(t, "BYLADEM1001", result.Instructions["bic"])

	options, err := h.Shipping().Options(t.Context(), checkout.ShippingRequest{
		To: address.Address{ZipCode: "04109", CityName: "Leipzig", CountryID: address.Germany}, WeightGrams: 2500, Value: money.Euro(99900),
	})
	require.NoError(t, err)
	require.NotEmpty(t, options)
	require.Equal(t, money.Euro(499), options[0].Fee)
}
