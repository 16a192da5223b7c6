package order

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"net/url"
	"strconv"
	"time"

	"kontor.dev/kontor/core/clock"
)

// StatusPath is the page that shows how an order stands to whoever has its link, and mails the link anew.
const StatusPath = "/bestellstatus"

// LinkLife is how long a link opens its order: longer than deliveries, withdrawals and returns take. It need not be longer, because
// the page mails another; mails are kept for years where their reader has moved on.
const LinkLife = 180 * 24 * time.Hour

const (
	macBytes = 16 // cannot be guessed
	dayBytes = 2  // days since 1970 when the link was made
	day      = 24 * time.Hour
)

// Links makes the links by which an order's mails lead to how it stands: guests have no account to look there. A link has the
// order's number and a token, of the day and of what that, the number and the shop's key give. Nothing is kept of it.
type Links struct {
	key    []byte
	former []byte // the key before, nil without one
	clock  clock.Clock
}

// NewLinks makes them from a secret, of which they take a key of their own. Links that were made from a former secret, nil for none,
// open as well.
func NewLinks(secret, former []byte, c clock.Clock) (*Links, error) {
	key, err := linkKey(secret)
	l := &Links{key: key, clock: c}
	if err == nil && former != nil {
		l.former, err = linkKey(former)
	}
	return l, err
}

func linkKey(secret []byte) ([]byte, error) {
	return hkdf.Expand(sha256.New, secret, "kontor order status", sha256.Size)
}

// Path is the order's link from the shop's address on.
func (l *Links) Path(id int64) string {
	return StatusPath + "?" + url.Values{"order": {strconv.FormatInt(id, 10)}, "token": {l.Token(id)}}.Encode()
}

// Token is what opens the order of that number for LinkLife, in letters, digits, - and _.
func (l *Links) Token(id int64) string { return token(l.key, id, l.today()) }

// Opens reports whether a token is that order's and not too old. How long that takes tells nothing of how much of it is right.
func (l *Links) Opens(id int64, text string) bool {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) != dayBytes+macBytes {
		return false
	}
	made := binary.BigEndian.Uint16(raw)
	age := int(l.today()) - int(made) // -1: at midnight the clock that dated the mail was ahead of this one
	ours := hmac.Equal([]byte(text), []byte(token(l.key, id, made))) ||
		l.former != nil && hmac.Equal([]byte(text), []byte(token(l.former, id, made)))
	return ours && age >= -1 && age < int(LinkLife/day)
}

func token(key []byte, id int64, made uint16) string {
	raw := binary.BigEndian.AppendUint16(nil, made)
	mac := hmac.New(sha256.New, key)
	mac.Write(raw)
	mac.Write(strconv.AppendInt(nil, id, 10))
	return base64.RawURLEncoding.EncodeToString(append(raw, mac.Sum(nil)[:macBytes]...))
}

// today is good for the days until 2149.
func (l *Links) today() uint16 { return uint16(l.clock.Now().Unix() / int64(day/time.Second)) }
