package main

import (
	"bytes"
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"net/http"
	"slices"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/provider"
)

// transmission is what the headers of a notification say about its signature.
type transmission struct {
	id, at, algorithm, certURL, signature string
}

func readTransmission(h http.Header) (transmission, error) {
	t := transmission{id: h.Get("Paypal-Transmission-Id"), at: h.Get("Paypal-Transmission-Time"), algorithm: h.Get("Paypal-Auth-Algo"),
		certURL: h.Get("Paypal-Cert-Url"), signature: h.Get("Paypal-Transmission-Sig")}
	if t.id == "" || t.at == "" || t.certURL == "" || t.signature == "" {
		return t, base.Forged("a signature header is missing")
	}
	if !strings.EqualFold(t.algorithm, "SHA256withRSA") {
		return t, base.Forged("signature algorithm " + base.Cut(t.algorithm, 40))
	}
	return t, nil
}

// genuine checks a notification with PayPal's certificate, or by asking PayPal when the certificate cannot be had.
func (a *account) genuine(ctx context.Context, r base.WebhookRequest) error {
	t, err := readTransmission(r.Headers)
	if err != nil {
		return err
	}
	if err := a.certs.Trusts(t.certURL); err != nil {
		return err
	}
	if !json.Valid(r.Body) {
		return base.Forged("the body is no JSON")
	}
	ids, _, err := a.hooks.known(ctx, false)
	if len(ids) == 0 {
		e := base.ProviderFault("webhook_id_unknown", errors.Join(errors.New("no webhook of the account is known"), err))
		e.Retryable = true
		return e
	}
	key, err := a.certs.Key(ctx, t.certURL)
	if err != nil {
		return a.askPayPal(ctx, t, ids, r.Body)
	}
	signature, err := base64.StdEncoding.DecodeString(t.signature)
	if err != nil {
		return base.Forged("the signature is no base64")
	}
	if signedFor(ids, key, t, r.Body, signature) {
		return nil
	}
	// The webhook may have been registered by another process of the shop since.
	if ids, changed, _ := a.hooks.known(ctx, true); changed && signedFor(ids, key, t, r.Body, signature) {
		return nil
	}
	return base.Forged("the signature does not fit")
}

func signedFor(ids []string, key *rsa.PublicKey, t transmission, body, signature []byte) bool {
	return slices.ContainsFunc(ids, func(id string) bool { return signedBy(key, t, id, body, signature) })
}

// signedBy checks the documented text: transmission id, time, webhook id and the body's CRC32 as a decimal number.
func signedBy(key *rsa.PublicKey, t transmission, webhookID string, body, signature []byte) bool {
	digest := sha256.Sum256(fmt.Appendf(nil, "%s|%s|%s|%d", t.id, t.at, webhookID, crc32.ChecksumIEEE(body)))
	return rsa.VerifyPKCS1v15(key, crypto.SHA256, digest[:], signature) == nil
}

// askPayPal has PayPal itself check the signature.
func (a *account) askPayPal(ctx context.Context, t transmission, ids []string, body []byte) error {
	for _, id := range ids {
		head, err := json.Marshal(map[string]string{"auth_algo": t.algorithm, "cert_url": t.certURL, "transmission_id": t.id,
			"transmission_sig": t.signature, "transmission_time": t.at, "webhook_id": id})
		if err != nil {
			return base.Forged("the headers are no text")
		}
		// The event goes in byte for byte: written anew, its checksum would not be the signed one.
		question := append(bytes.TrimSuffix(head, []byte("}")), `,"webhook_event":`...)
		question = append(append(question, body...), '}')
		var verdict struct {
			Status string `json:"verification_status"`
		}
		_, err = a.api.client.Do(ctx, provider.Call{Method: http.MethodPost, Path: "/v1/notifications/verify-webhook-signature",
			Body: question, Header: http.Header{"Content-Type": {"application/json"}}, Idempotent: true, Into: &verdict})
		if err != nil {
			return named(err)
		}
		if verdict.Status == "SUCCESS" {
			return nil
		}
	}
	return base.Forged("PayPal does not know the signature")
}
