package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// The first try arrives and its answer is lost: what the second one meets does not undo that.
func TestWhatTheFirstTryDidStaysUnknown(t *testing.T) {
	for what, answer := range map[string]string{"nobody answers any more": "", "a refusal that is about the repetition": "status=ERROR\nerrorcode=2003\nerrormessage=x\n"} {
		var calls atomic.Int32
		var s *httptest.Server
		s = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if calls.Add(1) > 1 {
				_, _ = io.WriteString(w, answer)
				return
			}
			if answer == "" {
				_ = s.Listener.Close()
			}
			panic(http.ErrAbortHandler)
		}))
		a := newAPI(settings{serverURL: s.URL, key: "portal-key", timeout: time.Second})
		got, again, err := a.call(t.Context(), "preauthorization", url.Values{})
		s.Close()
		require.True(t, again, what)
		if answer == "" {
			require.True(t, base.AsError(err).OutcomeUnknown, what)
			continue
		}
		require.NoError(t, err)
		o, err := (&account{ledger: newLedger(), now: time.Now}).preauthorized(eur(1), "r", got, again)
		require.Nil(t, o)
		require.True(t, base.AsError(err).OutcomeUnknown, what)
	}
}

func TestAReturnAddressKeepsWhatTheShopPutThere(t *testing.T) {
	a := &account{settings: settings{key: "portal-key"}}
	for address, want := range map[string]string{"https://shop.test/zurueck": "", "https://shop.test/zurueck?x=1": "1"} {
		u, err := url.Parse(a.returnURL(payment.AuthorizeRequest{URLs: payment.URLs{Return: address}}, "r", resultSuccess))
		require.NoError(t, err)
		require.Equal(t, want, u.Query().Get("x"))
		require.Equal(t, resultSuccess, u.Query().Get(paramResult))
		require.NotEmpty(t, u.Query().Get(paramProof))
	}
}

func TestWhatLooksLikeACard(t *testing.T) {
	for text, card := range map[string]bool{
		"4111111111111111": true, "4111 1111-1111.1111": true, "x4111111111111111y": true, "1 Haus, 4111111111111111": true, "630495060000": true,
		"4111111111111111 12/29 123": true, "Haus 2 4111 1111 1111 1111": true, "4111111111111111 2912": true, "6304950600000000007": true,
		"63049506000000000000": false, "4111111111111112": false, "Bestellung 1234567890123": false, "63049506000": false, "4111-1111": false,
		"41111111x11111111": false, "": false,
	} {
		require.Equal(t, card, holdsCardNumber(text), text)
	}
}
