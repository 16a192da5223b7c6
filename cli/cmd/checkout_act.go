package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/checkout"
)

// checkoutAct is a command on one attempt.
type checkoutAct struct {
	use, short, long string
	may              func(*checkout.Case) error  // why it cannot be done; only of those that ask
	ask              func(*checkout.Case) string // the question before it is done; nil for none
	do               func(*checkout.Desk, context.Context, string, checkout.Operator) error
}

var checkoutActs = []checkoutAct{
	{
		use: "retry", short: "Take an attempt up again: try its failed step now, or start its workflow",
		do: (*checkout.Desk).Retry,
	},
	{
		use: "reconcile", short: "Ask the provider what became of the payment, and apply the answer",
		long: "What the provider says decides: a payment that it has makes the order, one for an attempt that failed is given back.",
		may:  (*checkout.Case).MayReconcile,
		ask: func(c *checkout.Case) string {
			return fmt.Sprintf("Ask %s what became of the %s of order %d (%s)? Money that it has makes an order, or is given back.",
				provider(c), c.Totals.Total, c.OrderID, c.State)
		},
		do: (*checkout.Desk).Reconcile,
	},
	{
		use: "compensate", short: "Give up an attempt that is no order, and its money back",
		long: `Ends the attempt, puts its goods back into stock, and voids or refunds what the provider holds; what the provider still decides is
withdrawn there. An attempt that has become an
order is refused: kontor order cancel and refund are for those.`,
		may: (*checkout.Case).MayCompensate,
		ask: func(c *checkout.Case) string {
			if c.State == checkout.Failed && c.Payment.Open && !c.Owed {
				return fmt.Sprintf("Withdraw what %s still decides about the %s of order %d, which failed?", provider(c), c.Totals.Total, c.OrderID)
			}
			if c.State == checkout.Failed {
				return fmt.Sprintf("Give back what %s has of the %s of order %d, which failed?", provider(c), c.Totals.Total, c.OrderID)
			}
			return fmt.Sprintf("Give up order %d (%s), and give back what %s has of its %s?", c.OrderID, c.State, provider(c), c.Totals.Total)
		},
		do: (*checkout.Desk).Compensate,
	},
	{
		use: "unpaid", short: "Give up an attempt of which the provider does not say what it has: you looked there, and it has nothing",
		long: `For an attempt whose provider gives no answer however often it is asked. Look in the provider's own interface first: what it has,
and says, still decides. Money that comes afterwards is given back.`,
		may: (*checkout.Case).MayCompensate,
		ask: func(c *checkout.Case) string {
			return fmt.Sprintf("Give up order %d (%s)? You have looked at %s, which has nothing of its %s.", c.OrderID, c.State, provider(c), c.Totals.Total)
		},
		do: (*checkout.Desk).Unpaid,
	},
	{
		use: "repaid", short: "Record that you gave the money of an attempt back yourself, as by bank transfer",
		long: `For money that came for an attempt which is no order, and that the provider cannot or will not give back: the shop stops asking.
Where nothing is owed it is refused. Should the provider still be at it, hold the attempt first and look there.`,
		may: (*checkout.Case).MayRepay,
		ask: func(c *checkout.Case) string {
			return fmt.Sprintf("Record that what came for order %d, of %s, is back with the customer? The shop will not give it back any more.",
				c.OrderID, c.Totals.Total)
		},
		do: (*checkout.Desk).Repaid,
	},
	{
		use: "hold", short: "Keep an attempt still: it is neither ended nor its money given back, and nothing is dispatched",
		long: "What the customer and the provider do is applied all the same. `kontor checkout release` lets it go.",
		do:   (*checkout.Desk).Hold,
	},
	{use: "release", short: "Let an attempt go on that was held", do: (*checkout.Desk).Release},
}

func newCheckoutAct(s *session, a checkoutAct) *cobra.Command {
	var asking consent
	var reason string
	c := &cobra.Command{
		Use: a.use + " ID", Short: a.short, Long: a.long, Args: cobra.ExactArgs(1),
		Example: "  kontor checkout " + a.use + ` 100001 --reason "customer called"`,
		RunE: func(c *cobra.Command, args []string) error {
			if reason == "" {
				return usageError{errors.New("say why with --reason: it is kept in `kontor audit list`")}
			}
			return s.withDesk(c.Context(), func(p deskParts) error {
				if a.ask != nil {
					if err := a.agreeOn(c, p, args[0], asking); err != nil {
						return err
					}
				}
				if err := a.do(p.desk, c.Context(), args[0], checkout.Operator{Name: operator(), Reason: reason}); err != nil {
					return err
				}
				return s.explain(c.Context(), p, args[0])
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog+"; needed")
	if a.ask != nil {
		asking.flag(c)
	}
	return c
}

// agreeOn asks, unless the desk would refuse anyway.
func (a checkoutAct) agreeOn(c *cobra.Command, p deskParts, id string, asking consent) error {
	return asking.agree(c, func() (string, error) {
		found, err := p.desk.Case(c.Context(), id)
		if err != nil {
			return "", err
		}
		return a.ask(found), a.may(found)
	})
}

// provider is who has the payment.
func provider(c *checkout.Case) string { return cmp.Or(c.Payment.Plugin, "the provider") }

// envOperator names the person at the desk where accounts of the machine are shared.
const envOperator = "KONTOR_OPERATOR"

// reasonForLog is the help of a command's --reason.
const reasonForLog = "why, for the log of what operators do (kontor audit list)"

// operator is who the log says acted: the person of KONTOR_OPERATOR, else the one who used sudo, else the account, at
// this machine.
func operator() string {
	name := os.Getenv(envOperator)
	if name == "" {
		name = os.Getenv("SUDO_USER")
	}
	if name == "" {
		name = "unknown"
		if u, err := user.Current(); err == nil {
			name = u.Username
		}
	}
	if machine, err := os.Hostname(); err == nil {
		name += "@" + machine
	}
	return name
}
