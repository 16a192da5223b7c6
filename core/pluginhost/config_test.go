package pluginhost

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
)

// Who speaks to the real provider has no secret that everybody can read in plugins.yaml.
func TestValuesOfASimulatorEndWithTheFirstRealSecret(t *testing.T) {
	e := Entry{Secrets: map[string]Source{
		"password": {Env: "PASSWORD", Value: "simulator"}, "hash_key": {Env: "HASH_KEY", Value: "simulator"},
	}}
	for _, c := range []struct{ environment, want map[string]string }{
		{nil, map[string]string{"password": "simulator", "hash_key": "simulator"}},
		{map[string]string{"PASSWORD": "real"}, map[string]string{"password": "real"}},
		{map[string]string{"PASSWORD": "real", "HASH_KEY": "own"}, map[string]string{"password": "real", "hash_key": "own"}},
	} {
		got, err := e.settings(func(name string) string { return c.environment[name] })
		require.NoError(t, err)
		want := map[string]base.Secret{}
		for key, value := range c.want {
			want[key] = base.Secret(value)
		}
		require.Equal(t, want, got.Secrets)
	}
}
