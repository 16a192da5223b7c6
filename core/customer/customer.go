// Package customer is the shop's customers: registration, login with a second factor, what they may change, and their
// address book.
//
//	(none) ──Register──► light ──first billing address──► full
//	           └──as a business, with its address─────────►
//
//	visitor ──password──► awaits code ──code──► logged in ──session.FullLogin──► soft ──password──► logged in
//	            └──the session is the customer's already──►     └──Logout──► visitor
//
// Every fault that a visitor sees is the same whether an e-mail address is registered or not, except at registration,
// which the shop's specification has tell that an address is in use.
package customer

import (
	"strconv"
	"time"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
)

// Customer is an account. Light ones have no billing address yet.
type Customer struct {
	ID           int64
	Light        bool
	Email        string
	PasswordHash string
	FirstName    string
	LastName     string
	Phone        string // international, "" when not given
	Lang         catalog.Lang
	Business     *Business // nil: private
	TwoFactor    bool      // a login needs a code by mail
	Proven       bool      // who uses the account reads the mail at its address: a code or link from there was used. Registering proves nothing
	CartID       string    // UUID; the cart of all of the customer's sessions
	Campus       bool      // a member of the campus programme: names and billing address are fixed; kept with the programme
	CreatedAt    time.Time
}

// CustomerID is the ID that callers see: 0 for a light account, which has a user ID alone.
func (c *Customer) CustomerID() int64 {
	if c.Light {
		return 0
	}
	return c.ID
}

// Number is the customer number for people, "" for a light account.
func (c *Customer) Number() string {
	if c.Light {
		return ""
	}
	return strconv.FormatInt(c.ID, 10)
}

func (c *Customer) hasVATID() bool { return c.Business != nil && c.Business.VATID != "" }

// Business is what a business customer tells beside the names.
type Business struct {
	Form           Form         `json:"form"`
	Type           BusinessType `json:"type"`
	Company        string       `json:"company"`
	OwnerFirstName string       `json:"ownerFirstName"`
	OwnerLastName  string       `json:"ownerLastName"`
	VATID          string       `json:"vatId"`
}

// Form is a business's legal form, by the numbers of the forms.
type Form int

// The forms.
const (
	Corporation    Form = 1 // GmbH, AG, e.G.
	Partnership    Form = 2 // GbR, KG, OHG
	Public         Form = 3 // public bodies and associations
	SoleProprietor Form = 4
)

// OwnerRequired reports whether a business of this form names its owner.
func (f Form) OwnerRequired() bool { return f == Partnership || f == SoleProprietor }

func (f Form) known() bool { return f >= Corporation && f <= SoleProprietor }

// BusinessType is what a business buys for.
type BusinessType string

// The types.
const (
	Consumer BusinessType = "consumer" // uses it
	Reseller BusinessType = "reseller" // sells it on
)

// Address is an entry of the address book. A customer has at most one billing address; the others are for delivery.
type Address struct {
	address.Address
	Billing bool
}

// MaxAddresses bounds an address book.
const MaxAddresses = 50
