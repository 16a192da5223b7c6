package config

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/viper"

	"kontor.dev/kontor/core/chat"
	"kontor.dev/kontor/core/site"
	"kontor.dev/kontor/core/typo"
)

// Validate tells of every setting whose value cannot work, one error each with the setting's name in front. What a
// value points to, as a server or a file, is not looked at: `kontor doctor` does.
func (c Config) Validate() []error {
	var wrong []error
	check := func(key string, err error) {
		if err != nil {
			wrong = append(wrong, &InvalidError{[]string{key}, fmt.Errorf("%s (%s): %w", key, EnvName(key), err)})
		}
	}
	check("http.addr", hostPort(c.HTTP.Addr))
	check("http.publicURL", origin(c.HTTP.PublicURL))
	check("http.drain", notNegative(int64(c.HTTP.Drain)))
	check("http.concurrency", notNegative(int64(c.HTTP.Concurrency)))
	check("http.connections", notNegative(int64(c.HTTP.Connections)))
	_, err := c.TrustedProxies()
	check("http.proxies", err)
	check("storefront.addr", hostPort(c.Storefront.Addr))
	check("database.url", empty(c.Database.URL, addressOf("postgres", "postgresql")))
	check("temporal.address", empty(c.Temporal.Address, hostPort))
	check("temporal.namespace", needed(c.Temporal.Namespace))
	check("temporal.taskQueue", needed(c.Temporal.TaskQueue))
	check("search.engine", oneOf(c.Search.Engine, "auto", "bleve", "meili"))
	check("search.meili.url", empty(c.Search.Meili.URL, addressOf("http", "https")))
	check("mail.smtp", empty(c.Mail.SMTP, smtp))
	check("mail.from", sender(c.Mail.From))
	check("customer.sealKey", empty(c.Customer.SealKey, sealKey))
	check("customer.formerSealKey", empty(c.Customer.FormerSealKey, former(sealKey, c.Customer.SealKey)))
	check("customer.unusedMonths", unusedMonths(c.Customer.UnusedMonths))
	check("market.withdrawalDays", notNegative(int64(c.Market.WithdrawalDays)))
	_, err = c.Artwork()
	check("market.guaranteeArtwork", err)
	_, err = chat.New(c.Chat.Script, "")
	check("chat.script", err)
	_, err = chat.ParseHours(c.Chat.Hours)
	check("chat.hours", err)
	_, err = site.NewThirdParty(site.PayLaterService, c.PayLater.Script, c.PayLater.Name)
	check("payLater.script", err)
	_, err = site.NewThirdParty(site.RatingsService, c.Ratings.Script, c.Ratings.Name)
	check("ratings.script", err)
	_, err = site.New(site.Settings(c.WhiteLabel))
	check("whiteLabel.name", err)
	check("campus.key", empty(c.Campus.Key, campusKey))
	check("campus.formerKey", empty(c.Campus.FormerKey, former(campusKey, c.Campus.Key)))
	check("simulator.addr", hostPort(c.Simulator.Addr))
	check("log.level", logLevel(c.Log.Level))
	check("log.format", oneOf(c.Log.Format, "text", "json"))
	check("otel.endpoint", empty(c.OTel.Endpoint, addressOf("http", "https")))
	check("otel.percent", within(c.OTel.Percent, 0, 100))
	check("admin.addr", empty(c.Admin.Addr, hostPort))
	check("devstack.postgresPort", port(c.Devstack.PostgresPort))
	check("devstack.temporalPort", within(c.Devstack.TemporalPort, 1, 32760))
	check("devstack.meiliPort", port(c.Devstack.MeiliPort))
	check("devstack.smtpPort", port(c.Devstack.SMTPPort))
	check("devstack.mailPort", port(c.Devstack.MailPort))
	return append(wrong, c.sharedPorts()...)
}

// TrustedProxies gives the networks of http.proxies.
func (c Config) TrustedProxies() ([]netip.Prefix, error) {
	var list []netip.Prefix
	for text := range strings.SplitSeq(c.HTTP.Proxies, ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("%q is no network like 10.0.0.0/8", text)
		}
		list = append(list, p.Masked())
	}
	return list, nil
}

