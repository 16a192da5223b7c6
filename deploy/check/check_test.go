// Package check holds deploy/ against the schemas of the tools that read it. Nothing is started here.
package check

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
	"github.com/prometheus/prometheus/promql/parser"
	"github.com/stretchr/testify/require"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/util/yaml"
	strict "sigs.k8s.io/yaml"
)

// manifests are the objects of deploy/kubernetes by kind and name.
type manifests map[string]any

var kinds = map[string]func() any{
	"v1/Namespace": func() any { return new(corev1.Namespace) }, "v1/ConfigMap": func() any { return new(corev1.ConfigMap) },
	"v1/PersistentVolumeClaim": func() any { return new(corev1.PersistentVolumeClaim) },
	"v1/Service":               func() any { return new(corev1.Service) }, "apps/v1/Deployment": func() any { return new(appsv1.Deployment) },
	"batch/v1/Job": func() any { return new(batchv1.Job) }, "policy/v1/PodDisruptionBudget": func() any { return new(policyv1.PodDisruptionBudget) },
	"autoscaling/v2/HorizontalPodAutoscaler": func() any { return new(autoscalingv2.HorizontalPodAutoscaler) },
	"networking.k8s.io/v1/Ingress":           func() any { return new(networkingv1.Ingress) },
	"networking.k8s.io/v1/NetworkPolicy":     func() any { return new(networkingv1.NetworkPolicy) },
}

// read decodes every document into the type that Kubernetes itself uses; a key that the type does not have is an error.
func read(t *testing.T) manifests {
	t.Helper()
	all := manifests{}
	files, err := filepath.Glob("../kubernetes/*.yaml")
	require.NoError(t, err)
	for _, file := range files {
		if filepath.Base(file) == "kustomization.yaml" {
			continue
		}
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for documents := yaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text))); ; {
			document, err := documents.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			var head struct {
				APIVersion string
				Kind       string
				Metadata   struct{ Name string }
			}
			require.NoError(t, strict.Unmarshal(document, &head), file)
			make := kinds[head.APIVersion+"/"+head.Kind]
			require.NotNil(t, make, "%s has an unknown %s %s", file, head.APIVersion, head.Kind)
			object := make()
			require.NoError(t, strict.UnmarshalStrict(document, object), file)
			all[head.Kind+"/"+head.Metadata.Name] = object
		}
	}
	require.GreaterOrEqual(t, len(all), 19, "the walk must see the manifests")
	return all
}

