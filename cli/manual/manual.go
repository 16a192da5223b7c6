// Package manual writes what is documented from the code: the references of commands and settings as Markdown, and
// manual pages for man.
package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kontor.dev/kontor/cli/config"
)

// ExitCodes says what every command's exit code means.
const ExitCodes = "0 done; 1 failed, or found something wrong, or was told no at its question; 2 used wrongly, which includes a\n" +
	"setting of --set that there is not or that cannot work, and a question where there is no terminal to ask on; `kontor config\n" +
	"validate` finds such a setting, and ends with 1. `kontor testenv` ends with the code of the command that it ran."

// Walk lists a command and those below it that are documented, in the order of the help.
func Walk(c *cobra.Command) []*cobra.Command {
	if c.Hidden || c.Name() == "help" || c.Name() == "completion" {
		return nil // cobra's own
	}
	list := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		list = append(list, Walk(sub)...)
	}
	return list
}

// Commands writes the reference of a command and all below it.
func Commands(w io.Writer, root *cobra.Command) error {
	var b strings.Builder
	b.WriteString("# Commands\n\nWritten by `kontor docs commands`; do not edit.\n\n")
	b.WriteString("Exit codes: " + ExitCodes + "\n\n`-o json` prints the whole result for programs;\n" +
		"what is said to people goes away then. `kontor completion SHELL` writes completions, `kontor docs man DIR` manual pages,\n`kontor --version` says which Kontor it is.\n\n")
	fmt.Fprintf(&b, "Flags of every command:\n\n```\n%s```\n", root.PersistentFlags().FlagUsages())
	for _, c := range Walk(root)[1:] {
		level := 1 + strings.Count(c.CommandPath(), " ")
		fmt.Fprintf(&b, "\n%s %s\n\n%s\n", strings.Repeat("#", level), c.CommandPath(), sentence(c))
		if !c.Runnable() {
			continue
		}
		fmt.Fprintf(&b, "\n```\n%s\n```\n", c.UseLine())
		if c.Example != "" {
			fmt.Fprintf(&b, "\n```sh\n%s\n```\n", unindent(c.Example))
		}
		if flags := ownFlags(c); flags.HasAvailableFlags() {
			fmt.Fprintf(&b, "\n```\n%s```\n", flags.FlagUsages())
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Settings writes the reference of the configuration.
func Settings(w io.Writer, sections []config.Section) error {
	var b strings.Builder
	b.WriteString(`# Settings

Written by ` + "`kontor docs config`" + `; do not edit.

A setting comes from the first that has it: ` + "`--set KEY=VALUE`" + `, its environment variable, the stack that ` + "`kontor up`" + ` runs in
state.dir, the profile's file (` + "`configs/kontor.<profile>.yaml`, named by `--profile` or `KONTOR_PROFILE`" + `), the configuration
file (` + "`--config`, else `configs/kontor.yaml`" + ` of this folder or the nearest above), the default. A key that does not exist is
refused. ` + "`kontor config show`" + ` tells each value and where it is from, ` + "`kontor config validate`" + ` what is wrong. Secrets belong
into the environment; they are never shown. The plugins' settings are in plugins.yaml
([contract](../../plugins/docs/contract.md)).
`)
	for _, section := range sections {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| Setting | Variable | Default | |\n|---|---|---|---|\n", section.Name, section.Doc)
		for _, s := range section.Settings {
			doc := s.Doc
			if s.Secret {
				doc = "**Secret.** " + doc
			}
			fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s |\n", s.Key, s.Env, value(s.Default), strings.ReplaceAll(doc, "|", `\|`))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func value(v any) string {
	if text := fmt.Sprint(v); text != "" {
		return "`" + text + "`"
	}
	return ""
}

// sentence is a command's description: the long one if there is one.
func sentence(c *cobra.Command) string {
	text := c.Long
	if text == "" {
		text = c.Short
	}
	return strings.TrimRight(strings.TrimSpace(text), ".") + "."
}

// ownFlags are a command's flags without those of every command and --help.
func ownFlags(c *cobra.Command) *pflag.FlagSet {
	own := pflag.NewFlagSet(c.Name(), pflag.ContinueOnError)
	c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" {
			own.AddFlag(f)
		}
	})
	return own
}

func unindent(text string) string {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], "  ")
	}
	return strings.Join(lines, "\n")
}
