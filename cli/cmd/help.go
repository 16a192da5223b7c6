package cmd

import (
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// Of a help's lines: where there is no terminal, or a very narrow one, and where a wider one would make them hard to read.
const (
	plainWidth  = 80
	widestWidth = 110
)

// helpTemplate and usageTemplate are cobra's, with lines as wide as the terminal.
const (
	helpTemplate = `{{with (or .Long .Short)}}{{reflow .}}

{{end}}{{if or .Runnable .HasSubCommands}}{{.UsageString}}{{end}}`

	usageTemplate = `Usage:{{if .Runnable}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} [command]{{end}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{if .HasAvailableSubCommands}}{{$c := .}}{{range .Groups}}{{$group := .ID}}

{{.Title}}{{range $c.Commands}}{{if and .IsAvailableCommand (eq .GroupID $group)}}
{{entry .}}{{end}}{{end}}{{end}}{{if not (and .Groups .AllChildCommandsHaveGroup)}}

{{if .Groups}}Additional{{else}}Available{{end}} Commands:{{range .Commands}}{{if and (or .IsAvailableCommand (eq .Name "help")) (eq .GroupID "")}}
{{entry .}}{{end}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsagesWrapped helpWidth | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableInheritedFlags}}

Global Flags:
{{.InheritedFlags.FlagUsagesWrapped helpWidth | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableSubCommands}}

Use "{{.CommandPath}} [command] --help" for more information about a command.{{end}}
`
)

// wrapHelp has the help of a command and all below it fit the terminal.
func wrapHelp(root *cobra.Command) {
	cobra.AddTemplateFunc("helpWidth", helpWidth)
	cobra.AddTemplateFunc("reflow", func(text string) string { return reflow(text, helpWidth()) })
	cobra.AddTemplateFunc("entry", func(c *cobra.Command) string {
		name := "  " + c.Name() + strings.Repeat(" ", max(c.NamePadding()-len(c.Name()), 0)) + " "
		return name + wrap(c.Short, helpWidth(), len(name))
	})
	root.SetHelpTemplate(helpTemplate)
	root.SetUsageTemplate(usageTemplate)
}

func helpWidth() int {
	if width := terminalWidth(); width >= plainWidth/2 {
		return min(width, widestWidth)
	}
	return plainWidth
}

// terminalWidth gives that of standard output, 0 where it is no terminal.
func terminalWidth() int {
	width, _, _ := term.GetSize(int(os.Stdout.Fd())) // an error is no width
	return width
}

// reflow fills the paragraphs of a text anew. One that has indented lines, as a list, stays as it is.
func reflow(text string, width int) string {
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			paragraphs[i] = wrap(p, width, 0)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// wrap breaks a text into lines of a width, all of which begin after a margin; the first one is there already.
func wrap(text string, width, margin int) string {
	var b strings.Builder
	column := margin
	for i, word := range strings.Fields(text) {
		length := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+length > width:
			b.WriteString("\n" + strings.Repeat(" ", margin))
			column = margin
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
	return b.String()
}
