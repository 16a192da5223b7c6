package manual

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Page writes the manual page of one command, in man(7) macros.
func Page(w io.Writer, c *cobra.Command) error {
	var b strings.Builder
	name := strings.ReplaceAll(c.CommandPath(), " ", "-")
	fmt.Fprintf(&b, ".TH %s 1 \"\" Kontor \"Kontor Manual\"\n", quote(strings.ToUpper(name)))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", escape(name), escape(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", escape(c.UseLine()))
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", escape(sentence(c)))
	section(&b, "OPTIONS", ownFlags(c))
	section(&b, "OPTIONS OF EVERY COMMAND", c.Root().PersistentFlags())
	if c.Example != "" {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.nf\n%s\n.fi\n", escape(unindent(c.Example)))
	}
	b.WriteString(".SH EXIT STATUS\n" + escape(strings.ReplaceAll(ExitCodes, "`", "")) + "\n")
	var also []string
	if c.HasParent() {
		also = append(also, c.Parent().CommandPath())
	}
	for _, sub := range c.Commands() {
		if len(Walk(sub)) > 0 {
			also = append(also, sub.CommandPath())
		}
	}
	for i := range also {
		also[i] = "\\fB" + escape(strings.ReplaceAll(also[i], " ", "-")) + "\\fP(1)"
	}
	if len(also) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", strings.Join(also, ", "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func section(b *strings.Builder, title string, flags *pflag.FlagSet) {
	if !flags.HasAvailableFlags() {
		return
	}
	fmt.Fprintf(b, ".SH %s\n", title)
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		kind, usage := pflag.UnquoteUsage(f)
		flag := "--" + f.Name
		if f.Shorthand != "" {
			flag = "-" + f.Shorthand + ", " + flag
		}
		fmt.Fprintf(b, ".TP\n.B %s\n%s", escape(strings.TrimSpace(flag+" "+kind)), escape(usage))
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.DefValue != "0" && f.DefValue != "0s" {
			fmt.Fprintf(b, " (%s)", escape(f.DefValue))
		}
		b.WriteString("\n")
	})
}

// escape keeps roff from reading a text as its own: backslashes, dashes, and lines that begin like a request.
func escape(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

func quote(text string) string { return `"` + strings.ReplaceAll(text, `"`, `\(dq`) + `"` }
