package check

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/types"
	"github.com/stretchr/testify/require"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
)

// Programs that are installed while the shop runs are seen by every process of it, and outlive them all: images are read-only.
func TestInstalledPluginsOutliveContainers(t *testing.T) {
	dockerfile, err := os.ReadFile("../docker/Dockerfile")
	require.NoError(t, err)
	installed := regexp.MustCompile(`KONTOR_PLUGINS_INSTALLED=(\S+)`).FindSubmatch(dockerfile)
	require.NotEmpty(t, installed)
	folder := string(installed[1])

	p, all := project(t), read(t)
	claim := all["PersistentVolumeClaim/plugins"].(*corev1.PersistentVolumeClaim)
	require.Equal(t, []corev1.PersistentVolumeAccessMode{corev1.ReadWriteMany}, claim.Spec.AccessModes)
	for _, name := range []string{"serve", "worker"} {
		require.True(t, slices.ContainsFunc(p.Services[name].Volumes, func(v types.ServiceVolumeConfig) bool {
			return v.Type == types.VolumeTypeVolume && v.Source == "state" && strings.HasPrefix(folder, v.Target+"/") && !v.ReadOnly
		}), name)
		pod := all["Deployment/"+name].(*appsv1.Deployment).Spec.Template.Spec
		mount := slices.IndexFunc(pod.Containers[0].VolumeMounts, func(m corev1.VolumeMount) bool { return m.MountPath == folder })
		require.GreaterOrEqual(t, mount, 0, name)
		require.True(t, slices.ContainsFunc(pod.Volumes, func(v corev1.Volume) bool {
			return v.Name == pod.Containers[0].VolumeMounts[mount].Name && v.PersistentVolumeClaim != nil && v.PersistentVolumeClaim.ClaimName == claim.Name
		}), name)
	}
}

// What the shop's plugins need reaches them, and no secret an image or the sources.
func TestComposeGivesTheShopItsOwnSettings(t *testing.T) {
	for _, name := range []string{"serve", "worker", "migrate"} {
		files := project(t).Services[name].EnvFiles
		require.Len(t, files, 1, name)
		require.True(t, strings.HasSuffix(files[0].Path, "/deploy/compose/shop.env"), files[0].Path)
	}
	for _, list := range []string{"../../.gitignore", "../../.dockerignore"} {
		text, err := os.ReadFile(list)
		require.NoError(t, err)
		for _, secret := range []string{"deploy/compose/.env", "deploy/compose/shop.env"} {
			require.Regexp(t, `(?m)^/?`+regexp.QuoteMeta(secret)+`$`, string(text), list)
		}
	}
	known := ""
	for _, file := range []string{"../../core/docs/configuration.md", "../../configs/plugins.yaml"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		known += string(text)
	}
	example, err := os.ReadFile("../compose/shop.env.example")
	require.NoError(t, err)
	for _, variable := range regexp.MustCompile(`(?m)^(\w+)=`).FindAllStringSubmatch(string(example), -1) {
		require.Contains(t, known, variable[1], "nothing reads it")
	}
}

// The password of PostgreSQL stands in an address: in base64 every second one would have a slash and end it.
func TestSecretsFitWhereTheyStand(t *testing.T) {
	example, err := os.ReadFile("../compose/.env.example")
	require.NoError(t, err)
	require.Regexp(t, `(?m)^# Copy .* made with: openssl rand -hex 32, but for KONTOR_CAMPUS_KEY: openssl rand -base64 32$`, string(example))
	require.Contains(t, *project(t).Services["serve"].Environment["KONTOR_DATABASE_URL"], "postgres://kontor:p@", "not escaped by anybody")
}

// Storefronts of one release give the files of the next and of the one before: all have one folder, which outlives them.
func TestStorefrontsShareTheFilesOfTheirReleases(t *testing.T) {
	p, all := project(t), read(t)
	folder := *p.Services["storefront"].Environment["KONTOR_STATIC_DIR"]
	require.True(t, slices.ContainsFunc(p.Services["storefront"].Volumes, func(v types.ServiceVolumeConfig) bool {
		return v.Type == types.VolumeTypeVolume && v.Target == folder && !v.ReadOnly
	}))
	dockerfile, err := os.ReadFile("../docker/Dockerfile")
	require.NoError(t, err)
	require.Contains(t, string(dockerfile), "--chown=node:node /out/static "+folder+"\n", "a new volume belongs to whom the folder does")

	claim := all["PersistentVolumeClaim/static"].(*corev1.PersistentVolumeClaim)
	require.Equal(t, []corev1.PersistentVolumeAccessMode{corev1.ReadWriteMany}, claim.Spec.AccessModes)
	pod := all["Deployment/storefront"].(*appsv1.Deployment).Spec.Template.Spec
	require.Contains(t, pod.Containers[0].Env, corev1.EnvVar{Name: "KONTOR_STATIC_DIR", Value: folder})
	require.Contains(t, pod.Containers[0].VolumeMounts, corev1.VolumeMount{Name: "static", MountPath: folder})
	require.True(t, slices.ContainsFunc(pod.Volumes, func(v corev1.Volume) bool {
		return v.Name == "static" && v.PersistentVolumeClaim != nil && v.PersistentVolumeClaim.ClaimName == claim.Name
	}))
}
