package cmd

import (
	"context"
	"fmt"
	"strings"
	"time"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/cli/stack"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
)

// topicStatus is a topic of the outbox as `kontor status` and `kontor doctor` see it: counted to outbox.GlanceAt.
type topicStatus struct {
	outbox.Backlog
	Late bool `json:"late"` // its oldest event waits for longer than it should
}

// glance looks what waits in the outbox of the configured shop.
func glance(ctx context.Context, cfg config.Config) ([]topicStatus, error) {
	ctx, cancel := context.WithTimeout(ctx, serverPatience)
	defer cancel()
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor outbox", MaxConns: 1})
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	backlog, err := postgres.NewOutbox(pool).Glance(ctx)
	topics := make([]topicStatus, len(backlog))
	for i, b := range backlog {
		topics[i] = topicStatus{b, b.Late(time.Now())}
	}
	return topics, err
}

// outboxCheck says whether what waits in the outbox is delivered in time; nothing where no database is known, or it does not answer.
func outboxCheck(ctx context.Context, cfg config.Config) []stack.Check {
	if cfg.Database.URL == "" {
		return nil
	}
	topics, err := glance(ctx, cfg)
	if err != nil {
		return nil
	}
	check := stack.Check{Name: "Outbox", OK: true, Detail: waiting(topics)}
	var details, advice []string
	for _, t := range topics {
		if t.Late {
			details, advice = append(details, t.behind()), append(advice, t.advice())
		}
	}
	if len(details) > 0 {
		check.OK, check.Detail, check.Advice = false, strings.Join(details, "; "), strings.Join(advice, ". ")
	}
	return []stack.Check{check}
}

// waiting says in one sentence what waits, and what was given up.
func waiting(topics []topicStatus) string {
	events, dead, more, oldest := 0, 0, "", time.Time{}
	for _, t := range topics {
		events, dead = events+t.Waiting, dead+t.Dead
		if t.Waiting == outbox.GlanceAt {
			more = " or more"
		}
		if t.Waiting > 0 && (oldest.IsZero() || t.Oldest.Before(oldest)) {
			oldest = t.Oldest
		}
	}
	text := "nothing waits for delivery"
	if events > 0 {
		text = fmt.Sprintf("%s for delivery, the oldest since %s", counted(events, "event waits", "events"+more+" wait"), stamp(oldest))
	}
	if dead > 0 {
		text += fmt.Sprintf("; %s given up, see `kontor outbox list`", counted(dead, "was", "were"))
	}
	return text
}

// behind says how far a topic lies behind, and what its deliveries fail for.
func (t topicStatus) behind() string {
	text := fmt.Sprintf("%s: %s", t.Topic, waiting([]topicStatus{{Backlog: outbox.Backlog{Waiting: t.Waiting, Oldest: t.Oldest}}}))
	if t.Failing > 0 {
		text += fmt.Sprintf("; %d failed, tried again at %s: %s", t.Failing, stamp(t.Retry), t.LastError)
	}
	return text
}

// advice says what to do about a topic that lies behind. What was tried has a worker; what was not may have none.
func (t topicStatus) advice() string {
	switch {
	case t.Failing == 0 && t.Topic == outbox.MailRequested:
		return t.Topic + " is taken by nobody: start a worker (`kontor worker`), with mail.smtp set"
	case t.Failing == 0:
		return t.Topic + " is taken by nobody, or slowly: start a worker (`kontor worker`), or see its log"
	case strings.HasPrefix(t.Topic, outbox.EndpointPrefix):
		return t.Topic + " fails: `kontor endpoint list` says how the other system answers; what waits comes by itself when it is back"
	case t.Topic == outbox.Tracking:
		return t.Topic + " fails: `kontor plugin list` names the provider that does not take it"
	case t.Topic == outbox.MailRequested:
		return t.Topic + " fails: bring back the mail server (mail.smtp); what waits comes by itself"
	case t.Topic == outbox.ProductChanged || t.Topic == outbox.SearchRebuild:
		return t.Topic + " fails: bring back the search server (search.meili.url); what waits comes by itself"
	}
	return t.Topic + " fails: bring back what the error names, such as Temporal; what waits comes by itself"
}
