package httpapi

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/session"
)

// LoginRequest proves who somebody is.
type LoginRequest struct {
	Email    string `json:"email" maxLength:"200"`
	Password string `json:"password" maxLength:"200"`
}

// LoginResponse says whether the login succeeded, and what the page's header shows then. A wrong e-mail address and a
// wrong password have the same answer.
type LoginResponse struct {
	Successful               bool     `json:"successful"`
	Error                    string   `json:"error,omitempty" doc:"translation key"`
	Needs2FaAuthentication   bool     `json:"needs2FaAuthentication" doc:"a code was mailed; the visitor is not logged in yet"`
	CustomerID               int64    `json:"customerId" doc:"0 for a light account"`
	UserID                   int64    `json:"userId"`
	FirstName                string   `json:"firstName"`
	NotepadCount             int      `json:"notepadCount" doc:"products on the wishlist after a login has joined it with the visitor's"`
	CartData                 CartData `json:"cartData"`
	FullLoginExpiryTimestamp int64    `json:"fullLoginExpiryTimestamp" doc:"unix seconds"`
	TID                      string   `json:"tid"`
	TrackingID               string   `json:"trackingId"`
	TrackingContactID        string   `json:"trackingContactId" doc:"always empty: no tracking provider knows customers"`
	TestGroup                string   `json:"testGroup" doc:"always empty: there is none"`
	CustomerType             string   `json:"customerType,omitempty" enum:"private,business"`
}

// CartData is what is in the cart after a login has joined it with the visitor's.
type CartData struct {
	CartAmount int              `json:"cartAmount"`
	Products   []HeaderCartLine `json:"products"`
}

// LoginBlocked is the answer 403 after too many wrong passwords.
type LoginBlocked struct {
	Problem
	LoginBlockedUntil int64 `json:"loginBlockedUntil" doc:"unix seconds"`
}

// TwoFactorRequest carries the mailed code.
type TwoFactorRequest struct {
	Code string `json:"code" maxLength:"20" doc:"six digits"`
}

// ResendResponse says whether a new code was mailed.
type ResendResponse struct {
	Success   bool   `json:"success"`
	Error     string `json:"error,omitempty" doc:"translation key"`
	SentUntil int64  `json:"sentUntil,omitempty" doc:"unix seconds: no more codes are mailed, the last one holds until then"`
}

// Outcome is the answer to a change. What is wrong with the input is no problem of the call.
type Outcome struct {
	Successful  bool           `json:"successful"`
	Error       string         `json:"error,omitempty" doc:"translation key"`
	ErrorFields []string       `json:"errorFields"`
	Errors      []ProblemField `json:"errors" doc:"the same with their reasons"`
}

// ResetRequest asks for a link to set a new password.
type ResetRequest struct {
	Email string `json:"email" maxLength:"200"`
}

// ResetResponse is the same whether the address has an account or not.
type ResetResponse struct {
	Status string `json:"status" enum:"success,error"`
	Error  string `json:"error,omitempty" doc:"translation key"`
}

// NewPasswordRequest sets a password by the token of a mailed link.
type NewPasswordRequest struct {
	Token       string `json:"token" maxLength:"100"`
	NewPassword string `json:"newPassword" maxLength:"200"`
}

func (s *Server) registerAuth(api huma.API) {
	blockable(api, post("account", "login", "/auth/login", "Log in"), s.login)
	register(api, post("account", "submitTwoFactorCode", "/api/auth/submit-two-fa-code", "Complete a login with the mailed code"), s.submitCode)
	register(api, post("account", "resendTwoFactorCode", "/api/auth/resend-two-fa-code", "Mail a new code"), s.resendCode)
	register(api, post("account", "logout", "/auth/logout", "Log out"), s.logout)
	register(api, post("account", "logoutAndTransfer", "/auth/logout-and-transfer", "Log out and take the cart along"), s.logoutAndTransfer)
	register(api, post("account", "requestPasswordReset", "/auth/reset", "Mail a link to set a new password"), s.requestReset)
	register(api, post("account", "resetPassword", "/process-password-forgotten", "Set a new password by a mailed link; an empty one asks whether the link still holds"), s.resetPassword)
}

// restUntil is the second from which on a block is over for sure: who comes with that second is not blocked any more.
func restUntil(block time.Time) int64 { return block.Add(time.Second - 1).Unix() }

