package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
)

// RegisterRequest makes a private account.
type RegisterRequest struct {
	Email     string `json:"email"`
	FirstName string `json:"firstName"`
	LastName  string `json:"lastName"`
	Password  string `json:"password" maxLength:"200"`
}

// BusinessRequest makes a business account, with its billing address.
type BusinessRequest struct {
	RegisterRequest
	BusinessForm    int         `json:"businessForm" doc:"1 corporation, 2 partnership, 3 public, 4 sole proprietor"`
	BusinessType    string      `json:"businessType" doc:"consumer or reseller"`
	Company         string      `json:"company"`
	OwnerFirstName  string      `json:"ownerFirstName,omitempty"`
	OwnerLastName   string      `json:"ownerLastName,omitempty"`
	UstID           string      `json:"ustId,omitempty"`
	TelephoneNumber string      `json:"telephoneNumber,omitempty"`
	Address         AddressForm `json:"address"`
}

// RegistrationResponse says whether the business account was made, and which fields were wrong.
type RegistrationResponse struct {
	Registered  bool           `json:"registered"`
	Error       string         `json:"error,omitempty" doc:"translation key"`
	ErrorFields []string       `json:"errorFields" doc:"email, address.zipCode, ustId"`
	Errors      []ProblemField `json:"errors" doc:"the same with their reasons"`
}

func (s *Server) registerRegistration(api huma.API) {
	register(api, post("account", "register", "/auth/register", "Make a private account and log in"), s.registerPrivate)
	register(api, post("account", "registerBusiness", "/auth/registration", "Make a business account and log in"), s.registerBusiness)
}

func (s *Server) registerPrivate(ctx context.Context, in *body[RegisterRequest]) (Outcome, error) {
	return outcomeOf(s.makeAccount(ctx, registrationOf(&in.Body)))
}

func (s *Server) registerBusiness(ctx context.Context, in *body[BusinessRequest]) (RegistrationResponse, error) {
	if err := s.refusePartner(ctx); err != nil {
		return RegistrationResponse{}, err
	}
	r := registrationOf(&in.Body.RegisterRequest)
	billing := in.Body.Address.address(address.Invoice)
	billing.Company = in.Body.Company
	r.Billing, r.Phone = &billing, in.Body.TelephoneNumber
	r.Business = &customer.Business{
		Form: customer.Form(in.Body.BusinessForm), Type: customer.BusinessType(in.Body.BusinessType), Company: in.Body.Company,
		OwnerFirstName: in.Body.OwnerFirstName, OwnerLastName: in.Body.OwnerLastName, VATID: in.Body.UstID,
	}
	o, err := outcomeOf(s.makeAccount(ctx, r))
	return RegistrationResponse{Registered: o.Successful && err == nil, Error: o.Error, ErrorFields: o.ErrorFields, Errors: o.Errors}, err
}

func registrationOf(in *RegisterRequest) customer.Registration {
	return customer.Registration{Email: in.Email, FirstName: in.FirstName, LastName: in.LastName, Password: in.Password}
}

// makeAccount registers and logs in. It tells that an address has an account, so it has the limit of forms.
func (s *Server) makeAccount(ctx context.Context, r customer.Registration) error {
	if err := s.refusePartner(ctx); err != nil {
		return err
	}
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return err
	}
	v, err := s.visitor(ctx)
	if err != nil {
		return err
	}
	r.Lang = v.Lang
	entry, err := s.deps.Customers.Register(ctx, v, r)
	if err != nil {
		return err
	}
	s.admit(ctx, entry)
	return nil
}
