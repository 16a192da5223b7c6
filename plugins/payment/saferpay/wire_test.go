package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

func TestAmountsAreExact(t *testing.T) {
	for minor, text := range map[int64]string{0: "0", 5: "5", 1234: "1234", 123456789012: "123456789012"} {
		require.Equal(t, amount{text, "EUR"}, toAmount(eur(minor)))
		back, err := amount{text, "EUR"}.money()
		require.NoError(t, err)
		require.Equal(t, eur(minor), back)
	}
	for _, text := range []string{"", "-1", "+1", "01", "1.0", "1,00", "1e2", "99999999999999999999"} {
		_, err := amount{text, "EUR"}.money()
		require.Error(t, err, text)
	}
	_, err := amount{"1", "euro"}.money()
	require.Error(t, err)
}

func TestReferences(t *testing.T) {
	r := reference{"4711-1", "TOKEN"}
	require.Equal(t, r, parseReference(r.String()))
	for _, text := range []string{"", "4711-1", "ü~TOKEN", "a b~TOKEN"} {
		require.Zero(t, parseReference(text), text)
	}
	require.Equal(t, "4711-2", orderID("4711", 2))
	long := orderID(strings.Repeat("x", 200), 1)
	require.LessOrEqual(t, len(long), 50)
	require.NotEqual(t, long, orderID(strings.Repeat("x", 201), 1))
	require.NotEqual(t, orderID("47/11", 1), orderID("4711", 1))
	require.LessOrEqual(t, len(requestID("refunding", strings.Repeat("k", 300))), 50)
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	good := map[string]string{"customer_id": "247260", "terminal_id": "17728908", "api_user": "u"}
	for key, value := range map[string]string{
		"customer_id": "12a", "terminal_id": "1234567", "payment_methods": "VISA\nPAYPAL", "currencies": "euro",
		"liability_shift": "maybe", "timeout": "10ms", "max_cents": "-1", "config_set": strings.Repeat("x", 21),
	} {
		c := base.Config{Values: map[string]string{}, Secrets: map[string]base.Secret{"api_password": "p"}}
		for k, v := range good {
			c.Values[k] = v
		}
		c.Values[key] = value
		err := newPlugin().Base.Configure(t.Context(), c)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: base.CodeInvalidConfig}, key)
		require.Equal(t, key, base.AsError(err).Fields[0].Name)
	}
}

func TestAddresses(t *testing.T) {
	require.Nil(t, toAddress(nil, ""))
	require.Nil(t, toAddress(&base.Address{Country: "DE"}, ""), "half an address helps nobody")
	a := toAddress(&base.Address{LastName: strings.Repeat("ü", 150), City: "Berlin", Country: "DE"}, "kim@example.com")
	require.Equal(t, strings.Repeat("ü", 100), a.LastName)
	require.Equal(t, "", ipv4("2001:db8::1"))
	require.Equal(t, "192.0.2.1", ipv4("192.0.2.1"))
}

func FuzzAmount(f *testing.F) {
	f.Add("1234", "EUR")
	f.Add("-0", "")
	f.Fuzz(func(t *testing.T, value, currency string) {
		m, err := amount{value, currency}.money()
		if err == nil && (m.Minor < 0 || toAmount(m) != (amount{value, currency})) {
			t.Errorf("%q %q was read as %+v", value, currency, m)
		}
	})
}

func FuzzReference(f *testing.F) {
	f.Add("4711-1~TOKEN")
	f.Add("~")
	f.Fuzz(func(t *testing.T, s string) {
		if r := parseReference(s); r.order != "" && r.String() != s {
			t.Errorf("%q was read as %+v", s, r)
		}
	})
}

// What Saferpay could not find out itself is unknown to the shop as well, and only what may pass is tried again.
func TestRefusalsSayWhatMayHaveHappened(t *testing.T) {
	for body, want := range map[string][2]bool{ // to be tried again; the outcome is unknown
		`{"ErrorName":"TRANSACTION_DECLINED","Behavior":"DO_NOT_RETRY"}`: {}, `{"ErrorName":"GENERAL_DECLINED","Behavior":"OTHER_MEANS"}`: {},
		`{"ErrorName":"SOMETHING","Behavior":"RETRY"}`: {true, false}, `{"ErrorName":"SOMETHING","Behavior":"RETRY_LATER"}`: {},
		`{"ErrorName":"INTERNAL_ERROR"}`: {true, false}, `{"ErrorName":"COMMUNICATION_FAILED"}`: {true, false},
		`{"ErrorName":"UNEXPECTED_ERROR_BY_ACQUIRER"}`: {true, false}, `{"ErrorName":"COMMUNICATION_TIMEOUT"}`: {true, true}, `{}`: {}, `garbage`: {},
	} {
		failed := &provider.StatusError{Response: provider.Response{Status: http.StatusPaymentRequired, Body: []byte(body)}}
		e := base.AsError(named(base.ProviderFault("http_402", failed)))
		require.Equal(t, want, [2]bool{e.Retryable, e.OutcomeUnknown}, body)
		require.Equal(t, strings.Contains(body, "ErrorName"), strings.HasPrefix(e.Code, "saferpay_"), body)
	}
}
