package cmd

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"sync"
	"time"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/rollout"
	"kontor.dev/kontor/workflows/client"
)

// serverPatience is how long a server has to answer the doctor.
const serverPatience = 5 * time.Second

// runsByHand names the process that serves the shop of these settings on this machine without `kontor up`; "" for none.
func runsByHand(ctx context.Context, cfg config.Config) string {
	if cfg.Database.URL == "" {
		return ""
	}
	if _, err := readiness(ctx, "http://"+cfg.HTTP.Addr); err != nil {
		return ""
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor doctor", MaxConns: 1})
	if err != nil {
		return ""
	}
	defer pool.Close()
	reports, err := postgres.NewRollouts(pool).Reports(ctx)
	machine, _ := os.Hostname()
	at := slices.IndexFunc(reports, func(r rollout.Report) bool { return r.Process == app.Serving && r.Machine == machine })
	if err != nil || at < 0 {
		return ""
	}
	return fmt.Sprintf("%s (process %d)", app.Serving, reports[at].PID)
}

// serverChecks asks the servers that the settings name; those that they do not name `kontor up` starts.
func serverChecks(ctx context.Context, cfg config.Config) []stack.Check {
	servers := []struct {
		name, setting, address string
		ask                    func(context.Context) error
	}{
		{"PostgreSQL", "database.url", cfg.Database.URL, func(ctx context.Context) error {
			pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor doctor", MaxConns: 1})
			if err != nil {
				return err
			}
			defer pool.Close()
			return postgres.AgreesOnTime(ctx, pool, clock.System{})
		}},
		{"Temporal", "temporal.address", cfg.Temporal.Address, func(ctx context.Context) error {
			c, err := client.Dial(ctx, cfg.Temporal.Address, cfg.Temporal.Namespace, nil)
			if err == nil {
				c.Close()
			}
			return err
		}},
		{"Mail server", "mail.smtp", cfg.Mail.SMTP, func(ctx context.Context) error {
			smtp, err := mailer.NewSMTP(cfg.Mail.SMTP, cfg.Mail.From)
			if err != nil {
				return err
			}
			return smtp.Check(ctx)
		}},
		{"Meilisearch", "search.meili.url", cfg.Search.Meili.URL, func(ctx context.Context) error { return askMeili(ctx, cfg.Search.Meili) }},
		{"Traces and metrics", "otel.endpoint", cfg.OTel.Endpoint, func(ctx context.Context) error {
			if !answers(ctx, cfg.OTel.Endpoint) {
				return fmt.Errorf("nothing takes connections there")
			}
			return nil
		}},
	}
	found := make([]stack.Check, len(servers))
	var all sync.WaitGroup
	for i, server := range servers {
		if server.address == "" {
			continue
		}
		all.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, serverPatience)
			defer cancel()
			found[i] = stack.Check{Name: server.name, OK: true, Detail: "answers, at " + config.WithoutPassword(server.address)}
			if err := server.ask(ctx); err != nil {
				found[i].OK, found[i].Detail = false, textual(err.Error())
				found[i].Advice = fmt.Sprintf("%s is to be at %s, as %s (%s) says: %s", server.name, config.WithoutPassword(server.address),
					server.setting, config.EnvName(server.setting), whatToDo(err))
			}
		})
	}
	all.Wait()
	var checks []stack.Check
	for _, check := range found {
		if check.Name != "" {
			checks = append(checks, check)
		}
	}
	return checks
}

// whatToDo says what printError would say.
func whatToDo(err error) string {
	if text, ok := refusedBy(err); ok {
		return text
	}
	switch reason := fault.ReasonOf(err); reason {
	case "database_unavailable", "temporal_unavailable", "": // whose advice is for those who have not set it
	default:
		if text, ok := adviceOn(reason); ok {
			return text
		}
	}
	return "start it, or correct the setting"
}

// askMeili asks for a task, which the key has to be allowed anyway.
func askMeili(ctx context.Context, m config.Meili) error {
	address, err := url.JoinPath(m.URL, "tasks")
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"?limit=1", http.NoBody)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+m.Key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	switch answer.StatusCode {
	case http.StatusOK:
		return nil
	case http.StatusUnauthorized, http.StatusForbidden:
		return fmt.Errorf("it refuses search.meili.key (%s)", config.EnvName("search.meili.key"))
	}
	return fmt.Errorf("it answers with status %d", answer.StatusCode)
}
