// Package chat is the support chat: whose script runs it, and when somebody answers.
package chat

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/core/clock"
)

// Chat is the shop's support chat.
type Chat struct {
	Script string // address of the provider's script
	Origin string // of the script: https://chat.example
	Hours  Hours
}

// New makes the chat of a script's address and its opening hours, see ParseHours. No address is no chat: nil.
func New(script, hours string) (*Chat, error) {
	if script == "" {
		return nil, nil
	}
	u, err := url.Parse(script)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, fmt.Errorf("chat script: %q is not an address like https://chat.example/widget.js", script)
	}
	parsed, err := ParseHours(hours)
	if err != nil {
		return nil, err
	}
	return &Chat{Script: script, Origin: u.Scheme + "://" + u.Host, Hours: parsed}, nil
}

// Sockets is the origin for the chat's web socket, which a content security policy knows under a scheme of its own.
func (c *Chat) Sockets() string { return "ws" + strings.TrimPrefix(c.Origin, "http") }

// Hours are when somebody answers, in Berlin's time. None is always.
type Hours []Span

// Span is a time of some days of the week. It ends at Closes, which does not belong to it.
type Span struct {
	Days          []time.Weekday
	Opens, Closes Clock
}

// Clock is a time of day in minutes.
type Clock int

// String gives 09:30.
func (c Clock) String() string { return fmt.Sprintf("%02d:%02d", int(c)/60, int(c)%60) }

// week begins on Monday, as days are written.
var week = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// always is the word for no hours, also where an empty setting is none.
const always = "always"

// ParseHours reads "mon-fri 09:00-18:00, sat 10:00-14:00", or "always".
func ParseHours(text string) (Hours, error) {
	var hours Hours
	if strings.EqualFold(strings.TrimSpace(text), always) {
		return hours, nil
	}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.ToLower(strings.TrimSpace(part)); part == "" {
			continue
		}
		span, ok := parseSpan(part)
		if !ok {
			return nil, fmt.Errorf("chat hours: %q does not read like mon-fri 09:00-18:00", part)
		}
		hours = append(hours, span)
	}
	return hours, nil
}

func parseSpan(text string) (Span, bool) {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return Span{}, false
	}
	first, last, several := strings.Cut(fields[0], "-")
	if !several {
		last = first
	}
	from, to := slices.Index(week, first), slices.Index(week, last)
	opens, closes, found := strings.Cut(fields[1], "-")
	if from < 0 || to < from || !found {
		return Span{}, false
	}
	s := Span{}
	var ok1, ok2 bool
	s.Opens, ok1 = parseClock(opens)
	s.Closes, ok2 = parseClock(closes)
	for day := from; day <= to; day++ {
		s.Days = append(s.Days, time.Weekday((day+1)%7))
	}
	return s, ok1 && ok2 && s.Opens < s.Closes
}

func parseClock(text string) (Clock, bool) {
	if text == "24:00" {
		return 24 * 60, true
	}
	t, err := time.Parse("15:04", text)
	return Clock(t.Hour()*60 + t.Minute()), err == nil
}

// Open reports whether somebody answers at a time.
func (h Hours) Open(at time.Time) bool {
	if len(h) == 0 {
		return true
	}
	local := at.In(clock.Germany)
	now := Clock(local.Hour()*60 + local.Minute())
	return slices.ContainsFunc(h, func(s Span) bool {
		return slices.Contains(s.Days, local.Weekday()) && s.Opens <= now && now < s.Closes
	})
}

// Next gives when somebody answers again, for a time at which nobody does.
func (h Hours) Next(at time.Time) time.Time {
	local := at.In(clock.Germany)
	var next time.Time
	for day := range 8 {
		date := local.AddDate(0, 0, day)
		for _, s := range h {
			if !slices.Contains(s.Days, date.Weekday()) {
				continue
			}
			opens := time.Date(date.Year(), date.Month(), date.Day(), int(s.Opens)/60, int(s.Opens)%60, 0, 0, clock.Germany)
			if opens.After(at) && (next.IsZero() || opens.Before(next)) {
				next = opens
			}
		}
	}
	return next
}
