package httpapi

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/outbox"
)

// BarrierRequest tells the shop of something that somebody cannot use (BFSG § 14). Nothing but the text is asked for.
type BarrierRequest struct {
	Key   string `json:"key" maxLength:"36" doc:"UUID of this report: the same is taken once"`
	Text  string `json:"text" maxLength:"4000"`
	Page  string `json:"page,omitempty" maxLength:"500" doc:"where it happened"`
	Email string `json:"email,omitempty" maxLength:"300" doc:"for the answer"`
}

// BarrierAnswer says whether the report was taken.
type BarrierAnswer struct {
	Taken bool `json:"taken"`
}

func (s *Server) registerBarrier(api huma.API) {
	register(api, post("content", "reportBarrier", "/api/accessibility/report", "Report a barrier to the shop"), s.reportBarrier)
}

// reportBarrier mails the report to the operator. It is safe in the outbox when this answers.
func (s *Server) reportBarrier(ctx context.Context, in *body[BarrierRequest]) (BarrierAnswer, error) {
	if s.deps.BarrierDesk == "" {
		return BarrierAnswer{}, fault.New(fault.NotFound, "barrier_report_off")
	}
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return BarrierAnswer{}, err
	}
	data, err := barrierOf(in.Body)
	if err != nil {
		return BarrierAnswer{}, err
	}
	content, err := json.Marshal(data)
	if err != nil {
		return BarrierAnswer{}, err
	}
	id := "barrier-" + strings.ToLower(in.Body.Key)
	payload, err := json.Marshal(mail.Request{ID: id, Template: mail.BarrierReport, To: s.deps.BarrierDesk, Lang: catalog.German, Data: content})
	if err != nil {
		return BarrierAnswer{}, err
	}
	err = s.deps.Outbox.Write(ctx, outbox.Event{ID: id, Topic: outbox.MailRequested, Key: id, Payload: payload})
	return BarrierAnswer{Taken: err == nil}, err
}

var reportKey = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

func barrierOf(r BarrierRequest) (mail.BarrierData, error) {
	text, email, wrong := checkReport(r.Key, r.Text, r.Email)
	if len(wrong) > 0 {
		return mail.BarrierData{}, fault.InvalidFields("barrier_report_invalid", wrong...)
	}
	return mail.BarrierData{Text: text, Page: strings.Map(printable, r.Page), Email: email}, nil
}

// checkReport gives what somebody reports and their address as they are mailed, and what is wrong with the form.
func checkReport(key, text, email string) (string, string, []fault.Field) {
	var wrong []fault.Field
	if !reportKey.MatchString(strings.ToLower(key)) {
		wrong = append(wrong, fault.Field{Name: "key", Reason: "invalid"})
	}
	if text = strings.TrimSpace(strings.Map(printable, text)); text == "" {
		wrong = append(wrong, fault.Field{Name: "text", Reason: address.Missing})
	}
	if email = strings.TrimSpace(email); email != "" {
		normal, reason := address.Email(email)
		if email = normal; reason != "" {
			wrong = append(wrong, fault.Field{Name: "email", Reason: reason})
		}
	}
	return text, email, wrong
}

// printable drops what has no place in a text that a person reads, but keeps its lines.
func printable(r rune) rune {
	if unicode.IsControl(r) && r != '\n' {
		return -1
	}
	return r
}
