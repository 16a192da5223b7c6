package temporal

import (
	_ "embed" // the server's settings
	"net/url"
	"os"
	"path/filepath"
	"text/template"

	"kontor.dev/kontor/deploy/devstack"
)

//go:embed server.yaml.tmpl
var serverTemplate string

//go:embed dynamic.yaml
var dynamicConfig []byte

const (
	pluginName = "postgres12_pgx"
	// Each shard commits by itself, so a few let commits share one disk flush; the number is fixed once data exists.
	shards = 8
)

type service struct {
	Name             string
	GRPC, Membership int
}

// Ports is how many ports a server takes.
const Ports = 8

// PortsFrom gives the ports from the first one up.
func PortsFrom(first int) []int {
	ports := make([]int, Ports)
	for i := range ports {
		ports[i] = first + i
	}
	return ports
}

// writeConfig renders the server's settings into dir and gives the main file.
func writeConfig(dir string, ports []int, db *url.URL) (string, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	dynamic := filepath.Join(dir, "dynamic.yaml")
	if err := os.WriteFile(dynamic, dynamicConfig, 0o644); err != nil {
		return "", err
	}
	password, _ := db.User.Password()
	data := map[string]any{
		"Shards": shards, "Plugin": pluginName, "Main": mainStore.database, "Visibility": visibilityStore.database,
		"SQLAddress": db.Host, "User": db.User.Username(), "Password": password,
		"Frontend": devstack.Loopback(ports[0]), "Dynamic": dynamic,
	}
	var services []service
	for i, name := range []string{"frontend", "history", "matching", "worker"} {
		services = append(services, service{Name: name, GRPC: ports[2*i], Membership: ports[2*i+1]})
	}
	data["Services"] = services
	path := filepath.Join(dir, "server.yaml")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600) // it holds the database's password
	if err != nil {
		return "", err
	}
	defer f.Close()
	if err := template.Must(template.New("server").Parse(serverTemplate)).Execute(f, data); err != nil {
		return "", err
	}
	return path, f.Close()
}
