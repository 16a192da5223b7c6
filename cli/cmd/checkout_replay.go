package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	historypb "go.temporal.io/api/history/v1"
	"go.temporal.io/sdk/converter"

	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/workflows/client"
	"kontor.dev/kontor/workflows/kit"
	"kontor.dev/kontor/workflows/worker"
)

type replayResult struct {
	Workflow string `json:"workflow"` // or the file
	Events   int    `json:"events"`
	Follows  bool   `json:"follows"` // today's code does what the history says
	Problem  string `json:"problem,omitempty"`
}

func newCheckoutReplay(s *session) *cobra.Command {
	var files []string
	var keep string
	c := &cobra.Command{
		Use: "replay [ID]", Short: "Run today's workflow code against what an attempt's workflow did", Args: cobra.MaximumNArgs(1),
		Long: `Reads the history of the attempt's newest run from Temporal, or any workflow's from files, and runs this program's code
against it. Nothing is done but that: no payment, no mail, no change. Exits with 1 when the code would not follow, which
means that it cannot take over the workflows that are under way.

A worker keeps the histories of what has ended in the folder of temporal.histories, where that is set.`,
		Example: "  kontor checkout replay 100001\n  kontor checkout replay --file .kontor/histories/2026-05-01/checkout-0199f3c1.json",
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 && len(files) == 0 {
				return usageError{errors.New("name an attempt or its order, or files with --file")}
			}
			var results []replayResult
			for _, file := range files {
				h, err := readHistory(file)
				if err != nil {
					return err
				}
				results = append(results, s.replay(file, h))
			}
			for _, id := range args {
				name, h, err := s.history(c.Context(), id)
				if err != nil {
					return err
				}
				if keep != "" {
					if err := keepHistory(keep, h); err != nil {
						return err
					}
				}
				results = append(results, s.replay(name, h))
			}
			return s.printReplays(results)
		},
	}
	c.Flags().StringArrayVarP(&files, "file", "f", nil, "a history as JSON; repeatable")
	c.Flags().StringVar(&keep, "keep", "", "also write the history into this file")
	_ = c.MarkFlagFilename("file", "json")
	return c
}

func readHistory(file string) (*historypb.History, error) {
	document, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	h, err := worker.ReadHistory(document)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return h, nil
}

func keepHistory(file string, h *historypb.History) error {
	document, err := worker.WriteHistory(h)
	if err != nil {
		return err
	}
	return os.WriteFile(file, document, 0o600)
}

// history reads an attempt's history and the name of its workflow.
func (s *session) history(ctx context.Context, id string) (name string, h *historypb.History, err error) {
	err = s.withDesk(ctx, func(p deskParts) error {
		story, err := p.desk.Explain(ctx, id)
		if err != nil {
			return err
		}
		if story.Workflow == nil {
			return errors.New("temporal does not answer")
		}
		name = story.Workflow.WorkflowID
		h, err = p.operations.History(ctx, name, story.Workflow.RunID)
		return err
	})
	return name, h, err
}

// shopKeys reads the keys of histories from the shop's database.
type shopKeys struct{ s *session }

// Key implements the workflows' keys.
func (k shopKeys) Key(ctx context.Context, workflowID string) ([]byte, error) {
	cfg, err := k.s.load()
	if err != nil {
		return nil, err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor checkout replay", MaxConns: 1})
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	return client.NewKeys(postgres.NewHistoryKeys(pool)).Key(ctx, workflowID)
}

func (s *session) replay(name string, h *historypb.History) replayResult {
	r := replayResult{Workflow: name, Events: len(h.GetEvents()), Follows: true}
	payloads := converter.GetDefaultDataConverter()
	if kit.Encrypted(h) {
		payloads = client.Secret(shopKeys{s})
	}
	if err := worker.Replay(h, payloads); err != nil {
		r.Follows, r.Problem = false, err.Error()
	}
	return r
}

func (s *session) printReplays(results []replayResult) error {
	var rows [][]string
	failed := false
	for _, r := range results {
		state := "follows"
		if !r.Follows {
			state, failed = "DOES NOT FOLLOW", true
		}
		rows = append(rows, []string{r.Workflow, fmt.Sprint(r.Events), state, r.Problem})
	}
	if err := s.out.table(results, []string{"workflow", "events", "", "problem"}, rows); err != nil || !failed {
		return err
	}
	return exitCode(1)
}
