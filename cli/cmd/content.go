package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/postgres"
)

func newContent(s *session) *cobra.Command {
	c := &cobra.Command{Use: "content", Short: "Pages, slides, deals and ads, from files"}
	c.AddCommand(newContentImport(s), newContentList(s), newContentPreview(s))
	return c
}

const contentFiles = `The folder has slides.yaml, deals.yaml, ads.yaml and pages/ADDRESS.LANGUAGE.md, each of which may be missing; a
page has both languages. The days of a slide or an ad, from and until, are of German time: it is shown from the begin of the first to the end of the last, give or take five minutes. The
shop has to have the pictures of slides and ads, the categories that they lead to or are shown in, and the articles of deals, sold out
or not. An ad for a place or a page that the shop's storefront does not have is taken, for a storefront of yours may have it, with a warning.`

func newContentImport(s *session) *cobra.Command {
	var prune bool
	var reason string
	c := &cobra.Command{
		Use:   "import FOLDER",
		Short: "Import a folder of content, all of it or nothing",
		Long: `Reads a folder and stores all of it in one transaction; the shop shows it within seconds. When anything in it is
wrong, every mistake is reported with its file and line and nothing is stored. ` + contentFiles,
		Example: "  kontor content import configs/demo/content",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			items, err := readContent(&s.out, args[0])
			if err != nil {
				return err
			}
			return s.withContent(c, args[0], items, func(p contentParts) error {
				var changes []content.Change
				e := audit.Entry{Actor: operator(), Action: "content.import", Subject: "content", Reason: reason}
				err := audit.Act(c.Context(), p.log, e, nil, func(ctx context.Context) (any, error) {
					changes, err = p.store.Import(ctx, items, prune, false)
					return changes, err
				})
				if err != nil {
					return err
				}
				return errors.Join(p.tell(), printChanges(&s.out, changes))
			})
		},
	}
	c.Flags().BoolVar(&prune, "prune", false, "remove what the folder does not have")
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	return c
}

func newContentPreview(s *session) *cobra.Command {
	var prune bool
	c := &cobra.Command{
		Use:   "preview FOLDER [NAME]",
		Short: "Say what an import would change, or show one page as text; store nothing",
		Long: `Checks a folder as import does, and says what it would change. With a name, such as
pages/infocenter/section/imprint.de, it shows that page as it will read. ` + contentFiles,
		Args:    cobra.RangeArgs(1, 2),
		Example: "  kontor content preview configs/demo/content\n  kontor content preview configs/demo/content pages/infocenter/section/imprint.de",
		RunE: func(c *cobra.Command, args []string) error {
			items, err := readContent(&s.out, args[0])
			if err != nil {
				return err
			}
			if len(args) == 2 {
				return showItem(&s.out, items, args[1])
			}
			return s.withContent(c, args[0], items, func(p contentParts) error {
				changes, err := p.store.Import(c.Context(), items, prune, true)
				if err != nil {
					return err
				}
				return printChanges(&s.out, changes)
			})
		},
	}
	c.Flags().BoolVar(&prune, "prune", false, "count as removed what the folder does not have")
	return c
}

func newContentList(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "List what the shop has",
		Args:    noArguments,
		Example: "  kontor content list",
		RunE: func(c *cobra.Command, _ []string) error {
			return s.withContent(c, "", nil, func(p contentParts) error {
				list, err := p.store.List(c.Context())
				if err != nil {
					return err
				}
				rows := make([][]string, len(list))
				for i, item := range list {
					rows[i] = []string{item.Name, string(item.Kind), item.UpdatedAt.In(clock.Germany).Format(time.DateTime)}
				}
				return s.out.table(list, []string{"name", "kind", "updated"}, rows)
			})
		},
	}
}

// contentParts are what the commands work with. tell makes the shop's processes show a change.
type contentParts struct {
	store *postgres.Contents
	log   *postgres.Audit
	tell  func() error
}

// withContent opens the configured shop's content, which has to have what the items of a folder name.
func (s *session) withContent(c *cobra.Command, folder string, items []content.Item, do func(contentParts) error) error {
	ctx := c.Context()
	cfg, err := s.load()
	if err != nil {
		return err
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor content", MaxConns: 2})
	if err != nil {
		return err
	}
	defer pool.Close()
	store, pictures := postgres.NewContents(pool), app.Pictures(cfg.Media.Dir)
	if items != nil {
		problems, err := content.Check(ctx, os.DirFS(folder), items, func(key string) error {
			_, _, err := pictures(key, catalog.ImageSizes[0])
			return err
		}, store)
		if err != nil {
			return err
		}
		if err := refuseContent(&s.out, problems); err != nil {
			return err
		}
		for _, doubt := range content.Doubts(os.DirFS(folder), items) {
			_, _ = fmt.Fprintln(c.ErrOrStderr(), textual("kontor: "+doubt.String()))
		}
	}
	return do(contentParts{store, postgres.NewAudit(pool), func() error {
		// A change of no product: the processes drop the pages that they keep.
		return postgres.NewBroadcast(pool).Publish(ctx, postgres.Change{})
	}})
}

// readContent reads a folder; mistakes are printed and end the command with code 1.
func readContent(out *printer, folder string) ([]content.Item, error) {
	info, err := os.Stat(folder)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, usageError{fmt.Errorf("%s is a file; content comes as a folder", folder)}
	}
	items, problems, err := content.Read(os.DirFS(folder))
	if err != nil {
		return nil, err
	}
	return items, refuseContent(out, problems)
}

// refuseContent prints mistakes, which end the command with code 1.
func refuseContent(out *printer, problems []content.Problem) error {
	if len(problems) == 0 {
		return nil
	}
	rows := make([][]string, len(problems))
	for i, p := range problems {
		rows[i] = []string{p.String()}
	}
	if err := out.table(struct {
		Problems []content.Problem `json:"problems"`
	}{problems}, nil, rows); err != nil {
		return err
	}
	out.line("Nothing was stored.")
	return exitCode(1)
}

func printChanges(out *printer, changes []content.Change) error {
	rows := make([][]string, len(changes))
	for i, c := range changes {
		rows[i] = []string{c.Name, string(c.Kind), c.Effect}
	}
	return out.table(changes, []string{"name", "kind", "effect"}, rows)
}

// showItem prints a page as text, anything else as it is stored.
func showItem(out *printer, items []content.Item, name string) error {
	for _, item := range items {
		if item.Name != strings.TrimSuffix(name, ".md") {
			continue
		}
		if out.json || item.Page == nil {
			return out.value(item)
		}
		out.line("%s", item.Page.Text())
		return nil
	}
	return usageError{fmt.Errorf("the folder has no %q", name)}
}
