package cmd

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/postgres"
)

func newEndpoint(s *session) *cobra.Command {
	c := &cobra.Command{Use: "endpoint", Short: "Let other systems hear at once of orders, deliveries, withdrawals and products"}
	c.AddCommand(newEndpointAdd(s), newEndpointChange(s), newEndpointList(s), newEndpointRemove(s), newEndpointResend(s), newEndpointSecret(s), newEndpointTest(s))
	return c
}

// endpointParts are what the commands work with.
type endpointParts struct {
	cfg   config.Config
	pool  *pgxpool.Pool
	store endpoint.Store
	log   audit.Log
}

func (s *session) withEndpoints(ctx context.Context, do func(endpointParts) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor endpoint", MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	return do(endpointParts{cfg, pool, postgres.NewEndpoints(pool), postgres.NewAudit(pool)})
}

// act does something to an endpoint and writes it down.
func (p endpointParts) act(ctx context.Context, action, name, reason string, before any, do func(context.Context) (any, error)) error {
	e := audit.Entry{Actor: operator(), Action: "endpoint." + action, Subject: "endpoint-" + name, Reason: reason}
	return audit.Act(ctx, p.log, e, before, do)
}

// secretReport is an endpoint's secret for programs.
type secretReport struct {
	Name   string `json:"name"`
	Secret string `json:"secret"`
}

func (s *session) printSecret(p endpointParts, e *endpoint.Endpoint, done string) error {
	secrets, err := app.Secrets(p.cfg)
	if err != nil {
		return err
	}
	secret, err := secrets.Of(e)
	if err != nil {
		return err
	}
	text := endpoint.Text(secret)
	return s.out.done(secretReport{e.Name, text}, "%sIts secret, by which it knows that the shop calls: %s", done, text)
}

func eventsFlag(c *cobra.Command, kinds *[]string, usage string) {
	all := endpoint.Kinds()
	names := make([]string, len(all))
	for i, k := range all {
		names[i] = string(k)
	}
	c.Flags().StringSliceVar(kinds, "events", nil, usage+": "+strings.Join(names, ", "))
	_ = c.RegisterFlagCompletionFunc("events", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

func kindsOf(names []string) []endpoint.Kind {
	kinds := make([]endpoint.Kind, len(names))
	for i, name := range names {
		kinds[i] = endpoint.Kind(strings.TrimSpace(name))
	}
	return kinds
}

func newEndpointAdd(s *session) *cobra.Command {
	var kinds []string
	var reason string
	c := &cobra.Command{
		Use: "add NAME URL", Short: "Call another system at that address with what happens in the shop, and print its secret", Args: cobra.ExactArgs(2),
		Long: `Calls another system from now on. Events of orders and withdrawals have customers' names and addresses in them: the address begins
with https, unless the other system is on this machine. What is sent, how it is signed and what the other system has to answer
stands in core/docs/endpoints.md.`,
		Example: "  kontor endpoint add warehouse https://warehouse.example.com/kontor --events delivery.planned,delivery.cancelled\n" +
			"  kontor endpoint test warehouse",
		RunE: func(c *cobra.Command, args []string) error {
			now := time.Now().UTC()
			e := &endpoint.Endpoint{Name: args[0], URL: args[1], Kinds: endpoint.Common(), CreatedAt: now, KeyID: ident.New(), KeySince: now}
			if c.Flags().Changed("events") { // an empty list, as of a script's empty variable, is no wish to hear everything
				e.Kinds = kindsOf(kinds)
			}
			if err := checkEndpoint(e); err != nil {
				return err
			}
			return s.withEndpoints(c.Context(), func(p endpointParts) error {
				err := p.act(c.Context(), "add", e.Name, reason, nil, func(ctx context.Context) (any, error) { return e, p.store.Add(ctx, *e) })
				if err != nil {
					return err
				}
				return s.printSecret(p, e, "The shop calls "+e.Name+". ")
			})
		},
	}
	eventsFlag(c, &kinds, "what it hears of (default: all but product.changed)")
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

// checkEndpoint makes what is wrong with what was typed a usage error that says what to type.
func checkEndpoint(e *endpoint.Endpoint) error {
	if err := e.Check(); err != nil {
		return usageError{err}
	}
	return nil
}

func newEndpointChange(s *session) *cobra.Command {
	var kinds []string
	var url, reason string
	var renew, now bool
	c := &cobra.Command{
		Use: "change NAME", Short: "Give an endpoint another address, other events or a new secret", Args: cobra.ExactArgs(1),
		Long: `Changes an endpoint. What waits for it goes to the new address. With a new secret, events are signed with both for a day, so that the
other system can be told meanwhile; no further one is made in that day. With --now the secret of before is good no more: until the other
system has the new one, it refuses the events, which come again.`,
		Example: "  kontor endpoint change warehouse --events delivery.planned\n  kontor endpoint change warehouse --new-secret\n" +
			"  kontor endpoint change warehouse --new-secret --now --reason \"the old one was in a log\"",
		RunE: func(c *cobra.Command, args []string) error {
			if url == "" && len(kinds) == 0 && !renew {
				return usageError{errors.New("say what changes: --url, --events or --new-secret")}
			}
			if now && !renew {
				return usageError{errors.New("--now is of --new-secret")}
			}
			return s.withEndpoints(c.Context(), func(p endpointParts) error {
				is, err := p.store.Endpoint(c.Context(), args[0])
				if err != nil {
					return err
				}
				change := func(e *endpoint.Endpoint) error {
					if url != "" {
						e.URL = url
					}
					if len(kinds) > 0 {
						e.Kinds = kindsOf(kinds)
					}
					if renew {
						return e.Renew(ident.New(), time.Now().UTC(), now)
					}
					return nil
				}
				will := *is
				if err := change(&will); err != nil {
					return err
				}
				if err := checkEndpoint(&will); err != nil {
					return err
				}
				var changed *endpoint.Endpoint
				err = p.act(c.Context(), "change", is.Name, reason, is, func(ctx context.Context) (any, error) {
					changed, err = p.store.Change(ctx, is.Name, change)
					return changed, err
				})
				switch {
				case err != nil:
					return err
				case !renew:
					return s.out.done(changed, "%s is changed.", is.Name)
				}
				before := "for another day"
				if now {
					before = "no more"
				}
				return s.printSecret(p, changed, is.Name+" is changed; the secret of before is good "+before+". ")
			})
		},
	}
	c.Flags().StringVar(&url, "url", "", "where it is now")
	eventsFlag(c, &kinds, "what it hears of from now on, all of it")
	c.Flags().BoolVar(&renew, "new-secret", false, "sign with a new secret, which is printed")
	c.Flags().BoolVar(&now, "now", false, "with --new-secret: do not sign with the one of before as well, as when others have seen it")
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

func newEndpointList(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the systems that are called, and what waits for them", Args: noArguments,
		Example: "  kontor endpoint list\n  kontor endpoint list -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			return s.withEndpoints(c.Context(), func(p endpointParts) error {
				list, err := p.store.States(c.Context())
				if err != nil {
					return err
				}
				rows := make([][]string, len(list))
				for i, st := range list {
					rows[i] = []string{
						st.Name, st.URL, eventsText(st.Kinds), strconv.Itoa(st.Waiting), stamp(st.Oldest), strconv.Itoa(st.GivenUp), stamp(st.Delivered), st.LastError,
					}
				}
				return s.out.table(list, []string{"endpoint", "address", "events", "waiting", "since", "given up", "last arrived", "last error"}, rows)
			})
		},
	}
}

