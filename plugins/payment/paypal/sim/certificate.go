package sim

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"hash/crc32"
)

const certPath = "/v1/notifications/certs/CERT-simulator"

// signed is the text that PayPal signs: transmission id, time, webhook id and the CRC32 of the body.
func signed(transmission, at, hookID string, body []byte) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%s|%s|%s|%d", transmission, at, hookID, crc32.ChecksumIEEE(body)))
}

func (s *Sim) sign(transmission, at, hookID string, body []byte) (string, error) {
	digest := signed(transmission, at, hookID, body)
	sig, err := rsa.SignPKCS1v15(rand.Reader, s.cert.Key, crypto.SHA256, digest[:])
	return base64.StdEncoding.EncodeToString(sig), err
}

func (s *Sim) verify(transmission, at, hookID, signature string, body []byte) bool {
	sig, err := base64.StdEncoding.DecodeString(signature)
	digest := signed(transmission, at, hookID, body)
	return err == nil && rsa.VerifyPKCS1v15(&s.cert.Key.PublicKey, crypto.SHA256, digest[:], sig) == nil
}
