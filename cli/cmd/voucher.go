package cmd

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/voucher"
)

func newVoucher(s *session) *cobra.Command {
	c := &cobra.Command{Use: "voucher", Short: "Make discount codes, change and end them"}
	c.AddCommand(newVoucherList(s), newVoucherSet(s), newVoucherEnd(s))
	return c
}

func (s *session) withVouchers(ctx context.Context, do func(voucher.Store, audit.Log) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor voucher", MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	return do(postgres.NewVouchers(pool), postgres.NewAudit(pool))
}

func newVoucherList(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List discount codes, what they take off, when, and how often they were used", Args: noArguments,
		Example: "  kontor voucher list\n  kontor voucher list -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			return s.withVouchers(c.Context(), func(store voucher.Store, _ audit.Log) error {
				list, err := store.All(c.Context())
				if err != nil {
					return err
				}
				return printVouchers(&s.out, list)
			})
		},
	}
}

func newVoucherSet(s *session) *cobra.Command {
	var percent, from, until, reason string
	v := &voucher.Voucher{Amount: money.Euro(0), Minimum: money.Euro(0)}
	c := &cobra.Command{
		Use: "set CODE", Short: "Make a discount code, or change one", Args: cobra.ExactArgs(1),
		Long: `Makes a code that customers type into their cart, or gives one that exists other terms; how often it was used stays. It takes off an
amount or a percentage of the goods, from a value of the goods on. Days are of German time: it holds from the begin of the first to the end of
the last. An order takes one code. What was ordered keeps the discount that it had.`,
		Example: "  kontor voucher set WINTER10 --percent 10 --minimum 100 --from 2026-12-01 --until 2026-12-24\n" +
			"  kontor voucher set DANKE --amount 15 --max 1 --reason \"late delivery of 100001\"",
		RunE: func(c *cobra.Command, args []string) error {
			if err := readVoucher(v, args[0], percent, from, until); err != nil {
				return err
			}
			return s.saveVoucher(c.Context(), "voucher.set", reason, v.Code, func(*voucher.Voucher) (*voucher.Voucher, error) { return v, nil })
		},
	}
	c.Flags().Var(euros{&v.Amount}, "amount", "taken off, as 15 or 12.50")
	c.Flags().StringVar(&percent, "percent", "", "taken off, of the goods, as 10 or 7.5")
	c.Flags().Var(euros{&v.Minimum}, "minimum", "value of the goods from which on it holds")
	c.Flags().StringVar(&from, "from", "", "first day, as 2026-12-01 (default now)")
	c.Flags().StringVar(&until, "until", "", "last day, as 2026-12-24 (default: for ever)")
	c.Flags().Var(atLeast(0, &v.MaxRedemptions), "max", "how often it may be used, by all customers together; 0: without limit")
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

func newVoucherEnd(s *session) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: "end CODE", Short: "Let a discount code hold no longer", Args: cobra.ExactArgs(1),
		Long:    "Ends a code now. Carts that have it lose the discount; what was ordered keeps it. 'kontor voucher set' lets it hold again.",
		Example: "  kontor voucher end WINTER10",
		RunE: func(c *cobra.Command, args []string) error {
			return s.saveVoucher(c.Context(), "voucher.end", reason, args[0], func(is *voucher.Voucher) (*voucher.Voucher, error) {
				if is == nil {
					return nil, fault.New(fault.NotFound, "voucher_unknown")
				}
				now, ended := time.Now().UTC(), *is
				if ended.ValidUntil.IsZero() || now.Before(ended.ValidUntil) { // else it stays known since when it has not held
					ended.ValidUntil = now
				}
				return &ended, nil
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

// saveVoucher writes what change makes of a code, nil for one that is not there yet, and writes it down.
func (s *session) saveVoucher(ctx context.Context, action, reason, code string, change func(is *voucher.Voucher) (*voucher.Voucher, error)) error {
	return s.withVouchers(ctx, func(store voucher.Store, log audit.Log) error {
		code = voucher.Code(code)
		is, err := store.Voucher(ctx, code)
		if err != nil && fault.CodeOf(err) != fault.NotFound {
			return err
		}
		will, err := change(is)
		if err != nil {
			return fmt.Errorf("%s: %w", code, err)
		}
		var before any
		if is != nil {
			before = termsOf(is)
		}
		var saved *voucher.Voucher
		e := audit.Entry{Actor: operator(), Action: action, Subject: "voucher-" + code, Reason: reason}
		err = audit.Act(ctx, log, e, before, func(ctx context.Context) (any, error) {
			if err := store.Save(ctx, will); err != nil {
				return nil, err
			}
			saved, err = store.Voucher(ctx, code)
			if err != nil {
				return nil, err
			}
			return termsOf(saved), nil
		})
		if err != nil {
			return err
		}
		return printVouchers(&s.out, []*voucher.Voucher{saved})
	})
}

// readVoucher takes what an operator typed.
func readVoucher(v *voucher.Voucher, code, percent, from, until string) error {
	var err error
	if v.Code, err = voucher.Typed(code); err != nil || v.Code == "" {
		return usageError{fmt.Errorf("a code has 1 to %d characters", voucher.MaxLength)}
	}
	if v.Amount.IsZero() == (percent == "") {
		return usageError{errors.New("a code takes off --amount or --percent")}
	}
	if percent != "" {
		rate, ok := hundredths(percent)
		if !ok || rate > 10_000 {
			return usageError{fmt.Errorf("--percent takes more than 0 and at most 100, as 7.5, not %q", percent)}
		}
		v.Percent = rate
	}
	v.ValidFrom = time.Now().UTC()
	if from != "" {
		if v.ValidFrom, err = dayOf("from", from); err != nil {
			return err
		}
	}
	if until == "" {
		return nil
	}
	last, err := dayOf("until", until)
	if err != nil {
		return err
	}
	if v.ValidUntil = last.AddDate(0, 0, 1); !v.ValidUntil.After(v.ValidFrom) {
		return usageError{errors.New("--until is before the first day")}
	}
	return nil
}

// dayOf reads the begin of a day in Germany.
func dayOf(flag, text string) (time.Time, error) {
	day, err := time.ParseInLocation(time.DateOnly, text, clock.Germany)
	if err != nil {
		return day, usageError{fmt.Errorf("--%s takes a day, as 2026-12-24, not %q", flag, text)}
	}
	return day, nil
}

// voucherTerms is a code as programs and the log get it.
type voucherTerms struct {
	Code     string       `json:"code"`
	Amount   money.Amount `json:"amount,omitzero"`
	Percent  float64      `json:"percent,omitempty"`
	Minimum  money.Amount `json:"minimum,omitzero"`
	From     time.Time    `json:"from"`
	Until    time.Time    `json:"until,omitzero"` // the first moment at which it holds no longer
	Max      int          `json:"max"`            // 0: without limit
	Redeemed int          `json:"redeemed"`
}

func termsOf(v *voucher.Voucher) voucherTerms {
	return voucherTerms{v.Code, v.Amount, float64(v.Percent) / 100, v.Minimum, v.ValidFrom, v.ValidUntil, v.MaxRedemptions, v.Redeemed}
}

func printVouchers(out *printer, list []*voucher.Voucher) error {
	values, rows := make([]voucherTerms, len(list)), make([][]string, len(list))
	for i, v := range list {
		values[i] = termsOf(v)
		off, most := v.Amount.String(), "-"
		if v.Percent > 0 {
			off = strconv.FormatFloat(values[i].Percent, 'f', -1, 64) + " %"
		}
		if v.MaxRedemptions > 0 {
			most = strconv.Itoa(v.MaxRedemptions)
		}
		rows[i] = []string{v.Code, off, v.Minimum.String(), bound(v.ValidFrom, 0), bound(v.ValidUntil, 1), strconv.Itoa(v.Redeemed), most}
	}
	return out.table(values, []string{"code", "takes off", "from goods of", "from", "until", "used", "at most"}, rows)
}

// bound writes when a code begins or ends to hold as it was set: the day in Germany, so many before where it begins, or else the
// moment.
func bound(at time.Time, before int) string {
	day := at.In(clock.Germany)
	if at.IsZero() || day.Format(time.TimeOnly) != "00:00:00" {
		return stamp(at)
	}
	return day.AddDate(0, 0, -before).Format(time.DateOnly)
}
