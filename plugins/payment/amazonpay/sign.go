package main

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// The signature that Amazon asks for: RSA-PSS with SHA-256 and a salt of 32 bytes.
const (
	algorithm  = "AMZN-PAY-RSASSA-PSS-V2"
	saltLength = 32
)

// signer signs requests and button payloads with the merchant's key.
type signer struct {
	keyID string
	key   *rsa.PrivateKey
}

// authorization gives the Authorization header of a request. headers are those to sign, by lower-case name.
func (s *signer) authorization(method string, u *url.URL, headers map[string]string, body []byte) (string, error) {
	signature, err := s.sign(canonicalRequest(method, u.EscapedPath(), u.Query(), headers, body))
	if err != nil {
		return "", err
	}
	return algorithm + " PublicKeyId=" + s.keyID + ", SignedHeaders=" + signedHeaders(headers) + ", Signature=" + signature, nil
}

// sign gives the signature of a canonical request or a button payload, in base64.
func (s *signer) sign(text string) (string, error) {
	digest := sha256.Sum256([]byte(stringToSign(text)))
	raw, err := rsa.SignPSS(rand.Reader, s.key, crypto.SHA256, digest[:], &rsa.PSSOptions{SaltLength: saltLength})
	return base64.StdEncoding.EncodeToString(raw), err
}

func stringToSign(text string) string { return algorithm + "\n" + hash([]byte(text)) }

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func canonicalRequest(method, path string, query url.Values, headers map[string]string, body []byte) string {
	if path == "" {
		path = "/"
	}
	return strings.Join([]string{
		method, path, canonicalQuery(query), canonicalHeaders(headers), signedHeaders(headers), hash(body),
	}, "\n")
}

// canonicalQuery sorts by name and writes a blank as %20, as RFC 3986 has it.
func canonicalQuery(query url.Values) string {
	return strings.ReplaceAll(query.Encode(), "+", "%20")
}

// canonicalHeaders gives one line a header, each with its line break.
func canonicalHeaders(headers map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		b.WriteString(name + ":" + strings.TrimSpace(headers[name]) + "\n")
	}
	return b.String()
}

func signedHeaders(headers map[string]string) string {
	return strings.Join(slices.Sorted(maps.Keys(headers)), ";")
}
