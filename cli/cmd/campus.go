package cmd

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
)

func newCampus(s *session) *cobra.Command {
	c := &cobra.Command{Use: "campus", Short: "Review who wants to be in the campus programme, and what waits for it"}
	c.AddCommand(newCampusList(s), newCampusShow(s), newCampusApprove(s), newCampusReject(s), newCampusEnd(s), newCampusRelease(s))
	return c
}

// withCampus opens the configured shop's programme. The worker hears of changes by the outbox.
func (s *session) withCampus(ctx context.Context, do func(*campus.Service, audit.Log) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor campus", MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	service, err := app.NewCampus(cfg, pool)
	if err != nil {
		return err
	}
	return do(service, postgres.NewAudit(pool))
}

// withStudent is withCampus for a customer, by number or e-mail address.
func (s *session) withStudent(ctx context.Context, name string, do func(service *campus.Service, log audit.Log, id int64) error) error {
	return s.withCustomer(ctx, name, func(_ customerParts, found *customer.Customer) error {
		return s.withCampus(ctx, func(service *campus.Service, log audit.Log) error { return do(service, log, found.ID) })
	})
}

func newCampusList(s *session) *cobra.Command {
	var all bool
	var p page.Page
	c := &cobra.Command{
		Use: "list", Short: "List the proofs that wait for a review, the oldest first", Args: noArguments,
		Example: "  kontor campus list\n  kontor campus list --all -o json",
		RunE: func(c *cobra.Command, _ []string) error {
			return s.withCampus(c.Context(), func(service *campus.Service, _ audit.Log) error {
				list, total, err := service.Reviews(c.Context(), campus.Filter{Review: !all}, p)
				if err != nil {
					return err
				}
				return s.out.paged(p, total, printCampusList(&s.out, list, total))
			})
		},
	}
	c.Flags().BoolVar(&all, "all", false, "everybody who ever applied")
	pageFlags(c, &p, "customers")
	return c
}

func newCampusShow(s *session) *cobra.Command {
	var file string
	c := &cobra.Command{
		Use: "show CUSTOMER", Short: "Show a customer's part in the programme, and save the proof", Args: cobra.ExactArgs(1),
		Long: "Show a customer's part in the programme, and save the proof. The file gets the ending of its type. Delete it after\n" +
			"the review. Who saved a proof is written down (kontor audit list).",
		Example: "  kontor campus show 100042 --save proof",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withStudent(c.Context(), args[0], func(service *campus.Service, log audit.Log, id int64) error {
				r, _, err := service.Record(c.Context(), id)
				if err != nil {
					return err
				}
				if file == "" {
					return printCampus(&s.out, r)
				}
				e := audit.Entry{Actor: operator(), Action: "campus.show", Subject: fmt.Sprintf("customer-%d", id)}
				err = audit.Act(c.Context(), log, e, nil, func(ctx context.Context) (any, error) {
					proof, err := service.Document(ctx, id)
					if err != nil {
						return nil, err
					}
					return nil, os.WriteFile(file+campus.Extension(proof.MediaType), proof.Content, 0o600)
				})
				if err != nil {
					return err
				}
				return printCampus(&s.out, r)
			})
		},
	}
	c.Flags().StringVar(&file, "save", "", "file for the proof, without its ending")
	return c
}

func newCampusApprove(s *session) *cobra.Command {
	var until, looked string
	var asking consent
	c := &cobra.Command{
		Use: "approve CUSTOMER", Short: "Make a member of a customer whose proof is good, and delete the proof", Args: cobra.ExactArgs(1),
		Example: "  kontor campus approve 42\n  kontor campus approve 42 --until 2027-03-31\n  kontor campus approve 42 --proof 01a214b3-08bc-7454-9b22-b96466e3610c",
		RunE: func(c *cobra.Command, args []string) error {
			var day campus.Date
			if err := day.UnmarshalText([]byte(until)); err != nil {
				return usageError{fmt.Errorf("--until: %w", err)}
			}
			return s.reviewed(c, args[0], "", &asking, verdict{
				ask: func(is, will *campus.Record) string {
					return fmt.Sprintf("%sMake customer %d a member until %s and delete the proof?%s",
						proofOf(is), is.CustomerID, stamp(will.Membership.ValidUntil), waitingOf(is, "leave"))
				},
				act: func(service *campus.Service, id int64, proof string) (*campus.Record, error) {
					return service.Approve(c.Context(), id, cmp.Or(looked, proof), day)
				},
			})
		},
	}
	asking.flag(c)
	proofFlag(c, &looked)
	c.Flags().StringVar(&until, "until", "", "last day of the membership, as 2026-03-31 (default: the last day of the proof, or of the membership that holds if it is later)")
	return c
}

