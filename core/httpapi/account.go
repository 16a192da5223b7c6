package httpapi

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/campus"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
)

// CustomerData is the logged-in customer. Without a full login it says no more than that there is none.
type CustomerData struct {
	LoggedIn               bool    `json:"loggedIn"`
	Successful             bool    `json:"successful"`
	ID                     int64   `json:"id"`
	LightAccountID         int64   `json:"lightAccountId" doc:"of a light account, else 0"`
	CustomerID             int64   `json:"customerId" doc:"0 for a light account"`
	UserID                 int64   `json:"userId"`
	CustomerNumber         string  `json:"customerNumber"`
	CustomerType           string  `json:"customerType,omitempty" enum:"private,business"`
	FirstName              string  `json:"firstName"`
	LastName               string  `json:"lastName"`
	Email                  string  `json:"email"`
	TelephoneNumber        string  `json:"telephoneNumber"`
	StudentStatus          string  `json:"studentStatus" doc:"in the campus programme: unknown, valid, valid-near-expire, deactivated, pending or expired"`
	StudentExpiration      string  `json:"studentExpiration" doc:"RFC 3339; empty where there is no membership"`
	BusinessFormID         int     `json:"businessFormId" doc:"0 for a private customer"`
	BusinessType           string  `json:"businessType"`
	CompanyName            string  `json:"companyName"`
	OwnerFirstName         string  `json:"ownerFirstName"`
	OwnerLastName          string  `json:"ownerLastName"`
	OwnerRequired          bool    `json:"ownerRequired"`
	VATID                  string  `json:"vatId"`
	VATRequired            bool    `json:"vatRequired" doc:"a business billed outside of Germany"`
	GuestCustomer          bool    `json:"guestCustomer"`
	BusinessCustomer       bool    `json:"businessCustomer"`
	Needs2FaAuthentication bool    `json:"needs2FaAuthentication" doc:"a mailed code is awaited"`
	NotepadCount           int     `json:"notepadCount" doc:"products on the wishlist"`
	CartCount              int     `json:"cartCount"`
	TopProducts            []int64 `json:"topProducts" doc:"the products that sell best; empty while the search is down"`
	LastSeen               []int64 `json:"lastSeen" doc:"the products that the visitor looked at, the newest first"`
}

// CustomerUpdate changes the telephone number. The e-mail address is only compared: changing it takes the password.
type CustomerUpdate struct {
	TelephoneNumber string `json:"telephoneNumber" maxLength:"60"`
	Email           string `json:"email,omitempty"`
}

// PasswordChange sets a new password. What a change lacks is answered like what is empty: "missing_param".
type PasswordChange struct {
	CurrentPassword      string `json:"currentPassword,omitempty" maxLength:"200"`
	NewPassword          string `json:"newPassword,omitempty" maxLength:"200"`
	ConfirmationPassword string `json:"confirmationPassword,omitempty" maxLength:"200" doc:"the new one again"`
}

// NamesChange sets the names; it takes the password.
type NamesChange struct {
	FirstName            string `json:"firstName,omitempty"`
	LastName             string `json:"lastName,omitempty"`
	ConfirmationPassword string `json:"confirmationPassword,omitempty" maxLength:"200"`
}

// EmailChange sets the e-mail address; it takes the password.
type EmailChange struct {
	Email                string `json:"email,omitempty"`
	ConfirmationPassword string `json:"confirmationPassword,omitempty" maxLength:"200"`
}

// OwnerChange sets a business's owner.
type OwnerChange struct {
	OwnerFirstName string `json:"ownerFirstName,omitempty"`
	OwnerLastName  string `json:"ownerLastName,omitempty"`
}

// CompanyChange sets a business's name.
type CompanyChange struct {
	CompanyName string `json:"companyName,omitempty"`
}

// VATChange sets a business's VAT id.
type VATChange struct {
	VATID string `json:"vatId"`
}

func (s *Server) registerAccount(api huma.API) {
	register(api, post("account", "customer", "/account/customer/get", "The logged-in customer"), s.customer)
	register(api, post("account", "customerUpdate", "/account/customer/update", "Change the telephone number"), s.customerUpdate)
	blockable(api, post("account", "passwordChange", "/account/password/change", "Set a new password"), s.passwordChange)
	blockable(api, post("account", "namesChange", "/account/names/change", "Change the names"), s.namesChange)
	blockable(api, post("account", "emailChange", "/account/email/change", "Change the e-mail address"), s.emailChange)
	register(api, post("account", "ownerChange", "/api/account/names/change-owner", "Change a business's owner"), s.ownerChange)
	register(api, post("account", "companyChange", "/api/account/names/change-company", "Set a business's name"), s.companyChange)
	register(api, post("account", "vatChange", "/api/account/vat-id/change", "Change a business's VAT id"), s.vatChange)
}

