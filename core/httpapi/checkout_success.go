package httpapi

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/order"
)

// Success is what the success page shows. While the payment is under way only state is certain.
type Success struct {
	State                    string               `json:"state" enum:"confirmed,pending,processing,failed" doc:"pending: placed, the money is to come; processing: ask again; failed: back to the payment step"`
	Error                    string               `json:"error,omitempty" doc:"of a failed one: translation key"`
	RedirectURL              string               `json:"redirectUrl,omitempty" doc:"of a processing one: where the customer can pay, or go on paying"`
	OrderID                  int64                `json:"orderId"`
	Email                    string               `json:"email"`
	PaymentCode              string               `json:"paymentCode"`
	PaymentTitle             string               `json:"paymentTitle"`
	Paid                     bool                 `json:"paid" doc:"the money is here, or promised by the provider"`
	OrderPrice               string               `json:"orderPrice" doc:"German format, 1.234,56"`
	Total                    money.Amount         `json:"total"`
	Instructions             map[string]string    `json:"instructions,omitempty" doc:"how to pay: account_holder, iban, bic, bank_name, amount, purpose, due_date"`
	Further                  []FurtherInstruction `json:"furtherInstructions,omitempty" doc:"what else there is to know to pay, in the words of the payment method"`
	GiroCode                 string               `json:"giroCode,omitempty" doc:"the code from which banking apps fill in the transfer (EPC069-12): a PNG as a data URL"`
	Products                 []SuccessProduct     `json:"products"`
	Deliveries               []SuccessDelivery    `json:"deliveries"`
	AccountConversionAllowed bool                 `json:"accountConversionAllowed"`
	StatusPath               string               `json:"statusPath,omitempty" doc:"of a placed guest order: the page that shows how it stands"`
}

// SuccessDelivery is a part in which the order is sent.
type SuccessDelivery struct {
	ID     int    `json:"id" doc:"1 is the first"`
	Title  string `json:"title"`
	Note   string `json:"note"`
	Pickup bool   `json:"pickup" doc:"the customer collects it in a store"`
}

// SuccessProduct is a line of the order. Price is of one, warranty included.
type SuccessProduct struct {
	ID            int64        `json:"id"`
	ArticleNumber string       `json:"articleNumber"`
	Name          string       `json:"name"`
	URL           string       `json:"url,omitempty" doc:"its page, once the order is placed; missing when the shop no longer sells it"`
	Image         string       `json:"image"`
	Quantity      int          `json:"quantity"`
	Price         money.Amount `json:"price"`
	Total         money.Amount `json:"total"`
	Warranty      string       `json:"warranty,omitempty" doc:"what the warranty extension in the price is called"`
	Bundle        string       `json:"bundle,omitempty" doc:"what comes in the pack with it"`
}

type successRequest struct {
	Order string `query:"order" required:"true" format:"uuid" doc:"the attempt's id"`
}

func (s *Server) registerSuccess(api huma.API) {
	register(api, get("checkout", "success", "/api/checkout/success", "What became of a submit of this session"), s.success)
}

func (s *Server) success(ctx context.Context, in *successRequest) (*Success, error) {
	current, err := s.liveSession(ctx)
	if err != nil {
		return nil, err
	}
	o, err := s.deps.Orders.ByAttempt(ctx, in.Order)
	if err != nil {
		return nil, err
	}
	// Somebody else's order is as good as none: the address alone opens nothing.
	if o.Attempt.CartID != current.CartID {
		return nil, fault.New(fault.NotFound, "order_not_found")
	}
	method, err := s.deps.Checkout.Method(ctx, o.Attempt.Payment.Code)
	if err != nil {
		return nil, err
	}
	answer := successOf(ctx, o, method)
	answer.AccountConversionAllowed = current.CustomerID == 0 && convertible(o) && s.refusePartner(ctx) == nil
	if o.Attempt.State.Placed() {
		err = s.linkProducts(ctx, answer.Products)
	}
	if o.CustomerID == 0 && o.Attempt.State.Placed() && s.deps.OrderLinks != nil {
		answer.StatusPath = s.deps.OrderLinks.Path(o.ID)
	}
	return answer, err
}

// linkProducts gives those products that the site still sells the address of their page.
func (s *Server) linkProducts(ctx context.Context, products []SuccessProduct) error {
	ids := make([]int64, len(products))
	for i, p := range products {
		ids[i] = p.ID
	}
	t, err := s.tree(ctx)
	if err != nil {
		return err
	}
	stored, err := s.deps.Catalog.Products(ctx, ids)
	for _, p := range t.sold(stored) {
		for i := range products {
			if products[i].ID == p.ID {
				products[i].URL = productPath + p.Slug
			}
		}
	}
	return err
}

func successOf(ctx context.Context, o *order.Order, method checkout.Method) *Success {
	lang, a := language(ctx), o.Attempt
	answer := &Success{
		State: "processing", OrderID: o.ID, Email: o.Email, PaymentCode: a.Payment.Code, PaymentTitle: method.Title.In(lang),
		Paid:       a.Payment.Captured || a.Payment.Outcome == checkout.OutcomeAuthorized,
		OrderPrice: a.Totals.Total.Decimal(",", "."), Total: a.Totals.Total, Instructions: howToPay(o), Further: furtherOf(o, lang),
		Products: []SuccessProduct{}, Deliveries: make([]SuccessDelivery, len(a.Deliveries)),
	}
	for i, d := range a.Deliveries {
		answer.Deliveries[i] = SuccessDelivery{
			ID: d.ID, Title: d.Option.Title.In(lang), Note: d.Option.DeliveryNote.In(lang), Pickup: d.Option.Pickup,
		}
	}
	answer.GiroCode = giroCode(o, answer.Instructions)
	switch a.State {
	case checkout.Redirected:
		if len(a.Payment.Fields) == 0 {
			answer.RedirectURL = a.Payment.RedirectURL
		}
	case checkout.Confirmed:
		answer.State = "confirmed"
	case checkout.Pending:
		answer.State = "pending"
	case checkout.Failed:
		answer.State, answer.Error = "failed", a.Payment.Reason
	}
	for _, l := range a.Lines {
		unit := l.Price(a.Totals.NetOnly())
		answer.Products = append(answer.Products, SuccessProduct{
			ID: l.ProductID, ArticleNumber: l.ArticleNumber, Name: l.Name, Image: l.Image, Quantity: l.Quantity, Price: unit, Total: unit.Times(int64(l.Quantity)),
			Warranty: l.WarrantyTitle.In(lang), Bundle: catalog.BundleText(l.Bundle, lang),
		})
	}
	return answer
}
