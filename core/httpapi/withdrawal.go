package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/withdrawal"
)

// WithdrawalStart names the order that the page is opened for, by the link that its mails have.
type WithdrawalStart struct {
	Order int64  `query:"order" doc:"0: of a customer who is logged in"`
	Token string `query:"token" maxLength:"64"`
}

// WithdrawalForm is what the page for withdrawing from a contract starts with. Only a visitor with a full login, or with the link of
// an order, finds anything filled in.
type WithdrawalForm struct {
	Offered bool              `json:"offered" doc:"the shop takes withdrawals online"`
	Days    int               `json:"days" doc:"of the withdrawal period"`
	Name    string            `json:"name"`
	Email   string            `json:"email"`
	Orders  []WithdrawalOrder `json:"orders"`
}

// WithdrawalOrder is an order of the customer who is logged in, or of the link.
type WithdrawalOrder struct {
	OrderID  int64            `json:"orderId"`
	PlacedAt time.Time        `json:"placedAt"`
	Reason   string           `json:"reason,omitempty" doc:"why it cannot be withdrawn from: translation key"`
	LastDay  string           `json:"lastDay,omitempty" format:"date" doc:"until when it can; missing while the last of the goods is still to come"`
	Lines    []WithdrawalLine `json:"lines"`
}

// WithdrawalLine is a line of such an order.
type WithdrawalLine struct {
	ArticleNumber string `json:"articleNumber"`
	Name          string `json:"name"`
	Left          int    `json:"left" doc:"units that were not withdrawn from yet"`
	Reason        string `json:"reason,omitempty" doc:"why it cannot be withdrawn from: translation key"`
}

// WithdrawalRequest is the declaration. It asks for no more than § 356a(2) BGB allows.
type WithdrawalRequest struct {
	Key         string           `json:"key" maxLength:"36" doc:"UUID of this declaration: the same is taken once"`
	Name        string           `json:"name" maxLength:"200"`
	OrderNumber string           `json:"orderNumber" maxLength:"100"`
	Email       string           `json:"email" maxLength:"300" doc:"where the receipt goes"`
	Items       []WithdrawalItem `json:"items,omitempty" maxItems:"100" doc:"none is the whole order"`
	Token       string           `json:"token,omitempty" maxLength:"64" doc:"of the order's link, where the page was opened by it: it proves whose order that is"`
}

// WithdrawalItem is a part of the order.
type WithdrawalItem struct {
	ArticleNumber string `json:"articleNumber" maxLength:"100"`
	Quantity      int    `json:"quantity"`
}

// WithdrawalReceipt says that the declaration has arrived. It is the same whether there is such an order or not.
type WithdrawalReceipt struct {
	Number     int64     `json:"number" doc:"what the shop calls it"`
	ReceivedAt time.Time `json:"receivedAt"`
	Email      string    `json:"email"`
}

func (s *Server) registerWithdrawal(api huma.API) {
	register(api, get("withdrawal", "withdrawalForm", "/api/withdrawal", "What the withdrawal page starts with"), s.withdrawalForm)
	register(api, post("withdrawal", "withdraw", "/api/withdrawal", "Withdraw from a contract"), s.withdraw)
}

// loggedInCustomer gives the customer with a full login; 0 for everybody else.
func (s *Server) loggedInCustomer(ctx context.Context) (int64, error) {
	v, err := s.loggedIn(ctx)
	switch {
	case fault.CodeOf(err) == fault.Unauthenticated:
		return 0, nil
	case err != nil:
		return 0, err
	}
	return v.Session.CustomerID, nil
}

func (s *Server) withdrawalForm(ctx context.Context, in *WithdrawalStart) (WithdrawalForm, error) {
	form := WithdrawalForm{Offered: s.deps.Withdrawals != nil, Orders: []WithdrawalOrder{}}
	if !form.Offered {
		return form, nil
	}
	form.Days = s.deps.Withdrawals.Policy().Days
	if s.opens(in.Order, in.Token) {
		offer, err := s.deps.Withdrawals.Offer(ctx, in.Order)
		if err != nil {
			return form, err
		}
		o := offer.Order
		form.Name, form.Email = o.Invoice.FirstName+" "+o.Invoice.LastName, o.Email
		form.Orders = append(form.Orders, withdrawalOrderOf(offer))
		return form, nil
	}
	id, err := s.loggedInCustomer(ctx)
	if err != nil || id == 0 {
		return form, err
	}
	c, err := s.deps.Customers.Customer(ctx, id)
	if err != nil {
		return form, err
	}
	form.Name, form.Email = c.FirstName+" "+c.LastName, c.Email
	offers, err := s.deps.Withdrawals.Offers(ctx, id)
	for _, o := range offers {
		form.Orders = append(form.Orders, withdrawalOrderOf(o))
	}
	return form, err
}

func withdrawalOrderOf(o withdrawal.Offer) WithdrawalOrder {
	out := WithdrawalOrder{OrderID: o.Order.ID, PlacedAt: o.Order.PlacedAt, Reason: o.Reason, LastDay: o.LastDay(), Lines: []WithdrawalLine{}}
	for _, l := range o.Lines {
		line := o.Order.Attempt.Lines[l.Line]
		out.Lines = append(out.Lines, WithdrawalLine{
			ArticleNumber: line.ArticleNumber, Name: line.Name, Left: l.Left, Reason: l.Reason,
		})
	}
	return out
}

func (s *Server) withdraw(ctx context.Context, in *body[WithdrawalRequest]) (WithdrawalReceipt, error) {
	if s.deps.Withdrawals == nil {
		return WithdrawalReceipt{}, fault.New(fault.NotFound, "withdrawal_off")
	}
	if err := s.limiter.allow(limitForm, visitOf(ctx).client); err != nil {
		return WithdrawalReceipt{}, err
	}
	id, err := s.loggedInCustomer(ctx)
	if err != nil {
		return WithdrawalReceipt{}, err
	}
	d := withdrawal.Declaration{
		Key: in.Body.Key, OrderNumber: in.Body.OrderNumber, Name: in.Body.Name, Email: in.Body.Email,
		Lang: language(ctx), Host: s.deps.Sites.Named(visitOf(ctx).host), CustomerID: id,
	}
	if linked := withdrawal.NumberOf(in.Body.OrderNumber); s.opens(linked, in.Body.Token) {
		d.LinkedID = linked
	}
	for _, i := range in.Body.Items {
		d.Items = append(d.Items, withdrawal.Item(i))
	}
	w, err := s.deps.Withdrawals.Declare(ctx, d)
	if err != nil {
		return WithdrawalReceipt{}, err
	}
	return WithdrawalReceipt{Number: w.ID, ReceivedAt: w.ReceivedAt, Email: w.Email}, nil
}

const labelPath = "/api/withdrawal/label/"

// serveReturnLabel gives the file of a return label to whoever has its link.
func (s *Server) serveReturnLabel(w http.ResponseWriter, r *http.Request) {
	if s.deps.Withdrawals == nil {
		serveNoSuchCall(w, r)
		return
	}
	label, err := s.deps.Withdrawals.Label(r.Context(), r.PathValue("token"))
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	kind, name := "application/octet-stream", "label"
	if label.LabelType == "application/pdf" { // what a carrier's plugin calls its file is not to be trusted
		kind, name = label.LabelType, "label.pdf"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`"`)
	_, _ = w.Write(label.Label)
}
