package base

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// shortestSecret is the length below which a secret is not looked for: replacing "ab" everywhere hides nothing and
// makes every text unreadable.
const shortestSecret = 4

// Redactor takes secrets out of texts. It is safe for concurrent use; the zero value and nil change nothing.
type Redactor struct{ replacer *strings.Replacer }

// NewRedactor makes a Redactor for the given secrets. It also finds them escaped for a URL or in JSON, and in base64, also
// within what was encoded together with them.
func NewRedactor(secrets ...Secret) *Redactor {
	var forms []string
	for _, s := range secrets {
		v := strings.TrimSpace(s.Reveal())
		if len(v) < shortestSecret {
			continue
		}
		forms = append(forms, v, url.QueryEscape(v), url.PathEscape(v))
		forms = append(append(forms, inJSON(v)...), inBase64(v)...)
		for line := range strings.Lines(v) { // a key in PEM form is logged line by line
			if line = strings.TrimSpace(line); len(line) >= 16 {
				forms = append(forms, line)
			}
		}
	}
	if len(forms) == 0 {
		return &Redactor{}
	}
	// The longest form first, so that a secret that contains another is replaced whole.
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) })
	pairs := make([]string, 0, 2*len(forms))
	for _, f := range forms {
		pairs = append(pairs, f, Secret(f).String())
	}
	return &Redactor{replacer: strings.NewReplacer(pairs...)}
}

// inBase64 gives a text in base64: alone, and as it comes out inside of another one, such as user and password of HTTP's Basic
// authentication. There the digits at its ends, which have bits of its neighbours too, are left out.
func inBase64(v string) []string {
	const shortest = 8 // digits of a part, fewer of which stand in any text
	forms := []string{base64.RawStdEncoding.EncodeToString([]byte(v)), base64.RawURLEncoding.EncodeToString([]byte(v))}
	for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			digits := encoding.EncodeToString(append(make([]byte, before), v...))
			from, to := (8*before+5)/6, 8*(before+len(v))/6
			if to-from >= shortest {
				forms = append(forms, digits[from:to])
			}
		}
	}
	return forms
}

// inJSON gives a text as the usual encoders write it between quotes: as it is, safe for HTML, and in ASCII.
func inJSON(v string) []string {
	var plain strings.Builder
	encoder := json.NewEncoder(&plain)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(v) // a text can be
	html, _ := json.Marshal(v)
	ascii := strings.Builder{}
	for _, r := range strings.TrimSpace(plain.String()) {
		if r < utf8.RuneSelf {
			ascii.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&ascii, `\u%04x`, unit)
		}
	}
	forms := []string{strings.TrimSpace(plain.String()), string(html), ascii.String()}
	for i, form := range forms {
		forms[i] = form[1 : len(form)-1]
	}
	return forms
}

// Redactor makes a Redactor for all secrets of the configuration.
func (c Config) Redactor() *Redactor {
	secrets := make([]Secret, 0, len(c.Secrets))
	for _, s := range c.Secrets {
		secrets = append(secrets, s)
	}
	return NewRedactor(secrets...)
}

// Text gives s without the secrets.
func (r *Redactor) Text(s string) string {
	if r == nil || r.replacer == nil {
		return s
	}
	return r.replacer.Replace(s)
}

// Error gives a copy of e whose texts carry no secrets and which has no cause.
func (r *Redactor) Error(e *Error) *Error {
	if e == nil {
		return nil
	}
	clean := *e
	clean.Err = nil
	clean.Code, clean.Message = r.Text(e.Code), r.Text(e.Message)
	clean.Fields = make([]FieldError, len(e.Fields))
	for i, f := range e.Fields {
		clean.Fields[i] = FieldError{Name: r.Text(f.Name), Code: r.Text(f.Code)}
	}
	if len(clean.Fields) == 0 {
		clean.Fields = nil
	}
	return &clean
}
