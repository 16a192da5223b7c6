package httpapi

import (
	"cmp"
	"context"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
)

// CheckoutView is the checkout page's state; every call of the checkout answers with it.
type CheckoutView checkout.View

// GuestRequest is what a guest tells about themselves.
type GuestRequest struct {
	Email            string       `json:"email"`
	Invoice          AddressForm  `json:"invoice"`
	Delivery         *AddressForm `json:"delivery,omitempty" doc:"missing: same as invoice"`
	TelephoneNumber  string       `json:"telephoneNumber,omitempty"`
	BusinessCustomer bool         `json:"businessCustomer,omitempty"`
	VATID            string       `json:"vatId,omitempty"`
}

// AddressForm is an address as a form sends it; GET /api/rules has its rules.
type AddressForm struct {
	Company         string `json:"company,omitempty"`
	FirstName       string `json:"firstName"`
	LastName        string `json:"lastName"`
	StreetName      string `json:"streetName"`
	StreetNumber    string `json:"streetNumber,omitempty"`
	ZipCode         string `json:"zipCode"`
	CityName        string `json:"cityName"`
	CountryID       int    `json:"countryId,omitempty" doc:"81, Germany, when missing"`
	TelephoneNumber string `json:"telephoneNumber,omitempty"`
	PostNumber      string `json:"postNumber,omitempty" doc:"DHL customer number, for a Packstation"`
	PointID         string `json:"pointId,omitempty" maxLength:"60" doc:"of a pickup point"`
	Type            string `json:"type,omitempty" enum:"invoice,delivery,hermespaketshop,dhlpackstation"`
}

// GuestResponse says whether the guest's data was taken, and which fields were not.
type GuestResponse struct {
	Registered  bool           `json:"registered"`
	CustomerID  int64          `json:"customerId" doc:"0 for a guest"`
	Error       string         `json:"error,omitempty" doc:"translation key: address_invalid, or customer_ust_id, checkout_delivery_country_not_allow, checkout_delivery_country_not_found where nothing else is wrong"`
	ErrorFields []string       `json:"errorFields" doc:"email, delivery.cityName; of what is billed account_firstname, account_lastname, account_street_address, account_street_address_number, account_postcode, account_city, account_telephone, account_ustid"`
	Errors      []ProblemField `json:"errors" doc:"the same with their reasons"`
	Checkout    *CheckoutView  `json:"checkout,omitempty"`
}

// ContactRequest changes how the customer is reached. Addresses are chosen by id once there are saved ones.
type ContactRequest struct {
	InvoiceAddressID  int64   `json:"invoiceAddressId,omitempty" doc:"of the address book; missing: it stays"`
	DeliveryAddressID int64   `json:"deliveryAddressId,omitempty" doc:"of the address book; missing: same as invoice where an invoiceAddressId is told, else it stays"`
	TelephoneNumber   *string `json:"telephoneNumber,omitempty" doc:"missing: stays; empty: there is none any more"`
	CustomerEmail     string  `json:"customerEmail,omitempty" doc:"a guest's; a customer's is the account's"`
}

// ChoicesRequest chooses payment, shipping, or both.
type ChoicesRequest struct {
	PaymentCode   string   `json:"paymentCode,omitempty"`
	ShippingCodes []string `json:"shippingCodes,omitempty" maxItems:"10" doc:"one per delivery"`
}

// VoucherRequest names a voucher.
type VoucherRequest struct {
	VoucherCode string `json:"voucherCode" minLength:"1" doc:"of 64 characters at most"`
}

func (s *Server) registerCheckout(api huma.API) {
	register(api, post("checkout", "checkoutInit", "/api/checkout/init", "Open the checkout of the cart"), s.checkoutInit)
	register(api, get("checkout", "checkoutView", "/api/checkout/view", "The open checkout"), s.checkoutView)
	register(api, post("checkout", "registerGuest", "/api/account/registerguest", "Take a guest's e-mail and addresses"), s.registerGuest)
	register(api, post("checkout", "checkoutData", "/api/checkout/data", "Change how the customer is reached"), s.checkoutData)
	register(api, post("checkout", "checkoutPreview", "/api/checkout/preview", "What the checkout would be with a choice of payment and shipping that is not saved"), s.checkoutPreview)
	submit(api, post("checkout", "checkoutChoices", "/api/checkout/payment-shipping", "Choose payment and shipping. A code that is not on offer is refused"), s.checkoutChoices)
	register(api, post("checkout", "voucherAdd", "/api/checkout/voucher", "Redeem a voucher"), s.voucherAdd)
	register(api, post("checkout", "voucherRemove", "/api/checkout/voucher-remove", "Take a voucher off"), s.voucherRemove)
}

