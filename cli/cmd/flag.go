package cmd

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/page"
)

// mostListed is how many entries a page of a list has at most.
const mostListed = 1000

// pageFlags asks for a page of a list of some things.
func pageFlags(c *cobra.Command, p *page.Page, things string) {
	p.Number, p.Size = 1, 50
	c.Flags().Var(atLeast(1, &p.Number), "page", "page to show")
	c.Flags().Var(&number[int]{&p.Size, 1, mostListed}, "size", things+" per page")
}

// paged adds to a list that was printed, unless that failed, which of its pages it is and how the next one is seen.
func (p *printer) paged(chosen page.Page, total int, err error) error {
	switch pages := chosen.Count(total); {
	case err != nil || pages == 1 && chosen.Number == 1:
	case chosen.Number < pages:
		p.line("Page %d of %d: --page %d shows the next one.", chosen.Number, pages, chosen.Number+1)
	default:
		p.line("Page %d of %d.", chosen.Number, pages)
	}
	return err
}

// sinceFlag takes how far back a list goes, as 48h, and keeps when that was.
func sinceFlag(c *cobra.Command, from *time.Time, usage string) {
	c.Flags().Var(&since{from: from}, "since", usage)
}

// number is a flag that takes a whole number, and refuses what makes no sense where others would take it for something else.
type number[N int | int64] struct {
	to          *N
	least, most N
}

func atLeast[N int | int64](least N, to *N) *number[N] { return &number[N]{to, least, math.MaxInt32} }

func (n *number[N]) String() string {
	if n.to == nil { // asked of a zero one by the help
		return ""
	}
	return strconv.FormatInt(int64(*n.to), 10)
}

func (n *number[N]) Type() string { return "int" }

func (n *number[N]) Set(text string) error {
	told, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err == nil && told >= int64(n.least) && told <= int64(n.most):
		*n.to = N(told)
		return nil
	case n.most == math.MaxInt32:
		return fmt.Errorf("it takes %d or more", n.least)
	}
	return fmt.Errorf("it takes %d to %d", n.least, n.most)
}

// euros is a flag that takes an amount as operators write it, with a point or a comma.
type euros struct{ to *money.Amount }

func (e euros) String() string {
	if e.to == nil || e.to.IsZero() {
		return ""
	}
	return plain(*e.to)
}

func (e euros) Type() string { return "euros" }

func (e euros) Set(text string) error {
	cents, ok := hundredths(text)
	if !ok {
		return errors.New("it takes euros, as 49.90")
	}
	*e.to = money.Euro(cents)
	return nil
}

// hundredths reads a number above zero with at most two decimals, as 7.5 or 89,90.
func hundredths(text string) (int64, bool) {
	whole, part, _ := strings.Cut(strings.Replace(text, ",", ".", 1), ".")
	for len(part) < 2 {
		part += "0"
	}
	n, err := strconv.ParseUint(whole+part, 10, 40)
	return int64(n), err == nil && len(part) == 2 && whole != "" && n > 0
}

type since struct {
	from *time.Time
	text string
}

func (s *since) String() string { return s.text }

func (s *since) Type() string { return "duration" }

func (s *since) Set(text string) error {
	span, err := time.ParseDuration(text)
	if err != nil || span <= 0 {
		return errors.New("it takes hours, as 48h")
	}
	*s.from, s.text = time.Now().Add(-span), text
	return nil
}
