package httpapi

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/newsletter"
)

// NewsletterRequest is the footer's form.
type NewsletterRequest struct {
	Email string `json:"email" maxLength:"200"`
	Type  string `json:"type,omitempty" maxLength:"40" doc:"of the form; footer when it is missing"`
}

// NewsletterAnswer is the answer to the forms of the newsletter. It is the same whether the address is known or not.
type NewsletterAnswer struct {
	Error        string `json:"error" doc:"translation key; empty: it went well"`
	BlockedUntil int64  `json:"blockedUntil,omitempty" doc:"unix seconds: until when the session may not submit again"`
}

// NewsletterToken is what a link of a mail carries.
type NewsletterToken struct {
	Token string `json:"token" maxLength:"100"`
}

// NewsletterLeaving is the form to unsubscribe: an address to which the link is mailed.
type NewsletterLeaving struct {
	Email string `json:"email" maxLength:"200"`
}

type oneClick struct {
	Token   string `query:"token" maxLength:"100"`
	RawBody []byte `contentType:"application/x-www-form-urlencoded"`
}

func (s *Server) registerNewsletter(api huma.API) {
	const path = "/api/newsletter/"
	register(api, post("newsletter", "newsletterSubscribe", path+"subscribe", "Ask for the newsletter; a link is mailed"), s.subscribe)
	register(api, post("newsletter", "newsletterConfirm", path+"confirm", "Confirm by the link's token"), s.confirmNewsletter)
	register(api, post("newsletter", "newsletterUnsubscribe", path+"unsubscribe", "Unsubscribe by a mail's token"), s.unsubscribe)
	register(api, post("newsletter", "newsletterLeave", path+"unsubscribe/request", "Ask for the link to unsubscribe"), s.requestUnsubscribe)
	click := post("newsletter", "newsletterOneClick", oneClickPath, "Unsubscribe by a mail program's button (RFC 8058)")
	click.SkipValidateBody = true // which is List-Unsubscribe=One-Click, and says nothing
	register(api, click, s.unsubscribeOneClick)
}

func (s *Server) subscribe(ctx context.Context, in *body[NewsletterRequest]) (NewsletterAnswer, error) {
	v := visitOf(ctx)
	if err := s.limiter.allow(limitForm, v.client); err != nil {
		return NewsletterAnswer{}, err
	}
	current, err := s.ensureSession(ctx)
	if err != nil {
		return NewsletterAnswer{}, err
	}
	until, err := s.deps.Newsletter.Subscribe(ctx, current.ID, newsletter.Request{
		Email: in.Body.Email, Source: in.Body.Type, Lang: v.lang, Client: v.client,
	})
	if blocked, ok := errors.AsType[*newsletter.Blocked](err); ok {
		return NewsletterAnswer{Error: fault.ReasonOf(err), BlockedUntil: restUntil(blocked.Until)}, nil
	}
	if err != nil {
		return newsletterAnswer(err)
	}
	return NewsletterAnswer{BlockedUntil: restUntil(until)}, nil
}

func (s *Server) confirmNewsletter(ctx context.Context, in *body[NewsletterToken]) (NewsletterAnswer, error) {
	v := visitOf(ctx)
	if err := s.limiter.allow(limitForm, v.client); err != nil {
		return NewsletterAnswer{}, err
	}
	return newsletterAnswer(s.deps.Newsletter.Confirm(ctx, in.Body.Token, v.client))
}

func (s *Server) unsubscribe(ctx context.Context, in *body[NewsletterToken]) (NewsletterAnswer, error) {
	v := visitOf(ctx)
	if err := s.limiter.allow(limitForm, v.client); err != nil {
		return NewsletterAnswer{}, err
	}
	return newsletterAnswer(s.deps.Newsletter.Unsubscribe(ctx, in.Body.Token, v.client))
}

// unsubscribeOneClick answers a program: what a person would be told as a text is a status here. A mail provider asks for all its
// customers from few addresses, so that their number is not limited; no token can be guessed.
func (s *Server) unsubscribeOneClick(ctx context.Context, in *oneClick) (NewsletterAnswer, error) {
	return NewsletterAnswer{}, s.deps.Newsletter.Unsubscribe(ctx, in.Token, visitOf(ctx).client)
}

const oneClickPath = "/api/newsletter/unsubscribe/one-click"

// serveLeaving leads to the page to unsubscribe: a mail program that knows no one click opens the address of the button. Opening
// it ends nothing, as programs that look for harm in links do the same.
func (s *Server) serveLeaving(w http.ResponseWriter, r *http.Request) {
	page := language(r.Context()).Prefix() + newsletter.UnsubscribePath + url.QueryEscape(r.URL.Query().Get("token"))
	http.Redirect(w, r, page, http.StatusSeeOther)
}

func (s *Server) requestUnsubscribe(ctx context.Context, in *body[NewsletterLeaving]) (NewsletterAnswer, error) {
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return NewsletterAnswer{}, err
	}
	defer evenly(ctx, time.Now())
	return newsletterAnswer(s.deps.Newsletter.RequestUnsubscribe(ctx, in.Body.Email))
}

// newsletterAnswer tells what is wrong with an address or a link in the answer, where the forms read it.
func newsletterAnswer(err error) (NewsletterAnswer, error) {
	if fields := fault.FieldsOf(err); len(fields) > 0 {
		return NewsletterAnswer{Error: fields[0].Reason}, nil
	}
	if fault.CodeOf(err) == fault.Invalid {
		return NewsletterAnswer{Error: fault.ReasonOf(err)}, nil
	}
	return NewsletterAnswer{}, err
}
