package customer

import (
	"context"
	"encoding/json"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/session"
)

// Service is everything that a customer does with the account.
type Service struct {
	store    Store
	sessions *session.Service
	clock    clock.Clock
	reach    address.Reach
}

// NewService makes the service. reach says where a private customer's goods may go.
func NewService(store Store, sessions *session.Service, c clock.Clock, reach address.Reach) *Service {
	return &Service{store: store, sessions: sessions, clock: c, reach: reach}
}

// Visit is who calls: a session and where the call came from. Session may be nil where a call says so.
type Visit struct {
	Token   string
	Session *session.Session
	Client  string // the caller's address
	Lang    catalog.Lang
}

// Entry is a login that succeeded: the session that it gave, under its new token.
type Entry struct {
	Customer *Customer
	Token    string
	Session  *session.Session
}

// Customer gives the customer of an ID; fault NotFound ("customer_not_found").
func (s *Service) Customer(ctx context.Context, id int64) (*Customer, error) {
	return s.store.Customer(ctx, id)
}

// Register makes an account and logs the visitor in. A business is a full account at once, others are light until they
// have a billing address. Faults: Invalid ("account_invalid") with fields; Conflict ("email_in_use").
func (s *Service) Register(ctx context.Context, v Visit, r Registration) (*Entry, error) {
	return s.register(ctx, v, r, 0)
}

// reasonInvalid says that fields of an account break the rules.
const reasonInvalid = "account_invalid"

// register is Register; orderID, unless 0, is a guest's order that becomes the customer's.
func (s *Service) register(ctx context.Context, v Visit, r Registration, orderID int64) (*Entry, error) {
	r, wrong := r.Check()
	if len(wrong) > 0 {
		return nil, fault.InvalidFields(reasonInvalid, wrong...)
	}
	hash, err := hashPassword(ctx, r.Password)
	if err != nil {
		return nil, err
	}
	c := &Customer{
		Light: r.Billing == nil, Email: r.Email, PasswordHash: hash, FirstName: r.FirstName, LastName: r.LastName,
		Phone: r.Phone, Lang: r.Lang, Business: r.Business, TwoFactor: true, CartID: v.Session.CartID, CreatedAt: s.clock.Now(),
	}
	if v.Session.CustomerID != 0 {
		c.CartID = ident.New() // the session's cart is somebody's already
	}
	var billing *Address
	if r.Billing != nil {
		billing = &Address{Address: *r.Billing, Billing: true}
	}
	welcome, err := letter(mail.Welcome, c, mail.AccountData{FirstName: c.FirstName, Path: "/kundenkonto"})
	if err != nil {
		return nil, err
	}
	fx := Effects{Event: s.event(Registered, 0, v), Mails: []mail.Request{welcome}, OrderID: orderID, AskVAT: c.hasVATID()}
	if err := s.store.Create(ctx, c, billing, fx); err != nil {
		return nil, err
	}
	return s.enter(ctx, v, c)
}

// enter logs a visitor in: their cart joins the customer's, the session is the customer's under a new token. The cart of
// another customer stays theirs.
func (s *Service) enter(ctx context.Context, v Visit, c *Customer) (*Entry, error) {
	cartID := c.CartID
	if v.Session.CustomerID == 0 {
		if err := s.store.JoinCart(ctx, c.ID, v.Session.CartID); err != nil {
			return nil, err
		}
	}
	token, made, err := s.sessions.Login(ctx, v.Token, c.ID, cartID)
	if err != nil {
		return nil, err
	}
	return &Entry{Customer: c, Token: token, Session: made}, s.store.Record(ctx, s.event(LoggedIn, c.ID, v))
}

// Logout ends the session. The cart stays the customer's.
func (s *Service) Logout(ctx context.Context, v Visit) error {
	if err := s.sessions.End(ctx, v.Token); err != nil {
		return err
	}
	if v.Session.CustomerID == 0 {
		return nil
	}
	return s.store.Record(ctx, s.event(LoggedOut, v.Session.CustomerID, v))
}

// LogoutAndTransfer ends the session and takes the cart's content along into a new one, which is nobody's. It gives the
// new session's token. Done again after it failed half-way, it gives the same session with the same cart; whoever did not
// learn its token has it from session.Service.Successor.
func (s *Service) LogoutAndTransfer(ctx context.Context, v Visit) (string, error) {
	token, made, err := s.sessions.Succeed(ctx, v.Token, v.Lang)
	if err != nil {
		return "", err
	}
	if err := s.store.MoveCart(ctx, v.Session.CartID, made.CartID); err != nil {
		return "", err
	}
	return token, s.Logout(ctx, v)
}

func (s *Service) event(kind Kind, customerID int64, v Visit) Event {
	return Event{Kind: kind, CustomerID: customerID, Client: v.Client, At: s.clock.Now()}
}

// letter makes the request of a mail to a customer. Each one is a mail of its own.
func letter(template string, c *Customer, data mail.AccountData) (mail.Request, error) {
	content, err := json.Marshal(data)
	return mail.Request{ID: template + "-" + ident.New(), Template: template, To: c.Email, Lang: c.Lang, Data: content}, err
}
