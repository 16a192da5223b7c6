package cmd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/cli/backup"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/postgres"
)

func newBackup(s *session) *cobra.Command {
	c := &cobra.Command{
		Use: "backup", Short: "Keep the shop's data, check what was kept, and bring it back",
		Long: `A backup is the whole PostgreSQL cluster at one moment (with Temporal's databases, where they are in the same cluster),
product images, installed plugins, plugins.yaml and the settings. It is taken while the shop runs. Secrets are not in it. Keep
campus.key and customer.sealKey apart: without them nobody can read proofs and saved cards. Where they are not set, 'kontor up' keeps them
in state.dir, as campus.key and seal.key.`,
	}
	c.AddCommand(newBackupCreate(s), newBackupVerify(s), newBackupRestore(s), newBackupSkip(s))
	return c
}

func newBackupCreate(s *session) *cobra.Command {
	var dir string
	c := &cobra.Command{
		Use: "create", Short: "Take a backup while the shop runs", Args: noArguments,
		Long: `Takes a backup into a new folder below --dir. The database's user may replicate (role with REPLICATION, a line
"replication" in pg_hba.conf); a managed server that allows none has snapshots of its own.`,
		Example: "  kontor backup create --dir /backups",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if dir == "" {
				dir = stack.BackupFolder(cfg)
			}
			if err := os.MkdirAll(dir, 0o700); err != nil {
				return err
			}
			all, err := config.Show(s.settings)
			if err != nil {
				return err
			}
			began := time.Now()
			made, d, err := backup.Create(c.Context(), backup.Source{
				Program: app.Version(), Database: cfg.Database.URL, Folders: stack.BackupFolders(cfg), Files: stack.BackupFiles(cfg),
				Settings: stack.BackupSettings(all), Keys: stack.Keys(cfg),
			}, dir, began)
			if err != nil {
				return err
			}
			return s.printBackup(made, d, d.Rows, fmt.Sprintf("taken in %.1f s", time.Since(began).Seconds()))
		},
	}
	c.Flags().StringVar(&dir, "dir", "", "folder of the backups (default state.dir/backups)")
	return c
}

func newBackupVerify(s *session) *cobra.Command {
	var drill bool
	c := &cobra.Command{
		Use: "verify BACKUP", Short: "Read a whole backup against its checksums, and try a restore", Args: cobra.ExactArgs(1),
		Long: `Reads every file of a backup against its checksum, and the copied cluster against PostgreSQL's own list. With --drill it
also restores the backup in a temporary folder, starts PostgreSQL there, and counts. A backup of another major version of PostgreSQL, or
of a newer Kontor, is named; it cannot be tried.`,
		Example: "  kontor backup verify /backups/kontor-20261121T020000Z --drill",
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			began := time.Now()
			d, err := backup.Verify(c.Context(), args[0])
			if err != nil {
				return err
			}
			rows, what := d.Rows, "verified"
			if drill {
				if rows, err = stack.Drill(c.Context(), cfg, args[0], sayOnStderr); err != nil {
					return err
				}
				what = "restored and counted"
			}
			if err := s.sayDifferences(args[0], d, cfg); err != nil {
				return err
			}
			return s.printBackup(args[0], d, rows, fmt.Sprintf("%s in %.1f s", what, time.Since(began).Seconds()))
		},
	}
	c.Flags().BoolVar(&drill, "drill", false, "restore it in a temporary folder and look")
	return c
}

func newBackupRestore(s *session) *cobra.Command {
	var asking consent
	var dry, beside bool
	var data string
	c := &cobra.Command{
		Use: "restore BACKUP", Short: "Bring a backup back: into the stopped shop on this machine, or as a data folder", Args: cobra.ExactArgs(1),
		Long: `Puts a verified backup into state.dir, where "kontor up" runs it; the shop must be down. What was there is moved aside, not
deleted. It refuses where database.url names a server of its own, and a backup of another major version of PostgreSQL or of a newer
Kontor. Numbers of orders, withdrawals and invoices
that the shop may have given after the backup are left out. With --data it only writes the cluster to a new folder, for a PostgreSQL server of the same major version.

A restored shop goes on with all that it had begun: it sends mails, takes and gives back money, and calls other systems. To try something
with a copy while the shop itself goes on, give another state.dir with media.dir and plugins.dir below it, other ports, no mail.smtp and
providers' test accounts in a plugins.file of its own, and --beside, which takes out the other systems (kontor endpoint list) and the mails
that waited.`,
		Example: "  kontor down && kontor backup restore .kontor/backups/kontor-20261121T020000Z\n  kontor backup restore /backups/kontor-20261121T020000Z --data /var/lib/postgresql/18/restored",
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			if beside && data != "" {
				return usageError{errors.New("--beside is for a shop that kontor up runs, not for --data")}
			}
			if beside {
				if err := stack.Apart(cfg); err != nil {
					return err
				}
			}
			d, err := backup.Verify(c.Context(), args[0])
			if err != nil {
				return err
			}
			if data == "" {
				if err := backup.Unfit(d); err != nil {
					return err
				}
			}
			if err := s.sayDifferences(args[0], d, cfg); err != nil {
				return err
			}
			if dry {
				to := cfg.State.Dir
				if data != "" {
					to = data
				}
				return s.printBackup(args[0], d, d.Rows, "nothing was done; it would be restored to "+to)
			}
			if data != "" {
				if err := backup.Unpack(c.Context(), args[0], data, nil); err != nil {
					return err
				}
				major, _, _ := strings.Cut(d.Server, ".")
				return s.printBackup(args[0], d, d.Rows, fmt.Sprintf(
					"in %s: run PostgreSQL %s on it, then `kontor backup skip-numbers` before front doors and workers start", data, major))
			}
			if err := asking.ask(c, "Replace the data in %s by that of %s?", cfg.State.Dir, d.CreatedAt.In(clock.Germany).Format(time.DateTime)); err != nil {
				return err
			}
			var alone []string
			if beside {
				alone = backup.Beside()
			}
			if err := stack.Restore(c.Context(), cfg, args[0], sayOnStderr, alone...); err != nil {
				return err
			}
			return s.printBackup(args[0], d, d.Rows, "restored; `kontor up` runs it")
		},
	}
	asking.flag(c)
	c.Flags().BoolVar(&dry, "dry-run", false, "only verify the backup, and show what is in it")
	c.Flags().BoolVar(&beside, "beside", false, "for a copy beside the shop that goes on: call no other systems, drop mails that waited")
	c.Flags().StringVar(&data, "data", "", "write the cluster to this new folder instead")
	return c
}

