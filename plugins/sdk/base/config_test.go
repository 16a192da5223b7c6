package base_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
)

var schema = []base.Setting{
	{Key: "key", Secret: true, Required: true},
	{Key: "retries", Type: base.SettingInt, Default: "3"},
	{Key: "live", Type: base.SettingBool},
	{Key: "wait", Type: base.SettingDuration},
	{Key: "api", Type: base.SettingURL},
	{Key: "hosts", Type: base.SettingList},
	{Key: "mode", Choices: []string{"a", "b"}},
}

func TestCheckFillsAndReads(t *testing.T) {
	c, err := base.Config{
		Values: map[string]string{
			"live": "true", "wait": "90s", "api": "https://api.example/v2", "hosts": "a\n\n b \n", "mode": "b",
		},
		Secrets: map[string]base.Secret{"key": "s3cret"},
	}.Check(schema)
	require.NoError(t, err)
	require.EqualValues(t, 3, c.Int("retries"))
	require.True(t, c.Bool("live"))
	require.Equal(t, 90*time.Second, c.Duration("wait"))
	require.Equal(t, []string{"a", "b"}, c.List("hosts"))
	require.Equal(t, "s3cret", c.Secret("key").Reveal())
}

func TestCheckNamesWhatIsWrongAndNoValue(t *testing.T) {
	_, err := base.Config{
		Values: map[string]string{
			"key": "in-the-open", "retries": "many", "live": "yes", "wait": "soon", "api": "ftp://x", "mode": "c", "other": "x",
		},
		Secrets: map[string]base.Secret{"hosts": "hidden-hosts", "more": "hidden-more"},
	}.Check(schema)
	var e *base.Error
	require.ErrorAs(t, err, &e)
	require.Equal(t, base.FaultCaller, e.Fault)
	require.Equal(t, []base.FieldError{
		{Name: "api", Code: "invalid"}, {Name: "hosts", Code: "not_secret"}, {Name: "key", Code: "secret_expected"},
		{Name: "live", Code: "invalid"}, {Name: "mode", Code: "invalid"}, {Name: "more", Code: "unknown"},
		{Name: "other", Code: "unknown"}, {Name: "retries", Code: "invalid"}, {Name: "wait", Code: "invalid"},
	}, e.Fields)
	for _, value := range []string{"in-the-open", "hidden", "many", "ftp"} {
		require.NotContains(t, err.Error(), value)
	}
	_, err = base.Config{}.Check(schema)
	require.ErrorAs(t, err, &e)
	require.Equal(t, []base.FieldError{{Name: "key", Code: "required"}}, e.Fields)
}

func TestSecretsDoNotPrint(t *testing.T) {
	c := base.Config{Secrets: map[string]base.Secret{"k": "hunter2hunter2"}}
	encoded, err := json.Marshal(c)
	require.NoError(t, err)
	for _, text := range []string{fmt.Sprint(c), fmt.Sprintf("%v %+v %#v %s %q", c, c, c, c.Secrets["k"], c.Secrets["k"]), string(encoded)} {
		require.NotContains(t, text, "hunter2")
	}
}

// The password of Basic authentication is encoded together with the user, so that it begins anywhere in a group of digits.
func TestASecretIsFoundWithinBase64(t *testing.T) {
	for _, secret := range []base.Secret{"hunter2hunter2", "hunter2hunter2x", "hunter2hunter2xy", "?>?>ü?>?>ü?>?>ü"} {
		r := base.NewRedactor(secret)
		for _, user := range []string{"", "a:", "ab:", "abc:", "abcd:"} {
			for _, after := range []string{"", "!", "!!", "!!!"} {
				for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.RawURLEncoding} {
					text := r.Text("Authorization: Basic " + encoding.EncodeToString([]byte(user+secret.Reveal()+after)))
					require.Contains(t, text, "[secret]", "%q %q", user, after)
					require.LessOrEqual(t, len(text), len("Authorization: Basic [secret]")+16, "no more than ends that have bits of the neighbours")
				}
			}
		}
	}
	require.Equal(t, "Basic dXNlcg==", base.NewRedactor("abcd").Text("Basic dXNlcg=="))
}

func TestRedactor(t *testing.T) {
	r := base.NewRedactor("hunter2&more", "hunter2&more-and-longer", "ab", "-----BEGIN KEY-----\nAAAABBBBCCCCDDDDEEEE\n-----END KEY-----")
	for in, want := range map[string]string{
		"key=hunter2&more":                    "key=[secret]",
		"key=hunter2%26more!":                 "key=[secret]!",
		"hunter2&more-and-longer":             "[secret]",
		"basic aHVudGVyMiZtb3Jl":              "basic [secret]",
		"ab stays, it is too short":           "ab stays, it is too short",
		"a line: AAAABBBBCCCCDDDDEEEE of key": "a line: [secret] of key",
	} {
		require.Equal(t, want, r.Text(in))
	}
	escaped := base.NewRedactor(`pass"wörd&1`)
	for _, line := range []string{`{"key":"pass\"wörd&1"}`, `{"key":"pass\"wörd\u00261"}`, `{"key":"pass\"w\u00f6rd&1"}`} {
		require.Equal(t, `{"key":"[secret]"}`, escaped.Text(line), "as the encoders of JSON write it")
	}
	told := &base.Error{Code: "x", Message: "hunter2&more", Err: fmt.Errorf("hunter2&more"), Retryable: true,
		Fields: []base.FieldError{{Name: "hunter2&more", Code: "required"}, {Name: "b", Code: "hunter2&more"}}}
	require.Equal(t, &base.Error{Code: "x", Message: "[secret]", Retryable: true,
		Fields: []base.FieldError{{Name: "[secret]", Code: "required"}, {Name: "b", Code: "[secret]"}}}, r.Error(told))
	require.Equal(t, "hunter2&more", told.Fields[0].Name, "the plugin's own error stays")
	require.Nil(t, r.Error(&base.Error{Code: "x"}).Fields)
	require.Equal(t, "[secret] abc", base.NewRedactor("abcd", "abc").Text("abcd abc"), "four characters are a secret")
	var none *base.Redactor
	require.Equal(t, "x", none.Text("x"))
	require.Nil(t, none.Error(nil))
}
