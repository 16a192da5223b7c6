package sdktest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// A program that is killed cannot remove what it listens on; whoever started it does.
func TestKilledProgramsLeaveNothing(t *testing.T) {
	program := filepath.Join(t.TempDir(), "plugin")
	require.NoError(t, os.WriteFile(program, []byte(`#!/bin/sh
echo "$PLUGIN_UNIX_SOCKET_DIR" >> "$0.folders"
: > "$PLUGIN_UNIX_SOCKET_DIR/socket"
[ -n "$KONTOR_PLUGIN" ] || exit 1
echo "1|1|unix|$PLUGIN_UNIX_SOCKET_DIR/socket|grpc|"
exec /bin/sleep 1000
`), 0o755))
	target := Target{Binary: program}
	require.NoError(t, checkByHand(t.Context(), target))
	line, err := shake(t.Context(), target, "1")
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(line, "/socket|grpc|"), line)

	said, err := os.ReadFile(program + ".folders")
	require.NoError(t, err)
	folders := strings.Fields(string(said))
	require.Len(t, folders, 2)
	for _, folder := range folders {
		require.True(t, filepath.IsAbs(folder), folder)
		require.NoDirExists(t, folder)
	}
}

// slowCarrier has an option, too late for any shopper.
type slowCarrier struct{ shipping.Unsupported }

func (slowCarrier) Options(context.Context, shipping.OptionsRequest) (shipping.Offer, error) {
	time.Sleep(shopperWaits + 100*time.Millisecond)
	return shipping.Offer{}, nil
}

// The shop leaves a slow carrier out: its merchant would wonder why nothing is offered.
func TestASlowCarrierFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		err := checkOptions(t.Context(), sdk.Plugin{Shipping: slowCarrier{}}, Target{Shipping: &Shipping{}})
		require.ErrorContains(t, err, "the shop waits 2s")
	})
}

func TestPickupPointsComeNearestFirstAndNoMoreThanAskedFor(t *testing.T) {
	at := func(id string, metres int) shipping.PickupPoint {
		return shipping.PickupPoint{ID: id, Name: "Kiosk", Address: &base.Address{Kind: base.AddressParcelShop, City: "Berlin", Country: "DE", PointID: id}, DistanceMeters: metres}
	}
	require.NoError(t, fitting([]shipping.PickupPoint{at("a", 100), at("b", 0), at("c", 100)}, 3, base.DeliveryParcelShop))
	require.ErrorContains(t, fitting([]shipping.PickupPoint{at("a", 200), at("b", 0), at("c", 100)}, 3, base.DeliveryParcelShop), "nearest first")
	require.ErrorContains(t, fitting([]shipping.PickupPoint{at("a", 100), at("b", 200)}, 1, base.DeliveryParcelShop), "at most 1")
}

func TestParcelsHaveWhatPrintersAndCustomersCanUse(t *testing.T) {
	r := shipping.ShipmentRequest{Parcels: []shipping.Parcel{{}}}
	for problem, p := range map[string]shipping.Package{
		"":             {TrackingURL: "https://carrier.example/1", LabelType: "application/pdf", Label: []byte("%PDF")},
		"tracking url": {TrackingURL: "javascript:alert(1)"},
		"label type":   {LabelType: "text/html", Label: []byte("<p>")},
	} {
		err := whole(shipping.Shipment{Reference: "1", Packages: []shipping.Package{p}}, r)
		if problem == "" {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, problem)
		}
	}
	require.NoError(t, whole(shipping.Shipment{Reference: "1", Packages: []shipping.Package{{}}}, r), "goods for a store have no label")
}
