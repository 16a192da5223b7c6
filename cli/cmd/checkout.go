package cmd

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/workflows/client"
)

func newCheckout(s *session) *cobra.Command {
	c := &cobra.Command{Use: "checkout", Short: "See submitted orders on their way to being paid, and help those that are stuck"}
	c.AddCommand(newCheckoutList(s), newCheckoutExplain(s), newCheckoutReplay(s))
	for _, a := range checkoutActs {
		c.AddCommand(newCheckoutAct(s, a))
	}
	return c
}

// deskParts are what the checkout commands work with.
type deskParts struct {
	desk       *checkout.Desk
	operations *client.Desk
}

// withDesk opens the configured shop's desk.
func (s *session) withDesk(ctx context.Context, do func(deskParts) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor checkout", MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	operations, closeTemporal, err := openOperations(cfg, pool)
	if err != nil {
		return err
	}
	defer closeTemporal()
	return do(deskParts{checkout.NewDesk(postgres.NewDesk(pool), operations, postgres.NewAudit(pool), clock.System{}), operations})
}

// openOperations dials Temporal with the first call, so that what the database knows is shown while that is down.
func openOperations(cfg config.Config, pool *pgxpool.Pool) (*client.Desk, func(), error) {
	keys := client.NewKeys(postgres.NewHistoryKeys(pool))
	temporal, err := client.DialLazy(cfg.Temporal.Address, cfg.Temporal.Namespace, keys)
	if err != nil {
		return nil, nil, err
	}
	return client.NewDesk(temporal, cfg.Temporal.Namespace, cfg.Temporal.TaskQueue, postgres.NewAttempt(pool), client.Secret(keys)), temporal.Close, nil
}

var attemptStates = []string{
	string(checkout.Created), string(checkout.Authorizing), string(checkout.Redirected), string(checkout.Unknown),
	string(checkout.Pending), string(checkout.Confirmed), string(checkout.Failed),
}

func newCheckoutList(s *session) *cobra.Command {
	var stuck bool
	var state string
	var f checkout.CaseFilter
	var chosen page.Page
	c := &cobra.Command{
		Use: "list", Short: "List attempts that are under way, the oldest first", Args: noArguments,
		Long: `Lists what customers submitted and what is not over yet. With --stuck only those that do not go on by themselves or take
longer than they should:

  money_owed      money has to go back to a customer and has not
  held            an operator keeps it still
  not_begun       nobody took it up
  authorizing     the provider's plugin does not answer
  unknown         the provider does not say what became of the payment
  events_waiting  a webhook was stored and not applied
  overdue         its time is over and it was not ended`,
		Example: "  kontor checkout list --stuck\n  kontor checkout list --state redirected -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			if state != "" && !slices.Contains(attemptStates, state) {
				return usageError{fmt.Errorf("--state takes one of %s", strings.Join(attemptStates, ", "))}
			}
			f.State = checkout.State(state)
			return s.withDesk(c.Context(), func(p deskParts) error {
				list, total, err := p.desk.List(c.Context(), f, stuck, chosen)
				if err != nil {
					return err
				}
				return s.out.paged(chosen, total, printCases(&s.out, list, total))
			})
		},
	}
	c.Flags().BoolVar(&stuck, "stuck", false, "only those in trouble")
	c.Flags().StringVar(&state, "state", "", "only those in this state, also of the past: "+strings.Join(attemptStates, ", "))
	pageFlags(c, &chosen, "attempts")
	_ = c.RegisterFlagCompletionFunc("state", cobra.FixedCompletions(attemptStates, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func printCases(out *printer, list []*checkout.Case, total int) error {
	rows := make([][]string, len(list))
	for i, c := range list {
		rows[i] = []string{
			strconv.FormatInt(c.OrderID, 10), strconv.Itoa(c.Number), string(c.State), string(c.Trouble), c.Payment.Code, c.Payment.Plugin,
			c.Totals.Total.String(), stamp(c.CreatedAt), stamp(c.DueAt),
		}
	}
	if list == nil {
		list = []*checkout.Case{}
	}
	headings := []string{"order", "attempt", "state", "trouble", "method", "plugin", "total", "submitted", "waits until"}
	if err := out.table(map[string]any{"attempts": list, "total": total}, headings, rows); err != nil {
		return err
	}
	out.line("%d of %s", len(list), counted(total, "attempt", "attempts"))
	return nil
}

func newCheckoutExplain(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "explain ID", Short: "Tell what happened to an attempt, what it waits for and what can be done", Args: cobra.ExactArgs(1),
		Long:    "Tells in plain words what happened, from the database, the workflow's history and the operators' log. ID is the order's\nnumber or the attempt's.",
		Example: "  kontor checkout explain 100001\n  kontor checkout explain 0199f3c1-5f8e-7c21-9d5c-0f3b8d6c9a11 -o json",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withDesk(c.Context(), func(p deskParts) error { return s.explain(c.Context(), p, args[0]) })
		},
	}
}

func (s *session) explain(ctx context.Context, p deskParts, id string) error {
	story, err := p.desk.Explain(ctx, id)
	if err != nil {
		return err
	}
	return printStory(&s.out, story)
}

func printStory(out *printer, s *checkout.Story) error {
	if out.json {
		return out.value(s)
	}
	c := s.Case
	out.line("Order %d, attempt %d of %d (%s), %s by %s", c.OrderID, c.Number, len(s.Tries), c.State, c.Totals.Total, c.Payment.Code)
	out.line("Attempt %s, payment %s", c.ID, strings.TrimSpace(c.Payment.Plugin+" "+c.Payment.Reference))
	out.line("%s", runLine(s.Workflow))
	out.line("\nWhat happened:")
	var rows [][]string
	for _, m := range s.Happened {
		rows = append(rows, []string{"  " + m.At.In(clock.Germany).Format(time.DateTime), m.From, m.What})
	}
	if err := out.table(nil, nil, rows); err != nil {
		return err
	}
	for _, t := range s.Tries {
		if t.ID != c.ID {
			out.line("  also of this checkout: attempt %d, order %d, %s by %s", t.Number, t.OrderID, t.State, t.Method)
		}
	}
	out.line("\n%s", s.Stands)
	if s.Wrong != "" {
		out.line("What is wrong: %s.", s.Wrong)
	}
	if s.WaitsFor != "" {
		out.line("It waits %s.", s.WaitsFor)
	}
	if len(s.Advice) > 0 {
		out.line("\nWhat you can do:\n  %s", strings.Join(s.Advice, "\n  "))
	}
	return nil
}

func runLine(r *checkout.Run) string {
	switch {
	case r == nil:
		return "Temporal does not answer: what follows is from the database alone."
	case r.Status == checkout.RunNone:
		return "Workflow " + r.WorkflowID + ": none, or no longer kept"
	}
	return fmt.Sprintf("Workflow %s: %s, %s", r.WorkflowID, r.Status, counted(r.Events, "event", "events"))
}
