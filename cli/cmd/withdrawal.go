package cmd

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
	"kontor.dev/kontor/workflows/client"
)

func newWithdrawal(s *session) *cobra.Command {
	c := &cobra.Command{Use: "withdrawal", Short: "See withdrawals from contracts and act on them"}
	c.AddCommand(newWithdrawalList(s), newWithdrawalShow(s), newWithdrawalAccept(s), newWithdrawalRefund(s), newWithdrawalReject(s))
	return c
}

// withWithdrawals opens the shop's withdrawals; Temporal only when a command needs it.
func (s *session) withWithdrawals(ctx context.Context, act bool, do func(*postgres.Withdrawals, withdrawal.Process, audit.Log) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor withdrawal", MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	store := postgres.NewWithdrawals(pool)
	if !act {
		return do(store, nil, nil)
	}
	temporal, err := client.Dial(ctx, cfg.Temporal.Address, cfg.Temporal.Namespace, client.NewKeys(postgres.NewHistoryKeys(pool)))
	if err != nil {
		return err
	}
	defer temporal.Close()
	return do(store, client.NewWithdrawal(temporal, cfg.Temporal.TaskQueue), postgres.NewAudit(pool))
}

func newWithdrawalList(s *session) *cobra.Command {
	var f withdrawal.Filter
	var status string
	var p page.Page
	var statuses []string
	for _, one := range withdrawal.Statuses {
		statuses = append(statuses, string(one))
	}
	c := &cobra.Command{
		Use: "list", Short: "List withdrawals, newest first", Args: noArguments,
		Example: "  kontor withdrawal list --open\n  kontor withdrawal list --status review -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			if status != "" && !slices.Contains(statuses, status) {
				return usageError{fmt.Errorf("--status takes one of %s", strings.Join(statuses, ", "))}
			}
			f.Status = withdrawal.Status(status)
			return s.withWithdrawals(c.Context(), false, func(store *postgres.Withdrawals, _ withdrawal.Process, _ audit.Log) error {
				list, total, err := store.Withdrawals(c.Context(), f, p)
				if err != nil {
					return err
				}
				return s.out.paged(p, total, printWithdrawals(&s.out, list, total))
			})
		},
	}
	c.Flags().StringVar(&status, "status", "", "only those in this status: "+strings.Join(statuses, ", "))
	c.Flags().Var(atLeast(1, &f.OrderID), "order", "only those of this order")
	c.Flags().BoolVar(&f.Open, "open", false, "only those where somebody still has to do something")
	pageFlags(c, &p, "withdrawals")
	_ = c.RegisterFlagCompletionFunc("status", cobra.FixedCompletions(statuses, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func newWithdrawalShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "show ID", Short: "Show one withdrawal with what happened to it", Args: cobra.ExactArgs(1),
		Example: "  kontor withdrawal show 1",
		RunE: func(c *cobra.Command, args []string) error {
			id, err := withdrawalID(args[0])
			if err != nil {
				return err
			}
			return s.withWithdrawals(c.Context(), false, func(store *postgres.Withdrawals, _ withdrawal.Process, _ audit.Log) error {
				w, err := store.Withdrawal(c.Context(), id)
				if err != nil {
					return err
				}
				return printWithdrawal(&s.out, w)
			})
		},
	}
}

