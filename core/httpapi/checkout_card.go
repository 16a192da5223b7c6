package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/fault"
)

// CheckoutCards is the card form with the cards that the customer may pay by instead.
type CheckoutCards struct {
	CardFields
	CreditCards   []CreditCard `json:"creditCards"`
	SelectedAlias string       `json:"selectedAlias" doc:"of the card last used; empty: a new one"`
	MaySave       bool         `json:"maySave" doc:"the customer can have a new card saved"`
}

// SaveCardRequest is a card that the gateway has checked.
type SaveCardRequest struct {
	CardToken
	Save int `json:"save" enum:"0,1" doc:"1: keep it for the next time"`
}

// CardChoice is the saved card to pay by.
type CardChoice struct {
	Alias string `json:"alias" maxLength:"64" doc:"empty: a new one"`
}

// CardPurchase buys by a saved card or by one that the gateway has just checked.
type CardPurchase struct {
	TotalRequest
	Alias string     `json:"alias,omitempty" maxLength:"64" doc:"of a saved card"`
	Card  *CardToken `json:"card,omitempty" doc:"without an alias"`
}

// CardProcess says how buying by card went on.
type CardProcess struct {
	ProcessResponse
	CCRedirect string `json:"ccRedirect,omitempty" doc:"the same as redirectUrl: the bank asks the customer"`
}

const creditCard = "creditcard"

func (s *Server) registerCheckoutCard(api huma.API) {
	register(api, post("payment", "cardFields", "/api/checkout/get-credit-card-fields", "The card form and the saved cards"), s.cardFields)
	register(api, post("payment", "cardSave", "/api/checkout/save-credit-card", "Take a checked card, and save it if the customer wants"), s.cardSave)
	register(api, post("payment", "cardSelect", "/api/checkout/select-credit-card", "Choose a saved card"), s.cardSelect)
	submit(api, post("payment", "cardProcess", "/checkout/process-credit-card", "Buy by card"), s.cardProcess)
}

func (s *Server) cardFields(ctx context.Context, _ *none) (CheckoutCards, error) {
	cartID, err := s.checkoutSession(ctx)
	if err != nil {
		return CheckoutCards{}, err
	}
	made, err := s.deps.Checkout.StartPayment(ctx, cartID, language(ctx), creditCard, nil, s.browser(ctx))
	if err != nil {
		return CheckoutCards{}, err
	}
	fields, err := cardFields(made.Client)
	if err != nil {
		return CheckoutCards{}, err
	}
	customerID := visitOf(ctx).session.CustomerID
	answer := CheckoutCards{CardFields: fields, MaySave: customerID != 0 && s.deps.Cards != nil}
	answer.CreditCards, err = s.savedCards(ctx, customerID)
	if len(answer.CreditCards) > 0 && !answer.CreditCards[0].Expired {
		answer.SelectedAlias = answer.CreditCards[0].Alias
	}
	return answer, err
}

// cardSave keeps nothing of a card that is not to be saved: the browser sends it along when it buys.
func (s *Server) cardSave(ctx context.Context, in *body[SaveCardRequest]) (CardSaved, error) {
	if _, err := s.checkoutSession(ctx); err != nil {
		return CardSaved{}, err
	}
	customerID := visitOf(ctx).session.CustomerID
	if in.Body.Save == 0 {
		o, err := outcomeOf(nil)
		return CardSaved{Outcome: o}, err
	}
	if customerID == 0 {
		return CardSaved{}, fault.New(fault.Unauthenticated, "login_required")
	}
	return s.saveCard(ctx, customerID, &in.Body.CardToken)
}

func (s *Server) cardSelect(ctx context.Context, in *body[CardChoice]) (successful, error) {
	if _, err := s.checkoutSession(ctx); err != nil {
		return successful{}, err
	}
	if in.Body.Alias == "" {
		return successful{true}, nil
	}
	_, err := s.savedCard(ctx, in.Body.Alias)
	return successful{err == nil}, err
}

// savedCard gives a card of the session's customer; anybody else's is as good as none.
func (s *Server) savedCard(ctx context.Context, alias string) (*CardToken, error) {
	customerID := visitOf(ctx).session.CustomerID
	if customerID == 0 || s.deps.Cards == nil {
		return nil, fault.New(fault.NotFound, "card_not_found")
	}
	c, err := s.deps.Cards.Use(ctx, customerID, alias)
	if err != nil {
		return nil, err
	}
	return &CardToken{
		PseudoCardPAN: c.Alias, TruncatedCardPAN: c.Masked, CardType: c.Type, CardExpireDate: c.Expiry, CardHolder: c.Holder,
	}, nil
}

func (s *Server) cardProcess(ctx context.Context, in *body[CardPurchase]) (CardProcess, error) {
	if _, err := s.checkoutSession(ctx); err != nil {
		return CardProcess{}, problemOf(ctx, err)
	}
	card := in.Body.Card
	if in.Body.Alias != "" {
		saved, err := s.savedCard(ctx, in.Body.Alias)
		if err != nil {
			return CardProcess{}, problemOf(ctx, err)
		}
		card = saved
	}
	if card == nil {
		return CardProcess{}, problemOf(ctx, fault.InvalidFields("card_invalid", fault.Field{Name: "card", Reason: "missing"}))
	}
	p, err := s.buy(ctx, byMethod(creditCard), in.Body.TotalRequest, card.client())
	return CardProcess{ProcessResponse: p, CCRedirect: p.RedirectURL}, err
}
