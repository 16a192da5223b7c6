package base

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// SettingType is how the text of a setting is read.
type SettingType int32

// The types of setting. The zero value counts as SettingString.
const (
	SettingUnspecified SettingType = iota
	SettingString
	SettingInt
	SettingBool
	SettingDuration
	SettingURL
	SettingList // several texts, one a line
)

// Setting describes one entry of a plugin's configuration.
type Setting struct {
	Key      string // lower case with underscores, "client_id"
	Type     SettingType
	Secret   bool // never printed or logged; the host takes it from the environment or a file
	Required bool
	Default  string // used when the setting is missing; never for a secret
	Choices  []string
	Help     string // one English sentence for the operator
}

// Secret is a value that does not print: fmt, JSON and slog show "[secret]".
type Secret string

// Reveal gives the value.
func (s Secret) Reveal() string { return string(s) }

// String gives "[secret]", or nothing for an empty one.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "[secret]"
}

// GoString keeps %#v from printing the value.
func (s Secret) GoString() string { return strconv.Quote(s.String()) }

// MarshalText keeps encoders from printing the value.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Config is a plugin's configuration. The readers below assume that Check has passed; New sees to that.
type Config struct {
	Values  map[string]string
	Secrets map[string]Secret
}

// String gives a setting's text, "" when it is missing.
func (c Config) String(key string) string { return c.Values[key] }

// Secret gives a secret setting.
func (c Config) Secret(key string) Secret { return c.Secrets[key] }

// Int gives a whole number, 0 when it is missing.
func (c Config) Int(key string) int64 {
	n, _ := strconv.ParseInt(c.Values[key], 10, 64)
	return n
}

// Bool gives a truth value, false when it is missing.
func (c Config) Bool(key string) bool { return c.Values[key] == "true" }

// Duration gives a duration, 0 when it is missing.
func (c Config) Duration(key string) time.Duration {
	d, _ := time.ParseDuration(c.Values[key])
	return d
}

// List gives the texts of a list without empty lines.
func (c Config) List(key string) []string {
	var out []string
	for line := range strings.Lines(c.Values[key]) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// Span gives the two whole numbers of a setting FROM-TO, such as "2-4". ok is false when they make none.
func (c Config) Span(key string) (from, to int, ok bool) {
	first, last, _ := strings.Cut(c.Values[key], "-")
	from, errFrom := strconv.Atoi(first)
	to, errTo := strconv.Atoi(last)
	return from, to, errFrom == nil && errTo == nil && from >= 0 && to >= from
}

// Check holds the configuration against a schema and gives it back with the defaults filled in. The error is of
// CallerFault with code CodeInvalidConfig; its fields carry "required", "unknown", "secret_expected", "not_secret" or
// "invalid" and never a value.
func (c Config) Check(schema []Setting) (Config, error) {
	out := Config{Values: map[string]string{}, Secrets: map[string]Secret{}}
	var wrong []FieldError
	known := map[string]bool{}
	for _, s := range schema {
		known[s.Key] = true
		if code := c.take(s, out); code != "" {
			wrong = append(wrong, FieldError{Name: s.Key, Code: code})
		}
	}
	for key := range c.Values {
		if !known[key] {
			wrong = append(wrong, FieldError{Name: key, Code: "unknown"})
		}
	}
	for key := range c.Secrets {
		if !known[key] {
			wrong = append(wrong, FieldError{Name: key, Code: "unknown"})
		}
	}
	if len(wrong) > 0 {
		slices.SortFunc(wrong, func(a, b FieldError) int { return strings.Compare(a.Name, b.Name) })
		return Config{}, CallerFault(CodeInvalidConfig, "the configuration does not fit the plugin", wrong...)
	}
	return out, nil
}

// take copies one setting to out and gives the code of what is wrong with it.
func (c Config) take(s Setting, out Config) string {
	value, plain := c.Values[s.Key]
	secret, hidden := c.Secrets[s.Key]
	switch {
	case s.Secret && plain:
		return "secret_expected"
	case !s.Secret && hidden:
		return "not_secret"
	case s.Secret:
		value = secret.Reveal()
	case !plain || value == "":
		value = s.Default
	}
	if value == "" {
		if s.Required {
			return "required"
		}
		return ""
	}
	if !s.accepts(value) {
		return "invalid"
	}
	if s.Secret {
		out.Secrets[s.Key] = secret
	} else {
		out.Values[s.Key] = value
	}
	return ""
}

func (s Setting) accepts(value string) bool {
	if len(s.Choices) > 0 && !slices.Contains(s.Choices, value) {
		return false
	}
	switch s.Type {
	case SettingInt:
		_, err := strconv.ParseInt(value, 10, 64)
		return err == nil
	case SettingBool:
		return value == "true" || value == "false"
	case SettingDuration:
		_, err := time.ParseDuration(value)
		return err == nil
	case SettingURL:
		u, err := url.Parse(value)
		return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
	}
	return true
}
