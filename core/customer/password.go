package customer

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"kontor.dev/kontor/core/address"
)

// The bounds of a password, in characters. The upper one keeps hashing cheap to refuse.
const (
	MinPassword = 6
	MaxPassword = 128
)

// PasswordForbidden are the characters that a password must not have.
const PasswordForbidden = "<>/+"

// The reasons why a password is refused. They are translation keys.
const (
	PasswordRules = "password_rules" // too short, or without a digit, a lower or an upper case letter, or a forbidden one
	PasswordKnown = "password_known" // among the first that anybody would try
)

// Cost of argon2id, as OWASP's password storage cheat sheet recommends for one thread: 19 MiB, two passes.
const (
	hashMemoryKiB = 19 * 1024
	hashPasses    = 2
	hashThreads   = 1
	hashBytes     = 32
	saltBytes     = 16
)

//go:embed known.txt
var knownText string

// known are passwords that satisfy the rules and that everybody tries first, in lower case.
var known = func() map[string]bool {
	m := map[string]bool{}
	for line := range strings.Lines(knownText) {
		m[strings.ToLower(strings.TrimSpace(line))] = true
	}
	return m
}()

// CheckPassword gives the reason why a new password is refused, "" for a good one.
func CheckPassword(password string) string {
	n := utf8.RuneCountInString(password)
	switch {
	case n == 0:
		return address.Missing
	case n > MaxPassword:
		return address.TooLong
	case n < MinPassword, strings.ContainsAny(password, PasswordForbidden),
		!strings.ContainsFunc(password, unicode.IsDigit), !strings.ContainsFunc(password, unicode.IsLower),
		!strings.ContainsFunc(password, unicode.IsUpper):
		return PasswordRules
	case known[strings.ToLower(password)]:
		return PasswordKnown
	}
	return ""
}

// hashing lets as many hashes be computed at once as there are processors: each takes 19 MiB and all of one.
var hashing = make(chan struct{}, runtime.GOMAXPROCS(0))

func stretch(ctx context.Context, password string, salt []byte) ([]byte, error) {
	select {
	case hashing <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() { <-hashing }()
	return argon2.IDKey([]byte(password), salt, hashPasses, hashMemoryKiB, hashThreads, hashBytes), nil
}

// hashPassword gives the argon2id hash of a password in the PHC string format.
func hashPassword(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt)
	key, err := stretch(ctx, password, salt)
	if err != nil {
		return "", err
	}
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, hashMemoryKiB, hashPasses, hashThreads, b64(salt), b64(key)), nil
}

// nobody is compared with where there is no account, so that both take as long.
var nobody = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
	argon2.Version, hashMemoryKiB, hashPasses, hashThreads)

// passwordIs reports whether a password has the hash.
func passwordIs(ctx context.Context, password, hash string) (bool, error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || utf8.RuneCountInString(password) > MaxPassword {
		return false, nil
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, fmt.Errorf("password hash: %w", err)
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return false, fmt.Errorf("password hash: %w", err)
	}
	got, err := stretch(ctx, password, salt)
	return err == nil && subtle.ConstantTimeCompare(got, want) == 1, err
}
