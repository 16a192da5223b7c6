package app

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// release is the version that whoever builds a package or an image gives it, by the linker: deploy/docker/Dockerfile.
var release string

// Version says which Kontor this program is: "1.0.0", with the commit where it was built from a repository, "commit 0f6a…, changed since". Of a
// build that nobody gave a version it is "devel".
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return versionOf(release, info)
}

// VersionAndPlatform is Version with what the program was built by and for, as whoever gives support asks for it.
func VersionAndPlatform() string {
	return fmt.Sprintf("%s (%s, %s/%s)", Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func versionOf(release string, info *debug.BuildInfo) string {
	version := strings.TrimPrefix(info.Main.Version, "v") // of the tag, or made of time and commit where there is none
	if version == "(devel)" {
		version = ""
	}
	text := cmp.Or(release, version, "devel")
	stamps := map[string]string{}
	for _, s := range info.Settings {
		stamps[s.Key] = s.Value
	}
	revision := stamps["vcs.revision"]
	if revision == "" {
		return text
	}
	text += ", commit " + revision[:min(len(revision), 12)]
	if day, _, ok := strings.Cut(stamps["vcs.time"], "T"); ok {
		text += " of " + day
	}
	if stamps["vcs.modified"] == "true" {
		text += ", changed since"
	}
	return text
}
