package address

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// EmailLocalPart is the pattern of what stands before the @.
const EmailLocalPart = "^[A-Za-z0-9_.!#%&'*+\\-/=?^`{|}~]+$"

// The reasons why an e-mail address is wrong, from the first that a person would see. They are translation keys.
const (
	EmailNoAt        = "email_no_at"
	EmailNoLocalPart = "email_no_local_part"
	EmailCharacter   = "email_invalid_characters"
	EmailNoDomain    = "email_no_domain"
	EmailNoTLD       = "email_no_tld"
	EmailBadTLD      = "email_invalid_tld"
	EmailInvalid     = "email_invalid"
)

var (
	localPart = regexp.MustCompile(EmailLocalPart)
	label     = regexp.MustCompile(`^[A-Za-z0-9äöüÄÖÜß]([A-Za-z0-9äöüÄÖÜß-]*[A-Za-z0-9äöüÄÖÜß])?$`)
	topLevel  = regexp.MustCompile(`^[A-Za-z]{2,}$`)
)

// Email gives the address as the shop keeps it, and the reason why it is wrong or "": trimmed, and a domain with umlauts in small
// letters, whether it was typed so or as xn--, which is what some browsers make of it.
func Email(text string) (email, reason string) {
	email = strings.TrimSpace(text)
	r := ruleOf("email")
	switch n := utf8.RuneCountInString(email); {
	case n == 0:
		return email, Missing
	case n > r.Max:
		return email, TooLong
	}
	at := strings.LastIndexByte(email, '@')
	if at < 0 {
		return email, EmailNoAt
	}
	local, domain := email[:at], email[at+1:]
	switch {
	case local == "":
		return email, EmailNoLocalPart
	case !localPart.MatchString(local):
		return email, EmailCharacter
	case strings.HasPrefix(local, "."), strings.HasSuffix(local, "."), strings.Contains(local, ".."):
		return email, EmailInvalid
	case domain == "":
		return email, EmailNoDomain
	}
	domain = withUmlauts(domain)
	return local + "@" + domain, checkDomain(domain)
}

// withUmlauts writes umlauts as such. Domains with other letters stay as they were typed.
func withUmlauts(domain string) string {
	const umlauts = "äöüÄÖÜß"
	if !strings.ContainsAny(domain, umlauts) && !strings.Contains(strings.ToLower(domain), "xn--") {
		return domain
	}
	labels := strings.Split(strings.ToLower(domain), ".")
	for i, l := range labels {
		if plain, err := idna.Punycode.ToUnicode(l); err == nil && strings.ContainsAny(plain, umlauts) && label.MatchString(plain) {
			labels[i] = plain
		}
	}
	return strings.Join(labels, ".")
}

// InASCII writes the domain of an e-mail address as every mail server and every provider takes it: with an umlaut in it, many
// refuse it. A domain that cannot be written so stays as it is, for them to judge.
func InASCII(email string) string {
	at := strings.LastIndexByte(email, '@')
	domain, err := idna.Lookup.ToASCII(email[at+1:])
	if err != nil {
		return email
	}
	return email[:at+1] + domain
}

func checkDomain(domain string) string {
	dot := strings.LastIndexByte(domain, '.')
	switch {
	case dot < 0 || dot == len(domain)-1:
		return EmailNoTLD
	case dot == 0:
		return EmailNoDomain
	case !topLevel.MatchString(domain[dot+1:]):
		return EmailBadTLD
	}
	for part := range strings.SplitSeq(domain[:dot], ".") {
		if !label.MatchString(part) {
			return EmailInvalid
		}
	}
	return ""
}
