package cmd

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/privacy"
	"kontor.dev/kontor/core/vat"
)

func newCustomer(s *session) *cobra.Command {
	c := &cobra.Command{Use: "customer", Short: "Look after customers' accounts"}
	c.AddCommand(newCustomerShow(s), newCustomerUnlock(s), newCustomerAnonymise(s))
	return c
}

// customerParts are what the commands work with.
type customerParts struct {
	store    *postgres.Customers
	evidence *postgres.VATEvidence
	privacy  privacy.Store
	requests *privacy.Service
}

// withCustomer opens the configured shop and finds a customer by number or e-mail address.
func (s *session) withCustomer(ctx context.Context, name string, do func(customerParts, *customer.Customer) error) error {
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
		store: postgres.NewCustomers(pool), evidence: postgres.NewVATEvidence(pool),
		privacy: asked, requests: privacy.NewService(asked, nil, clock.System{}),
	}
	var c *customer.Customer
	if strings.Contains(name, "@") {
		c, err = p.store.ByEmail(ctx, name)
	} else {
		var id int64
		if id, err = customerNumber(name); err == nil {
			c, err = p.store.Customer(ctx, id)
		}
	}
	if err != nil {
		return err
	}
	return do(p, c)
}

func newCustomerShow(s *session) *cobra.Command {
	var events int
	c := &cobra.Command{
		Use: "show CUSTOMER", Short: "Show an account, its blocks and what happened to its security", Args: cobra.ExactArgs(1),
		Example: "  kontor customer show 100042\n  kontor customer show erika@example.org",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withCustomer(c.Context(), args[0], func(p customerParts, found *customer.Customer) error {
				return p.show(c.Context(), &s.out, found, events)
			})
		},
	}
	c.Flags().IntVar(&events, "events", 20, "entries of the audit log to show")
	return c
}

func newCustomerUnlock(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "unlock CUSTOMER", Short: "End the blocks after too many wrong passwords", Args: cobra.ExactArgs(1),
		Example: "  kontor customer unlock erika@example.org",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withCustomer(c.Context(), args[0], func(p customerParts, found *customer.Customer) error {
				if err := p.store.Unlock(c.Context(), found, time.Now()); err != nil {
					return err
				}
				return p.show(c.Context(), &s.out, found, 5)
			})
		},
	}
}

func newCustomerAnonymise(s *session) *cobra.Command {
	var asking consent
	var dry bool
	c := &cobra.Command{
		Use: "anonymise CUSTOMER", Short: "Delete an account as its customer could; orders stay locked as the law asks", Args: cobra.ExactArgs(1),
		Example: "  kontor customer anonymise 100042 --dry-run\n  kontor customer anonymise 100042",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withCustomer(c.Context(), args[0], func(p customerParts, found *customer.Customer) error {
				if dry {
					return p.previewAnonymise(c.Context(), &s.out, found)
				}
				if err := asking.ask(c, "Delete the account of customer %d, %s, for good?", found.ID, found.Email); err != nil {
					return err
				}
				if err := p.requests.Ask(c.Context(), found.ID, privacy.Deletion, "operator"); err != nil {
					return err
				}
				return s.out.done(map[string]any{"customer": found.ID, "deleting": true}, "customer %d: the worker deletes the account now", found.ID)
			})
		},
	}
	asking.flag(c)
	c.Flags().BoolVar(&dry, "dry-run", false, "only say whose account it is, and what is under way")
	return c
}

func (p customerParts) previewAnonymise(ctx context.Context, out *printer, c *customer.Customer) error {
	open, _, err := p.privacy.UnderWay(ctx, c.ID)
	if err != nil {
		return err
	}
	value := map[string]any{"dryRun": true, "customer": c.ID, "email": c.Email, "underWay": open}
	return out.done(value, "Nothing was done. The account of customer %d, %s, would be deleted; %d orders and withdrawals are under way.", c.ID, c.Email, open)
}

// accountReport is what `show` says, for programs.
type accountReport struct {
	Number       int64            `json:"customer"`
	Email        string           `json:"email"`
	Name         string           `json:"name"`
	Kind         string           `json:"kind"`
	CreatedAt    time.Time        `json:"createdAt"`
	BlockedUntil time.Time        `json:"blockedUntil,omitzero"`
	Addresses    int              `json:"addresses"`
	VAT          []vat.Evidence   `json:"vat"`
	Events       []customer.Event `json:"events"`
}

func (p customerParts) show(ctx context.Context, out *printer, c *customer.Customer, events int) error {
	r := accountReport{Number: c.ID, Email: c.Email, Name: c.FirstName + " " + c.LastName, Kind: kindOf(c), CreatedAt: c.CreatedAt}
	var err error
	if r.BlockedUntil, err = p.store.BlockedUntil(ctx, c, time.Now()); err != nil {
		return err
	}
	book, err := p.store.Addresses(ctx, c.ID)
	if err != nil {
		return err
	}
	r.Addresses = len(book)
	if r.VAT, err = p.evidence.Evidence(ctx, c.ID); err != nil {
		return err
	}
	if r.Events, err = p.store.Events(ctx, c.ID, events); err != nil {
		return err
	}
	return out.table(r, nil, r.rows())
}

func kindOf(c *customer.Customer) string {
	switch {
	case c.Business != nil:
		return "business"
	case c.Light:
		return "light"
	}
	return "private"
}

func (r *accountReport) rows() [][]string {
	blocked := "-"
	if !r.BlockedUntil.IsZero() {
		blocked = "until " + stamp(r.BlockedUntil)
	}
	rows := [][]string{
		{"customer", strconv.FormatInt(r.Number, 10)}, {"e-mail", r.Email}, {"name", r.Name}, {"kind", r.Kind},
		{"since", stamp(r.CreatedAt)}, {"addresses", strconv.Itoa(r.Addresses)}, {"blocked", blocked},
	}
	for _, e := range r.VAT {
		known := "not known"
		if e.Valid {
			known = "valid"
		}
		rows = append(rows, []string{"VAT id", strings.TrimSpace(e.ID + ", " + known + ", " + stamp(e.AnsweredAt) + " " + e.Reference)})
	}
	for _, e := range r.Events {
		rows = append(rows, []string{stamp(e.At), strings.TrimSpace(string(e.Kind) + " " + e.Client)})
	}
	return rows
}
