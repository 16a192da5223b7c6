package customer

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
)

// SealKeyBytes is the length of a seal's key.
const SealKeyBytes = 32

// Seal encrypts what is kept for customers, by AES-256-GCM under a key that the database does not have. What was sealed
// for one customer opens for no other.
type Seal struct {
	aead   cipher.AEAD
	naming []byte // the key of digests
	former *Seal  // of the key before, nil without one
}

// NewSeal makes a seal from a key of SealKeyBytes random bytes. What was sealed under a former key, where there is one, opens as well.
func NewSeal(key, former []byte) (*Seal, error) {
	s, err := sealOf(key)
	if err == nil && former != nil {
		s.former, err = sealOf(former)
	}
	return s, err
}

func sealOf(key []byte) (*Seal, error) {
	if len(key) != SealKeyBytes {
		return nil, fmt.Errorf("the key of a seal has %d bytes, not %d", SealKeyBytes, len(key))
	}
	derived := func(use string) ([]byte, error) {
		return hkdf.Expand(sha256.New, key, "kontor customer "+use, SealKeyBytes)
	}
	content, err := derived("content")
	if err != nil {
		return nil, err
	}
	digests, err := derived("digest")
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(content)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &Seal{aead: aead, naming: digests}, err
}

// Close seals a content for a customer.
func (s *Seal) Close(customerID int64, content []byte) []byte {
	return s.aead.Seal(nil, nil, content, owner(customerID))
}

var errSeal = errors.New("a sealed content does not open: another key, another customer, or damaged")

// Open gives a sealed content; an error when it is another customer's, another key's, or damaged.
func (s *Seal) Open(customerID int64, sealed []byte) ([]byte, error) {
	content, err := s.aead.Open(nil, nil, sealed, owner(customerID))
	switch {
	case err == nil:
		return content, nil
	case s.former != nil:
		return s.former.Open(customerID, sealed)
	}
	return nil, errSeal
}

// Renew seals anew what the former key sealed; nil for what today's key sealed. An error as Open's.
func (s *Seal) Renew(customerID int64, sealed []byte) ([]byte, error) {
	if _, err := s.aead.Open(nil, nil, sealed, owner(customerID)); err == nil {
		return nil, nil
	}
	content, err := s.Open(customerID, sealed)
	if err != nil {
		return nil, err
	}
	return s.Close(customerID, content), nil
}

// digest names a content without telling it: who has no key cannot try values out.
func (s *Seal) digest(customerID int64, content string) []byte {
	mac := hmac.New(sha256.New, s.naming)
	mac.Write(owner(customerID))
	mac.Write([]byte{'\n'})
	mac.Write([]byte(content))
	return mac.Sum(nil)
}

func owner(customerID int64) []byte { return strconv.AppendInt(nil, customerID, 10) }

// NewSealKey makes a key.
func NewSealKey() []byte {
	key := make([]byte, SealKeyBytes)
	_, _ = rand.Read(key)
	return key
}
