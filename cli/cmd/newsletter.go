package cmd

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/newsletter"
	"kontor.dev/kontor/core/postgres"
)

func newNewsletter(s *session) *cobra.Command {
	c := &cobra.Command{Use: "newsletter", Short: "See who gets the newsletter and why, and end subscriptions"}
	c.AddCommand(newNewsletterShow(s), newNewsletterExport(s), newNewsletterEnd(s))
	return c
}

// newsletterParts are what the commands work with.
type newsletterParts struct {
	cfg   config.Config
	store newsletter.Store
	log   audit.Log
}

func (s *session) withNewsletter(ctx context.Context, do func(newsletterParts) error) error {
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor newsletter", MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	return do(newsletterParts{cfg, postgres.NewNewsletters(pool), postgres.NewAudit(pool)})
}

func newNewsletterShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use: "show EMAIL", Short: "Show when and from where an address asked for the newsletter, confirmed it and ended it", Args: cobra.ExactArgs(1),
		Example: "  kontor newsletter show erika@example.org\n  kontor newsletter show erika@example.org -o json > evidence.json",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withNewsletter(c.Context(), func(p newsletterParts) error {
				email, _ := address.Email(args[0])
				e, err := p.store.Evidence(c.Context(), email)
				if err != nil {
					return err
				}
				return printEvidence(&s.out, e)
			})
		},
	}
}

func newNewsletterExport(s *session) *cobra.Command {
	var lang, reason string
	c := &cobra.Command{
		Use: "export FILE", Short: "Write who gets the newsletter into a CSV file, for the program that sends it", Args: cobra.ExactArgs(1),
		Long: `Writes each address that confirmed and has not unsubscribed, with its language, when it confirmed, and two links that a letter to it has to
carry: "unsubscribe" for its text, "one_click" for its headers, as List-Unsubscribe with List-Unsubscribe-Post (RFC 8058). Export anew before
each letter, and send it to nobody else: who unsubscribed in between is not in the file. The export is written down (kontor audit list).`,
		Example: "  kontor newsletter export recipients.csv\n  kontor newsletter export english.csv --lang en --reason \"December's letter\"",
		RunE: func(c *cobra.Command, args []string) error {
			if lang != "" && lang != string(catalog.German) && lang != string(catalog.English) {
				return usageError{fmt.Errorf("--lang takes de or en, not %q", lang)}
			}
			return s.withNewsletter(c.Context(), func(p newsletterParts) error {
				n, err := p.export(c.Context(), args[0], catalog.Lang(lang), reason)
				if err != nil {
					return err
				}
				return s.out.wrote(args[0], map[string]any{"recipients": n, "file": args[0]}, "%s in %s", counted(n, "recipient", "recipients"), args[0])
			})
		},
	}
	c.Flags().StringVar(&lang, "lang", "", "only those who read de or en")
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

// export writes the file and how many are in it into the log.
func (p newsletterParts) export(ctx context.Context, file string, lang catalog.Lang, reason string) (n int, err error) {
	e := audit.Entry{Actor: operator(), Action: "newsletter.export", Subject: "newsletter", Reason: reason}
	err = audit.Act(ctx, p.log, e, nil, func(ctx context.Context) (any, error) {
		headings := []string{"email", "language", "confirmed_at", "unsubscribe", "one_click"}
		err := writeSheet(file, headings, func(row func(...string) error) error {
			return p.store.Recipients(ctx, lang, func(r newsletter.Recipient) error {
				n++
				return row(r.Email, string(r.Lang), r.ConfirmedAt.Format(time.RFC3339),
					p.cfg.HTTP.PublicURL+r.Lang.Prefix()+newsletter.UnsubscribePath+r.Token, p.cfg.HTTP.PublicURL+newsletter.OneClickPath+r.Token)
			})
		})
		return map[string]any{"recipients": n, "lang": lang}, err
	})
	return n, err
}

func newNewsletterEnd(s *session) *cobra.Command {
	reason, asking := "", consent{}
	c := &cobra.Command{
		Use: "end EMAIL", Short: "End the subscription of an address whose owner asked for it, or whose mails come back", Args: cobra.ExactArgs(1),
		Long:    "Ends a subscription as its link does. Only its owner can begin it again, by asking for it and confirming that.",
		Example: "  kontor newsletter end erika@example.org --reason \"asked for it by telephone\"",
		RunE: func(c *cobra.Command, args []string) error {
			return s.withNewsletter(c.Context(), func(p newsletterParts) error {
				err := asking.agree(c, func() (string, error) {
					email, _ := address.Email(args[0])
					e, err := p.store.Evidence(c.Context(), email)
					if err != nil || e.State == newsletter.Ended {
						return "", err
					}
					return fmt.Sprintf("End the newsletter of %s?", e.Email), nil
				})
				if err != nil {
					return err
				}
				e, err := p.end(c.Context(), args[0], reason)
				if err != nil {
					return err
				}
				return printEvidence(&s.out, e)
			})
		},
	}
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	asking.flag(c)
	return c
}

func (p newsletterParts) end(ctx context.Context, email, reason string) (*newsletter.Evidence, error) {
	email, _ = address.Email(email)
	e, err := p.store.Evidence(ctx, email)
	if err != nil {
		return nil, err
	}
	// The log outlives the subscription: it names no address.
	entry := audit.Entry{Actor: operator(), Action: "newsletter.end", Subject: "newsletter", Reason: reason}
	err = audit.Act(ctx, p.log, entry, map[string]any{"state": e.State}, func(ctx context.Context) (any, error) {
		if e, err = p.store.End(ctx, email, newsletter.Proof{Client: "operator", At: time.Now().UTC()}); err != nil {
			return nil, err
		}
		return map[string]any{"state": e.State}, nil
	})
	return e, err
}

func printEvidence(out *printer, e *newsletter.Evidence) error {
	rows := [][]string{{"e-mail", e.Email}, {"state", string(e.State)}, {"language", string(e.Lang)}, {"form", e.Source}}
	for _, step := range []struct {
		name, from string
		at         time.Time
	}{{"requested", e.RequestedFrom, e.RequestedAt}, {"confirmed", e.ConfirmedFrom, e.ConfirmedAt}, {"ended", e.EndedFrom, e.EndedAt}} {
		if step.at.IsZero() {
			rows = append(rows, []string{step.name, "-"})
			continue
		}
		rows = append(rows, []string{step.name, stamp(step.at) + " from " + step.from})
	}
	return out.table(e, nil, rows)
}
