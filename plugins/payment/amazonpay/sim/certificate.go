package sim

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1" // what SNS signs with unless the topic says otherwise
	"encoding/base64"
)

const certPath = "/SimpleNotificationService-simulator.pem"

// sign makes a signature of version 1 over the lines of a notification.
func (s *Sim) sign(text string) (string, error) {
	sum := sha1.Sum([]byte(text))
	raw, err := rsa.SignPKCS1v15(rand.Reader, s.cert.Key, crypto.SHA1, sum[:])
	return base64.StdEncoding.EncodeToString(raw), err
}
