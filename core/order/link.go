package order

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/url"
	"strconv"
)

// StatusPath is the page that shows how an order stands to whoever has its link, and mails the link anew.
const StatusPath = "/bestellstatus"

// tokenBytes of a token cannot be guessed.
const tokenBytes = 16

// Links makes the links by which an order's mails lead to how it stands: guests have no account to look there. A link has the
// order's number and a token that the number and the shop's key give. Nothing is kept of it, so that it is good for as long as
// the key is.
type Links struct{ key []byte }

// NewLinks makes them from a secret, of which they take a key of their own.
func NewLinks(secret []byte) (*Links, error) {
	key, err := hkdf.Expand(sha256.New, secret, "kontor order status", sha256.Size)
	return &Links{key}, err
}

// Path is the order's link from the shop's address on.
func (l *Links) Path(id int64) string {
	return StatusPath + "?" + url.Values{"order": {strconv.FormatInt(id, 10)}, "token": {l.Token(id)}}.Encode()
}

// Token is what opens the order of that number, in letters, digits, - and _.
func (l *Links) Token(id int64) string {
	mac := hmac.New(sha256.New, l.key)
	mac.Write(strconv.AppendInt(nil, id, 10))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:tokenBytes])
}

// Opens reports whether a token is that order's. How long that takes tells nothing of how much of it is right.
func (l *Links) Opens(id int64, token string) bool {
	return hmac.Equal([]byte(token), []byte(l.Token(id)))
}
