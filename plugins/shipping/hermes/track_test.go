package main

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/shipping"
)

func TestTrackingFollowsTheParcel(t *testing.T) {
	b := start(t)
	s := b.create(delivery("s1"))
	ask := func(locale string) shipping.Track {
		t.Helper()
		k, err := b.plugin.Shipping.Track(t.Context(), shipping.TrackRequest{TrackingNumber: s.Reference, Locale: locale})
		require.NoError(t, err)
		return k
	}
	require.Equal(t, shipping.ParcelAnnounced, ask("de-DE").State)
	require.False(t, ask("de-DE").EstimatedAt.IsZero())
	for _, step := range []struct {
		action string
		state  shipping.ParcelState
	}{
		{"transit", shipping.ParcelInTransit}, {"wish", shipping.ParcelInTransit}, {"ready", shipping.ParcelReadyForPickup},
		{"expire", shipping.ParcelFailed}, {"return", shipping.ParcelReturned}, {"collect", shipping.ParcelDelivered},
	} {
		_, err := b.sim.Act(s.Reference, step.action)
		require.NoError(t, err)
		require.Equal(t, step.state, ask("de-DE").State, step.action)
	}
	k := ask("en-GB")
	require.Len(t, k.Scans, 8)
	require.WithinDuration(t, time.Now(), k.Scans[7].OccurredAt, 2*time.Minute)
	require.Contains(t, k.Scans[7].Description, "collected")
	require.True(t, k.EstimatedAt.IsZero())
	unknown, err := b.plugin.Shipping.Track(t.Context(), shipping.TrackRequest{TrackingNumber: "H0000000000000000000"})
	require.NoError(t, err)
	require.False(t, unknown.Known)
}

// The codes are those of Hermes's list of event codes.
func TestStates(t *testing.T) {
	for state, codes := range map[shipping.ParcelState][]string{
		shipping.ParcelAnnounced:      {"0000", "0900", "0-0-0", "000004000"},
		shipping.ParcelInTransit:      {"1000", "1510", "2400", "3010", "3300", "3430", "4070", "4072", "4100", "4500", "4610", "6086", "6090", "9040", "030000006", "050024003", "055002000", "45-1-8"},
		shipping.ParcelOutForDelivery: {"3000", "050001009"},
		shipping.ParcelReadyForPickup: {"3410", "5000", "55-1-5"},
		shipping.ParcelDelivered:      {"3500", "3511", "3530", "090003008"},
		shipping.ParcelFailed:         {"1751", "3710", "3731", "4020", "4035", "4095", "060003004"},
		shipping.ParcelReturned:       {"1520", "3760", "4061", "6080", "6093", "6099", "7500", "065002005", "100015003", "125001009"},
		shipping.ParcelUnspecified:    {"9321", "9340", "", "abcd", "12", "310001301", "1-2"},
	} {
		for _, code := range codes {
			require.Equal(t, state, stateOf(code), code)
		}
	}
}

func FuzzWay(f *testing.F) {
	f.Add([]byte(`{"shipmentID":"H1","status":[{"timestamp":"2026-07-01T10:00:00+02:00","code":"0-0-0"}],"deliveryForecast":{"date":"2026-07-02","timeSlot":{"to":"18:00"}}}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		var info shipmentInfo
		if json.Unmarshal(raw, &info) != nil {
			return
		}
		require.Len(t, info.way().Scans, len(info.Status))
	})
}
