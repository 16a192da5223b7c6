package sim

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

// merchantPEM is the key of the merchant that the simulator knows when it is told of no other. The shop's default settings
// hold the same, so it is no secret.
//
//go:embed merchant.pem
var merchantPEM []byte

func ownMerchant() (*rsa.PublicKey, error) {
	block, _ := pem.Decode(merchantPEM)
	if block == nil {
		return nil, errors.New("merchant.pem is no PEM")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("merchant.pem is no RSA key")
	}
	return &key.PublicKey, nil
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