// eventsText is short where an endpoint hears of nearly everything.
func eventsText(kinds []endpoint.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = string(k)
	}
	if len(names) > 3 {
		return strconv.Itoa(len(names)) + " of " + strconv.Itoa(len(endpoint.Kinds()))
	}
	return strings.Join(names, ", ")
}

func newEndpointRemove(s *session) *cobra.Command {
	var reason string
	var asking consent
	c := &cobra.Command{
		Use: "remove NAME", Short: "Call a system no more, and forget what waits for it", Args: cobra.ExactArgs(1),
		Example: "  kontor endpoint list\n  kontor endpoint remove warehouse",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withEndpoints(c.Context(), func(p endpointParts) error {
				e, err := p.store.Endpoint(c.Context(), args[0])
				if err != nil {
					return err
				}
				if err := asking.ask(c, "Call %s (%s) no more?", e.Name, e.URL); err != nil {
					return err
				}
				err = p.act(c.Context(), "remove", e.Name, reason, e, func(ctx context.Context) (any, error) { return nil, p.store.Remove(ctx, e.Name) })
				if err != nil {
					return err
				}
				return s.out.done(map[string]string{"removed": e.Name}, "%s is called no more.", e.Name)
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	asking.flag(c)
	return c
}

func newEndpointResend(s *session) *cobra.Command {
	var from time.Time
	var reason string
	c := &cobra.Command{
		Use: "resend NAME --since 48h", Short: "Send again what a system has had, as when it lost its data; what was given up: kontor outbox requeue", Args: cobra.ExactArgs(1),
		Long: `Sends again, with the same ids, the events of the last hours that had arrived. They are kept for a week. What was given up, because the
other system was away for longer than three days, comes with 'kontor outbox requeue endpoint.NAME'.`,
		Example: "  kontor endpoint resend warehouse --since 48h",
		RunE: func(c *cobra.Command, args []string) error {
			if from.IsZero() {
				return usageError{errors.New("--since says how far back, as 48h")}
			}
			return s.withEndpoints(c.Context(), func(p endpointParts) error {
				n := 0
				err := p.act(c.Context(), "resend", args[0], reason, nil, func(ctx context.Context) (any, error) {
					var err error
					n, err = p.store.Resend(ctx, args[0], from)
					return map[string]int{"sent": n}, err
				})
				if err != nil {
					return err
				}
				return s.out.done(map[string]int{"sent": n}, "Sent to %s again: %d.", args[0], n)
			})
		},
	}
	sinceFlag(c, &from, "those of the last hours, as 48h")
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

func newEndpointSecret(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "secret NAME", Short: "Print an endpoint's secret again", Args: cobra.ExactArgs(1),
		Example: "  kontor endpoint secret warehouse",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withEndpoints(c.Context(), func(p endpointParts) error {
				e, err := p.store.Endpoint(c.Context(), args[0])
				if err != nil {
					return err
				}
				return s.printSecret(p, e, "")
			})
		},
	}
}

func newEndpointTest(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "test NAME", Short: "Call a system now, from here, with an event of the type ping, and say what it answers", Args: cobra.ExactArgs(1),
		Example: "  kontor endpoint test warehouse",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withEndpoints(c.Context(), func(p endpointParts) error {
				e, err := p.store.Endpoint(c.Context(), args[0])
				if err != nil {
					return err
				}
				calls, err := app.NewCaller(p.cfg, p.pool)
				if err != nil {
					return err
				}
				began := time.Now()
				err = calls.Send(c.Context(), e, "ping-"+ident.New(), endpoint.Event{Type: endpoint.Ping, Timestamp: began.UTC(), Data: map[string]any{}})
				took := time.Since(began).Round(time.Millisecond)
				if err != nil {
					return err
				}
				return s.out.done(map[string]any{"name": e.Name, "took": took.Milliseconds()}, "%s has taken it, after %s.", e.Name, took)
			})
		},
	}
}
