package sim

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// merchantKey gives the merchant's key: that of the file, which is made when there is none. Without a file it is a key that
// nobody has.
func merchantKey(file string) (*rsa.PrivateKey, error) {
	raw, err := os.ReadFile(file)
	if file == "" || errors.Is(err, fs.ErrNotExist) {
		return newMerchantKey(file)
	}
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(raw)
	if block == nil {
		return nil, fmt.Errorf("%s is no PEM", file)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	key, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%s is no RSA key", file)
	}
	return key, nil
}

func newMerchantKey(file string) (*rsa.PrivateKey, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil || file == "" {
		return key, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	return key, os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600)
}

// saltLengths by algorithm.
var saltLengths = map[string]int{"AMZN-PAY-RSASSA-PSS": 20, "AMZN-PAY-RSASSA-PSS-V2": 32}

// maxSkew is how far a request's date may be off.
const maxSkew = 15 * time.Minute

// verify checks a signature over a canonical request or a button payload.
func (s *Sim) verify(algorithm, text, signature string) bool {
	salt, known := saltLengths[algorithm]
	raw, err := base64.StdEncoding.DecodeString(signature)
	if !known || err != nil {
		return false
	}
	digest := sha256.Sum256([]byte(algorithm + "\n" + hexHash([]byte(text))))
	return rsa.VerifyPSS(s.cfg.PublicKey, crypto.SHA256, digest[:], raw, &rsa.PSSOptions{SaltLength: salt}) == nil
}

func hexHash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// authorization is the header of that name, taken apart.
type authorization struct{ algorithm, keyID, signed, signature string }

func readAuthorization(header string) (a authorization, ok bool) {
	algorithm, rest, _ := strings.Cut(header, " ")
	a.algorithm = algorithm
	for part := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "PublicKeyId":
			a.keyID = value
		case "SignedHeaders":
			a.signed = value
		case "Signature":
			a.signature = value
		default:
			return a, false
		}
	}
	return a, a.keyID != "" && a.signed != "" && a.signature != ""
}

// checkSignature rebuilds the canonical request from what arrived, and refuses what is not signed as documented.
func (s *Sim) checkSignature(r *http.Request, body []byte) *problem {
	a, ok := readAuthorization(r.Header.Get("Authorization"))
	if !ok {
		return fail(http.StatusBadRequest, "MissingHeader", "Authorization is missing or malformed")
	}
	target, err := url.ParseRequestURI(r.RequestURI)
	if err != nil {
		return fail(http.StatusBadRequest, "InvalidRequest", "the address cannot be read")
	}
	if p := checkHeaders(r, a, s.host()); p != nil {
		return p
	}
	var lines strings.Builder
	for name := range strings.SplitSeq(a.signed, ";") {
		lines.WriteString(name + ":" + strings.TrimSpace(r.Header.Get(name)) + "\n")
	}
	query := strings.ReplaceAll(target.Query().Encode(), "+", "%20")
	canonical := strings.Join([]string{r.Method, target.EscapedPath(), query, lines.String(), a.signed, hexHash(body)}, "\n")
	if !s.verify(a.algorithm, canonical, a.signature) {
		return fail(http.StatusForbidden, "InvalidRequestSignature", "the signature does not fit the request")
	}
	return checkEnvironment(target.Path, a.keyID)
}

// checkHeaders looks at the headers that must be there and signed, in order.
func checkHeaders(r *http.Request, a authorization, host string) *problem {
	signed := strings.Split(a.signed, ";")
	if !slices.IsSorted(signed) {
		return fail(http.StatusForbidden, "InvalidRequestSignature", "SignedHeaders are not in order")
	}
	must := []string{"accept", "content-type", "x-amz-pay-date", "x-amz-pay-host", "x-amz-pay-region"}
	if r.Header.Get("X-Amz-Pay-Idempotency-Key") != "" {
		must = append(must, "x-amz-pay-idempotency-key")
	}
	for _, name := range must {
		if r.Header.Get(name) == "" {
			return fail(http.StatusBadRequest, "MissingHeader", "%s is missing", name)
		}
		if !slices.Contains(signed, name) {
			return fail(http.StatusForbidden, "InvalidRequestSignature", "%s is not signed", name)
		}
	}
	at, err := time.Parse(stampLayout, r.Header.Get("X-Amz-Pay-Date"))
	if err != nil {
		at, err = time.Parse(time.RFC3339, r.Header.Get("X-Amz-Pay-Date"))
	}
	switch {
	case err != nil, time.Since(at).Abs() > maxSkew:
		return fail(http.StatusBadRequest, "InvalidHeaderValue", "x-amz-pay-date")
	case r.Header.Get("X-Amz-Pay-Region") != "eu":
		return fail(http.StatusBadRequest, "InvalidHeaderValue", "x-amz-pay-region")
	case r.Header.Get("X-Amz-Pay-Host") != host:
		return fail(http.StatusBadRequest, "InvalidHeaderValue", "x-amz-pay-host")
	case r.Header.Get("Content-Type") != "application/json", r.Header.Get("Accept") != "application/json":
		return fail(http.StatusBadRequest, "InvalidHeaderValue", "content-type and accept are application/json")
	}
	return nil
}

// checkEnvironment holds path and key against each other: a key that names its environment has none in the path.
func checkEnvironment(path, keyID string) *problem {
	id := strings.ToUpper(keyID)
	named := strings.HasPrefix(id, "LIVE") || strings.HasPrefix(id, "SANDBOX")
	inPath := strings.Contains(path, "/live/v2/") || strings.Contains(path, "/sandbox/v2/")
	if named == inPath {
		return fail(http.StatusBadRequest, "InvalidRequest", "the environment stands in the path or in the key's id")
	}
	return nil
}

func (s *Sim) host() string {
	u, err := url.Parse(s.cfg.BaseURL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