// proofFlag binds a decision to what was looked at: the customer may upload another proof at any time.
func proofFlag(c *cobra.Command, looked *string) {
	c.Flags().StringVar(looked, "proof", "", "the one that was looked at, as kontor campus show names it; another one is not decided about")
}

func newCampusReject(s *session) *cobra.Command {
	var why, looked string
	var asking consent
	reasons := make([]string, len(campus.Reasons))
	for i, r := range campus.Reasons {
		reasons[i] = string(r)
	}
	c := &cobra.Command{
		Use: "reject CUSTOMER", Short: "Refuse a proof and delete it; without one, end the membership", Args: cobra.ExactArgs(1),
		Example: "  kontor campus reject erika@example.org --reason unreadable",
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(reasons, why) {
				return usageError{fmt.Errorf("--reason takes one of %s", strings.Join(reasons, ", "))}
			}
			return s.reviewed(c, args[0], why, &asking, verdict{
				ask: func(is, will *campus.Record) string {
					what := fmt.Sprintf("Refuse the proof of customer %d (%s) and delete it?", is.CustomerID, why)
					if proofOf(is) == "" {
						what = fmt.Sprintf("End the membership of customer %d (%s)? It holds until %s.", is.CustomerID, why, stamp(is.Membership.ValidUntil))
					}
					if m := will.Membership; m != nil && m.Deactivated {
						what += waitingOf(is, "are cancelled soon, unless there is another proof")
					}
					return proofOf(is) + what
				},
				act: func(service *campus.Service, id int64, proof string) (*campus.Record, error) {
					return service.Reject(c.Context(), id, cmp.Or(looked, proof), campus.Reason(why))
				},
			})
		},
	}
	asking.flag(c)
	proofFlag(c, &looked)
	c.Flags().StringVar(&why, "reason", "", "what the customer is told: "+strings.Join(reasons, ", "))
	_ = c.RegisterFlagCompletionFunc("reason", cobra.FixedCompletions(reasons, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func newCampusEnd(s *session) *cobra.Command {
	var asking consent
	c := &cobra.Command{
		Use: "end CUSTOMER", Short: "End a membership now, as if its time were over: the customer may apply again", Args: cobra.ExactArgs(1),
		Example: "  kontor campus end 42",
		RunE: func(c *cobra.Command, args []string) error {
			return s.reviewed(c, args[0], "", &asking, verdict{
				ask: func(is, _ *campus.Record) string {
					return fmt.Sprintf("End the membership of customer %d now? It holds until %s.", is.CustomerID, stamp(is.Membership.ValidUntil))
				},
				act: func(service *campus.Service, id int64, _ string) (*campus.Record, error) {
					return service.End(c.Context(), id)
				},
			})
		},
	}
	asking.flag(c)
	return c
}

func newCampusRelease(s *session) *cobra.Command {
	var reason string
	c := &cobra.Command{
		Use: "release ORDER", Short: "Let an order with campus prices leave whose customer is no member", Args: cobra.ExactArgs(1),
		Long: `Lets an order with campus prices leave whose customer is no member yet. Without this it waits until the customer is one,
and is cancelled otherwise: kontor campus show says when.`,
		Example: "  kontor campus release 100001 --reason \"our mistake\" && kontor order ship 100001",
		RunE: func(c *cobra.Command, args []string) error {
			id, err := orderID(args[0])
			if err != nil {
				return err
			}
			return s.withCampus(c.Context(), func(service *campus.Service, log audit.Log) error {
				e := audit.Entry{Actor: operator(), Action: "campus.release", Subject: fmt.Sprintf("order-%d", id), Reason: reason}
				err := audit.Act(c.Context(), log, e, nil, func(ctx context.Context) (any, error) { return nil, service.Release(ctx, id) })
				if err != nil {
					return err
				}
				return s.out.done(map[string]any{"order": id, "released": true}, "order %d: it may be dispatched now", id)
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

// verdict is a decision about a customer. act is told of the proof that the reviewer was asked about.
type verdict struct {
	ask func(is, will *campus.Record) string
	act func(service *campus.Service, id int64, proof string) (*campus.Record, error)
}

// reviewed decides, once the reviewer is sure, and writes it down: the proof is gone afterwards.
func (s *session) reviewed(c *cobra.Command, name, reason string, asking *consent, decision verdict) error {
	return s.withStudent(c.Context(), name, func(service *campus.Service, log audit.Log, id int64) error {
		is, before, err := service.Record(c.Context(), id)
		if err != nil {
			return err
		}
		proof := campus.NoProof // one that comes meanwhile has not been looked at
		if proofOf(is) != "" {
			proof = is.Application.ID
		}
		err = asking.agree(c, func() (string, error) {
			will, err := decision.act(service.Trial(), id, proof)
			if err != nil {
				return "", err
			}
			return decision.ask(is, will), nil
		})
		if err != nil {
			return err
		}
		var r *campus.Record
		e := audit.Entry{Actor: operator(), Action: "campus." + c.Name(), Subject: fmt.Sprintf("customer-%d", id), Reason: reason}
		err = audit.Act(c.Context(), log, e, map[string]any{"status": before}, func(context.Context) (_ any, err error) {
			if r, err = decision.act(service, id, proof); err != nil {
				return nil, err
			}
			return map[string]any{"status": r.Status(time.Now())}, nil
		})
		if err != nil {
			return err
		}
		return printCampus(&s.out, r)
	})
}

// proofOf says which proof waits; "" where none does.
func proofOf(r *campus.Record) string {
	a := r.Application
	if a == nil || a.Kind != campus.ByUpload {
		return ""
	}
	return fmt.Sprintf("The proof was uploaded %s, valid %s to %s. ", stamp(a.AppliedAt), a.Claim.From, a.Claim.To)
}

// waitingOf says what becomes of the orders that wait for the membership; "" where none does.
func waitingOf(r *campus.Record, what string) string {
	if len(r.Waiting) == 0 {
		return ""
	}
	ids := make([]string, len(r.Waiting))
	for i, w := range r.Waiting {
		ids[i] = strconv.FormatInt(w.OrderID, 10)
	}
	return fmt.Sprintf(" Orders that wait for it (%s) %s.", strings.Join(ids, ", "), what)
}

var studentTypes = map[campus.StudentType]string{
	campus.Student: "student", campus.Pupil: "pupil", campus.Trainee: "trainee", campus.Teacher: "teacher",
}

func printCampusList(out *printer, list []*campus.Record, total int) error {
	rows := make([][]string, len(list))
	for i, r := range list {
		rows[i] = []string{strconv.FormatInt(r.CustomerID, 10), r.FirstName + " " + r.LastName, string(r.Status(time.Now())), "-", "-", "-"}
		if a := r.Application; a != nil {
			rows[i][3], rows[i][4], rows[i][5] = stamp(a.AppliedAt), studentTypes[a.Claim.Type], a.Claim.School
		}
	}
	value := map[string]any{"records": list, "total": total}
	if err := out.table(value, []string{"customer", "name", "status", "applied", "type", "school"}, rows); err != nil {
		return err
	}
	out.line("%d of %s", len(list), counted(total, "customer", "customers"))
	return nil
}

func printCampus(out *printer, r *campus.Record) error {
	rows := [][]string{
		{"customer", strconv.FormatInt(r.CustomerID, 10)}, {"name", r.FirstName + " " + r.LastName}, {"e-mail", r.Email},
		{"status", string(r.Status(time.Now()))},
	}
	if m := r.Membership; m != nil {
		rows = append(rows, []string{"membership", string(m.Kind)}, []string{"until", stamp(m.ValidUntil)})
		if m.Deactivated {
			rows = append(rows, []string{"reason", string(m.Reason)})
		}
	}
	if a := r.Application; a != nil {
		rows = append(rows, []string{"application", string(a.Kind)}, []string{"applied", stamp(a.AppliedAt)}, []string{"ends", stamp(a.ExpiresAt)})
		if a.Kind == campus.ByUpload {
			rows = append(rows, []string{"claims", studentTypes[a.Claim.Type] + ", " + a.Claim.School},
				[]string{"proof", fmt.Sprintf("%s, %s, valid %s to %s", a.ID, a.MediaType, a.Claim.From, a.Claim.To)})
		}
	}
	for _, w := range r.Waiting {
		rows = append(rows, []string{"waiting", "order " + strconv.FormatInt(w.OrderID, 10) + ", cancelled " + stamp(w.DueAt) + " unless a member by then"})
	}
	return out.table(r, nil, rows)
}
