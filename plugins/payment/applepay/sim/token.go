package sim

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// paymentData is Apple's payment token of version EC_v1.
type paymentData struct {
	Version   string      `json:"version"`
	Data      string      `json:"data"`
	Signature string      `json:"signature"`
	Header    tokenHeader `json:"header"`
}

type tokenHeader struct {
	EphemeralPublicKey string `json:"ephemeralPublicKey"`
	PublicKeyHash      string `json:"publicKeyHash"`
	TransactionID      string `json:"transactionId"`
}

// content is what the token hides.
type content struct {
	PAN      string      `json:"applicationPrimaryAccountNumber"`
	Expires  string      `json:"applicationExpirationDate"`
	Currency string      `json:"currencyCode"`
	Amount   int64       `json:"transactionAmount"`
	Device   string      `json:"deviceManufacturerIdentifier"`
	Type     string      `json:"paymentDataType"`
	Data     contentData `json:"paymentData"`
}

type contentData struct {
	Cryptogram string `json:"onlinePaymentCryptogram"`
	ECI        string `json:"eciIndicator"`
}

func hexSum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// symmetricKey derives the key of a token: NIST SP 800-56A with SHA-256, Apple as the other party and the merchant
// identifier's hash as the last word.
func symmetricKey(shared []byte, merchant string) []byte {
	id := sha256.Sum256([]byte(merchant))
	h := sha256.New()
	h.Write([]byte{0, 0, 0, 1})
	h.Write(shared)
	h.Write([]byte("\x0did-aes256-GCMApple"))
	h.Write(id[:])
	return h.Sum(nil)
}

func seal(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithNonceSize(block, 16)
}

// newToken encrypts for the payment processing key, as the device does. The signature is random: nobody here holds
// Apple's keys.
func (s *Sim) newToken(merchant string, c content) (paymentData, error) {
	ephemeral, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return paymentData{}, err
	}
	shared, err := ephemeral.ECDH(s.key.PublicKey())
	if err != nil {
		return paymentData{}, err
	}
	plain, err := json.Marshal(c)
	if err != nil {
		return paymentData{}, err
	}
	aead, err := seal(symmetricKey(shared, merchant))
	if err != nil {
		return paymentData{}, err
	}
	public, err := x509.MarshalPKIXPublicKey(ephemeral.PublicKey())
	if err != nil {
		return paymentData{}, err
	}
	own, err := s.keyHash()
	if err != nil {
		return paymentData{}, err
	}
	signature, _ := hex.DecodeString(stage.RandomHex(256))
	return paymentData{Version: "EC_v1", Data: base64.StdEncoding.EncodeToString(aead.Seal(nil, make([]byte, 16), plain, nil)),
		Signature: base64.StdEncoding.EncodeToString(signature), Header: tokenHeader{
			EphemeralPublicKey: base64.StdEncoding.EncodeToString(public), PublicKeyHash: own, TransactionID: stage.RandomHex(32)}}, nil
}

func (s *Sim) keyHash() (string, error) {
	own, err := x509.MarshalPKIXPublicKey(s.key.PublicKey())
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(own)
	return base64.StdEncoding.EncodeToString(sum[:]), nil
}

// openToken decrypts, as the processor does.
func (s *Sim) openToken(d paymentData, merchants []string) (content, error) {
	own, err := s.keyHash()
	if err != nil || d.Version != "EC_v1" || d.Header.PublicKeyHash != own || d.Header.TransactionID == "" || d.Signature == "" {
		return content{}, errors.New("not for this processor")
	}
	raw, err := base64.StdEncoding.DecodeString(d.Header.EphemeralPublicKey)
	if err != nil {
		return content{}, err
	}
	parsed, err := x509.ParsePKIXPublicKey(raw)
	if err != nil {
		return content{}, err
	}
	public, ok := parsed.(interface {
		ECDH() (*ecdh.PublicKey, error)
	})
	if !ok {
		return content{}, errors.New("no elliptic key")
	}
	peer, err := public.ECDH()
	if err != nil {
		return content{}, err
	}
	shared, err := s.key.ECDH(peer)
	if err != nil {
		return content{}, err
	}
	sealed, err := base64.StdEncoding.DecodeString(d.Data)
	if err != nil {
		return content{}, err
	}
	for _, merchant := range merchants {
		aead, err := seal(symmetricKey(shared, merchant))
		if err != nil {
			return content{}, err
		}
		if plain, err := aead.Open(nil, make([]byte, 16), sealed, nil); err == nil {
			var c content
			return c, json.Unmarshal(plain, &c)
		}
	}
	return content{}, errors.New("it does not decrypt")
}
