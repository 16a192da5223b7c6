package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
)

// paymentKey names what the sheet gave when the customer agreed.
const paymentKey = "payment"

// maxPayment bounds what a browser may send.
const maxPayment = 32 << 10

// sheetPayment is the part of Apple's payment object that matters. The contacts in it are not read: billing and delivery
// address are the checkout's.
type sheetPayment struct {
	Token struct {
		Data   json.RawMessage `json:"paymentData"`
		Method struct {
			Network string `json:"network"`
		} `json:"paymentMethod"`
	} `json:"token"`
}

// paymentData is the token itself. Only whoever has the payment processing key can read the card in it.
type paymentData struct {
	Version   string `json:"version"`
	Data      string `json:"data"`
	Signature string `json:"signature"`
	Header    struct {
		EphemeralPublicKey string `json:"ephemeralPublicKey"`
		PublicKeyHash      string `json:"publicKeyHash"`
		TransactionID      string `json:"transactionId"`
	} `json:"header"`
}

// readToken gives the token in base64, as Saferpay takes it, or the code of what is wrong with it.
func (a *account) readToken(text string) (token, wrong string) {
	var p sheetPayment
	switch {
	case text == "":
		return "", "required"
	case len(text) > maxPayment:
		return "", "too_long"
	case json.Unmarshal([]byte(text), &p) != nil:
		return "", "invalid"
	}
	var d paymentData
	var compact bytes.Buffer
	if json.Unmarshal(p.Token.Data, &d) != nil || json.Compact(&compact, p.Token.Data) != nil {
		return "", "invalid"
	}
	if d.Version != "EC_v1" {
		return "", "unsupported_version"
	}
	for _, part := range []string{d.Data, d.Signature, d.Header.EphemeralPublicKey, d.Header.PublicKeyHash} {
		if raw, err := base64.StdEncoding.DecodeString(part); err != nil || len(raw) == 0 {
			return "", "invalid"
		}
	}
	if d.Header.TransactionID == "" {
		return "", "invalid"
	}
	accepted := func(n string) bool { return strings.EqualFold(n, p.Token.Method.Network) }
	if !slices.ContainsFunc(a.networks, accepted) {
		return "", "unsupported_network"
	}
	return base64.StdEncoding.EncodeToString(compact.Bytes()), ""
}
