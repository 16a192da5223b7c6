package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
)

// SavedAddress is an entry of the address book.
type SavedAddress struct {
	ID              int64  `json:"id"`
	Company         string `json:"company"`
	FirstName       string `json:"firstName"`
	LastName        string `json:"lastName"`
	StreetName      string `json:"streetName"`
	StreetNumber    string `json:"streetNumber"`
	ZipCode         string `json:"zipCode"`
	CityName        string `json:"cityName"`
	CountryID       int    `json:"countryId"`
	CountryName     string `json:"countryName"`
	TelephoneNumber string `json:"telephoneNumber"`
	PostNumber      string `json:"postNumber"`
	Type            string `json:"type" enum:"invoice,delivery,hermespaketshop,dhlpackstation"`
	AccountType     string `json:"accountType" enum:"private,business"`
	DefaultAddress  bool   `json:"defaultAddress" doc:"the billing address"`
	CustomerID      int64  `json:"customerId"`
}

// AddressID names an entry of the address book.
type AddressID struct {
	AddressID int64 `json:"addressId" minimum:"1"`
}

// AddressResponse is one entry, with what a form shows beside it.
type AddressResponse struct {
	Address         SavedAddress `json:"address"`
	TelephoneNumber string       `json:"telephoneNumber"`
	AccountType     string       `json:"accountType" enum:"private,business"`
}

// AddressesResponse is the address book, the billing address first.
type AddressesResponse struct {
	Addresses       []SavedAddress `json:"addresses"`
	TelephoneNumber string         `json:"telephoneNumber"`
}

// AddAddressRequest puts an address into the book.
type AddAddressRequest struct {
	AddressForm
	DefaultAddress bool `json:"defaultAddress,omitempty" doc:"the billing address; a light account's first is"`
}

// UpdateAddressRequest replaces an entry; what it is for stays.
type UpdateAddressRequest struct {
	ID int64 `json:"id" minimum:"1"`
	AddressForm
}

// AddressAdded answers an addition.
type AddressAdded struct {
	AddressAdded  bool           `json:"addressAdded"`
	AddressBookID int64          `json:"addressBookId"`
	Error         string         `json:"error,omitempty" doc:"translation key"`
	Errors        []ProblemField `json:"errors"`
}

// AddressUpdated answers a change.
type AddressUpdated struct {
	AddressUpdated bool           `json:"addressUpdated"`
	Error          string         `json:"error,omitempty" doc:"translation key"`
	Errors         []ProblemField `json:"errors"`
}

// ConvertRequest gives a light account its billing address.
type ConvertRequest struct {
	InvoiceData AddressForm `json:"invoiceData"`
	UserID      int64       `json:"userId"`
}

// ConvertResponse says whether the account is a full one now.
type ConvertResponse struct {
	Successful        bool           `json:"successful"`
	CustomerID        int64          `json:"customerId"`
	NotepadCount      int            `json:"notepadCount" doc:"products on the wishlist"`
	CartCount         int            `json:"cartCount"`
	TrackingContactID string         `json:"trackingContactId" doc:"always empty: no tracking provider knows customers"`
	Error             string         `json:"error,omitempty" doc:"translation key"`
	Errors            []ProblemField `json:"errors"`
}

type countryListRequest struct {
	List string `path:"list" enum:"private-billing,private-delivery,business-billing,business-delivery"`
}

func (s *Server) registerAddress(api huma.API) {
	register(api, post("account", "address", "/api/account/get-address", "An entry of the address book"), s.address)
	register(api, post("account", "addresses", "/api/account/get-addresses", "The address book"), s.addresses)
	register(api, post("account", "addressAdd", "/api/account/add-address", "Put an address into the book"), s.addressAdd)
	register(api, post("account", "addressUpdate", "/api/account/update-address", "Change an address"), s.addressUpdate)
	register(api, post("account", "addressDelete", "/api/account/delete-address", "Delete a delivery address"), s.addressDelete)
	register(api, post("account", "convertLight", "/api/account/convert-light-to-full-user", "Give a light account its billing address"), s.convertLight)
	const lists = "/api/account/address/country/{list}"
	register(api, get("account", "accountCountries", lists, "A country list of the address forms"), accountCountries)
	register(api, post("account", "accountCountriesPost", lists, "A country list of the address forms, by the other method"), accountCountries)
}

func accountCountries(ctx context.Context, in *countryListRequest) (Countries, error) {
	return countries(ctx, &countryRequest{List: in.List})
}