func (s *Server) checkoutInit(ctx context.Context, _ *none) (*CheckoutView, error) {
	current, err := s.currentSession(ctx)
	if fault.CodeOf(err) == fault.Unauthenticated {
		return nil, fault.New(fault.Conflict, "cart_empty") // who never put anything in has no session
	}
	if err != nil {
		return nil, err
	}
	if current.CustomerID != 0 {
		return s.initForCustomer(ctx)
	}
	return viewOf(s.deps.Checkout.Init(ctx, current.CartID, language(ctx)))
}

func (s *Server) checkoutView(ctx context.Context, _ *none) (*CheckoutView, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return nil, err
	}
	v, err := viewOf(s.deps.Checkout.View(ctx, cartID, language(ctx)))
	if err == nil && v.CustomerID != visitOf(ctx).session.CustomerID {
		return nil, fault.New(fault.NotFound, "checkout_not_found") // begun before the login: init makes it the customer's
	}
	return v, err
}

// checkoutSession gives the cart of the visitor's checkout. It holds personal data, so an ended session must not pass.
func (s *Server) checkoutSession(ctx context.Context) (cartID string, err error) {
	current, err := s.liveSession(ctx)
	if fault.CodeOf(err) == fault.Unauthenticated {
		return "", fault.New(fault.NotFound, "checkout_not_found")
	}
	if err != nil {
		return "", err
	}
	if s.deps.Sessions.Soft(current) {
		return "", fault.New(fault.Unauthenticated, "full_login_required")
	}
	return current.CartID, nil
}

func (s *Server) registerGuest(ctx context.Context, in *body[GuestRequest]) (GuestResponse, error) {
	answer := GuestResponse{ErrorFields: []string{}, Errors: []ProblemField{}}
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return answer, err
	}
	own, err := s.owner(ctx)
	if err != nil {
		return answer, err
	}
	if own != nil { // orders go to the account's address, and the account says what kind of customer it is
		in.Body.Email, in.Body.BusinessCustomer, in.Body.VATID = own.Email, own.Business, own.VATID
	}
	billed := in.Body.Invoice.address(address.Invoice)
	if own != nil && own.Invoice != nil {
		billed = *own.Invoice // which changes in the address book, by its rules
	}
	guest, wrong := guestOf(&in.Body, billed, s.deps.Checkout.Reach(in.Body.BusinessCustomer))
	if own == nil && guest.Business && guest.Invoice.Company == "" {
		wrong = append(wrong, fault.Field{Name: "invoice.company", Reason: address.Missing})
	}
	if len(wrong) > 0 {
		answer.Error = addressReason(wrong)
		for _, f := range wrong {
			if name := cmp.Or(accountFields[f.Name], f.Name); !slices.Contains(answer.ErrorFields, name) {
				answer.ErrorFields = append(answer.ErrorFields, name)
			}
			answer.Errors = append(answer.Errors, ProblemField{Field: f.Name, Reason: f.Reason})
		}
		return answer, nil
	}
	if answer.Checkout, err = viewOf(s.deps.Checkout.SetGuest(ctx, cartID, language(ctx), guest)); err != nil {
		return answer, err
	}
	answer.Registered = true
	if own != nil {
		answer.CustomerID = own.CustomerID
		if own.Invoice == nil {
			answer.Checkout, err = s.convertInCheckout(ctx, guest.Invoice)
		}
	}
	return answer, err
}

// accountFields are the names by which a guest's registration calls what is billed.
var accountFields = map[string]string{
	"invoice.firstName": "account_firstname", "invoice.lastName": "account_lastname",
	"invoice.streetName": "account_street_address", "invoice.streetNumber": "account_street_address_number",
	"invoice.zipCode": "account_postcode", "invoice.cityName": "account_city",
	"invoice.telephoneNumber": "account_telephone", "telephoneNumber": "account_telephone", "vatId": "account_ustid",
}

// addressReason is the reason for addresses with wrong fields. Where it is one thing that stands in the way, it says which.
func addressReason(wrong []fault.Field) string {
	reason := ""
	for _, f := range wrong {
		one := "address_invalid"
		switch {
		case f.Name == "vatId":
			one = "customer_ust_id"
		case f.Reason == address.OtherCountry:
			one = "checkout_delivery_country_not_allow"
		case f.Reason == address.BadCountry:
			one = "checkout_delivery_country_not_found"
		}
		if reason != "" && reason != one {
			return "address_invalid"
		}
		reason = one
	}
	return reason
}

