package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
)

// inProject makes a folder with configs/kontor.yaml and goes into a folder below it, without settings from outside.
func inProject(t *testing.T, yaml string) string {
	t.Helper()
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); strings.HasPrefix(name, "KONTOR_") {
			t.Setenv(name, "") // so that it is restored
			require.NoError(t, os.Unsetenv(name))
		}
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(root, "configs"), 0o755))
	require.NoError(t, os.MkdirAll(filepath.Join(root, "deep", "inside"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(root, "configs", "kontor.yaml"), []byte(yaml), 0o644))
	t.Chdir(filepath.Join(root, "deep", "inside"))
	return root
}

func TestFileThenProfileThenEnvironment(t *testing.T) {
	root := inProject(t, "http:\n  addr: 127.0.0.1:1\nlog:\n  level: warn\n")
	profile := filepath.Join(root, "configs", "kontor.staging.yaml")
	require.NoError(t, os.WriteFile(profile, []byte("log:\n  level: debug\n  format: json\n"), 0o644))
	t.Setenv("KONTOR_PROFILE", "staging")
	t.Setenv("KONTOR_LOG_FORMAT", "text")
	t.Setenv("KONTOR_HTTP_PUBLIC_URL", "https://shop.example")

	c, err := config.Read(config.Options{})
	require.NoError(t, err)
	require.Equal(t, "127.0.0.1:1", c.HTTP.Addr, "from the file")
	require.Equal(t, "debug", c.Log.Level, "from the profile")
	require.Equal(t, "text", c.Log.Format, "from the environment")
	require.Equal(t, "https://shop.example", c.HTTP.PublicURL)
	require.Equal(t, "kontor", c.Temporal.Namespace, "the default")
	require.Equal(t, filepath.Join(root, ".kontor"), c.State.Dir, "paths start at the folder above configs")
}

// Without the file below it a profile would be left out in silence.
func TestAProfileNeedsItsFile(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := config.Read(config.Options{})
	require.NoError(t, err)
	_, err = config.Read(config.Options{Profile: "staging"})
	require.ErrorContains(t, err, `the profile "staging"`)
	t.Setenv("KONTOR_PROFILE", "production")
	_, err = config.Read(config.Options{})
	require.ErrorContains(t, err, `the profile "production"`)
}

func TestMistypedKeyIsRefused(t *testing.T) {
	inProject(t, "htpp:\n  addr: 127.0.0.1:1\n")
	_, err := config.Read(config.Options{})
	require.ErrorContains(t, err, "htpp.addr")
}

func TestRunningStackIsFound(t *testing.T) {
	root := inProject(t, "")
	state, err := devstack.Own(filepath.Join(root, ".kontor"))
	require.NoError(t, err)
	require.NoError(t, state.Publish(devstack.Info{PID: 1, Started: time.Now(), Env: map[string]string{
		"KONTOR_DATABASE_URL": "postgres://running", "KONTOR_TEMPORAL_ADDRESS": "127.0.0.1:17233", "KONTOR_DEVSTACK_MAIL_PORT": "99",
	}}))
	t.Setenv("KONTOR_TEMPORAL_ADDRESS", "temporal.example:7233")

	c, err := config.Read(config.Options{})
	require.NoError(t, err)
	require.Equal(t, "postgres://running", c.Database.URL)
	require.Equal(t, 99, c.Devstack.MailPort)
	require.Equal(t, "temporal.example:7233", c.Temporal.Address, "the environment goes before the running stack")

	require.NoError(t, state.Release())
	c, err = config.Read(config.Options{})
	require.NoError(t, err)
	require.Empty(t, c.Database.URL)
}

func TestEnvironmentCarriesEverySetting(t *testing.T) {
	inProject(t, "search:\n  meili:\n    url: http://meili\n    key: secret\ndevstack:\n  temporalPort: 20000\n")
	c, err := config.Read(config.Options{})
	require.NoError(t, err)
	env := config.Environment(c)

	elsewhere := inProject(t, "")
	for name, value := range env {
		t.Setenv(name, value)
	}
	again, err := config.Read(config.Options{})
	require.NoError(t, err)
	again.Root = c.Root
	require.NotEqual(t, c.Root, elsewhere)
	require.Equal(t, c, again)
}

func TestShippedConfigurationIsTheDefaults(t *testing.T) {
	shop, err := os.ReadFile("../../configs/kontor.yaml")
	require.NoError(t, err)
	// In a project of its own: where the file lies a shop may run, whose addresses go before it.
	root := inProject(t, string(shop))
	shipped, err := config.Read(config.Options{})
	require.NoError(t, err)
	require.Equal(t, root, shipped.Root)
	require.Equal(t, "http://localhost:8080", shipped.HTTP.PublicURL)

	require.NoError(t, os.WriteFile(filepath.Join(root, "configs", "kontor.yaml"), nil, 0o600))
	defaults, err := config.Read(config.Options{})
	require.NoError(t, err)
	require.Equal(t, defaults, shipped)
}

func TestAValueOfAnotherKindIsNamedWithWhatItsSettingTakes(t *testing.T) {
	for name, c := range map[string]struct {
		yaml, set string
		want      string
	}{
		"no length of time":      {set: "http.drain=soon", want: `http.drain (KONTOR_HTTP_DRAIN): "soon" is not a length of time with its unit, as 10s or 1m30s`},
		"no unit":                {set: "http.drain=5", want: `http.drain (KONTOR_HTTP_DRAIN): "5" is not a length of time with its unit, as 10s or 1m30s`},
		"no unit in the file":    {yaml: "http:\n  drain: 5\n", want: `http.drain (KONTOR_HTTP_DRAIN): "5" is not a length of time with its unit, as 10s or 1m30s`},
		"no number":              {set: "http.concurrency=many", want: `http.concurrency (KONTOR_HTTP_CONCURRENCY): "many" is not a whole number`},
		"a fraction in the file": {yaml: "otel:\n  percent: 1.5\n", want: `otel.percent (KONTOR_OTEL_PERCENT): "1.5" is not a whole number`},
		"neither true nor false": {set: "checkout.noRiskMuchFun=maybe", want: `checkout.noRiskMuchFun (KONTOR_CHECKOUT_NO_RISK_MUCH_FUN): "maybe" is not true or false`},
		"a list of secrets":      {yaml: "campus:\n  key: [secret]\n", want: `campus.key (KONTOR_CAMPUS_KEY): a list is not one text`},
		"two at once": {yaml: "http:\n  drain: 5\n", set: "otel.percent=x", want: `http.drain (KONTOR_HTTP_DRAIN): "5" is not a length of time with its unit, as 10s or 1m30s` +
			"\n" + `otel.percent (KONTOR_OTEL_PERCENT): "x" is not a whole number`},
	} {
		t.Run(name, func(t *testing.T) {
			inProject(t, c.yaml)
			o := config.Options{}
			if c.set != "" {
				o.Set = []string{c.set}
			}
			_, err := config.Read(o)
			require.EqualError(t, err, c.want)
		})
	}
	inProject(t, "http:\n  drain: 1m\n  concurrency: 16\n  addr: 8080\ncheckout:\n  noRiskMuchFun: true\n")
	c, err := config.Read(config.Options{})
	require.NoError(t, err)
	require.Equal(t, time.Minute, c.HTTP.Drain)
	require.Equal(t, 16, c.HTTP.Concurrency)
	require.Equal(t, "8080", c.HTTP.Addr)
}
