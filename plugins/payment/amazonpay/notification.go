package main

import (
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha1" // SNS signs with it unless the topic says otherwise
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"strings"

	"kontor.dev/kontor/plugins/sdk/base"
)

// envelope is how SNS delivers a notification. The names in JSON are those that are signed.
type envelope struct {
	Type             string `json:"Type"`
	MessageID        string `json:"MessageId"`
	TopicArn         string `json:"TopicArn"`
	Subject          string `json:"Subject"`
	Message          string `json:"Message"`
	Timestamp        string `json:"Timestamp"`
	Token            string `json:"Token"`
	SubscribeURL     string `json:"SubscribeURL"`
	SignatureVersion string `json:"SignatureVersion"`
	Signature        string `json:"Signature"`
	SigningCertURL   string `json:"SigningCertURL"`
}

// notice is what Amazon Pay says in the message: which object changed, not how.
type notice struct {
	MerchantID string `json:"MerchantID"`
	ObjectType string `json:"ObjectType"` // CHARGE, REFUND, CHARGE_PERMISSION, CHARGEBACK
	ObjectID   string `json:"ObjectId"`
}

const typeNotification = "Notification"

// signedText gives the fields that are there, by name, each name and value on a line of its own.
func (e envelope) signedText() string {
	var b strings.Builder
	for _, field := range [][2]string{
		{"Message", e.Message}, {"MessageId", e.MessageID}, {"Subject", e.Subject}, {"SubscribeURL", e.SubscribeURL},
		{"Timestamp", e.Timestamp}, {"Token", e.Token}, {"TopicArn", e.TopicArn}, {"Type", e.Type},
	} {
		if field[1] != "" {
			b.WriteString(field[0] + "\n" + field[1] + "\n")
		}
	}
	return b.String()
}

// signedBy checks the signature of version 1 (SHA-1) or 2 (SHA-256).
func (e envelope) signedBy(key *rsa.PublicKey) bool {
	signature, err := base64.StdEncoding.DecodeString(e.Signature)
	if err != nil {
		return false
	}
	text := []byte(e.signedText())
	switch e.SignatureVersion {
	case "1":
		sum := sha1.Sum(text)
		return rsa.VerifyPKCS1v15(key, crypto.SHA1, sum[:], signature) == nil
	case "2":
		sum := sha256.Sum256(text)
		return rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature) == nil
	}
	return false
}

// genuine reads a notification and proves that SNS sent it.
func (a *account) genuine(ctx context.Context, r base.WebhookRequest) (envelope, error) {
	var e envelope
	if err := json.Unmarshal(r.Body, &e); err != nil {
		return e, base.Forged("the body is no notification")
	}
	if e.Signature == "" || e.SigningCertURL == "" || e.MessageID == "" {
		return e, base.Forged("the signature is missing")
	}
	if kind := r.Headers.Get("X-Amz-Sns-Message-Type"); kind != e.Type {
		return e, base.Forged("the header names another type")
	}
	if err := a.certs.Trusts(e.SigningCertURL); err != nil {
		return e, err
	}
	key, err := a.certs.Key(ctx, e.SigningCertURL)
	if err != nil {
		f := base.ProviderFault("certificate_unavailable", err)
		f.Retryable = true
		return e, f
	}
	if !e.signedBy(key) {
		return e, base.Forged("the signature does not fit")
	}
	return e, nil
}