func TestManifestsFitKubernetesTypesAndHouseRules(t *testing.T) {
	all := read(t)
	for _, name := range []string{"serve", "worker", "storefront"} {
		d := all["Deployment/"+name].(*appsv1.Deployment)
		require.Equal(t, d.Spec.Selector.MatchLabels, d.Spec.Template.Labels)
		require.Zero(t, d.Spec.Strategy.RollingUpdate.MaxUnavailable.IntValue(), "%s is replaced without a gap", name)
		require.GreaterOrEqual(t, *d.Spec.Replicas, int32(2))
		require.Equal(t, map[string]string{"app": name}, all["PodDisruptionBudget/"+name].(*policyv1.PodDisruptionBudget).Spec.Selector.MatchLabels)
		require.Equal(t, name, all["HorizontalPodAutoscaler/"+name].(*autoscalingv2.HorizontalPodAutoscaler).Spec.ScaleTargetRef.Name)
		require.NotNil(t, all["NetworkPolicy/"+name], "somebody may reach %s", name)
		c := d.Spec.Template.Spec.Containers[0]
		require.NotNil(t, c.ReadinessProbe, name)
		require.NotNil(t, c.LivenessProbe, name)
		for _, probe := range []*corev1.Probe{c.StartupProbe, c.ReadinessProbe, c.LivenessProbe} {
			if probe != nil && probe.HTTPGet != nil {
				require.Greater(t, probe.TimeoutSeconds, int32(2), "%s: /readyz waits two seconds for a part that hangs", name)
			}
		}
		safe(t, name, d.Spec.Template.Spec)
	}
	version := all["ConfigMap/kontor"].(*corev1.ConfigMap).Data["KONTOR_TEMPORAL_BUILD_ID"]
	promote := all["Job/promote-"+version].(*batchv1.Job).Spec.Template.Spec
	require.Equal(t, []string{"worker", "promote", version}, promote.Containers[0].Args[:3], "else its workers get no work")
	safe(t, "promote", promote)
	safe(t, "migrate", all["Job/migrate-"+version].(*batchv1.Job).Spec.Template.Spec)
	serve := all["Deployment/serve"].(*appsv1.Deployment).Spec.Template.Spec
	require.Equal(t, "/readyz", serve.Containers[0].ReadinessProbe.HTTPGet.Path)
	require.Equal(t, "/healthz", serve.Containers[0].LivenessProbe.HTTPGet.Path, "a database that is away is no reason to restart")
	media := all["PersistentVolumeClaim/media"].(*corev1.PersistentVolumeClaim)
	require.Equal(t, []corev1.PersistentVolumeAccessMode{corev1.ReadWriteMany}, media.Spec.AccessModes, "every front door shows the same photographs")
	require.Condition(t, func() bool {
		return slices.ContainsFunc(serve.Volumes, func(v corev1.Volume) bool {
			return v.PersistentVolumeClaim != nil && v.PersistentVolumeClaim.ClaimName == media.Name
		})
	}, "the front door mounts them")
}

// safe is what Pod Security's "restricted" asks, and bounds on what a pod takes.
func safe(t *testing.T, name string, pod corev1.PodSpec) {
	t.Helper()
	require.True(t, *pod.SecurityContext.RunAsNonRoot, name)
	require.Equal(t, corev1.SeccompProfileTypeRuntimeDefault, pod.SecurityContext.SeccompProfile.Type, name)
	for _, c := range pod.Containers {
		require.False(t, *c.SecurityContext.AllowPrivilegeEscalation, name)
		require.True(t, *c.SecurityContext.ReadOnlyRootFilesystem, name)
		require.Equal(t, []corev1.Capability{"ALL"}, c.SecurityContext.Capabilities.Drop, name)
		require.False(t, c.Resources.Requests.Cpu().IsZero(), name)
		require.False(t, c.Resources.Limits.Memory().IsZero(), name)
	}
}

// The settings that manifests and Compose give are ones that the program has.
func TestSettingsExist(t *testing.T) {
	reference, err := os.ReadFile("../../core/docs/configuration.md")
	require.NoError(t, err)
	plugins, err := os.ReadFile("../../configs/plugins.yaml")
	require.NoError(t, err)
	known := string(reference) + string(plugins)
	variable := regexp.MustCompile(`(?m)^\s+(KONTOR_[A-Z_]+):|\b(KONTOR_[A-Z_]+)=`)
	count := 0
	for _, file := range []string{"../kubernetes/settings.yaml", "../compose/docker-compose.yml", "../docker/Dockerfile"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range variable.FindAllStringSubmatch(string(text), -1) {
			name := m[1] + m[2]
			if slices.Contains([]string{"KONTOR_DOMAIN", "KONTOR_API_URL", "KONTOR_STATIC_DIR", "KONTOR_AMAZONPAY_KEY_FILE"}, name) { // of the reverse proxy, the storefront and the simulator
				continue
			}
			require.True(t, strings.Contains(known, name), "%s sets %s, which nothing reads", file, name)
			count++
		}
	}
	require.Greater(t, count, 20)
}

