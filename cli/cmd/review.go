package cmd

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/page"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/review"
)

func newReview(s *session) *cobra.Command {
	c := &cobra.Command{Use: "review", Short: "Read what visitors wrote about products, and decide whether the shop shows it"}
	c.AddCommand(newReviewList(s), newReviewPublish(s), newReviewReject(s))
	return c
}

// reviewParts are what the commands work with. tell makes the shop's processes show a change.
type reviewParts struct {
	service *review.Service
	log     audit.Log
	tell    func() error
}

// withReviews opens the configured shop's reviews.
func (s *session) withReviews(ctx context.Context, do func(reviewParts) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor review", MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	return do(reviewParts{review.NewService(postgres.NewReviews(pool), clock.System{}), postgres.NewAudit(pool), func() error {
		// A change of no product: the processes drop the pages that they keep.
		return postgres.NewBroadcast(pool).Publish(ctx, postgres.Change{})
	}})
}

func newReviewList(s *session) *cobra.Command {
	var state string
	var filter review.Filter
	var chosen page.Page
	states := []string{string(review.Pending), string(review.Published), string(review.Rejected), "all"}
	c := &cobra.Command{
		Use: "list", Short: "List reviews and comments, those that wait the longest first", Args: noArguments,
		Example: "  kontor review list\n  kontor review list --state all --product 10234",
		RunE: func(c *cobra.Command, _ []string) error {
			switch filter.State = review.State(state); filter.State {
			case review.Pending, review.Published, review.Rejected:
			case "all":
				filter.State = ""
			default:
				return usageError{fmt.Errorf("--state takes one of %s", strings.Join(states, ", "))}
			}
			return s.withReviews(c.Context(), func(p reviewParts) error {
				list, total, err := p.service.Entries(c.Context(), filter, chosen)
				if err != nil {
					return err
				}
				return s.out.paged(chosen, total, printReviews(&s.out, list, total))
			})
		},
	}
	c.Flags().StringVar(&state, "state", string(review.Pending), "which: "+strings.Join(states, ", "))
	_ = c.RegisterFlagCompletionFunc("state", cobra.FixedCompletions(states, cobra.ShellCompDirectiveNoFileComp))
	c.Flags().Var(atLeast(1, &filter.ProductID), "product", "those of one product, by its number")
	pageFlags(c, &chosen, "entries")
	return c
}

func newReviewPublish(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "publish ID...", Short: "Show reviews or comments in the shop", Args: cobra.MinimumNArgs(1),
		Example: "  kontor review publish 12 13",
		RunE: func(c *cobra.Command, args []string) error {
			return s.decideReviews(c.Context(), "publish", "", args, (*review.Service).Publish)
		},
	}
}

func newReviewReject(s *session) *cobra.Command {
	var why string
	c := &cobra.Command{
		Use: "reject ID...", Short: "Keep reviews or comments from the shop, or take them out", Args: cobra.MinimumNArgs(1),
		Example: "  kontor review reject 14 --reason \"names a person\"",
		RunE: func(c *cobra.Command, args []string) error {
			if strings.TrimSpace(why) == "" {
				return usageError{errors.New("--reason says why; it is kept with the entry")}
			}
			return s.decideReviews(c.Context(), "reject", why, args, func(service *review.Service, ctx context.Context, id int64) (*review.Entry, error) {
				return service.Reject(ctx, id, why)
			})
		},
	}
	c.Flags().StringVar(&why, "reason", "", "why, for those who look it up later")
	return c
}

// decideReviews settles entries one after the other, and writes each down. What was decided stays so when a later one fails.
func (s *session) decideReviews(
	ctx context.Context, action, reason string, args []string, decide func(*review.Service, context.Context, int64) (*review.Entry, error),
) error {
	ids := make([]int64, len(args))
	for i, arg := range args {
		id, err := strconv.ParseInt(arg, 10, 64)
		if err != nil || id <= 0 {
			return usageError{fmt.Errorf("%q is not the number of a review; `kontor review list` shows them", arg)}
		}
		ids[i] = id
	}
	return s.withReviews(ctx, func(p reviewParts) error {
		var list []review.Entry
		var failed error
		for _, id := range ids {
			entry := audit.Entry{Actor: operator(), Action: "review." + action, Subject: fmt.Sprintf("review-%d", id), Reason: reason}
			err := audit.Act(ctx, p.log, entry, nil, func(ctx context.Context) (any, error) {
				e, err := decide(p.service, ctx, id)
				if err != nil {
					return nil, err
				}
				list = append(list, *e)
				return map[string]any{"state": e.State}, nil
			})
			if err != nil {
				failed = fmt.Errorf("review %d: %w", id, err)
				break
			}
		}
		if len(list) == 0 {
			return failed
		}
		return errors.Join(failed, p.tell(), printReviews(&s.out, list, len(list)))
	})
}

func printReviews(out *printer, list []review.Entry, total int) error {
	rows := make([][]string, len(list))
	for i, e := range list {
		kind := strings.Repeat("*", e.Stars)
		if e.ReviewID != 0 {
			kind = "on " + strconv.FormatInt(e.ReviewID, 10)
		}
		by := e.Author
		if e.Verified {
			by += " (bought it)"
		}
		text := strings.Join(strings.Fields(e.Title+" "+e.Text), " ")
		rows[i] = []string{
			strconv.FormatInt(e.ID, 10), string(e.State), strconv.FormatInt(e.ProductID, 10), kind, stamp(e.WrittenAt), by, text,
		}
	}
	value := map[string]any{"reviews": list, "total": total}
	if err := out.table(value, []string{"id", "state", "product", "stars", "written", "by", "text"}, rows); err != nil {
		return err
	}
	out.line("%d of %s", len(list), counted(total, "entry", "entries"))
	return nil
}
