package campus

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"errors"

	"kontor.dev/kontor/core/fault"
)

// Sealed is an encrypted document.
type Sealed []byte

// KeyBytes is the length of a key.
const KeyBytes = 32

// ErrNoKey is the fault of documents in a shop without a key.
var ErrNoKey = fault.New(fault.Unavailable, "campus_upload_unavailable")

// Vault encrypts documents with AES-256-GCM. A nil vault refuses.
type Vault struct {
	gcm    cipher.AEAD
	former *Vault // of the key before, nil without one
}

// NewVault makes a vault of a key in base64; "" makes none, and uploads are not taken. What was encrypted under a former key opens as
// well; "" is none.
func NewVault(key, former string) (*Vault, error) {
	v, err := vaultOf(key)
	if v != nil && err == nil {
		v.former, err = vaultOf(former)
	}
	return v, err
}

func vaultOf(key string) (*Vault, error) {
	if key == "" {
		return nil, nil
	}
	raw, err := base64.StdEncoding.DecodeString(key)
	if err != nil || len(raw) != KeyBytes {
		return nil, fault.Wrap(errors.New("not 32 bytes in base64"), fault.Invalid, "campus_key_invalid")
	}
	block, err := aes.NewCipher(raw)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	return &Vault{gcm: gcm}, err
}

// NewKey gives a random key in base64.
func NewKey() string {
	var key [KeyBytes]byte
	_, _ = rand.Read(key[:])
	return base64.StdEncoding.EncodeToString(key[:])
}

// seal encrypts for the application of an ID; under another one it does not open.
func (v *Vault) seal(id string, content []byte) (Sealed, error) {
	if v == nil {
		return nil, ErrNoKey
	}
	nonce := make([]byte, v.gcm.NonceSize())
	_, _ = rand.Read(nonce)
	return v.gcm.Seal(nonce, nonce, content, []byte(id)), nil
}

// open decrypts; fault Conflict ("campus_key_wrong") when it was sealed with another key, or changed.
func (v *Vault) open(id string, sealed Sealed) ([]byte, error) {
	if v == nil {
		return nil, ErrNoKey
	}
	content, err := v.decrypt(id, sealed)
	if err != nil && v.former != nil {
		return v.former.open(id, sealed)
	}
	return content, err
}

// decrypt is open by this key alone.
func (v *Vault) decrypt(id string, sealed Sealed) ([]byte, error) {
	n := v.gcm.NonceSize()
	if len(sealed) < n {
		return nil, fault.New(fault.Conflict, "campus_key_wrong")
	}
	content, err := v.gcm.Open(nil, sealed[:n], sealed[n:], []byte(id))
	return content, fault.Wrap(err, fault.Conflict, "campus_key_wrong")
}

// Renew encrypts anew, for the application of an ID, what the former key encrypted; nil for what today's key did. Faults as of a document
// that is opened: ErrNoKey, Conflict ("campus_key_wrong").
func (v *Vault) Renew(id string, sealed Sealed) (Sealed, error) {
	if v != nil {
		if _, err := v.decrypt(id, sealed); err == nil {
			return nil, nil
		}
	}
	content, err := v.open(id, sealed)
	if err != nil {
		return nil, err
	}
	return v.seal(id, content)
}