// guestOf reads the form by the domain's rules, with the address that is billed, and names what breaks them.
func guestOf(in *GuestRequest, billed address.Address, reach address.Reach) (checkout.GuestData, []fault.Field) {
	var wrong []fault.Field
	check := func(prefix string, fields ...fault.Field) {
		for _, f := range fields {
			if f.Reason != "" {
				wrong = append(wrong, fault.Field{Name: prefix + f.Name, Reason: f.Reason})
			}
		}
	}
	g := checkout.GuestData{Business: in.BusinessCustomer, Invoice: billed}
	var reason string
	g.Email, reason = address.Email(in.Email)
	check("", fault.Field{Name: "email", Reason: reason})
	phone := in.TelephoneNumber
	if phone == "" {
		phone = in.Invoice.TelephoneNumber
	}
	g.Phone, reason = address.Phone(phone, g.Invoice.CountryID)
	check("", fault.Field{Name: "telephoneNumber", Reason: reason})
	check("invoice.", g.Invoice.Check()...)
	if g.Invoice.Kind != address.Invoice { // nobody can be billed at a parcel machine
		check("invoice.", fault.Field{Name: "type", Reason: "invalid"})
	}
	if in.Delivery != nil {
		delivery := in.Delivery.address(address.Delivery)
		check("delivery.", delivery.CheckDelivery(g.Invoice, reach)...)
		g.Delivery = &delivery
	}
	if in.BusinessCustomer {
		g.VATID, reason = address.VATID(in.VATID, g.Invoice.CountryID)
		check("", fault.Field{Name: "vatId", Reason: reason})
	}
	return g, wrong
}

func (a *AddressForm) address(kind address.Kind) address.Address {
	if a.Type != "" {
		kind = address.Kind(a.Type)
	}
	return address.Address{
		Company: a.Company, FirstName: a.FirstName, LastName: a.LastName, StreetName: a.StreetName,
		StreetNumber: a.StreetNumber, ZipCode: a.ZipCode, CityName: a.CityName, CountryID: a.CountryID,
		TelephoneNumber: a.TelephoneNumber, PostNumber: a.PostNumber, PointID: a.PointID, Kind: kind,
	}.Normal()
}

func (s *Server) checkoutData(ctx context.Context, in *body[ContactRequest]) (*CheckoutView, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return nil, err
	}
	email, country := in.Body.CustomerEmail, address.Germany
	if email != "" {
		var reason string
		if email, reason = address.Email(email); reason != "" {
			return nil, fault.InvalidFields("address_invalid", fault.Field{Name: "customerEmail", Reason: reason})
		}
	}
	own, err := s.owner(ctx)
	if err != nil {
		return nil, err
	}
	if own != nil {
		email = "" // orders go to the account's address
		if own.Invoice != nil {
			country = own.Invoice.CountryID
		}
	} else {
		told, err := s.deps.Checkout.View(ctx, cartID, language(ctx))
		if err != nil {
			return nil, err
		}
		if told.InvoiceData != nil {
			country = told.InvoiceData.CountryID
		}
	}
	phone := in.Body.TelephoneNumber
	if phone != nil {
		number, reason := address.Phone(*phone, country)
		if reason != "" {
			return nil, fault.InvalidFields("address_invalid", fault.Field{Name: "telephoneNumber", Reason: reason})
		}
		phone = &number
	}
	switch {
	case in.Body.InvoiceAddressID != 0:
		_, err = s.chooseAddresses(ctx, in.Body.InvoiceAddressID, in.Body.DeliveryAddressID)
	case in.Body.DeliveryAddressID != 0:
		_, err = s.chooseDelivery(ctx, in.Body.DeliveryAddressID)
	}
	if err != nil {
		return nil, err
	}
	return viewOf(s.deps.Checkout.SetContact(ctx, cartID, language(ctx), email, phone))
}

func (s *Server) checkoutChoices(ctx context.Context, in *body[ChoicesRequest]) (*CheckoutView, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return nil, problemOf(ctx, err)
	}
	v, err := s.deps.Checkout.SetChoices(ctx, cartID, language(ctx), in.Body.PaymentCode, in.Body.ShippingCodes)
	if err != nil {
		return nil, conflictOf(ctx, err, v)
	}
	return (*CheckoutView)(v), nil
}

func (s *Server) checkoutPreview(ctx context.Context, in *body[ChoicesRequest]) (*CheckoutView, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return nil, err
	}
	return viewOf(s.deps.Checkout.Preview(ctx, cartID, language(ctx), in.Body.PaymentCode, in.Body.ShippingCodes))
}

func (s *Server) voucherAdd(ctx context.Context, in *body[VoucherRequest]) (*CheckoutView, error) {
	if err := s.limiter.allow(limitVoucher, visitOf(ctx).client); err != nil {
		return nil, err
	}
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return nil, err
	}
	return viewOf(s.deps.Checkout.AddVoucher(ctx, cartID, language(ctx), in.Body.VoucherCode))
}

func (s *Server) voucherRemove(ctx context.Context, in *body[VoucherRequest]) (*CheckoutView, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return nil, err
	}
	return viewOf(s.deps.Checkout.RemoveVoucher(ctx, cartID, language(ctx), in.Body.VoucherCode))
}

func viewOf(v *checkout.View, err error) (*CheckoutView, error) { return (*CheckoutView)(v), err }