// unknownIn names the keys of a file that are no settings.
func unknownIn(path string) []error {
	v := viper.New()
	v.SetConfigFile(path)
	if err := v.ReadInConfig(); err != nil {
		return []error{err}
	}
	known := keys()
	var unknown []error
	for _, key := range slices.Sorted(slices.Values(v.AllKeys())) { // viper gives them in lower case
		if !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, key) }) {
			unknown = append(unknown, fmt.Errorf("%s: there is no setting %q%s", path, key, nearest(key)))
		}
	}
	return unknown
}

// UnknownVariables names the variables of environ ("NAME=value") that look like settings and are none. The names that
// plugins.yaml and the tools use are the caller's to take out.
func UnknownVariables(environ []string) []string {
	var names []string
	for _, v := range environ {
		name, _, _ := strings.Cut(v, "=")
		known := func(key string) bool { return EnvName(key) == name }
		if strings.HasPrefix(name, "KONTOR_") && name != "KONTOR_PROFILE" && !slices.ContainsFunc(keys(), known) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// nearest suggests the setting that was probably meant.
func nearest(key string) string {
	best := typo.Nearest(key, keys())
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

func empty(text string, valid func(string) error) error {
	if text == "" {
		return nil
	}
	return valid(text)
}

func needed(text string) error {
	if text == "" {
		return errors.New("is needed")
	}
	return nil
}

func hostPort(text string) error {
	_, number, err := net.SplitHostPort(text)
	if err != nil {
		return errors.New("is no host:port")
	}
	n, err := strconv.Atoi(number)
	if err != nil {
		return errors.New("is no host:port")
	}
	return within(n, 0, 65535)
}

func addressOf(schemes ...string) func(string) error {
	return func(text string) error {
		u, err := url.Parse(text)
		if scheme, _, _ := strings.Cut(text, "://"); err != nil && slices.Contains(schemes, scheme) {
			return errors.New("is no address: in a user's name and password % is written %25, / %2F, ? %3F, # %23, @ %40, and : %3A")
		}
		if err != nil || u.Host == "" || !slices.Contains(schemes, u.Scheme) {
			return fmt.Errorf("is no address that begins with %s://", strings.Join(schemes, ":// or ")) // its text may hold a password
		}
		return nil
	}
}

func origin(text string) error {
	if err := addressOf("http", "https")(text); err != nil {
		return err
	}
	if u, _ := url.Parse(text); u.Path != "" || u.RawQuery != "" || u.User != nil {
		return errors.New("is an origin: scheme, host and port alone, no slash at the end")
	}
	return nil
}

func smtp(text string) error {
	if strings.Contains(text, "://") {
		return addressOf("smtp", "smtps")(text)
	}
	return hostPort(text)
}

func sender(text string) error {
	if _, err := mail.ParseAddress(text); err != nil {
		return errors.New("is no sender like Kontor <shop@kontor.example>")
	}
	return nil
}

func sealKey(text string) error {
	if key, err := hex.DecodeString(text); err != nil || len(key) != 32 {
		return errors.New("is not 64 hexadecimal digits")
	}
	return nil
}

// former checks a key before, which is none when it is today's.
func former(form func(string) error, today string) func(string) error {
	return func(text string) error {
		if strings.TrimSpace(text) == strings.TrimSpace(today) {
			return errors.New("is the key of today: leave it empty")
		}
		return form(text)
	}
}

func unusedMonths(n int) error {
	if n != 0 && n < 12 {
		return fmt.Errorf("is %d, not 0, or 12 or more: who comes once a year uses the account", n)
	}
	return nil
}

func campusKey(text string) error {
	if key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text)); err != nil || len(key) != 32 {
		return errors.New("is not 32 bytes in base64")
	}
	return nil
}

func oneOf(text string, choices ...string) error {
	if !slices.Contains(choices, text) {
		return fmt.Errorf("is %q, not one of %s", text, strings.Join(choices, ", "))
	}
	return nil
}

func logLevel(text string) error {
	if new(slog.Level).UnmarshalText([]byte(text)) != nil {
		return oneOf(text, "debug", "info", "warn", "error")
	}
	return nil
}

func port(n int) error { return within(n, 1, 65535) }

func notNegative(n int64) error {
	if n < 0 {
		return errors.New("is negative")
	}
	return nil
}

func within(n, least, most int) error {
	if n < least || n > most {
		return fmt.Errorf("is %d, not from %d to %d", n, least, most)
	}
	return nil
}