func (s *Server) address(ctx context.Context, in *body[AddressID]) (AddressResponse, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return AddressResponse{}, err
	}
	c, err := s.deps.Customers.Customer(ctx, v.Session.CustomerID)
	if err != nil {
		return AddressResponse{}, err
	}
	a, err := s.deps.Customers.Address(ctx, c.ID, in.Body.AddressID)
	if err != nil {
		return AddressResponse{}, err
	}
	return AddressResponse{Address: savedAddress(ctx, c, *a), TelephoneNumber: c.Phone, AccountType: customerType(c)}, nil
}

func (s *Server) addresses(ctx context.Context, _ *none) (AddressesResponse, error) {
	answer := AddressesResponse{Addresses: []SavedAddress{}}
	v, err := s.loggedIn(ctx)
	if err != nil {
		return answer, err
	}
	c, err := s.deps.Customers.Customer(ctx, v.Session.CustomerID)
	if err != nil {
		return answer, err
	}
	book, err := s.deps.Customers.Addresses(ctx, c.ID)
	for _, a := range book {
		answer.Addresses = append(answer.Addresses, savedAddress(ctx, c, a))
	}
	answer.TelephoneNumber = c.Phone
	return answer, err
}

func savedAddress(ctx context.Context, c *customer.Customer, a customer.Address) SavedAddress {
	country, _ := address.CountryByID(a.CountryID)
	return SavedAddress{
		ID: a.ID, Company: a.Company, FirstName: a.FirstName, LastName: a.LastName, StreetName: a.StreetName,
		StreetNumber: a.StreetNumber, ZipCode: a.ZipCode, CityName: a.CityName, CountryID: a.CountryID,
		CountryName: country.Name.In(language(ctx)), TelephoneNumber: a.TelephoneNumber, PostNumber: a.PostNumber,
		Type: string(a.Kind), AccountType: customerType(c), DefaultAddress: a.Billing, CustomerID: c.CustomerID(),
	}
}

func (s *Server) addressAdd(ctx context.Context, in *body[AddAddressRequest]) (AddressAdded, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return AddressAdded{}, err
	}
	before, err := s.deps.Customers.Customer(ctx, v.Session.CustomerID)
	if err != nil {
		return AddressAdded{}, err
	}
	id, err := s.deps.Customers.AddAddress(ctx, v, in.Body.book(in.Body.DefaultAddress))
	if err == nil && before.Light {
		err = s.promoted(ctx, v.Token)
	}
	o, err := outcomeOf(err)
	return AddressAdded{AddressAdded: o.Successful, AddressBookID: id, Error: o.Error, Errors: o.Errors}, err
}

// book reads the form as an entry of the address book.
func (a *AddressForm) book(billing bool) customer.Address {
	kind := address.Delivery
	if billing {
		kind = address.Invoice
	}
	return customer.Address{Address: a.address(kind), Billing: billing}
}

func (s *Server) addressUpdate(ctx context.Context, in *body[UpdateAddressRequest]) (AddressUpdated, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return AddressUpdated{}, err
	}
	entry := in.Body.book(false)
	entry.ID = in.Body.ID
	o, err := outcomeOf(s.deps.Customers.UpdateAddress(ctx, v, entry))
	return AddressUpdated{AddressUpdated: o.Successful, Error: o.Error, Errors: o.Errors}, err
}

func (s *Server) addressDelete(ctx context.Context, in *body[AddressID]) (Outcome, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return Outcome{}, err
	}
	return outcomeOf(s.deps.Customers.DeleteAddress(ctx, v, in.Body.AddressID))
}

func (s *Server) convertLight(ctx context.Context, in *body[ConvertRequest]) (ConvertResponse, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return ConvertResponse{}, err
	}
	if in.Body.UserID != v.Session.CustomerID {
		return ConvertResponse{}, fault.New(fault.NotFound, "customer_not_found")
	}
	_, err = s.deps.Customers.AddAddress(ctx, v, in.Body.InvoiceData.book(true))
	if err == nil {
		err = s.promoted(ctx, v.Token)
	}
	o, err := outcomeOf(err)
	answer := ConvertResponse{Successful: o.Successful, Error: o.Error, Errors: o.Errors}
	if err != nil || !o.Successful {
		return answer, err
	}
	held, err := s.deps.Cart.Cart(ctx, v.Session.CartID)
	if err != nil {
		return answer, err
	}
	answer.CustomerID, answer.CartCount = v.Session.CustomerID, held.Count()
	answer.NotepadCount, err = s.notepadCount(ctx, v.Session.CartID)
	return answer, err
}
