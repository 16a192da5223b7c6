package cmd

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/privacy"
)

func newCustomer(s *session) *cobra.Command {
	c := &cobra.Command{Use: "customer", Short: "Look after customers' accounts"}
	c.AddCommand(newCustomerShow(s), newCustomerUnlock(s), newCustomerEmail(s), newCustomerAnonymise(s), newCustomerReseal(s), newCustomerVAT(s))
	return c
}

// customerParts are what the commands work with.
type customerParts struct {
	store    *postgres.Customers
	evidence *postgres.VATEvidence
	sessions *postgres.Sessions
	campus   *postgres.Campus
	log      *postgres.Audit
	privacy  privacy.Store
	requests *privacy.Service
}

// withCustomer opens the configured shop and finds a customer by number or e-mail address.
func (s *session) withCustomer(ctx context.Context, name string, do func(customerParts, *customer.Customer) error) error {
	return s.withCustomers(ctx, func(p customerParts) error {
		c, err := namedCustomer(ctx, p.store, name)
		if err != nil {
			return err
		}
		return do(p, c)
	})
}

// withCustomers opens the configured shop.
func (s *session) withCustomers(ctx context.Context, do func(customerParts) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor customer", MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	asked := postgres.NewPrivacy(pool)
	p := customerParts{
		store: postgres.NewCustomers(pool), evidence: postgres.NewVATEvidence(pool), sessions: postgres.NewSessions(pool),
		campus: postgres.NewCampus(pool), log: postgres.NewAudit(pool),
		privacy: asked, requests: privacy.NewService(asked, nil, clock.System{}),
	}
	return do(p)
}

// namedCustomer finds a customer by number or e-mail address.
func namedCustomer(ctx context.Context, store *postgres.Customers, name string) (*customer.Customer, error) {
	if strings.Contains(name, "@") {
		email, _ := address.Email(name)
		return store.ByEmail(ctx, email)
	}
	id, err := strconv.ParseInt(name, 10, 64)
	if err != nil || id <= 0 {
		return nil, usageError{fmt.Errorf("%q is neither a customer number nor an e-mail address", name)}
	}
	return store.Customer(ctx, id)
}

func newCustomerShow(s *session) *cobra.Command {
	events := 20
	c := &cobra.Command{
		Use: "show CUSTOMER", Short: "Show an account, also one that was deleted: what is under way, its sessions, its blocks and what happened to its security", Args: cobra.ExactArgs(1),
		Long: `Shows an account. Of one that was deleted it says how far that is and which orders and withdrawals it waits for; it is found by its
number, or by the e-mail address of its orders while they keep it.`,
		Example: "  kontor customer show 100042\n  kontor customer show erika@example.org",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withCustomers(c.Context(), func(p customerParts) error {
				found, err := namedCustomer(c.Context(), p.store, args[0])
				if fault.CodeOf(err) == fault.NotFound {
					return p.showClosed(c.Context(), &s.out, args[0], events, err)
				}
				if err != nil {
					return err
				}
				return p.show(c.Context(), &s.out, found, events)
			})
		},
	}
	c.Flags().Var(atLeast(0, &events), "events", "entries of the audit log to show")
	return c
}

// audited does something to an account and writes it down, without personal data.
func (p customerParts) audited(ctx context.Context, action string, c *customer.Customer, reason string, act func(context.Context) error) error {
	e := audit.Entry{Actor: operator(), Action: "customer." + action, Subject: fmt.Sprintf("customer-%d", c.ID), Reason: reason}
	return audit.Act(ctx, p.log, e, nil, func(ctx context.Context) (any, error) { return nil, act(ctx) })
}

