package sim

import (
	"net/http"
	"time"

	"github.com/google/uuid"
)

type order struct {
	req          orderRequest
	uuid         string
	state        string
	external     string
	created      time.Time
	review       bool // confirming leads to pending
	installments int
	invoices     []*invoice
}

type invoice struct {
	view  invoiceView
	order *order
}

func (s *Sim) createOrder(r *http.Request) (answer, *problem) {
	var req orderRequest
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	if p := req.check(); p != nil {
		return answer{}, p
	}
	o := &order{req: req, uuid: uuid.NewString(), state: "created", external: req.ExternalID, created: time.Now()}
	s.orders[o.uuid] = o
	s.stage.Note("create", o.uuid, "%d %s %s for %s", req.GrossAmount, req.Currency, req.PaymentMethod, req.ExternalID)
	return answer{http.StatusCreated, s.wrapped(o)}, nil
}

func (s *Sim) view(o *order) orderView {
	v := orderView{UUID: o.uuid, State: o.state, ExternalID: o.external, PaymentMethod: o.req.PaymentMethod, Currency: o.req.Currency,
		Price: o.req.GrossAmount, NetTerm: o.req.NetTerm, Installments: o.installments}
	if o.state == "created" {
		v.CheckoutURL = s.cfg.BaseURL + "/checkout/" + o.uuid
	}
	if o.state == "confirmed" {
		v.BankAccount = &bankAccount{"DE89370400440532013000", "COBADEFFXXX", "Mondu Capital Sàrl"}
	}
	return v
}

func (s *Sim) wrapped(o *order) map[string]orderView {
	return map[string]orderView{"order": s.view(o)}
}

func (s *Sim) showOrder(r *http.Request) (answer, *problem) {
	o := s.orders[r.PathValue("id")]
	if o == nil {
		return answer{}, notFound("order")
	}
	return answer{http.StatusOK, s.wrapped(o)}, nil
}

func (s *Sim) confirmOrder(r *http.Request) (answer, *problem) {
	var req struct {
		ExternalID string `json:"external_reference_id"`
	}
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	c := &checker{}
	c.text("external_reference_id", req.ExternalID)
	if p := c.problem(); p != nil {
		return answer{}, p
	}
	o := s.orders[r.PathValue("id")]
	if o == nil {
		return answer{}, notFound("order")
	}
	if o.state != "authorized" {
		return answer{}, unprocessable("state", "order is "+o.state)
	}
	o.external, o.state = req.ExternalID, "confirmed"
	if o.review {
		o.state = "pending"
	}
	s.stage.Count("authorization")
	s.stage.Note("confirm", o.uuid, "%s as %s", o.state, o.external)
	s.emit(o)
	return answer{http.StatusOK, s.wrapped(o)}, nil
}

func (s *Sim) cancelOrder(r *http.Request) (answer, *problem) {
	o := s.orders[r.PathValue("id")]
	if o == nil {
		return answer{}, notFound("order")
	}
	switch o.state {
	case "created", "authorized", "pending", "confirmed":
	default:
		return answer{}, unprocessable("state", "order is "+o.state)
	}
	o.state = "canceled"
	s.stage.Note("cancel", o.uuid, "canceled")
	s.emit(o)
	return answer{http.StatusOK, s.wrapped(o)}, nil
}

func (s *Sim) paymentMethods(*http.Request) (answer, *problem) {
	var all []map[string]string
	for _, m := range methods[:3] {
		all = append(all, map[string]string{"identifier": m})
	}
	return answer{http.StatusOK, map[string]any{"payment_methods": all}}, nil
}

// adjustOrder makes an order what the request says: while it is confirmed of any amount, once a part is invoiced of a smaller one.
func (s *Sim) adjustOrder(r *http.Request) (answer, *problem) {
	var req adjustRequest
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	if p := req.check(); p != nil {
		return answer{}, p
	}
	o := s.orders[r.PathValue("id")]
	switch {
	case o == nil:
		return answer{}, notFound("order")
	case o.state != "confirmed" && o.state != "partially_shipped":
		return answer{}, unprocessable("state", "order is "+o.state)
	case o.state == "partially_shipped" && req.Amount.Gross > o.req.GrossAmount:
		return answer{}, unprocessable("gross_amount_cents", "can only be decreased")
	case req.Amount.Gross < o.invoiced():
		return answer{}, unprocessable("gross_amount_cents", "is less than what is invoiced")
	}
	o.req.GrossAmount, o.req.Lines, o.external = req.Amount.Gross, req.Lines, req.ExternalID
	if o.invoiced() == o.req.GrossAmount {
		o.state = "shipped"
	}
	s.stage.Note("adjust", o.uuid, "to %d, %s", o.req.GrossAmount, o.state)
	return answer{http.StatusOK, s.wrapped(o)}, nil
}
