package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

func TestAnswers(t *testing.T) {
	got, ok := parseAnswer([]byte("status=REDIRECT\r\ntxid=1\nredirecturl=https://bank.test/?a=b&c=d\nstatus=APPROVED\nnonsense\n"))
	require.True(t, ok)
	require.Equal(t, "https://bank.test/?a=b&c=d", got["redirecturl"])
	require.Equal(t, "REDIRECT", got["status"], "the first one counts")
	for _, body := range []string{"", "<html>", "status=", "status=DANCE", "status=ERROR\nerrormessage=x", "status=REDIRECT", "\xff\xfe", "txid=1"} {
		_, ok := parseAnswer([]byte(body))
		require.False(t, ok, body)
	}
	require.NotContains(t, answer{"errorcode": "5\n6", "errormessage": strings.Repeat("x", 500)}.fault().Error(), "\n")
}

// What PAYONE asks for of the browser is asked for in the contract, and sent.
func TestTheBrowsersAddressIsPassedOn(t *testing.T) {
	b := start(t)
	methods, err := b.plugin.Payment.Methods(t.Context())
	require.NoError(t, err)
	require.True(t, methods[0].BrowserData)
	r := b.request("1", goodCard)
	r.Purchase.Customer.IP = "203.0.113.7"
	require.Equal(t, "203.0.113.7", (&account{}).preauthorization(r, card{}, "K1").Get("ip"))
}

func FuzzAnswer(f *testing.F) {
	f.Add([]byte("status=APPROVED\ntxid=1"))
	f.Add([]byte("=\n=="))
	f.Fuzz(func(t *testing.T, body []byte) {
		got, ok := parseAnswer(body)
		if ok && got["status"] == statusError && got["errorcode"] == "" {
			t.Errorf("%q is an error without a code", body)
		}
	})
}

func TestReferencesFitPAYONE(t *testing.T) {
	a := &account{settings: settings{prefix: "DE"}}
	reference := a.reference("4711", 2, "key")
	require.Regexp(t, "^DE4711-2-[0-9a-f]{6}$", reference)
	require.Equal(t, "4711", a.orderNumber(reference))
	require.NotEqual(t, reference, a.reference("4711", 2, "another key"))
	for _, number := range []string{strings.Repeat("9", 30), "47/11", "ü"} {
		reference := a.reference(number, 1, "key")
		require.Len(t, reference, 20, number)
		require.Empty(t, a.orderNumber(reference), "a hash names no order")
		require.NotEqual(t, reference, a.reference(number, 2, "key"))
	}
	require.Empty(t, a.orderNumber("AT4711-2-abcdef"), "another shop's")
}

func TestErrorCodesOfTheCardIssuer(t *testing.T) {
	for code, want := range map[string]string{"1": payment.CodeRefused, "51": payment.CodeInsufficientFunds, "43": payment.CodeRisk, "33": "card_expired", "1078": "card_unknown"} {
		got, declined := declineCode(code)
		require.True(t, declined)
		require.Equal(t, want, got)
	}
	for _, code := range []string{"", "0", "-5", "911", "1077", "x"} {
		_, declined := declineCode(code)
		require.False(t, declined, code)
	}
}

func TestSettingsThatMakeNoSense(t *testing.T) {
	good := map[string]string{"merchant_id": "54321", "account_id": "12345", "portal_id": "1234567"}
	for key, value := range map[string]string{
		"merchant_id": "1", "account_id": "1234567", "portal_id": "x", "card_types": "V\nZ", "currencies": "JPY", "mode": "both",
		"reference_prefix": "a-b", "timeout": "10ms", "notification_wait": "2h", "max_cents": "-1", "gateway_url": "/client-api",
	} {
		c := base.Config{Values: map[string]string{}, Secrets: map[string]base.Secret{"portal_key": "p"}}
		for k, v := range good {
			c.Values[k] = v
		}
		c.Values[key] = value
		err := newPlugin().Base.Configure(t.Context(), c)
		require.ErrorIs(t, err, &base.Error{Fault: base.FaultCaller, Code: base.CodeInvalidConfig}, key)
		require.Equal(t, key, base.AsError(err).Fields[0].Name)
	}
}

func TestTheLedgerForgetsTheOldestFirst(t *testing.T) {
	l := newLedger()
	first := l.join("first", "1")
	require.Same(t, first, l.find("1", ""))
	for i := range maxProcesses {
		l.named(strconv.Itoa(i))
	}
	require.Len(t, l.inOrder, maxProcesses)
	require.Len(t, l.byReference, maxProcesses)
	require.NotSame(t, first, l.find("", "first"))
	l.find("2", "").remember("k", operation{sequence: 1}, func(*process) {})
	require.True(t, l.join("second", "2").busy(), "what was done under a txid stays when its reference is learnt")
}
