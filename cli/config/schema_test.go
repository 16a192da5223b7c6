package config_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
)

func TestEverySettingIsDocumented(t *testing.T) {
	count := 0
	for _, section := range config.Schema() {
		require.NotEmpty(t, section.Doc, section.Name)
		for _, s := range section.Settings {
			require.NotEmpty(t, s.Doc, s.Key)
			count++
		}
	}
	require.Greater(t, count, 40, "the walk must see the settings")
}

func shown(t *testing.T, o config.Options) map[string]config.Setting {
	t.Helper()
	list, err := config.Show(o)
	require.NoError(t, err)
	byKey := map[string]config.Setting{}
	for _, s := range list {
		byKey[s.Key] = s
	}
	return byKey
}

func TestShowTellsWhereEachValueIsFrom(t *testing.T) {
	root := inProject(t, "log:\n  level: warn\n  format: text\ntemporal:\n  namespace: a\n")
	profile := filepath.Join(root, "configs", "kontor.staging.yaml")
	require.NoError(t, os.WriteFile(profile, []byte("log:\n  format: json\n"), 0o644))
	t.Setenv("KONTOR_TEMPORAL_NAMESPACE", "b")
	t.Setenv("KONTOR_HTTP_ADDR", "127.0.0.1:2")

	got := shown(t, config.Options{Profile: "staging", Set: []string{"http.addr=127.0.0.1:1", "http.drain=5s"}})
	for key, want := range map[string][2]string{
		"http.addr":          {"127.0.0.1:1", "command line"},
		"http.drain":         {"5s", "command line"},
		"temporal.namespace": {"b", "environment"},
		"log.format":         {"json", profile},
		"log.level":          {"warn", filepath.Join(root, "configs", "kontor.yaml")},
		"temporal.taskQueue": {"kontor", "default"},
	} {
		require.Equal(t, want, [2]string{got[key].Value.(string), got[key].Source}, key)
	}
	c, err := config.Read(config.Options{Set: []string{"http.drain=5s"}})
	require.NoError(t, err)
	require.Equal(t, 5*time.Second, c.HTTP.Drain)
}

func TestShowHidesSecrets(t *testing.T) {
	inProject(t, "database:\n  url: postgres://shop:hunter2@db/shop\nmail:\n  smtp: smtp://u:hunter2@mail:25\nsearch:\n  meili:\n    key: hunter2\n"+
		"customer:\n  sealKey: hunter2\n  formerSealKey: hunter2\ncampus:\n  key: hunter2\n  formerKey: hunter2\n")
	list, err := config.Show(config.Options{})
	require.NoError(t, err)
	text, err := json.Marshal(list)
	require.NoError(t, err)
	require.NotContains(t, string(text), "hunter2")
	require.Contains(t, string(text), "postgres://shop:hidden@db/shop", "the rest of the address is told")
}

func TestUnknownKeysAreNamedWithTheNearest(t *testing.T) {
	inProject(t, "http:\n  adr: 127.0.0.1:1\nlog:\n  leveel: info\n")
	_, err := config.Read(config.Options{})
	require.ErrorContains(t, err, "did you mean http.addr?")
	require.ErrorContains(t, err, "did you mean log.level?", "all of them at once")

	_, err = config.Read(config.Options{Set: []string{"http.adr=1"}})
	require.ErrorContains(t, err, "http.adr")
	require.Equal(t, []string{"KONTOR_HTTP_ADRR"}, config.UnknownVariables([]string{"KONTOR_HTTP_ADRR=1", "KONTOR_HTTP_ADDR=1", "HOME=/"}))
}

func TestValidateNamesEveryWrongValue(t *testing.T) {
	inProject(t, "")
	c, err := config.Read(config.Options{})
	require.NoError(t, err)
	require.Empty(t, c.Validate(), "the defaults are right")

	for _, wrong := range []string{
		"chat.script=chat.example", "chat.hours=sometimes", "payLater.script=https://offers.example/a.js", "ratings.script=javascript:0",
		"whiteLabel.name=Grafikwerk",
		"http.addr=8080", "http.addr=127.0.0.1:99999", "http.publicURL=shop.example", "http.publicURL=https://shop.example/", "http.drain=-1s", "http.proxies=10.0.0.1",
		"storefront.addr=x", "database.url=mysql://db/shop", "temporal.address=temporal", "temporal.namespace=", "temporal.taskQueue=",
		"search.engine=elastic", "search.meili.url=meili:7700", "mail.smtp=http://mail", "mail.from=Kontor", "customer.sealKey=abc", "customer.formerSealKey=abc",
		"market.withdrawalDays=-1", "campus.key=abc", "campus.formerKey=abc", "simulator.addr=x", "log.level=loud", "log.format=xml", "otel.endpoint=x", "otel.percent=101", "admin.addr=x",
		"devstack.postgresPort=0", "devstack.temporalPort=32761", "devstack.meiliPort=-1", "devstack.smtpPort=65536", "devstack.mailPort=0",
	} {
		c, err := config.Read(config.Options{Set: []string{wrong}})
		require.NoError(t, err, wrong)
		require.Len(t, c.Validate(), 1, wrong)
	}
	c, err = config.Read(config.Options{Set: []string{"log.level=loud"}})
	require.NoError(t, err)
	require.EqualError(t, c.Validate()[0], `log.level (KONTOR_LOG_LEVEL): is "loud", not one of debug, info, warn, error`)
}

