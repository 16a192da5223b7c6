package check

import (
	"os"
	"testing"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/relabel"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v2"
	appsv1 "k8s.io/api/apps/v1"
)

type scrapes struct {
	Jobs []struct {
		Name     string            `yaml:"job_name"`
		Relabels []*relabel.Config `yaml:"relabel_configs"`
	} `yaml:"scrape_configs"`
}

func scrapesOf(t *testing.T, file string) (s scrapes) {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.NoError(t, yaml.Unmarshal(text, &s), file)
	return s
}

// In a cluster as in Compose, the shop's processes have the names by which alerts and dashboards look for them.
func TestPodsAreScrapedUnderTheNamesOfTheAlerts(t *testing.T) {
	inCluster := scrapesOf(t, "../observability/prometheus-kubernetes.yaml").Jobs[0]
	alerts, err := os.ReadFile("../observability/alerts.yaml")
	require.NoError(t, err)
	all, scraped := read(t), []string{}
	for _, name := range []string{"serve", "worker", "storefront"} {
		pod := all["Deployment/"+name].(*appsv1.Deployment).Spec.Template
		for _, port := range pod.Spec.Containers[0].Ports {
			target, kept := relabel.Process(labels.FromMap(map[string]string{
				"__meta_kubernetes_pod_label_app": pod.Labels["app"], "__meta_kubernetes_pod_name": name + "-0",
				"__meta_kubernetes_pod_container_port_name": port.Name, "__meta_kubernetes_pod_phase": "Running",
			}), inCluster.Relabels...)
			if !kept {
				continue
			}
			scraped = append(scraped, target.Get("job"))
			require.Equal(t, name+"-0", target.Get("instance"))
			require.Contains(t, string(alerts), `absent(up{job="`+target.Get("job")+`"})`, "all of them may be gone")
		}
	}
	var composed []string
	for _, job := range scrapesOf(t, "../observability/prometheus.yaml").Jobs {
		composed = append(composed, job.Name)
	}
	require.Equal(t, composed, scraped)
}