func project(t *testing.T) *types.Project {
	t.Helper()
	env := map[string]string{"POSTGRES_PASSWORD": "p", "MEILI_MASTER_KEY": "m", "KONTOR_CAMPUS_KEY": "c", "KONTOR_CUSTOMER_SEAL_KEY": "s", "GRAFANA_PASSWORD": "g"}
	var list []string
	for k, v := range env {
		list = append(list, k+"="+v)
	}
	options, err := cli.NewProjectOptions([]string{"../../docker-compose.yml"}, cli.WithEnv(list), cli.WithProfiles([]string{"demo"}))
	require.NoError(t, err)
	p, err := options.LoadProject(t.Context()) // validates against the schema of compose-spec
	require.NoError(t, err)
	return p
}

func TestComposeFitsItsSchemaAndHouseRules(t *testing.T) {
	p := project(t)
	require.GreaterOrEqual(t, len(p.Services), 14)
	pinned := regexp.MustCompile(`:v?\d+\.\d+`)
	for name, s := range p.Services {
		require.False(t, s.Privileged, name)
		if s.Build == nil && !strings.HasPrefix(s.Image, "kontor") {
			require.Regexp(t, pinned, s.Image, "%s: the version is pinned", name)
		}
		for _, port := range s.Ports {
			if name != "proxy" {
				require.Equal(t, "127.0.0.1", port.HostIP, "%s: only the reverse proxy is public", name)
			}
		}
		for _, v := range s.Volumes {
			if v.Type == types.VolumeTypeBind {
				_, err := os.Stat(v.Source)
				require.NoError(t, err, "%s mounts a file that is not there", name)
			}
		}
		if s.Build != nil {
			dockerfile, err := os.ReadFile(filepath.Join(s.Build.Context, s.Build.Dockerfile))
			require.NoError(t, err)
			require.Contains(t, string(dockerfile), " AS "+s.Build.Target+"\n", name)
		}
	}
	for _, name := range []string{"serve", "worker", "storefront", "proxy"} {
		s := p.Services[name]
		require.True(t, s.ReadOnly, name)
		require.Equal(t, []string{"ALL"}, s.CapDrop, name)
	}
}

// What the shop's processes send reaches what keeps it, and Grafana shows what is kept.
func TestTracesAndMetricsAreKeptAndShown(t *testing.T) {
	p := project(t)
	var tempo struct {
		Server struct {
			Port int `json:"http_listen_port"`
		} `json:"server"`
		Distributor struct {
			Receivers struct {
				OTLP struct {
					Protocols struct {
						HTTP struct{ Endpoint string }
					}
				}
			}
		}
		Storage struct {
			Trace struct {
				WAL, Local struct{ Path string }
			}
		}
	}
	decode(t, "../observability/tempo.yaml", &tempo)
	kept := p.Services["tempo"].Volumes
	for _, path := range []string{tempo.Storage.Trace.WAL.Path, tempo.Storage.Trace.Local.Path} {
		require.True(t, slices.ContainsFunc(kept, func(v types.ServiceVolumeConfig) bool {
			return v.Type == types.VolumeTypeVolume && strings.HasPrefix(path, v.Target+"/")
		}), "%s outlives the container", path)
	}
	_, receives, _ := strings.Cut(tempo.Distributor.Receivers.OTLP.Protocols.HTTP.Endpoint, ":")
	for _, name := range []string{"serve", "worker"} {
		require.Equal(t, "http://tempo:"+receives, *p.Services[name].Environment["KONTOR_OTEL_ENDPOINT"])
		require.Equal(t, "false", *p.Services[name].Environment["KONTOR_OTEL_METRICS"], "Tempo takes none")
	}
	var sources struct {
		Datasources []struct{ Type, URL string }
	}
	decode(t, "../observability/grafana/datasource.yaml", &sources)
	shown := map[string]string{}
	for _, s := range sources.Datasources {
		shown[s.Type] = s.URL
		at, err := url.Parse(s.URL)
		require.NoError(t, err)
		source, ok := p.Services[at.Hostname()]
		require.True(t, ok, "%s is no service", s.URL)
		require.Contains(t, source.Networks, "inner", s.URL)
	}
	require.Contains(t, p.Services["grafana"].Networks, "inner")
	require.Equal(t, fmt.Sprintf("http://tempo:%d", tempo.Server.Port), shown["tempo"])
	require.NotEmpty(t, shown["prometheus"])
}

