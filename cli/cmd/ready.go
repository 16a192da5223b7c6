package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/health"
)

func newReady(s *session) *cobra.Command {
	var url string
	c := &cobra.Command{
		Use: "ready", Short: "Ask a process whether it should get work (exit code 1 when it should not)", Args: noArguments,
		Long: `Asks /readyz of a front door or of an operator's listener: for health checks of containers, whose image has no other
program.`,
		Example: "  kontor ready\n  kontor ready --url http://127.0.0.1:9464",
		RunE: func(c *cobra.Command, _ []string) error {
			if url == "" {
				cfg, err := s.load()
				if err != nil {
					return err
				}
				url = "http://" + cfg.HTTP.Addr
			} else if !strings.HasPrefix(url, "http://") && !strings.HasPrefix(url, "https://") {
				return usageError{fmt.Errorf("--url takes a whole address, as http://127.0.0.1:9464, not %q", url)}
			}
			report, err := readiness(c.Context(), url)
			if err != nil {
				return err
			}
			rows := make([][]string, len(report.Parts))
			for i, p := range report.Parts {
				state := "ok"
				if !p.OK {
					state = "down"
				}
				rows[i] = []string{p.Name, state}
			}
			if err := s.out.table(report, []string{"part", "state"}, rows); err != nil {
				return err
			}
			s.out.line("\n%s", report.Status)
			if !report.OK() {
				return exitCode(1)
			}
			return nil
		},
	}
	c.Flags().StringVar(&url, "url", "", "of the process (default http.addr)")
	return c
}

// readiness reads the report of a process.
func readiness(ctx context.Context, url string) (health.Report, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var report health.Report
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/readyz", nil)
	if err != nil {
		return report, usageError{err}
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return report, err
	}
	defer func() { _ = answer.Body.Close() }()
	if err := json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(&report); err != nil || report.Status == "" {
		return report, fmt.Errorf("%s answers %s, which is no report", url, answer.Status)
	}
	return report, nil
}
