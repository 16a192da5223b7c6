package httpapi

import (
	"context"
	"encoding/json"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/fault"
)

// CreditCard is a saved card. What the provider charges it by stays in the shop: id and alias are the shop's own name.
type CreditCard struct {
	ID      string `json:"id"`
	Alias   string `json:"alias" doc:"the same as id"`
	Brand   string `json:"brand" enum:"VISA,MasterCard,AmericanExpress,Diners,Discover"`
	Number  string `json:"number" doc:"masked"`
	Expiry  string `json:"expiry" doc:"MMYY"`
	Expired bool   `json:"expired"`
	Holder  string `json:"holder"`
}

// CreditCards are the customer's saved cards, the one last used first.
type CreditCards struct {
	CreditCards []CreditCard `json:"creditCards"`
}

// CardFields is the card form: where the browser has a card checked, and what the gateway wants with it.
type CardFields struct {
	Gateway      string            `json:"gateway" doc:"the one address that gets the card"`
	Fields       map[string]string `json:"fields" doc:"the gateway's names of pan, type, expiry, cvc2, holder"`
	HiddenFields map[string]string `json:"hiddenFields" doc:"to be sent unchanged"`
	CardTypes    []CardType        `json:"cardTypes"`
}

// CardType is a kind of card that the gateway takes.
type CardType struct {
	Code  string `json:"code" doc:"the gateway's letter"`
	Brand string `json:"brand"`
}

// CardToken is what the gateway answered about a card. The number itself never comes here.
type CardToken struct {
	PseudoCardPAN    string `json:"pseudocardpan" maxLength:"64"`
	TruncatedCardPAN string `json:"truncatedcardpan" maxLength:"30"`
	CardType         string `json:"cardtype" maxLength:"2"`
	CardExpireDate   string `json:"cardexpiredate" maxLength:"4" doc:"YYMM"`
	CardHolder       string `json:"cardholder" maxLength:"60"`
}

// CardSaved says whether a card was saved, and by which name.
type CardSaved struct {
	Outcome
	Alias string `json:"alias" doc:"of the saved card"`
}

// CardRemoval names the cards that are to be forgotten.
type CardRemoval struct {
	CreditCardIDs []string `json:"creditCardIds" minItems:"1" maxItems:"50"`
}

func (s *Server) registerCreditCards(api huma.API) {
	register(api, post("account", "creditCards", "/api/account/creditcards/get", "The saved cards"), s.creditCards)
	register(api, post("account", "creditCardForm", "/api/account/creditcards/get-form-data", "The form to save a card by"), s.creditCardForm)
	register(api, post("account", "creditCardSave", "/api/account/creditcards/save", "Save a card that the gateway has checked"), s.creditCardSave)
	register(api, post("account", "creditCardRemove", "/api/account/creditcards/remove", "Forget cards, all or none"), s.creditCardRemove)
}

var (
	errNoSaving = fault.New(fault.Conflict, "card_saving_off")
	errLight    = fault.New(fault.Forbidden, "full_account_required")
)

// cardHolder gives the visit of a call about saved cards, which light accounts do not have. Faults: those of loggedIn,
// Forbidden ("full_account_required").
func (s *Server) cardHolder(ctx context.Context) (customer.Visit, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return v, err
	}
	c, err := s.deps.Customers.Customer(ctx, v.Session.CustomerID)
	if err == nil && c.Light {
		err = errLight
	}
	return v, err
}

func (s *Server) creditCards(ctx context.Context, _ *none) (CreditCards, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return CreditCards{}, err
	}
	list, err := s.savedCards(ctx, v.Session.CustomerID)
	return CreditCards{CreditCards: list}, err
}

// savedCards gives a customer's cards; a guest, and everybody in a shop that saves none, has none.
func (s *Server) savedCards(ctx context.Context, customerID int64) ([]CreditCard, error) {
	list := []CreditCard{}
	if customerID == 0 || s.deps.Cards == nil {
		return list, nil
	}
	cards, err := s.deps.Cards.List(ctx, customerID)
	now := time.Now()
	for i := range cards {
		c := &cards[i]
		list = append(list, CreditCard{
			ID: c.ID, Alias: c.ID, Brand: c.Brand(), Number: c.Masked, Expiry: c.Expiry[2:] + c.Expiry[:2],
			Expired: c.Expired(now), Holder: c.Holder,
		})
	}
	return list, err
}

func (s *Server) creditCardForm(ctx context.Context, _ *none) (CardFields, error) {
	if _, err := s.cardHolder(ctx); err != nil {
		return CardFields{}, err
	}
	if s.deps.Cards == nil || s.deps.CardForm == nil {
		return CardFields{}, errNoSaving
	}
	made, err := s.deps.CardForm(ctx)
	if err != nil {
		return CardFields{}, err
	}
	return cardFields(made)
}

// cardFields reads what the plugin of the card method says of its gateway.
func cardFields(client map[string]string) (CardFields, error) {
	f := CardFields{Gateway: client["gateway"]}
	for name, into := range map[string]any{"fields": &f.Fields, "hidden_fields": &f.HiddenFields, "card_types": &f.CardTypes} {
		if err := json.Unmarshal([]byte(client[name]), into); err != nil {
			return CardFields{}, fault.Wrap(err, fault.Unavailable, "payment_method_unavailable")
		}
	}
	return f, nil
}

func (s *Server) creditCardSave(ctx context.Context, in *body[CardToken]) (CardSaved, error) {
	v, err := s.cardHolder(ctx)
	if err != nil {
		return CardSaved{}, err
	}
	return s.saveCard(ctx, v.Session.CustomerID, &in.Body)
}

func (s *Server) saveCard(ctx context.Context, customerID int64, t *CardToken) (CardSaved, error) {
	if s.deps.Cards == nil {
		return CardSaved{}, errNoSaving
	}
	alias, err := s.deps.Cards.Save(ctx, customerID, customer.Card{
		Alias: t.PseudoCardPAN, Type: t.CardType, Masked: t.TruncatedCardPAN, Expiry: t.CardExpireDate, Holder: t.CardHolder,
	})
	o, err := outcomeOf(err)
	return CardSaved{Outcome: o, Alias: alias}, err
}

// client is the card as its plugin wants it.
func (t *CardToken) client() map[string]string {
	return map[string]string{
		"pseudocardpan": t.PseudoCardPAN, "truncatedcardpan": t.TruncatedCardPAN, "cardtype": t.CardType,
		"cardexpiredate": t.CardExpireDate, "cardholder": t.CardHolder,
	}
}

func (s *Server) creditCardRemove(ctx context.Context, in *body[CardRemoval]) (Outcome, error) {
	v, err := s.cardHolder(ctx)
	if err != nil {
		return Outcome{}, err
	}
	if s.deps.Cards == nil {
		return Outcome{}, errNoSaving
	}
	return outcomeOf(s.deps.Cards.Remove(ctx, v.Session.CustomerID, in.Body.CreditCardIDs))
}
