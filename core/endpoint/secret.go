package endpoint

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"time"
)

// Secrets gives the secrets with which events are signed. They follow from the shop's key and the endpoint's, so that the database,
// and a backup of it, has none.
type Secrets struct{ key, former []byte }

// NewSecrets makes them from a secret, of which they take keys of their own. By what follows from a former secret, nil for none,
// events are signed as well.
func NewSecrets(secret, former []byte) *Secrets { return &Secrets{secret, former} }

// Of gives the endpoint's present secret, 32 bytes.
func (s *Secrets) Of(e *Endpoint) ([]byte, error) { return of(s.key, e.KeyID) }

// Valid gives those by which events are signed: the present one first, then the one before for as long as that is good, then those of
// the shop's key before.
func (s *Secrets) Valid(e *Endpoint, now time.Time) ([][]byte, error) {
	ids := []string{e.KeyID}
	if e.formerHolds(now) {
		ids = append(ids, e.FormerID)
	}
	var list [][]byte
	for _, key := range [][]byte{s.key, s.former} {
		if key == nil {
			continue
		}
		for _, id := range ids {
			secret, err := of(key, id)
			if err != nil {
				return nil, err
			}
			list = append(list, secret)
		}
	}
	return list, nil
}

func of(key []byte, keyID string) ([]byte, error) {
	return hkdf.Expand(sha256.New, key, "kontor endpoint "+keyID, sha256.Size)
}

// Text writes a secret as libraries of Standard Webhooks read it.
func Text(secret []byte) string { return "whsec_" + base64.StdEncoding.EncodeToString(secret) }