func newWithdrawalAccept(s *session) *cobra.Command {
	var orderID int64
	var reason string
	c := &cobra.Command{
		Use: "accept ID", Short: "Accept a withdrawal whose sender or time the rules did not, once you know better", Args: cobra.ExactArgs(1),
		Example: "  kontor withdrawal accept 1",
		RunE: func(c *cobra.Command, args []string) error {
			return s.actOnWithdrawal(c, args[0], withdrawal.Command{Kind: withdrawal.Accept, OrderID: orderID}, reason, nil, nil)
		},
	}
	c.Flags().Var(atLeast(1, &orderID), "order", "the order that is meant, where the number that was typed is wrong")
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

func newWithdrawalRefund(s *session) *cobra.Command {
	var amount money.Amount
	var reason string
	var transferred bool
	var asking consent
	c := &cobra.Command{
		Use: "refund ID", Short: "Pay back: the goods are here, or you have seen that they were sent", Args: cobra.ExactArgs(1),
		Example: "  kontor withdrawal refund 5001\n  kontor withdrawal refund 5001 --amount 89,90\n  kontor withdrawal refund 5001 --transferred",
		RunE: func(c *cobra.Command, args []string) error {
			cmd := withdrawal.Command{Kind: withdrawal.Refund, Amount: amount}
			if transferred {
				cmd.Kind = withdrawal.Transferred
			}
			ask := func(will *withdrawal.Withdrawal) string {
				return fmt.Sprintf("%sPay %s back for withdrawal %d from order %d, through the payment's provider?", contested(c.Context(), s, will.OrderID), will.Amount, will.ID, will.OrderID)
			}
			if transferred {
				ask = func(will *withdrawal.Withdrawal) string {
					return fmt.Sprintf("Record that %s was transferred for withdrawal %d from order %d?", will.Amount, will.ID, will.OrderID)
				}
			}
			return s.actOnWithdrawal(c, args[0], cmd, reason, &asking, ask)
		},
	}
	c.Flags().Var(euros{&amount}, "amount", "to pay back, where it is not what the rules give: less for goods that lost value")
	c.Flags().BoolVar(&transferred, "transferred", false, "the money was paid back by other means, or none had come; only record it. What of the goods was not paid is written off")
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	asking.flag(c)
	return c
}

func newWithdrawalReject(s *session) *cobra.Command {
	var reason string
	var asking consent
	short := make([]string, len(withdrawal.RefusalReasons))
	for i, r := range withdrawal.RefusalReasons {
		short[i] = strings.TrimPrefix(r, "withdrawal_")
	}
	c := &cobra.Command{
		Use: "reject ID", Short: "Refuse a withdrawal; the consumer is told the reason", Args: cobra.ExactArgs(1),
		Example: "  kontor withdrawal reject 1 --reason unproven",
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(short, reason) {
				return usageError{fmt.Errorf("--reason takes one of %s", strings.Join(short, ", "))}
			}
			cmd := withdrawal.Command{Kind: withdrawal.Reject, Reason: "withdrawal_" + reason}
			return s.actOnWithdrawal(c, args[0], cmd, cmd.Reason, &asking, func(will *withdrawal.Withdrawal) string {
				return fmt.Sprintf("Refuse withdrawal %d (%s) and tell the consumer?", will.ID, reason)
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", "one of "+strings.Join(short, ", "))
	asking.flag(c)
	_ = c.RegisterFlagCompletionFunc("reason", cobra.FixedCompletions(short, cobra.ShellCompDirectiveNoFileComp))
	return c
}

// actOnWithdrawal asks first where there is something to ask with, of the withdrawal as it would be.
func (s *session) actOnWithdrawal(c *cobra.Command, id string, cmd withdrawal.Command, reason string, asking *consent, ask func(will *withdrawal.Withdrawal) string) error {
	number, err := withdrawalID(id)
	if err != nil {
		return err
	}
	if asking != nil {
		err := asking.agree(c, func() (question string, err error) {
			err = s.withWithdrawals(c.Context(), false, func(store *postgres.Withdrawals, _ withdrawal.Process, _ audit.Log) error {
				is, err := store.Withdrawal(c.Context(), number)
				if err != nil {
					return err
				}
				will, err := withdrawal.NewSteps(withdrawal.Parts{Store: store, Clock: clock.System{}}).Try(c.Context(), number, cmd)
				if err != nil {
					return err
				}
				if will.Status != is.Status {
					question = ask(will)
				}
				switch cmd.Kind { // it is what is agreed to, whatever comes in meanwhile
				case withdrawal.Refund:
					cmd.Amount = will.Amount
				case withdrawal.Transferred:
					cmd.Agreed = &will.Amount
				}
				return nil
			})
			return question, err
		})
		if err != nil {
			return err
		}
	}
	return s.withWithdrawals(c.Context(), true, func(store *postgres.Withdrawals, process withdrawal.Process, log audit.Log) error {
		w, err := auditedWithdrawal(c.Context(), store, process, log, number, cmd, reason)
		if err != nil {
			return err
		}
		return printWithdrawal(&s.out, w)
	})
}

// auditedWithdrawal does it and writes it down.
func auditedWithdrawal(ctx context.Context, store withdrawal.Reader, process withdrawal.Process, log audit.Log, id int64,
	cmd withdrawal.Command, reason string,
) (w *withdrawal.Withdrawal, err error) {
	before, err := store.Withdrawal(ctx, id)
	if err != nil {
		return nil, err
	}
	e := audit.Entry{Actor: operator(), Action: "withdrawal." + string(cmd.Kind), Subject: fmt.Sprintf("withdrawal-%d", id), Reason: reason}
	err = audit.Act(ctx, log, e, standingOfWithdrawal(before), func(ctx context.Context) (any, error) {
		if err := process.Act(ctx, id, cmd); err != nil {
			return nil, err
		}
		if w, err = store.Withdrawal(ctx, id); err != nil {
			return nil, err
		}
		return standingOfWithdrawal(w), nil
	})
	return w, err
}

// standingOfWithdrawal is what the log keeps of one: no personal data.
func standingOfWithdrawal(w *withdrawal.Withdrawal) any {
	return map[string]any{"status": w.Status, "order": w.OrderID, "amount": w.Amount.String()}
}

func withdrawalID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 {
		return 0, usageError{fmt.Errorf("%q is not the number of a withdrawal", text)}
	}
	return id, nil
}