func decode(t *testing.T, file string, into any) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, strict.Unmarshal(text, into), file)
}

// Prometheus' own parser reads every expression that is watched or drawn.
func TestExpressionsAreOnesOfPrometheus(t *testing.T) {
	var rules struct {
		Groups []struct {
			Rules []struct{ Alert, Expr string }
		}
	}
	decode(t, "../observability/alerts.yaml", &rules)
	expressions := map[string]string{}
	for _, r := range rules.Groups[0].Rules {
		expressions[r.Alert] = r.Expr
	}
	files, err := filepath.Glob("../observability/dashboards/*.json")
	require.NoError(t, err)
	for _, file := range files {
		var dashboard struct {
			Panels []struct {
				Title   string
				Targets []struct{ Expr string }
			}
		}
		decode(t, file, &dashboard)
		for _, p := range dashboard.Panels {
			for i, target := range p.Targets {
				expressions[fmt.Sprint(file, p.Title, i)] = target.Expr
			}
		}
	}
	require.Greater(t, len(expressions), 30)
	for where, e := range expressions {
		_, err := parser.ParseExpr(interval.ReplaceAllString(e, "5m"))
		require.NoError(t, err, where)
	}
}

// interval is what Grafana puts a duration in place of.
var interval = regexp.MustCompile(`\$__(rate_)?interval`)

// The programs check their own settings where they are installed.
func TestProgramsTakeTheirSettings(t *testing.T) {
	for _, c := range [][]string{
		{"caddy", "validate", "--adapter", "caddyfile", "--config", "../compose/Caddyfile"},
		{"promtool", "check", "config", "--syntax-only", "../observability/prometheus.yaml"},
		{"promtool", "check", "config", "--syntax-only", "../observability/prometheus-kubernetes.yaml"},
		{"tempo", "-config.verify", "-config.file=../observability/tempo.yaml"},
	} {
		t.Run(strings.Join(c[:2], " "), func(t *testing.T) {
			program, err := exec.LookPath(c[0])
			if err != nil {
				t.Skipf("%s is not installed", c[0])
			}
			out, err := exec.CommandContext(t.Context(), program, c[1:]...).CombinedOutput()
			require.NoError(t, err, string(out))
		})
	}
}

// What opens something for whoever has it is in no log: tokens of mailed links, and what providers send a customer back with.
func TestTheProxyLogsNothingThatOpens(t *testing.T) {
	file, err := os.ReadFile("../compose/Caddyfile")
	require.NoError(t, err)
	rule := regexp.MustCompile(`request>uri regexp "(.+)" "(.+)"`).FindSubmatch(file)
	require.NotNil(t, rule)
	for _, uri := range []string{
		"/newsletter/abmelden?token=geheim", "/bestellstatus?order=7&token=geheim", "/account/invoice/RE-1.pdf?token=geheim", "/api/withdrawal/label/geheim",
		"/kasse/express/amazonpay?amazonCheckoutSessionId=geheim", "/kasse/zahlung/7?payone=success&proof=geheim", "/webhooks/saferpay?proof=geheim&order=7",
	} {
		logged := regexp.MustCompile(string(rule[1])).ReplaceAllString(uri, string(rule[2]))
		require.NotContains(t, logged, "geheim")
		require.Equal(t, strings.Replace(uri, "geheim", "-", 1), logged)
	}
}

// Temporal's shards cannot be changed later.
func TestComposeMakesTemporalToGrow(t *testing.T) {
	shards := project(t).Services["temporal"].Environment["NUM_HISTORY_SHARDS"]
	require.NotNil(t, shards, "the server would make 4")
	n, err := strconv.Atoi(*shards)
	require.NoError(t, err)
	require.GreaterOrEqual(t, n, 128)
}

