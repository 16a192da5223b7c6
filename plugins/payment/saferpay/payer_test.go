package main

import (
	"io"
	"net/http"
	"net/url"

	"github.com/stretchr/testify/require"
)

// browser stops where the shop begins.
var browser = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func (b *bench) get(page string) string {
	b.T.Helper()
	res, err := browser.Get(page)
	require.NoError(b.T, err)
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	require.NoError(b.T, err)
	return string(body)
}

// decide clicks on the payment page and is sent back to the shop.
func (b *bench) decide(page, decision, card string) {
	b.T.Helper()
	res, err := browser.PostForm(page, url.Values{"decision": {decision}, "card": {card}})
	require.NoError(b.T, err)
	defer res.Body.Close()
	require.Equal(b.T, http.StatusSeeOther, res.StatusCode)
	require.Equal(b.T, "http://shop.test/kasse/zurueck", res.Header.Get("Location"))
}

func (b *bench) pay(page, card string) {
	b.T.Helper()
	b.decide(page, "pay", card)
}
