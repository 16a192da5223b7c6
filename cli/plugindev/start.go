package plugindev

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// notes is what go-plugin says of a program's file, for those who write hosts. What the program wrote to its standard error is behind it.
var notes = regexp.MustCompile(`(?s)This usually means.*\n  Group: [^\n]*\n`)

// notStarted says why a program did not come to be a plugin. go-plugin has no error values for that.
func notStarted(err error) error {
	text, greets := strings.CutPrefix(err.Error(), "Unrecognized remote plugin message:")
	if !greets {
		return err
	}
	printed, words := text, ""
	if at := notes.FindStringIndex(text); at != nil {
		printed, words = text[:at[0]], strings.TrimSpace(text[at[1]:])
	}
	why := "it ended before it said where it listens"
	if printed = strings.TrimSpace(printed); !strings.HasPrefix(printed, "Failed to read any lines") {
		why = fmt.Sprintf("it printed %q to its standard output, where first comes where it listens", printed)
	}
	if words != "" {
		why += "; its last words: " + words
	}
	return errors.New(why)
}
