// Package cmd is the command line: one file per command, each a thin layer over the packages that do the work.
package cmd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kontor.dev/kontor/cli/app"
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/manual"
)

// session is what every command gets: the flags of the root and the means to print.
type session struct {
	settings config.Options // where they are read from
	output   string
	out      printer
}

// load reads the configuration and refuses values that cannot work. The result belongs to the caller.
func (s *session) load() (config.Config, error) {
	cfg, err := config.Read(s.settings)
	if err != nil {
		return cfg, err
	}
	return cfg, errors.Join(cfg.Validate()...)
}

// commands lists the commands in the order of the help, by group.
var commands = []struct {
	group string
	make  []func(*session) *cobra.Command
}{
	{"Run it on this machine:", []func(*session) *cobra.Command{newUp, newDown, newStatus, newDoctor, newConfig, newReset}},
	{"Operate:", []func(*session) *cobra.Command{newServe, newWorker, newReady, newMigrate, newBackup, newCatalog, newContent, newVoucher, newOrder, newCheckout, newAudit, newWithdrawal, newCustomer, newRetention, newCampus, newNewsletter, newReview, newSearch, newOutbox, newEndpoint, newPlugin}},
	{"Develop:", []func(*session) *cobra.Command{newTestenv, newOpenAPI, newDocs, newBench}},
}

// Execute runs the command line and gives the process's exit code, see manual.ExitCodes.
func Execute(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	s := &session{out: printer{out: os.Stdout, width: terminalWidth()}}
	root := newRoot(s)
	addOwn(root)
	root.SetArgs(args)
	err := unknown(root, args)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	if err == nil {
		return 0
	}
	if exit, ok := errors.AsType[exitCode](err); ok {
		return int(exit)
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		printInterrupted(os.Stderr, err)
		return 1
	}
	s.printError(os.Stderr, err)
	if _, ok := errors.AsType[usageError](err); ok || s.settings.Misused(err) {
		return 2
	}
	return 1
}

func newRoot(s *session) *cobra.Command {
	root := &cobra.Command{
		Use:           "kontor",
		Short:         "A commerce platform: run it, operate it, extend it",
		Long:          "A commerce platform: run it, operate it, extend it. Times are of Germany.\n\nExit codes: " + manual.ExitCodes,
		Version:       app.VersionAndPlatform(),
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(c *cobra.Command, _ []string) error {
			// Cobra asks both itself, but afterwards, and what it says then looks like a command that failed.
			if err := errors.Join(c.ValidateRequiredFlags(), c.ValidateFlagGroups()); err != nil {
				return usageError{fmt.Errorf("%w; see `%s --help`", err, c.CommandPath())}
			}
			slog.SetLogLoggerLevel(slog.LevelWarn) // a command's result is what it says; servers have a log of their own
			return s.out.setFormat(s.output)
		},
		Args: cobra.ArbitraryArgs, // what is no command comes to RunE
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			guess := didYouMean(c, args[0])
			if args[0] == "version" {
				guess = " (did you mean --version?)"
			}
			return usageError{fmt.Errorf("there is no command %q%s; `kontor help` lists them", args[0], guess)}
		},
	}
	root.PersistentFlags().StringVar(&s.settings.File, "config", "", "configuration `file` (default configs/kontor.yaml)")
	root.PersistentFlags().StringVar(&s.settings.Profile, "profile", "", "lay configs/kontor.`NAME`.yaml over it (default KONTOR_PROFILE)")
	root.PersistentFlags().StringArrayVar(&s.settings.Set, "set", nil, "set one setting, `KEY=VALUE`, before file and environment; may be repeated")
	root.PersistentFlags().StringVarP(&s.output, "output", "o", "table", "how to print: table or json")
	_ = root.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{"table", "json"}, cobra.ShellCompDirectiveNoFileComp))
	root.SetFlagErrorFunc(wrongFlag)
	wrapHelp(root)
	for _, g := range commands {
		root.AddGroup(&cobra.Group{ID: g.group, Title: g.group})
		for _, mk := range g.make {
			c := mk(s)
			c.GroupID = g.group
			root.AddCommand(c)
			markUsage(c)
		}
	}
	return root
}

// addOwn adds the commands that cobra brings, which take a mistyped word for no mistake.
func addOwn(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion":
			markUsage(c)
		case "help":
			show := c.Run
			c.Run, c.RunE = nil, func(c *cobra.Command, args []string) error {
				topic, rest, err := root.Find(args)
				if err != nil || topic == root && len(args) > 0 {
					topic, rest = root, args
				}
				if len(rest) > 0 {
					return usageError{fmt.Errorf("there is no command %q%s; `kontor help` lists them", topic.CommandPath()+" "+rest[0], didYouMean(topic, rest[0]))}
				}
				show(c, args)
				return nil
			}
		}
	}
}

// markUsage makes wrong arguments of a command and those below it usage errors.
func markUsage(c *cobra.Command) {
	if valid := c.Args; valid != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			if err := valid(c, args); err != nil {
				return usageError{fmt.Errorf("%w; see `%s --help`\n  %s", inWords(err, c, args), c.CommandPath(), c.UseLine())}
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		markUsage(sub)
	}
}

// inWords says what a command takes where cobra only counts: "accepts 1 arg(s), received 0".
func inWords(err error, c *cobra.Command, args []string) error {
	_, takes, _ := strings.Cut(c.Use, " ")
	switch {
	case !strings.Contains(err.Error(), "arg(s)"):
		return err
	case len(args) == 0:
		return fmt.Errorf("it takes %s, and was given nothing", takes)
	}
	return fmt.Errorf("it takes %s, and was given %q", takes, strings.Join(args, " "))
}

// wrongFlag leads from a flag that a command does not have to those that it has.
func wrongFlag(c *cobra.Command, err error) error {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return usageError{err}
	}
	guess := ""
	if word := unknown.GetSpecifiedName(); len(word) > 1 {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if guess == "" && !f.Hidden && (strings.HasPrefix(f.Name, word) || strings.HasPrefix(word, f.Name)) {
				guess = " (did you mean --" + f.Name + "?)"
			}
		})
	}
	return usageError{fmt.Errorf("%w%s; see `%s --help`", err, guess, c.CommandPath())}
}

// noArguments is for commands that take flags alone. Cobra's own would call an argument an unknown command.
func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("it takes no arguments, and was given %q", args[0])
	}
	return nil
}

// unknown is the mistake of naming a command that a group does not have. Cobra shows the group's help then, as if all were well.
func unknown(root *cobra.Command, args []string) error {
	c, rest, err := root.Find(args)
	if err != nil || c.Runnable() || c.ParseFlags(rest) != nil || c.Flags().NArg() == 0 {
		return nil // which cobra deals with
	}
	rest = c.Flags().Args()
	return usageError{fmt.Errorf("there is no command %q%s; `%s --help` lists them", c.CommandPath()+" "+rest[0], didYouMean(c, rest[0]), c.CommandPath())}
}

func didYouMean(c *cobra.Command, word string) string {
	c.SuggestionsMinimumDistance = 2 // letters apart; cobra sets it only where it writes the message itself
	if names := c.SuggestionsFor(word); len(names) > 0 {
		return " (did you mean " + strings.Join(names, " or ") + "?)"
	}
	return ""
}

// exitCode ends the program with that code and no message.
type exitCode int

func (exitCode) Error() string { return "exit" }

// usageError is a mistake in how the command was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }
