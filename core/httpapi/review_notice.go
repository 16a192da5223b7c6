package httpapi

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/outbox"
)

// ReviewNoticeRequest reports a review or a comment as illegal content: Regulation (EU) 2022/2065, article 16(2). Name and
// address are not asked for where somebody does not want to give them.
type ReviewNoticeRequest struct {
	Key       string `json:"key" maxLength:"36" doc:"UUID of this notice: the same is taken once"`
	ReviewID  int64  `json:"reviewId" minimum:"1" doc:"of the review or the comment"`
	Text      string `json:"text" maxLength:"4000" doc:"why it is illegal"`
	GoodFaith bool   `json:"goodFaith" doc:"the sender believes that what it says is right and whole"`
	Name      string `json:"name,omitempty" maxLength:"200"`
	Email     string `json:"email,omitempty" maxLength:"300" doc:"for the receipt and the decision"`
}

// ReviewNoticeAnswer says whether the notice was taken.
type ReviewNoticeAnswer struct {
	Taken bool `json:"taken"`
}

func (s *Server) registerReviewNotice(api huma.API) {
	register(api, post("product", "reviewNotice", "/api/review/notice", "Report a review or a comment as illegal content"), s.reviewNotice)
}

// reviewNotice mails the notice to the operator, and a receipt to its sender, unless that address had its share of them. Both are safe in
// the outbox when this answers.
func (s *Server) reviewNotice(ctx context.Context, in *body[ReviewNoticeRequest]) (ReviewNoticeAnswer, error) {
	if s.deps.ReviewDesk == "" || s.deps.Reviews == nil {
		return ReviewNoticeAnswer{}, fault.New(fault.NotFound, "review_notice_off")
	}
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return ReviewNoticeAnswer{}, err
	}
	text, email, wrong := checkReport(in.Body.Key, in.Body.Text, in.Body.Email)
	if !in.Body.GoodFaith {
		wrong = append(wrong, fault.Field{Name: "goodFaith", Reason: "unchosen"})
	}
	if len(wrong) > 0 {
		return ReviewNoticeAnswer{}, fault.InvalidFields("review_notice_invalid", wrong...)
	}
	e, err := s.deps.Reviews.Shown(ctx, in.Body.ReviewID)
	if err != nil {
		return ReviewNoticeAnswer{}, err
	}
	data := mail.NoticeData{
		ReviewID: e.ID, ProductID: e.ProductID, Author: e.Author, Title: e.Title, Content: e.Text, Why: text, Email: email,
		Name: strings.TrimSpace(strings.Map(printable, strings.ReplaceAll(in.Body.Name, "\n", " "))),
	}
	id := "review-notice-" + strings.ToLower(in.Body.Key)
	requests := []mail.Request{{ID: id, Template: mail.ReviewNotice, To: s.deps.ReviewDesk, Lang: catalog.German}}
	if email != "" && s.limiter.allowMail(limitReceipt, email) == nil {
		requests = append(requests, mail.Request{ID: id + "-receipt", Template: mail.ReviewNoticeReceipt, To: email, Lang: language(ctx)})
	}
	events := make([]outbox.Event, len(requests))
	for i, r := range requests {
		if i == 1 { // anybody can have it sent to anybody: nothing that the sender wrote goes along
			data = mail.NoticeData{ReviewID: e.ID, Host: s.deps.Sites.Named(visitOf(ctx).host)}
		}
		if r.Data, err = json.Marshal(data); err != nil {
			return ReviewNoticeAnswer{}, err
		}
		payload, err := json.Marshal(r)
		if err != nil {
			return ReviewNoticeAnswer{}, err
		}
		events[i] = outbox.Event{ID: r.ID, Topic: outbox.MailRequested, Key: id, Payload: payload}
	}
	err = s.deps.Outbox.Write(ctx, events...)
	return ReviewNoticeAnswer{Taken: err == nil}, err
}
