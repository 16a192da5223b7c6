package cmd

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
)

func newOutbox(s *session) *cobra.Command {
	c := &cobra.Command{Use: "outbox", Short: "See what waits for delivery: mails, notices, changes"}
	c.AddCommand(newOutboxList(s), newOutboxShow(s), newOutboxRequeue(s), newOutboxDiscard(s))
	return c
}

func (s *session) withOutbox(ctx context.Context, do func(outbox.Admin) error) error {
	return s.withAuditedOutbox(ctx, func(admin outbox.Admin, _ audit.Log) error { return do(admin) })
}

func (s *session) withAuditedOutbox(ctx context.Context, do func(outbox.Admin, audit.Log) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor outbox", MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	return do(postgres.NewOutbox(pool), postgres.NewAudit(pool))
}

func newOutboxList(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the topics that have events waiting or given up", Args: noArguments,
		Example: "  kontor outbox list\n  kontor outbox list -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			return s.withOutbox(c.Context(), func(admin outbox.Admin) error {
				topics, err := admin.Backlog(c.Context())
				if err != nil {
					return err
				}
				rows := make([][]string, len(topics))
				for i, b := range topics {
					rows[i] = []string{b.Topic, strconv.Itoa(b.Waiting), strconv.Itoa(b.Failing), stamp(b.Retry), strconv.Itoa(b.Dead), stamp(b.Oldest), b.LastError}
				}
				return s.out.table(append([]outbox.Backlog{}, topics...), []string{"topic", "waiting", "failing", "tried again", "given up", "oldest", "last error"}, rows)
			})
		},
	}
}

const mostDead = 1000 // that are listed

func newOutboxShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "show TOPIC", Short: "List the events of a topic that were given up, and why", Args: cobra.ExactArgs(1),
		Example: "  kontor outbox show mail.requested",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withOutbox(c.Context(), func(admin outbox.Admin) error {
				list, err := admin.Dead(c.Context(), args[0], mostDead)
				if err != nil {
					return err
				}
				rows := make([][]string, len(list))
				for i, e := range list {
					rows[i] = []string{e.ID, stamp(e.At), stamp(e.DeadAt), e.LastError}
				}
				if err := s.out.table(append([]outbox.Dead{}, list...), []string{"event", "of", "given up", "last error"}, rows); err != nil {
					return err
				}
				if len(list) == mostDead {
					s.out.line("The oldest %d. `kontor outbox list` says how many there are.", mostDead)
				}
				return nil
			})
		},
	}
}

func newOutboxDiscard(s *session) *cobra.Command {
	var reason string
	var asking consent
	c := &cobra.Command{
		Use: "discard TOPIC EVENT", Short: "Delete an event that was given up: it is never delivered", Args: cobra.ExactArgs(2),
		Long: `Deletes an event that was given up and that no other attempt can deliver, as a mail to an address that is not there.
What was to become of it has to be done in another way. It asks first; --yes answers.`,
		Example: "  kontor outbox show mail.requested\n  kontor outbox discard mail.requested order_confirmation-100001 --reason \"no such mailbox\"",
		RunE: func(c *cobra.Command, args []string) error {
			topic, id := args[0], args[1]
			return s.withAuditedOutbox(c.Context(), func(admin outbox.Admin, log audit.Log) error {
				err := asking.agree(c, func() (string, error) {
					d, err := admin.DeadEvent(c.Context(), topic, id)
					return fmt.Sprintf("Event %s of %s is of %s, and was given up %s: %s. Delete it for good?", id, topic, stamp(d.At), stamp(d.DeadAt), d.LastError), err
				})
				if err != nil {
					return err
				}
				e := audit.Entry{Actor: operator(), Action: "outbox.discard", Subject: topic + " " + id, Reason: reason}
				err = audit.Act(c.Context(), log, e, nil, func(ctx context.Context) (any, error) { return nil, admin.Discard(ctx, topic, id) })
				if err != nil {
					return err
				}
				return s.out.done(map[string]string{"topic": topic, "discarded": id}, "%s is not delivered.", id)
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	asking.flag(c)
	return c
}

func newOutboxRequeue(s *session) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: "requeue TOPIC", Short: "Give the events of a topic that were given up all their attempts again", Args: cobra.ExactArgs(1),
		Example: "  kontor outbox requeue mail.requested",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withAuditedOutbox(c.Context(), func(admin outbox.Admin, log audit.Log) error {
				n := 0
				e := audit.Entry{Actor: operator(), Action: "outbox.requeue", Subject: args[0], Reason: reason}
				err := audit.Act(c.Context(), log, e, nil, func(ctx context.Context) (any, error) {
					var err error
					n, err = admin.Requeue(ctx, args[0])
					return map[string]int{"requeued": n}, err
				})
				if err != nil {
					return err
				}
				if n == 0 {
					s.out.line("No event of %s was given up.", args[0])
				}
				return s.out.done(map[string]int{"requeued": n}, "%s tried again.", counted(n, "event is", "events are"))
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}
