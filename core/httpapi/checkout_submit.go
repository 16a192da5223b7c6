package httpapi

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"regexp"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
)

// ProcessRequest buys.
type ProcessRequest struct {
	TotalRequest
	Client map[string]string `json:"client,omitempty" doc:"tokens of the payment method's widget"`
}

// ProcessResponse says how buying went on.
type ProcessResponse struct {
	Successful  bool              `json:"successful"`
	Result      string            `json:"result" enum:"order,redirect,pending,error" doc:"pending: the payment is still under way"`
	AttemptID   string            `json:"attemptId"`
	OrderID     int64             `json:"orderId,omitempty"`
	RedirectURL string            `json:"redirectUrl,omitempty"`
	FormFields  map[string]string `json:"formFields,omitempty" doc:"there when redirectUrl takes a form"`
	Errors      []string          `json:"errors" doc:"translation keys"`
}

// ProcessConflict says that the checkout is not what the call took it for, and shows it as it is now. Nothing was bought.
type ProcessConflict struct {
	Problem
	Checkout *CheckoutView `json:"checkout,omitempty"`
}

// conflictOf is the answer to a fault, with the checkout as it is now where v has it.
func conflictOf(ctx context.Context, err error, v *checkout.View) error {
	problem := problemOf(ctx, err)
	if v == nil {
		return problem
	}
	return &ProcessConflict{Problem: *problem, Checkout: (*CheckoutView)(v)}
}

func (s *Server) registerSubmit(api huma.API) {
	submit(api, post("checkout", "process", "/api/checkout/process", "Buy. Safe to repeat: it is one order"), s.process)
}

// submit adds an operation that is refused where the checkout is not what it takes it for, as one that buys: the answer, 409,
// shows the checkout as it is now.
func submit[I, O any](api huma.API, op huma.Operation, handle func(context.Context, *I) (O, error)) {
	alsoAnswers[ProcessConflict](api, &op, http.StatusConflict)
	huma.Register(api, op, func(ctx context.Context, in *I) (*answer[O], error) {
		out, err := handle(ctx, in)
		if err != nil {
			return nil, err
		}
		return &answer[O]{Body: out}, nil
	})
}

func (s *Server) process(ctx context.Context, in *body[ProcessRequest]) (ProcessResponse, error) {
	return s.buy(ctx, nil, in.Body.TotalRequest, in.Body.Client)
}

func processed(a *checkout.Attempt) ProcessResponse {
	p := ProcessResponse{Successful: true, AttemptID: a.ID, OrderID: a.OrderID, Errors: []string{}}
	switch a.State {
	case checkout.Pending, checkout.Confirmed:
		p.Result = "order"
	case checkout.Redirected:
		p.Result, p.RedirectURL, p.FormFields = "redirect", a.Payment.RedirectURL, a.Payment.Fields
	case checkout.Failed:
		p.Result, p.Successful, p.OrderID = "error", false, 0
		p.Errors = append(p.Errors, a.Payment.Reason)
	default:
		p.Result = "pending"
	}
	return p
}

var attemptID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// serveReturn is where providers send customers back to, some by posting a form. It tells the attempt, and shows what has come of it; opened
// again, or by somebody else, it only shows.
func (s *Server) serveReturn(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	if err := r.ParseForm(); err != nil {
		writeProblem(w, r, fault.Wrap(err, fault.Invalid, "input_invalid"))
		return
	}
	query := map[string]string{}
	for name, values := range r.Form {
		query[name] = values[0]
	}
	id := r.PathValue("attempt")
	if !attemptID.MatchString(id) {
		http.NotFound(w, r)
		return
	}
	if o, err := s.deps.Orders.ByAttempt(r.Context(), id); err == nil {
		speak(r.Context(), o.Lang)
	}
	prefix := language(r.Context()).Prefix()
	a, err := s.deps.Checkout.Return(r.Context(), id, query)
	switch {
	case fault.CodeOf(err) == fault.NotFound:
		http.Redirect(w, r, prefix+"/kasse", http.StatusSeeOther)
	case err == nil && a.State == checkout.Failed && a.Ended() && query["cancelled"] == "":
		http.Redirect(w, r, prefix+"/kasse?late=1#/payment", http.StatusSeeOther) // the step itself may know nothing of it any more
	case err == nil && a.State == checkout.Failed:
		http.Redirect(w, r, prefix+"/kasse#/payment", http.StatusSeeOther)
	case err == nil:
		http.Redirect(w, r, successPage(r.Context(), a.ID, a.ID != id), http.StatusSeeOther)
	default:
		// An error is no verdict either: the success page asks until it knows.
		_ = problemOf(r.Context(), err)
		http.Redirect(w, r, successPage(r.Context(), id, false), http.StatusSeeOther)
	}
}

// successPage shows an attempt's order. A customer who paid elsewhere, and too late for it, is told so.
func successPage(ctx context.Context, attemptID string, late bool) string {
	address := language(ctx).Prefix() + "/kasse/erfolgreich?order=" + attemptID
	if late {
		address += "&late=1"
	}
	return address
}

// serveWebhook acknowledges a provider's call once its events are stored.
func (s *Server) serveWebhook(w http.ResponseWriter, r *http.Request) {
	content, err := readAll(w, r)
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	headers := r.Header.Clone()
	headers.Del("Cookie") // of a visitor who was led here; no provider has any, and the session is none of a plugin's business
	reply, err := s.deps.Webhooks.Receive(r.Context(), r.PathValue("plugin"), checkout.WebhookCall{
		Method: r.Method, Path: r.PathValue("path"), Query: r.URL.RawQuery, Headers: headers, Body: content,
	})
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	if reply.ContentType != "" {
		w.Header().Set("Content-Type", reply.ContentType)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(reply.Body)))
	w.WriteHeader(cmp.Or(reply.Status, http.StatusNoContent))
	_, _ = w.Write(reply.Body) // the provider may be gone
}

func readAll(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	content, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "input_invalid")
	}
	return content, nil
}
