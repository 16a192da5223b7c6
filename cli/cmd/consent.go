package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// consent is what a command has whose effect cannot be taken back: it asks on the terminal, and --yes answers.
type consent struct{ yes bool }

func (a *consent) flag(c *cobra.Command) {
	c.Flags().BoolVarP(&a.yes, "yes", "y", false, "do not ask")
}

// Refusals, after which everything is as it was.
var (
	errRefused = errors.New("nothing was done")
	errDone    = errors.New("nothing was done: it is done already")
	errNobody  = usageError{errors.New("this cannot be taken back, and there is no terminal to ask on: add --yes if it is meant")}
)

// agree asks before what may be impossible, or be done already: look refuses that, and else gives the question, which says in figures
// what will be done; "" where nothing is left to do. Who said --yes is not asked: the act refuses by itself.
func (a *consent) agree(c *cobra.Command, look func() (question string, err error)) error {
	if a.yes {
		return nil
	}
	if err := a.askable(c); err != nil {
		return err
	}
	question, err := look()
	switch {
	case err != nil:
		return err
	case question == "":
		return errDone
	}
	return a.ask(c, "%s", question)
}

// ask is nil when --yes was given or a person agrees. A script that forgot --yes gets an error, not an answer that its
// input happens to hold.
func (a *consent) ask(c *cobra.Command, question string, args ...any) error {
	if a.yes {
		return nil
	}
	if err := a.askable(c); err != nil {
		return err
	}
	_, _ = fmt.Fprint(c.ErrOrStderr(), textual(fmt.Sprintf(question, args...)), " [y/N] ")
	err := agreed(c.Context(), c.InOrStdin())
	if c.Context().Err() != nil {
		_, _ = fmt.Fprintln(c.ErrOrStderr()) // Ctrl-C ends no line
	}
	return err
}

// askable is an error where nobody said --yes and nobody is there to ask.
func (a *consent) askable(c *cobra.Command) error {
	if file, ok := c.InOrStdin().(*os.File); ok && !a.yes && !term.IsTerminal(int(file.Fd())) {
		return errNobody
	}
	return nil
}

// agreed reads a line; no answer, and Ctrl-C, are a no.
func agreed(ctx context.Context, in io.Reader) error {
	type line struct {
		text string
		err  error
	}
	read := make(chan line, 1)
	go func() { // a terminal cannot be told to stop reading
		text, err := bufio.NewReader(in).ReadString('\n')
		read <- line{text, err}
	}()
	select {
	case <-ctx.Done():
		return errRefused
	case l := <-read:
		if l.err != nil && !errors.Is(l.err, io.EOF) {
			return l.err
		}
		switch strings.ToLower(strings.TrimSpace(l.text)) {
		case "y", "yes":
			return nil
		}
		return errRefused
	}
}
