package cmd

import (
	"context"
	"errors"
	"os"
	"os/user"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/checkout"
)

// checkoutAct is a command on one attempt.
type checkoutAct struct {
	use, short, long string
	ask              string // the question before it is done, with the ID for %s; empty for none
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
		ask:  "Ask the provider about %s? Money that it has makes an order, or is given back.",
		do:   (*checkout.Desk).Reconcile,
	},
	{
		use: "compensate", short: "Give up an attempt that is no order, and its money back",
		long: `Ends the attempt, puts its goods back into stock, and voids or refunds what the provider holds. An attempt that has become an
order is refused: kontor order cancel and refund are for those.`,
		ask: "Give up %s, and its money back?",
		do:  (*checkout.Desk).Compensate,
	},
	{
		use: "repaid", short: "Record that you gave the money of an attempt back yourself, as by bank transfer",
		long: `For money that came for an attempt which is no order, and that the provider cannot or will not give back: the shop stops asking.
Where nothing is owed it is refused. Should the provider still be at it, hold the attempt first and look there.`,
		ask: "Record that the money of %s is back with the customer? The shop will not give it back any more.",
		do:  (*checkout.Desk).Repaid,
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
			if a.ask != "" {
				if err := asking.ask(c, a.ask, args[0]); err != nil {
					return err
				}
			}
			return s.withDesk(c.Context(), func(p deskParts) error {
				if err := a.do(p.desk, c.Context(), args[0], checkout.Operator{Name: operator(), Reason: reason}); err != nil {
					return err
				}
				return s.explain(c.Context(), p, args[0])
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "why, for the log of what operators do")
	if a.ask != "" {
		asking.flag(c)
	}
	return c
}

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