// blockable is register for operations that try a password: too many wrong ones are answered with LoginBlocked.
func blockable[I, O any](api huma.API, op huma.Operation, handle func(context.Context, *I) (O, error)) {
	alsoAnswers[LoginBlocked](api, &op, http.StatusForbidden)
	huma.Register(api, op, func(ctx context.Context, in *I) (*answer[O], error) {
		out, err := handle(ctx, in)
		var blocked *customer.Blocked
		if errors.As(err, &blocked) {
			return nil, &LoginBlocked{Problem: *problemOf(ctx, err), LoginBlockedUntil: restUntil(blocked.Until)}
		}
		if err != nil {
			return nil, problemOf(ctx, err)
		}
		return &answer[O]{Body: out}, nil
	})
}

// refused reports whether a fault is the answer to what the visitor typed rather than to the call.
func refused(err error) bool {
	code := fault.CodeOf(err)
	return code == fault.Invalid || code == fault.Conflict
}

// outcomeOf is the answer to a change.
func outcomeOf(err error) (Outcome, error) {
	o := Outcome{Successful: err == nil, ErrorFields: []string{}, Errors: []ProblemField{}}
	if err == nil || !refused(err) {
		return o, err
	}
	o.Error = fault.ReasonOf(err)
	for _, f := range fault.FieldsOf(err) {
		o.ErrorFields = append(o.ErrorFields, f.Name)
		o.Errors = append(o.Errors, ProblemField{Field: f.Name, Reason: f.Reason})
	}
	return o, nil
}

// visitor gives the visit of a call that anybody may make; it begins a session where there is none.
func (s *Server) visitor(ctx context.Context) (customer.Visit, error) {
	current, err := s.liveSession(ctx)
	if fault.CodeOf(err) == fault.Unauthenticated {
		visitOf(ctx).token = "" // of a session that is over
		current, err = s.ensureSession(ctx)
	}
	if err != nil {
		return customer.Visit{}, err
	}
	v := visitOf(ctx)
	return customer.Visit{Token: v.token, Session: current, Client: v.client, Lang: v.lang}, nil
}

// loggedIn gives the visit of a call that needs a full login. Faults: Unauthenticated ("login_required", or
// "full_login_required" where the full login is over), session.ErrRenewed.
func (s *Server) loggedIn(ctx context.Context) (customer.Visit, error) {
	current, err := s.liveSession(ctx)
	switch {
	case errors.Is(err, session.ErrRenewed):
		return customer.Visit{}, err
	case fault.CodeOf(err) == fault.Unauthenticated, err == nil && current.CustomerID == 0:
		return customer.Visit{}, fault.New(fault.Unauthenticated, "login_required")
	case err != nil:
		return customer.Visit{}, err
	case !s.deps.Sessions.Full(current):
		return customer.Visit{}, fault.New(fault.Unauthenticated, "full_login_required")
	}
	v := visitOf(ctx)
	return customer.Visit{Token: v.token, Session: current, Client: v.client, Lang: v.lang}, nil
}

func (s *Server) login(ctx context.Context, in *body[LoginRequest]) (LoginResponse, error) {
	if err := s.refusePartner(ctx); err != nil {
		return LoginResponse{}, err
	}
	v, err := s.visitor(ctx)
	if err != nil {
		return LoginResponse{}, err
	}
	entry, err := s.deps.Customers.Login(ctx, v, in.Body.Email, in.Body.Password)
	return s.entered(ctx, entry, err)
}

func (s *Server) submitCode(ctx context.Context, in *body[TwoFactorRequest]) (LoginResponse, error) {
	v, err := s.visitor(ctx)
	if err != nil {
		return LoginResponse{}, err
	}
	entry, err := s.deps.Customers.Confirm(ctx, v, in.Body.Code)
	return s.entered(ctx, entry, err)
}

