package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/vat"
)

func newCustomerVAT(s *session) *cobra.Command {
	c := &cobra.Command{
		Use: "vat", Short: "Decide about VAT ids that the authority does not know",
		Long: `Decides about the VAT id that a customer has now, where the authority does not know it or does not answer. The decision
outranks the authority's answer about that id, is kept as evidence with who decided and why, and settles a conversion to a
business that waits for it.`,
	}
	c.AddCommand(newCustomerDecide(s, decision{
		use: "accept", valid: true, short: "Accept a VAT id: a conversion that waits for it stands",
		example: "  kontor customer vat accept 100042 --reason \"certificate of the tax office, 3 March\"",
	}), newCustomerDecide(s, decision{
		use: "reject", short: "Reject a VAT id: a conversion that stands on it is taken back at once",
		example: "  kontor customer vat reject 100042 --reason \"belongs to another company\"",
		asks:    true,
	}))
	return c
}

// decision is a command on a VAT id.
type decision struct {
	use, short, example string
	valid, asks         bool
}

func newCustomerDecide(s *session, d decision) *cobra.Command {
	var reason string
	var asking consent
	c := &cobra.Command{
		Use: d.use + " CUSTOMER", Short: d.short, Example: d.example, Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return s.withCustomer(c.Context(), args[0], func(p customerParts, found *customer.Customer) error {
				if d.asks {
					err := asking.agree(c, func() (string, error) {
						id, err := p.vat().ToDecide(c.Context(), found.ID, reason)
						return fmt.Sprintf("Reject the VAT id %s of customer %d, %s? A conversion that stands on it is taken back.", id, found.ID, found.Email), err
					})
					if err != nil {
						return err
					}
				}
				if err := d.decide(c.Context(), p, found, reason); err != nil {
					return err
				}
				return p.show(c.Context(), &s.out, found, 5)
			})
		},
	}
	if d.asks {
		asking.flag(c)
	}
	c.Flags().StringVar(&reason, "reason", "", "why: kept with the evidence and in kontor audit list")
	return c
}

func (p customerParts) vat() *vat.Service { return vat.NewService(p.evidence, nil, clock.System{}) }

// decide does it and writes it down.
func (d decision) decide(ctx context.Context, p customerParts, c *customer.Customer, reason string) error {
	before, err := p.evidence.Evidence(ctx, c.ID)
	if err != nil {
		return err
	}
	e := audit.Entry{Actor: operator(), Action: "customer.vat." + d.use, Subject: fmt.Sprintf("customer-%d", c.ID), Reason: reason}
	return audit.Act(ctx, p.log, e, standingOfVAT(before), func(ctx context.Context) (any, error) {
		kept, err := p.vat().Decide(ctx, c.ID, d.valid, e.Actor, reason)
		if err != nil {
			return nil, err
		}
		return standingOfVAT([]vat.Evidence{kept}), nil
	})
}

// standingOfVAT is what the log keeps of the last answer: no personal data, as a one-man business's id would be. The
// evidence has it.
func standingOfVAT(list []vat.Evidence) any {
	if len(list) == 0 {
		return nil
	}
	return map[string]any{"valid": list[0].Valid, "byOperator": list[0].Operator != ""}
}