// mostSkipped is more than any shop gives between two backups: a slip of the finger must not use up all numbers that there are.
const mostSkipped = 100_000_000

func newBackupSkip(s *session) *cobra.Command {
	by, reason, asking := int64(backup.Skipped), "", consent{}
	c := &cobra.Command{
		Use: "skip-numbers", Short: "Leave out numbers that a restored shop may have given after the backup", Args: noArguments,
		Long: `Has the shop go on with higher numbers of orders, withdrawals and invoices. "kontor backup restore" does it; do it once where the
database was restored by other means, before front doors and workers start. Without it a new order gets the number of one that was placed after
the backup, and a provider that is asked to pay under that number may answer with the other one's payment. In a shop that was not
restored it leaves a gap in the numbers of invoices, which nothing closes.`,
		Example: "  kontor backup skip-numbers\n  kontor backup skip-numbers --by 5000000",
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := s.load()
			if err != nil {
				return err
			}
			err = asking.agree(c, func() (string, error) {
				return fmt.Sprintf("Leave out %d numbers of orders, withdrawals and invoices for ever?", by), nil
			})
			if err != nil {
				return err
			}
			pool, err := postgres.Open(c.Context(), cfg.Database.URL, postgres.Options{Name: "kontor backup", MaxConns: 1})
			if err != nil {
				return err
			}
			defer pool.Close()
			// Whoever audits the books asks why numbers of invoices are missing.
			e := audit.Entry{Actor: operator(), Action: "backup.skip-numbers", Subject: "numbers", Reason: reason}
			err = audit.Act(c.Context(), postgres.NewAudit(pool), e, nil, func(ctx context.Context) (any, error) {
				return map[string]int64{"skipped": by}, backup.Skip(ctx, cfg.Database.URL, by)
			})
			if err != nil {
				return err
			}
			return s.out.done(map[string]int64{"skipped": by}, "%d numbers of orders, withdrawals and invoices are left out.", by)
		},
	}
	c.Flags().Var(&number[int64]{&by, 1, mostSkipped}, "by", "how many; more than the shop can have given since")
	c.Flags().StringVar(&reason, "reason", "", reasonForLog)
	asking.flag(c)
	return c
}

// withAnotherKey says what is lost where a key is not the one of before, by setting.
var withAnotherKey = map[string]string{
	"campus.key": "uploaded proofs cannot be opened",
	"customer.sealKey": "saved cards are not offered, links in mails about orders that were sent open nothing, and other systems are " +
		"called under other secrets (kontor endpoint secret)",
}

// sayDifferences says what the shop would be told here that it was not where the backup was taken.
func (s *session) sayDifferences(dir string, d backup.Description, cfg config.Config) error {
	if err := backup.Unfit(d); err != nil {
		sayOnStderr("%v", err)
	}
	for _, setting := range backup.OtherKeys(d, stack.Keys(cfg), stack.FormerKeys(cfg)) {
		sayOnStderr("%s is another one here than where it was taken: %s", setting, withAnotherKey[setting])
	}
	all, err := config.Show(s.settings)
	if err != nil {
		return err
	}
	for _, other := range backup.OtherSettings(dir, d, stack.BackupSettings(all), stack.BackupFiles(cfg)) {
		sayOnStderr("%s", other)
	}
	return nil
}

func sayOnStderr(format string, args ...any) { _, _ = fmt.Fprintf(os.Stderr, format+"\n", args...) }

func (s *session) printBackup(dir string, d backup.Description, counts map[string]int64, what string) error {
	var lines [][]string
	for _, table := range slices.Sorted(maps.Keys(counts)) {
		lines = append(lines, []string{table, strconv.FormatInt(counts[table], 10)})
	}
	value := struct {
		Backup string `json:"backup"`
		backup.Description
		Counted map[string]int64 `json:"counted"`
	}{dir, d, counts}
	s.out.line("%s: %s\n", dir, what)
	if d.Program != "" {
		s.out.line("Taken by Kontor %s.\n", d.Program)
	}
	return s.out.table(value, []string{"table", "rows"}, lines)
}