// entered answers a step of the login; no entry and no fault is a code that is awaited.
func (s *Server) entered(ctx context.Context, entry *customer.Entry, err error) (LoginResponse, error) {
	answer := LoginResponse{CartData: CartData{Products: []HeaderCartLine{}}}
	if err != nil && refused(err) {
		answer.Error = fault.ReasonOf(err)
		return answer, nil
	}
	if err != nil {
		return answer, err
	}
	if entry == nil {
		answer.Successful, answer.Needs2FaAuthentication = true, true
		return answer, nil
	}
	c, current := entry.Customer, entry.Session
	s.admit(ctx, entry)
	held, err := s.deps.Cart.Cart(ctx, current.CartID)
	if err != nil {
		return answer, err
	}
	if answer.NotepadCount, err = s.notepadCount(ctx, current.CartID); err != nil {
		return answer, err
	}
	answer.Successful, answer.CustomerID, answer.UserID = true, c.CustomerID(), c.ID
	answer.FirstName, answer.CustomerType = c.FirstName, customerType(c)
	answer.FullLoginExpiryTimestamp = current.FullUntil.Unix()
	answer.TID, answer.TrackingID = current.ID, current.ID
	answer.CartData.CartAmount = held.Count()
	for _, l := range held.Lines {
		answer.CartData.Products = append(answer.CartData.Products, HeaderCartLine{ID: l.ProductID, Quantity: l.Quantity})
	}
	return answer, nil
}

// admit gives the visitor the session of a login that succeeded.
func (s *Server) admit(ctx context.Context, entry *customer.Entry) {
	v := visitOf(ctx)
	v.session = entry.Session
	s.setToken(v, entry.Token)
	s.note(ctx, v)
}

func customerType(c *customer.Customer) string {
	if c.Business != nil {
		return "business"
	}
	return "private"
}

func (s *Server) resendCode(ctx context.Context, _ *none) (ResendResponse, error) {
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return ResendResponse{}, err
	}
	v, err := s.visitor(ctx)
	if err != nil {
		return ResendResponse{}, err
	}
	err = s.deps.Customers.Resend(ctx, v)
	if err != nil && refused(err) {
		answer := ResendResponse{Error: fault.ReasonOf(err)}
		if out := (*customer.SentOut)(nil); errors.As(err, &out) {
			answer.SentUntil = out.Until.Unix()
		}
		return answer, nil
	}
	return ResendResponse{Success: err == nil}, err
}

// logout without a session is done already.
func (s *Server) logout(ctx context.Context, _ *none) (Outcome, error) {
	current, err := s.liveSession(ctx)
	if fault.CodeOf(err) == fault.Unauthenticated {
		return outcomeOf(nil)
	}
	if err != nil {
		return Outcome{}, err
	}
	v := visitOf(ctx)
	if err := s.deps.Customers.Logout(ctx, customer.Visit{Token: v.token, Session: current, Client: v.client}); err != nil {
		return Outcome{}, err
	}
	s.dropToken(v)
	return outcomeOf(nil)
}

// logoutAndTransfer of somebody who is not logged in changes nothing; whose answer was lost has the session that it made.
func (s *Server) logoutAndTransfer(ctx context.Context, _ *none) (Outcome, error) {
	current, err := s.liveSession(ctx)
	if fault.CodeOf(err) == fault.Unauthenticated || err == nil && current.CustomerID == 0 {
		return outcomeOf(nil)
	}
	if err != nil {
		return Outcome{}, err
	}
	v := visitOf(ctx)
	token, err := s.deps.Customers.LogoutAndTransfer(ctx, customer.Visit{Token: v.token, Session: current, Client: v.client, Lang: v.lang})
	if err != nil {
		return Outcome{}, err
	}
	s.setToken(v, token)
	return outcomeOf(nil)
}

func (s *Server) requestReset(ctx context.Context, in *body[ResetRequest]) (ResetResponse, error) {
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return ResetResponse{}, err
	}
	defer evenly(ctx, time.Now())
	email, reason := address.Email(in.Body.Email)
	if reason != "" {
		return ResetResponse{Status: "error", Error: reason}, nil
	}
	v := visitOf(ctx)
	err := s.deps.Customers.RequestReset(ctx, customer.Visit{Client: v.client, Lang: v.lang}, email)
	return ResetResponse{Status: "success"}, err
}

func (s *Server) resetPassword(ctx context.Context, in *body[NewPasswordRequest]) (Outcome, error) {
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return Outcome{}, err
	}
	v := visitOf(ctx)
	return outcomeOf(s.deps.Customers.Reset(ctx, customer.Visit{Client: v.client, Lang: v.lang}, in.Body.Token, in.Body.NewPassword))
}