// An older server does not know all of the index's settings, refuses them, and stays empty.
func TestComposeStartsASearchServerThatKnowsTheIndexsSettings(t *testing.T) {
	text, err := os.ReadFile("../../core/meili/engine.go")
	require.NoError(t, err)
	oldest := regexp.MustCompile(`server \((\d+)\.(\d+) or newer\)`).FindSubmatch(text)
	require.NotNil(t, oldest, "core/meili says which is the oldest")
	image := regexp.MustCompile(`:v(\d+)\.(\d+)\.\d+$`).FindStringSubmatch(project(t).Services["meilisearch"].Image)
	require.NotNil(t, image)
	number := func(major, minor string) int {
		a, err := strconv.Atoi(major)
		require.NoError(t, err)
		b, err := strconv.Atoi(minor)
		require.NoError(t, err)
		return 1000*a + b
	}
	require.GreaterOrEqual(t, number(image[1], image[2]), number(string(oldest[1]), string(oldest[2])))
}

// `kontor backup create` connects as a replica does, which PostgreSQL's image allows to nobody.
func TestComposeLetsBackupsBeTaken(t *testing.T) {
	postgres := project(t).Services["postgres"]
	list := "/etc/postgresql/pg_hba.conf"
	require.Contains(t, postgres.Command, "hba_file="+list)
	mounted := slices.IndexFunc(postgres.Volumes, func(v types.ServiceVolumeConfig) bool { return v.Target == list })
	require.GreaterOrEqual(t, mounted, 0)
	text, err := os.ReadFile(postgres.Volumes[mounted].Source)
	require.NoError(t, err)
	require.Regexp(t, `(?m)^host +replication +kontor +all +scram-sha-256$`, string(text))
	require.NotRegexp(t, `(?m)^host.* trust$`, string(text))
}

// Without its secrets nothing starts.
func TestComposeAsksForSecrets(t *testing.T) {
	options, err := cli.NewProjectOptions([]string{"../compose/docker-compose.yml"})
	require.NoError(t, err)
	_, err = options.LoadProject(t.Context())
	require.ErrorContains(t, err, "set it in .env")
}

// Images run as somebody who is not root, from bases of a named version.
func TestImagesAreSmallAndNotRoot(t *testing.T) {
	text, err := os.ReadFile("../docker/Dockerfile")
	require.NoError(t, err)
	stages := regexp.MustCompile(`(?m)^FROM `).Split(string(text), -1)[1:]
	for _, stage := range stages {
		name := strings.Fields(stage)[2]
		switch name {
		case "kontor", "simulator", "storefront":
			require.Regexp(t, `(?m)^USER (65532:65532|node)$`, stage, name)
			require.NotContains(t, stage, "\nRUN ", "%s holds what others built", name)
		}
	}
	for _, base := range regexp.MustCompile(`ARG \w+_IMAGE=(\S+)`).FindAllStringSubmatch(string(text), -1) {
		require.Regexp(t, `:(\d+\.\d+|nonroot)`, base[1])
	}
}

// Wherever the image's programs are built, they are the same byte for byte: here from these sources, and from a copy elsewhere.
func TestTheSameSourcesGiveTheSameProgram(t *testing.T) {
	dockerfile, err := os.ReadFile("../docker/Dockerfile")
	require.NoError(t, err)
	flags := regexp.MustCompile(`GOFLAGS="([^"]+)"`).FindSubmatch(dockerfile)
	linker := regexp.MustCompile(`-ldflags="([^"]+)"`).FindSubmatch(dockerfile)
	require.NotEmpty(t, flags)
	require.NotEmpty(t, linker)
	here, err := filepath.Abs("../..")
	require.NoError(t, err)
	there := t.TempDir()
	for _, part := range []string{"plugins/sdk", "plugins/gen", "plugins/payment/offline"} {
		require.NoError(t, os.CopyFS(filepath.Join(there, part), os.DirFS(filepath.Join(here, part))))
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(here, name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(there, name), text, 0o600))
	}
	var programs [][]byte
	for _, root := range []string{here, there} {
		program := filepath.Join(t.TempDir(), "offline")
		cmd := exec.CommandContext(t.Context(), "go", "build", "-ldflags="+string(linker[1]), "-o", program, "./plugins/payment/offline")
		cmd.Dir, cmd.Env = root, append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS="+string(flags[1]))
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, string(out))
		built, err := os.ReadFile(program)
		require.NoError(t, err)
		require.NotContains(t, string(built), root)
		programs = append(programs, built)
	}
	require.True(t, bytes.Equal(programs[0], programs[1]))
}

