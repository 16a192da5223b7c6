package provider

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
)

func TestAProviderSaysWhenToComeAgain(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"0": 0, "3": 3 * time.Second, now.Add(2 * time.Second).Format(http.TimeFormat): 2 * time.Second,
		now.Add(-time.Hour).Format(http.TimeFormat): 0, "Sunday, 01-Mar-26 12:00:04 GMT": 4 * time.Second,
	} {
		d, ok := retryAfter(text, now)
		require.True(t, ok, text)
		require.Equal(t, want, d, text)
	}
	for _, text := range []string{"", "-1", "1.5", "soon", "-99999999999999999999"} {
		_, ok := retryAfter(text, now)
		require.False(t, ok, text)
	}
}

func TestNoProviderHoldsACallUpForLong(t *testing.T) {
	for _, text := range []string{"3600", "9223372037", "99999999999999999999", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)} {
		require.Equal(t, longestPause, pause(1, &Response{Header: http.Header{"Retry-After": {text}}}), text)
	}
	for _, last := range []*Response{nil, {}, {Header: http.Header{"Retry-After": {"soon"}}}} {
		for try := 1; try < 10; try++ {
			d := pause(try, last)
			full := min(firstPause<<(try-1), longestPause)
			require.GreaterOrEqual(t, d, full/2)
			require.Less(t, d, full)
		}
	}
}

func TestARefusalOfWhatWasSentIsNoneOfTheSender(t *testing.T) {
	for status, want := range map[int]bool{
		400: true, 409: true, 413: true, 422: true, 451: true,
		302: false, 401: false, 403: false, 404: false, 405: false, 408: false, 410: false, 425: false, 429: false, 500: false, 503: false,
	} {
		require.Equal(t, want, RefusesContent(statusFault(Call{Method: http.MethodPost}, Response{Status: status})), status)
	}
	require.False(t, RefusesContent(nil))
	require.False(t, RefusesContent(base.ProviderFault(base.CodeBadAnswer, nil)))
}
