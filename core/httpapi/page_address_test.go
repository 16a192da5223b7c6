package httpapi

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/content"
)

// What the front door answers itself, no page of the storefront is shown at.
func TestAddressesOfTheFrontDoorAreTaken(t *testing.T) {
	code, err := os.ReadFile("server.go")
	require.NoError(t, err)
	document, err := os.ReadFile("openapi.json")
	require.NoError(t, err)
	var api struct {
		Paths map[string]map[string]any `json:"paths"`
	}
	require.NoError(t, json.Unmarshal(document, &api))
	addresses := []string{invoicePath + "x", labelPath + "x", oneClickPath}
	for _, found := range regexp.MustCompile(`HandleFunc\((?:method ?\+ ?)?"(?:GET)? ?(/[^"]+)"`).FindAllStringSubmatch(string(code), -1) {
		addresses = append(addresses, found[1])
	}
	require.Contains(t, addresses, "/webhooks/{plugin}")
	for address, methods := range api.Paths {
		if methods["get"] != nil {
			addresses = append(addresses, address)
		}
	}
	for _, address := range addresses {
		key := strings.Trim(regexp.MustCompile(`\{[^}]+\}`).ReplaceAllString(address, "x"), "/")
		if strings.Contains(key, ".") || key == "api" { // no page can have such an address, or /api alone is none of it
			continue
		}
		require.True(t, content.Taken(key), address)
	}
}
