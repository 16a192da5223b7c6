package cmd

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
	"kontor.dev/kontor/core/rollout"
)

// A partner's shop whose category was mistyped is empty, and looks as if nothing were wrong.
func TestDoctorLooksForThePartnersCategory(t *testing.T) {
	t.Setenv("KONTOR_DATABASE_URL", pgtest.URL(t))
	_, err := runCatalog(t, write(t, "shelf.jsonl", shelf))
	require.NoError(t, err)
	check := func(slug string) (bool, string) {
		cfg, err := config.Read(config.Options{Set: []string{"whiteLabel.name=Grafikwerk", "whiteLabel.category=" + slug}})
		require.NoError(t, err)
		checks := partnerChecks(t.Context(), cfg)
		require.Len(t, checks, 1)
		return checks[0].OK, checks[0].Advice
	}
	ok, advice := check("pens")
	require.True(t, ok, advice)
	ok, advice = check("pen")
	require.False(t, ok)
	require.Contains(t, advice, `whiteLabel.category (KONTOR_WHITE_LABEL_CATEGORY) is "pen"`)
}

func TestDoctorAsksTheServersOfTheSettings(t *testing.T) {
	mail, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer mail.Close()
	go func() {
		for {
			conn, err := mail.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_, _ = io.WriteString(conn, "220 capture\r\n")
				for line := make([]byte, 512); ; {
					if _, err := conn.Read(line); err != nil {
						return
					}
					_, _ = io.WriteString(conn, "250 good\r\n")
				}
			}()
		}
	}()
	meili := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer right" {
			w.WriteHeader(http.StatusForbidden)
		}
	}))
	defer meili.Close()
	checks := func(set ...string) map[string]string {
		cfg, err := config.Read(config.Options{Set: append(set, "state.dir="+t.TempDir())})
		require.NoError(t, err)
		found := map[string]string{}
		for _, check := range serverChecks(t.Context(), cfg) {
			if found[check.Name] = check.Detail; !check.OK {
				found[check.Name] = "WRONG " + check.Detail + " " + check.Advice
			}
		}
		return found
	}
	require.Empty(t, checks("database.url="), "what is not named kontor up starts")

	found := checks("database.url="+pgtest.URL(t), "mail.smtp="+mail.Addr().String(), "search.meili.url="+meili.URL, "search.meili.key=right", "otel.endpoint="+meili.URL)
	require.Len(t, found, 4)
	for name, detail := range found {
		require.Contains(t, detail, "answers, at ", name)
		require.NotContains(t, detail, "WRONG", name)
	}
	const nobody = "127.0.0.1:1"
	found = checks("database.url=postgres://kontor:hush@"+nobody+"/kontor", "temporal.address="+nobody, "mail.smtp="+nobody,
		"search.meili.url="+meili.URL, "search.meili.key=wrong", "otel.endpoint=http://"+nobody)
	require.Len(t, found, 5)
	for name, setting := range map[string]string{
		"PostgreSQL": "KONTOR_DATABASE_URL", "Temporal": "KONTOR_TEMPORAL_ADDRESS", "Mail server": "KONTOR_MAIL_SMTP",
		"Meilisearch": "it refuses search.meili.key", "Traces and metrics": "KONTOR_OTEL_ENDPOINT",
	} {
		require.Contains(t, found[name], "WRONG", name)
		require.Contains(t, found[name], setting, name)
		require.NotContains(t, found[name], "hush")
	}
}

func TestDoctorKnowsTheShopThatRunsByHand(t *testing.T) {
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			_, _ = io.WriteString(w, `{"status": "ready"}`)
		}
	}))
	defer shop.Close()
	cfg, err := config.Read(config.Options{Set: []string{"database.url=" + pgtest.URL(t), "http.addr=" + shop.Listener.Addr().String()}})
	require.NoError(t, err)
	pool, err := postgres.Open(t.Context(), cfg.Database.URL, postgres.Options{Name: "test", MaxConns: 1})
	require.NoError(t, err)
	defer pool.Close()
	machine, err := os.Hostname()
	require.NoError(t, err)
	report := func(process, machine string, pid int) {
		t.Helper()
		require.NoError(t, postgres.NewRollouts(pool).Report(t.Context(), rollout.Report{ID: ident.New(), Process: process, Machine: machine, PID: pid}))
	}
	require.Empty(t, runsByHand(t.Context(), cfg), "it may be another shop's")
	report("kontor worker", machine, 8)
	report("kontor serve", "another."+machine, 9)
	require.Empty(t, runsByHand(t.Context(), cfg))
	report("kontor serve", machine, 7)
	require.Equal(t, "kontor serve (process 7)", runsByHand(t.Context(), cfg))
	shop.Close()
	require.Empty(t, runsByHand(t.Context(), cfg), "it listens elsewhere")
}

// A public shop that takes play money gives its goods away.
func TestDoctorFindsTheSimulatorBehindAPublicShop(t *testing.T) {
	t.Setenv("KONTOR_SIMULATOR_URL", "http://simulator.localhost:8090")
	t.Setenv("KONTOR_PAYPAL_API_URL", "https://api-m.paypal.com")
	cfg := config.Config{}
	cfg.Plugins.File = write(t, "plugins.yaml", `plugins:
  - {name: offline, path: offline, config: {iban: DE02120300000000202051}}
  - {name: paypal, path: paypal, config: {api_url: "${KONTOR_PAYPAL_API_URL:-${KONTOR_SIMULATOR_URL:-http://127.0.0.1:8090}/paypal}"}}
  - {name: klarna, path: klarna, config: {api_url: "${KONTOR_KLARNA_API_URL:-${KONTOR_SIMULATOR_URL:-http://127.0.0.1:8090}/klarna}"}}
  - {name: mondu, path: mondu, disabled: true, config: {api_url: "${KONTOR_SIMULATOR_URL}/mondu"}}
`)
	cfg.HTTP.PublicURL = "http://localhost:8080"
	require.Empty(t, simulatedChecks(cfg), "on a developer's machine it belongs there")

	cfg.HTTP.PublicURL = "https://shop.kontor.de"
	found := simulatedChecks(cfg)
	require.Len(t, found, 2)
	require.Equal(t, "the simulator plays those of klarna", found[0].Detail)
	require.Contains(t, found[1].Advice, "KONTOR_VAT_URL")
	for _, check := range found {
		require.False(t, check.OK)
	}

	t.Setenv("KONTOR_KLARNA_API_URL", "https://api.klarna.com")
	cfg.VAT.URL = "https://ec.europa.eu/taxation_customs/vies/rest-api"
	require.Empty(t, simulatedChecks(cfg))
}

// An image has no sources, and nobody is told to install Go in it.
func TestDoctorInAnImage(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("PATH", "")
	doctor := func(set ...string) string {
		var out bytes.Buffer
		root := newRoot(&session{out: printer{out: &out}})
		args := []string{"doctor"}
		for _, setting := range set {
			args = append(args, "--set", setting)
		}
		root.SetArgs(args)
		require.Error(t, root.ExecuteContext(t.Context()), "its servers do not answer")
		return out.String()
	}
	found := doctor("database.url=postgres://127.0.0.1:1/kontor", "temporal.address=127.0.0.1:1")
	require.NotContains(t, found, "Go is missing")
	require.NotContains(t, found, "in their folder")
	require.Contains(t, found, "not here, and not needed")
	require.Contains(t, found, "PostgreSQL is to be at")

	require.Contains(t, doctor("database.url=postgres://127.0.0.1:1/kontor"), "Go is missing", "kontor up would start Temporal")
}
