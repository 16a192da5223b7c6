package app

import (
	"os"
	"reflect"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheVersionNamesReleaseAndCommit(t *testing.T) {
	built := func(version string, modified string) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "0f6a1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b"}, {Key: "vcs.time", Value: "2026-11-29T16:54:00Z"}, {Key: "vcs.modified", Value: modified},
		}}
	}
	require.Equal(t, "1.0.0, commit 0f6a1c2d3e4f of 2026-11-29", versionOf("", built("v1.0.0", "false")))
	require.Equal(t, "devel, commit 0f6a1c2d3e4f of 2026-11-29, changed since", versionOf("", built("(devel)", "true")))
	require.Equal(t, "1.1.0", versionOf("1.1.0", &debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}), "an image is built without its repository")
	require.Equal(t, "devel", versionOf("", &debug.BuildInfo{}))

	dockerfile, err := os.ReadFile("../../deploy/docker/Dockerfile")
	require.NoError(t, err)
	require.Contains(t, string(dockerfile), "-X "+reflect.TypeFor[parts]().PkgPath()+".release=${VERSION}", "the image tells its version")
}