func newCustomerUnlock(s *session) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: "unlock CUSTOMER", Short: "End the blocks after too many wrong passwords", Args: cobra.ExactArgs(1),
		Example: "  kontor customer unlock erika@example.org",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withCustomer(c.Context(), args[0], func(p customerParts, found *customer.Customer) error {
				err := p.audited(c.Context(), "unlock", found, reason, func(ctx context.Context) error {
					return p.store.Unlock(ctx, found, time.Now())
				})
				if err != nil {
					return err
				}
				return p.show(c.Context(), &s.out, found, 5)
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

func newCustomerEmail(s *session) *cobra.Command {
	var asking consent
	var reason string
	c := &cobra.Command{
		Use: "email CUSTOMER ADDRESS", Short: "Correct an account's e-mail address, which its customer mistyped", Args: cobra.ExactArgs(2),
		Long: `Corrects the e-mail address of an account whose customer cannot log in, because codes and links go to a mistyped one. Make sure
first that it is the customer who asks, as by an order's number and address: who has the account's mailbox has the account. The
address of before is told, and all sessions end. Orders keep the address that they were placed with.`,
		Example: "  kontor customer email erika@exmaple.org erika@example.org --reason \"called, order 100042\"",
		RunE: func(c *cobra.Command, args []string) error {
			change, err := customer.CorrectEmail(args[1], time.Now().UTC())
			if err != nil {
				return usageError{fmt.Errorf("%q is no e-mail address", args[1])}
			}
			return s.withCustomer(c.Context(), args[0], func(p customerParts, found *customer.Customer) error {
				err := asking.agree(c, func() (string, error) {
					will := *found
					if _, err := change(&will); err != nil {
						return "", err
					}
					switch _, err := p.store.ByEmail(c.Context(), will.Email); {
					case err == nil:
						return "", fault.New(fault.Conflict, "email_in_use")
					case fault.CodeOf(err) != fault.NotFound:
						return "", err
					}
					return fmt.Sprintf("Set the e-mail address of customer %d, %s, to %s?", found.ID, found.Email, will.Email), nil
				})
				if err != nil {
					return err
				}
				err = p.audited(c.Context(), "email", found, reason, func(ctx context.Context) error {
					found, err = p.store.Change(ctx, found.ID, change)
					return err
				})
				if err != nil {
					return err
				}
				return p.show(c.Context(), &s.out, found, 5)
			})
		},
	}
	asking.flag(c)
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

func newCustomerAnonymise(s *session) *cobra.Command {
	var asking consent
	var dry bool
	var reason string
	c := &cobra.Command{
		Use: "anonymise CUSTOMER", Short: "Delete an account as its customer could; orders stay locked as the law asks", Args: cobra.ExactArgs(1),
		Example: "  kontor customer anonymise 100042 --dry-run\n  kontor customer anonymise 100042",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withCustomer(c.Context(), args[0], func(p customerParts, found *customer.Customer) error {
				if dry {
					return p.previewAnonymise(c.Context(), &s.out, found)
				}
				err := asking.agree(c, func() (string, error) {
					asked, err := p.privacy.Latest(c.Context(), found.ID, privacy.Deletion)
					if err == nil && asked != nil && asked.State != privacy.Done {
						err = fault.New(fault.Conflict, "privacy_request_open")
					}
					if err != nil {
						return "", err
					}
					open, _, err := p.privacy.UnderWay(c.Context(), found.ID)
					return fmt.Sprintf("Delete the account of customer %d, %s, for good? %s under way.",
						found.ID, found.Email, counted(len(open), "order or withdrawal is", "orders and withdrawals are")), err
				})
				if err != nil {
					return err
				}
				err = p.audited(c.Context(), "anonymise", found, reason, func(ctx context.Context) error {
					return p.requests.Ask(ctx, found.ID, privacy.Deletion, "operator")
				})
				if err != nil {
					return err
				}
				return s.out.done(map[string]any{"customer": found.ID, "deleting": true}, "customer %d: the worker deletes the account now", found.ID)
			})
		},
	}
	asking.flag(c)
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	c.Flags().BoolVar(&dry, "dry-run", false, "only say whose account it is, and what is under way")
	return c
}

func (p customerParts) previewAnonymise(ctx context.Context, out *printer, c *customer.Customer) error {
	open, _, err := p.privacy.UnderWay(ctx, c.ID)
	if err != nil {
		return err
	}
	value := map[string]any{"dryRun": true, "customer": c.ID, "email": c.Email, "underWay": len(open)}
	return out.done(value, "Nothing was done. The account of customer %d, %s, would be deleted; %s under way.",
		c.ID, c.Email, counted(len(open), "order or withdrawal is", "orders and withdrawals are"))
}