func (s *Server) customer(ctx context.Context, in *rememberedSeen) (CustomerData, error) {
	answer := CustomerData{Successful: true, TopProducts: []int64{}, LastSeen: remembered(in.Seen, MaxSeen)}
	current, err := s.liveSession(ctx)
	if fault.CodeOf(err) == fault.Unauthenticated {
		return answer, nil
	}
	if err != nil {
		return answer, err
	}
	held, err := s.deps.Cart.Cart(ctx, current.CartID)
	if err != nil {
		return answer, err
	}
	answer.CartCount = held.Count()
	if answer.NotepadCount, err = s.notepadCount(ctx, current.CartID); err != nil {
		return answer, err
	}
	answer.Needs2FaAuthentication, err = s.deps.Customers.Awaits(ctx, customer.Visit{Session: current})
	if err != nil || !s.deps.Sessions.Full(current) {
		return answer, err
	}
	c, err := s.deps.Customers.Customer(ctx, current.CustomerID)
	if err != nil {
		return answer, err
	}
	billing, err := s.deps.Customers.Billing(ctx, c.ID)
	if err != nil {
		return answer, err
	}
	answer.fill(c, billing)
	answer.TopProducts = s.topProducts(ctx)
	if c.Business != nil { // what was before counts no more, and again if the conversion is taken back
		answer.StudentStatus = string(campus.Unknown)
		return answer, nil
	}
	r, status, err := s.deps.Campus.Record(ctx, c.ID)
	if err != nil {
		return answer, err
	}
	answer.StudentStatus = string(status)
	if status.Member() && r.Membership != nil {
		answer.StudentExpiration = r.Membership.ValidUntil.Format(time.RFC3339)
	}
	return answer, nil
}

// topProducts are those that sell best. The account is told about without them while the search is down.
func (s *Server) topProducts(ctx context.Context) []int64 {
	ids := []int64{}
	cards, err := s.deps.Content.TopProducts(ctx)
	if err != nil {
		slog.WarnContext(ctx, "top products of the account", "request", requestID(ctx), "error", err)
	}
	for _, c := range cards {
		ids = append(ids, c.ID)
	}
	return ids
}

func (d *CustomerData) fill(c *customer.Customer, billing *customer.Address) {
	d.LoggedIn, d.ID, d.UserID = true, c.ID, c.ID
	d.CustomerID, d.CustomerNumber, d.CustomerType = c.CustomerID(), c.Number(), customerType(c)
	if c.Light {
		d.LightAccountID = c.ID
	}
	d.FirstName, d.LastName, d.Email, d.TelephoneNumber = c.FirstName, c.LastName, c.Email, c.Phone
	if b := c.Business; b != nil {
		d.BusinessCustomer, d.BusinessFormID, d.BusinessType = true, int(b.Form), string(b.Type)
		d.CompanyName, d.OwnerFirstName, d.OwnerLastName = b.Company, b.OwnerFirstName, b.OwnerLastName
		d.OwnerRequired, d.VATID = b.Form.OwnerRequired(), b.VATID
		d.VATRequired = billing != nil && billing.CountryID != address.Germany
	}
}

func (s *Server) customerUpdate(ctx context.Context, in *body[CustomerUpdate]) (Outcome, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	if in.Body.Email != "" {
		c, err := s.deps.Customers.Customer(ctx, v.Session.CustomerID)
		if err != nil {
			return Outcome{}, err
		}
		if !strings.EqualFold(c.Email, strings.TrimSpace(in.Body.Email)) {
			return outcomeOf(customer.ErrWrongPassword)
		}
	}
	return outcomeOf(s.deps.Customers.ChangePhone(ctx, v, in.Body.TelephoneNumber))
}

// mailing is loggedIn for changes that mail to an address of which nobody has proved that it is the customer's, and that
// tell, like a registration, whether an address has an account: they have the limit of forms.
func (s *Server) mailing(ctx context.Context) (customer.Visit, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return v, err
	}
	return v, s.limiter.allow(limitForm, v.Client)
}

func (s *Server) passwordChange(ctx context.Context, in *body[PasswordChange]) (Outcome, error) {
	v, err := s.mailing(ctx)
	if err != nil {
		return Outcome{}, err
	}
	if in.Body.NewPassword != in.Body.ConfirmationPassword {
		return outcomeOf(fault.InvalidFields("password_change_failed", fault.Field{Name: "confirmationPassword", Reason: "confirm_password"}))
	}
	token, err := s.deps.Customers.ChangePassword(ctx, v, in.Body.CurrentPassword, in.Body.NewPassword)
	return s.renewed(ctx, token, err)
}

func (s *Server) emailChange(ctx context.Context, in *body[EmailChange]) (Outcome, error) {
	v, err := s.mailing(ctx)
	if err != nil {
		return Outcome{}, err
	}
	token, err := s.deps.Customers.ChangeEmail(ctx, v, in.Body.Email, in.Body.ConfirmationPassword)
	return s.renewed(ctx, token, err)
}

// renewed answers a change that gave the session a new token.
func (s *Server) renewed(ctx context.Context, token string, err error) (Outcome, error) {
	if err == nil {
		s.setToken(visitOf(ctx), token)
	}
	return outcomeOf(err)
}

func (s *Server) namesChange(ctx context.Context, in *body[NamesChange]) (Outcome, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return outcomeOf(s.deps.Customers.ChangeNames(ctx, v, in.Body.FirstName, in.Body.LastName, in.Body.ConfirmationPassword))
}

func (s *Server) ownerChange(ctx context.Context, in *body[OwnerChange]) (Outcome, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return outcomeOf(s.deps.Customers.ChangeOwner(ctx, v, in.Body.OwnerFirstName, in.Body.OwnerLastName))
}

func (s *Server) companyChange(ctx context.Context, in *body[CompanyChange]) (Outcome, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return outcomeOf(s.deps.Customers.ChangeCompany(ctx, v, in.Body.CompanyName))
}

func (s *Server) vatChange(ctx context.Context, in *body[VATChange]) (Outcome, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return outcomeOf(s.deps.Customers.ChangeVATID(ctx, v, in.Body.VATID))
}
