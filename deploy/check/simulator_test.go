package check

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What the simulated providers need of the shop, and it of them, is there: the key that it signs with, and the way for their notices.
func TestComposeJoinsTheSimulatorToTheShop(t *testing.T) {
	p := project(t)
	mounted := func(service, target string) string {
		for _, v := range p.Services[service].Volumes {
			if v.Target == target {
				return v.Source
			}
		}
		return ""
	}
	file := p.Services["simulator"].Environment["KONTOR_AMAZONPAY_KEY_FILE"]
	require.NotNil(t, file, "the simulator makes a key for itself alone")
	plugins, err := os.ReadFile("../../configs/plugins.yaml")
	require.NoError(t, err)
	require.Contains(t, string(plugins), "file: keys/"+path.Base(*file))
	dockerfile, err := os.ReadFile("../docker/Dockerfile")
	require.NoError(t, err)
	for _, folder := range []string{path.Dir(*file), "/app/plugins/keys"} {
		require.Contains(t, string(dockerfile), "--chown=65532:65532 /out/state "+folder+"\n", "the volume would be root's")
	}
	for _, service := range []string{"serve", "worker"} {
		require.Equal(t, "keys", mounted(service, "/app/plugins/keys"), service)
	}
	require.Equal(t, "keys", mounted("simulator", path.Dir(*file)))

	command := p.Services["simulator"].Command
	way := slices.Index(command, "-shop")
	require.GreaterOrEqual(t, way, 0, "https://localhost is the simulator's own container there")
	require.Equal(t, "http://serve:8080", command[way+1])
	image := regexp.MustCompile(`CMD \["-addr", (.+)\]`).FindSubmatch(dockerfile)
	require.NotNil(t, image)
	require.Contains(t, strings.ReplaceAll(string(image[1]), `"`, ""), strings.Join(command[1:way], ", "), "else as in the image")
}
