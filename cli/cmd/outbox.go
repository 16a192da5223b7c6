package cmd

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
)

func newOutbox(s *session) *cobra.Command {
	c := &cobra.Command{Use: "outbox", Short: "See what waits for delivery: mails, notices, changes"}
	c.AddCommand(newOutboxList(s), newOutboxRequeue(s))
	return c
}

func (s *session) withOutbox(ctx context.Context, do func(outbox.Admin) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor outbox", MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	return do(postgres.NewOutbox(pool))
}

func newOutboxList(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the topics that have events waiting or given up", Args: cobra.NoArgs,
		Example: "  kontor outbox list\n  kontor outbox list -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			return s.withOutbox(c.Context(), func(admin outbox.Admin) error {
				topics, err := admin.Backlog(c.Context())
				if err != nil {
					return err
				}
				rows := make([][]string, len(topics))
				for i, b := range topics {
					rows[i] = []string{b.Topic, strconv.Itoa(b.Waiting), strconv.Itoa(b.Failing), strconv.Itoa(b.Dead), stamp(b.Oldest), b.LastError}
				}
				return s.out.table(append([]outbox.Backlog{}, topics...), []string{"topic", "waiting", "failing", "given up", "oldest", "last error"}, rows)
			})
		},
	}
}

func newOutboxRequeue(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "requeue TOPIC", Short: "Give the events of a topic that were given up all their attempts again", Args: cobra.ExactArgs(1),
		Example: "  kontor outbox requeue mail.requested",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withOutbox(c.Context(), func(admin outbox.Admin) error {
				n, err := admin.Requeue(c.Context(), args[0])
				if err != nil {
					return err
				}
				s.out.line("%d events are tried again.", n)
				if s.out.json {
					return s.out.value(map[string]int{"requeued": n})
				}
				return nil
			})
		},
	}
}