// The metric by which workers scale is one that the shop has, under the name that the adapter gives it.
func TestWorkersScaleWithTheOutbox(t *testing.T) {
	text, err := os.ReadFile("../kubernetes/outbox-scaling/worker.yaml")
	require.NoError(t, err)
	var scaler autoscalingv2.HorizontalPodAutoscaler
	require.NoError(t, strict.UnmarshalStrict(text, &scaler))
	require.Contains(t, read(t), "HorizontalPodAutoscaler/"+scaler.Name, "it changes one that there is")
	var adapter struct {
		Rules struct {
			External []struct {
				SeriesQuery, MetricsQuery string
				Name                      struct{ As string }
			}
		}
	}
	decode(t, "../kubernetes/outbox-scaling/adapter.yaml", &adapter)
	require.Len(t, adapter.Rules.External, 1)
	external := slices.IndexFunc(scaler.Spec.Metrics, func(m autoscalingv2.MetricSpec) bool { return m.Type == autoscalingv2.ExternalMetricSourceType })
	require.GreaterOrEqual(t, external, 0)
	require.Equal(t, adapter.Rules.External[0].Name.As, scaler.Spec.Metrics[external].External.Metric.Name)
	alerts, err := os.ReadFile("../observability/alerts.yaml") // which a test of its own holds against what is measured
	require.NoError(t, err)
	require.Contains(t, string(alerts), adapter.Rules.External[0].SeriesQuery)

	// What waits for somebody else's server, for days, would keep all workers that there may be.
	left := regexp.MustCompile(`topic!~"([^"]+)"`).FindStringSubmatch(adapter.Rules.External[0].MetricsQuery)
	require.NotNil(t, left)
	others := regexp.MustCompile("^(?:" + left[1] + ")$")
	for topic, waits := range map[string]bool{
		"mail.requested": true, "tracking.event": true, "endpoint.warehouse": true, "order.placed": false, "webhook.stored": false,
	} {
		require.Equal(t, waits, others.MatchString(topic), topic)
	}
}

// kubectl builds the kustomization where it is installed; nothing is sent to a cluster.
func TestKustomizationBuilds(t *testing.T) {
	kubectl, err := exec.LookPath("kubectl")
	if err != nil {
		t.Skip("kubectl is not installed: the manifests are checked against their types alone")
	}
	require.Contains(t, kustomize(t, kubectl, "../kubernetes"), "image: kontor:1.0.0")

	overlay := t.TempDir()
	base, err := filepath.Abs("../kubernetes")
	require.NoError(t, err)
	base, err = filepath.Rel(overlay, base)
	require.NoError(t, err)
	text := "resources: [" + base + "]\ncomponents: [" + base + "/outbox-scaling]\n"
	require.NoError(t, os.WriteFile(filepath.Join(overlay, "kustomization.yaml"), []byte(text), 0o600))
	require.Contains(t, kustomize(t, kubectl, overlay), "name: kontor_outbox_age_seconds")
}

func kustomize(t *testing.T, kubectl, folder string) string {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(t.Context(), kubectl, "kustomize", folder)
	cmd.Stdout, cmd.Stderr = &out, &errs
	require.NoError(t, cmd.Run(), errs.String())
	return out.String()
}
