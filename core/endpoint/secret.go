package endpoint

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"time"
)

// Secrets gives the secrets with which events are signed. They follow from the shop's key and the endpoint's, so that the database,
// and a backup of it, has none.
type Secrets struct{ key []byte }

// NewSecrets makes them from a secret, of which they take keys of their own.
func NewSecrets(secret []byte) *Secrets { return &Secrets{secret} }

// Of gives the endpoint's present secret, 32 bytes.
func (s *Secrets) Of(e *Endpoint) ([]byte, error) { return s.of(e.KeyID) }

// Valid gives those by which events are signed: the present one first, then the one before for as long as that is good.
func (s *Secrets) Valid(e *Endpoint, now time.Time) ([][]byte, error) {
	ids := []string{e.KeyID}
	if e.formerHolds(now) {
		ids = append(ids, e.FormerID)
	}
	list := make([][]byte, len(ids))
	for i, id := range ids {
		secret, err := s.of(id)
		if err != nil {
			return nil, err
		}
		list[i] = secret
	}
	return list, nil
}

func (s *Secrets) of(keyID string) ([]byte, error) {
	return hkdf.Expand(sha256.New, s.key, "kontor endpoint "+keyID, sha256.Size)
}

// Text writes a secret as libraries of Standard Webhooks read it.
func Text(secret []byte) string { return "whsec_" + base64.StdEncoding.EncodeToString(secret) }