func TestAPortIsOnesOwn(t *testing.T) {
	for _, c := range []struct {
		set []string
		two string // settings that want one port, the second first; "" for none
	}{
		{[]string{"http.addr=127.0.0.1:3000", "storefront.addr=127.0.0.1:3000"}, "storefront.addr http.addr"},
		{[]string{"http.addr=:3000", "storefront.addr=127.0.0.1:3000"}, "storefront.addr http.addr"},
		{[]string{"http.addr=localhost:3000", "admin.addr=127.0.0.1:3000", "storefront.addr=storefront:3000"}, "admin.addr http.addr"},
		{[]string{"devstack.postgresPort=18025"}, "devstack.smtpPort devstack.postgresPort"},
		{[]string{"devstack.mailPort=17240"}, "devstack.mailPort devstack.temporalPort"},
		{[]string{"devstack.mailPort=17241"}, ""},
		{[]string{"http.addr=127.0.0.1:15432"}, "devstack.postgresPort http.addr"},
		{[]string{"http.addr=127.0.0.1:15432", "database.url=postgres://db/shop"}, ""},
		{[]string{"http.addr=:8090", "database.url=postgres://db/shop", "temporal.address=temporal:7233"}, ""},
		{[]string{"http.addr=:8080", "storefront.addr=storefront:8080"}, ""},
		{[]string{"http.addr=127.0.0.1:0", "storefront.addr=127.0.0.1:0"}, ""},
		{[]string{"http.addr=10.0.0.1:3000", "storefront.addr=10.0.0.2:3000"}, ""},
	} {
		read, err := config.Read(config.Options{Set: c.set})
		require.NoError(t, err)
		wrong := read.Validate()
		if c.two == "" {
			require.Empty(t, wrong, c.set)
			continue
		}
		require.Len(t, wrong, 1, c.set)
		second, first, _ := strings.Cut(c.two, " ")
		require.ErrorContains(t, wrong[0], second+" ("+config.EnvName(second)+"): has the port")
		require.ErrorContains(t, wrong[0], "as "+first+" (")
	}
}

func TestUnknownKeysOfAllFilesAreNamed(t *testing.T) {
	root := inProject(t, "http:\n  adr: 127.0.0.1:1\nzeta: 1\n")
	require.NoError(t, os.WriteFile(filepath.Join(root, "configs/kontor.staging.yaml"), []byte("log:\n  leveel: info\n"), 0o600))
	_, err := config.Read(config.Options{Profile: "staging"})
	all, ok := err.(interface{ Unwrap() []error })
	require.True(t, ok, "%v", err)
	require.Len(t, all.Unwrap(), 3)
	require.ErrorContains(t, all.Unwrap()[0], `kontor.yaml: there is no setting "http.adr" (did you mean http.addr?)`)
	require.ErrorContains(t, all.Unwrap()[2], `kontor.staging.yaml: there is no setting "log.leveel"`)
}

// Also of what is no address that could be taken apart, which is how a password with a slash in it comes to be seen.
func TestNoPasswordOfAnAddressIsShown(t *testing.T) {
	for address, want := range map[string]string{
		"postgres://shop:pw@db/shop":                           "postgres://shop:hidden@db/shop",
		"postgres://shop:p/a#s?s@w%zz@db/shop?sslmode=disable": "postgres://shop:hidden@db/shop?sslmode=disable",
		"postgres://db/shop?user=shop&password=pw&x=1":         "postgres://db/shop?user=shop&password=hidden&x=1",
		"host=db password='p w' sslpassword=pw user=shop":      "host=db password=hidden sslpassword=hidden user=shop",
		"smtps://:pw@mail:465":                                 "smtps://:hidden@mail:465",
		"https://shop.example:8443/a?b=c":                      "https://shop.example:8443/a?b=c",
		"https://cdn.example/chat@1.2/chat.js":                 "https://cdn.example/chat@1.2/chat.js",
		"Kontor <shop@kontor.example>":                         "Kontor <shop@kontor.example>",
		"postgres://shop@db/shop":                              "postgres://shop@db/shop",
	} {
		require.Equal(t, want, config.WithoutPassword(address))
	}
	t.Setenv("KONTOR_DATABASE_URL", "postgres://shop:hunter/2@db/shop")
	require.Equal(t, "postgres://shop:hidden@db/shop", shown(t, config.Options{})["database.url"].Value)
	c, err := config.Read(config.Options{})
	require.NoError(t, err)
	require.Len(t, c.Validate(), 1)
	require.ErrorContains(t, c.Validate()[0], "/ %2F")
	require.NotContains(t, c.Validate()[0].Error(), "hunter")
}
