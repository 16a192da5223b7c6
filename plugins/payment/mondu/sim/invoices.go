package sim

import (
	"net/http"
	"time"

	"github.com/google/uuid"
)

// invoiceWindow is how long after an order was made it can be invoiced.
const invoiceWindow = 90 * 24 * time.Hour

// invoiced is the sum of the order's invoices that count.
func (o *order) invoiced() (sum int64) {
	for _, i := range o.invoices {
		if i.view.State != "canceled" {
			sum += i.view.GrossAmount
		}
	}
	return sum
}

func (s *Sim) createInvoice(r *http.Request) (answer, *problem) {
	var req invoiceRequest
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	c := &checker{}
	c.text("external_reference_id", req.ExternalID)
	c.uri("invoice_url", req.InvoiceURL)
	if req.GrossAmount < 1 {
		c.add("gross_amount_cents", "must be greater than 0")
	}
	if p := c.problem(); p != nil {
		return answer{}, p
	}
	o := s.orders[r.PathValue("id")]
	switch {
	case o == nil:
		return answer{}, notFound("order")
	case o.state != "confirmed" && o.state != "partially_shipped":
		return answer{}, unprocessable("state", "order is "+o.state)
	case o.invoiced()+req.GrossAmount > o.req.GrossAmount:
		return answer{}, unprocessable("gross_amount_cents", "is more than what is left of the order")
	case time.Since(o.created) > invoiceWindow:
		return answer{}, unprocessable("order", "is too old")
	}
	i := &invoice{order: o, view: invoiceView{UUID: uuid.NewString(), State: "created", Number: req.ExternalID, GrossAmount: req.GrossAmount,
		ShippingInfo: req.ShippingInfo, CreditNotes: []creditNote{}}}
	o.invoices = append(o.invoices, i)
	s.invoices[i.view.UUID] = i
	o.state = "partially_shipped"
	if o.invoiced() == o.req.GrossAmount {
		o.state = "shipped"
	}
	s.stage.Count("charge") // from here on the buyer owes the money
	s.stage.Note("invoice", o.uuid, "%s over %d", req.ExternalID, req.GrossAmount)
	return answer{http.StatusCreated, map[string]invoiceView{"invoice": i.view}}, nil
}

func (s *Sim) listInvoices(r *http.Request) (answer, *problem) {
	o := s.orders[r.PathValue("id")]
	if o == nil {
		return answer{}, notFound("order")
	}
	views := []invoiceView{}
	for _, i := range o.invoices {
		views = append(views, i.view)
	}
	return answer{http.StatusOK, map[string][]invoiceView{"invoices": views}}, nil
}

// find gives an invoice of the order that the address names.
func (s *Sim) find(r *http.Request) (*invoice, *problem) {
	i := s.invoices[r.PathValue("invoice")]
	if i == nil || i.order.uuid != r.PathValue("id") {
		return nil, notFound("invoice")
	}
	return i, nil
}

func (s *Sim) showInvoice(r *http.Request) (answer, *problem) {
	i, p := s.find(r)
	if p != nil {
		return answer{}, p
	}
	return answer{http.StatusOK, map[string]invoiceView{"invoice": i.view}}, nil
}

func (s *Sim) cancelInvoice(r *http.Request) (answer, *problem) {
	i, p := s.find(r)
	if p != nil {
		return answer{}, p
	}
	if i.view.State == "canceled" || len(i.view.CreditNotes) > 0 {
		return answer{}, unprocessable("state", "invoice cannot be canceled")
	}
	i.view.State = "canceled"
	i.order.state = "partially_shipped"
	if i.order.invoiced() == 0 {
		i.order.state = "confirmed"
	}
	return answer{http.StatusOK, map[string]invoiceView{"invoice": i.view}}, nil
}

func (s *Sim) createCreditNote(r *http.Request) (answer, *problem) {
	var req creditNoteRequest
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	c := &checker{}
	c.text("external_reference_id", req.ExternalID)
	if req.GrossAmount < 1 || req.Tax < 0 || req.Tax > req.GrossAmount {
		c.add("gross_amount_cents", "is invalid")
	}
	if p := c.problem(); p != nil {
		return answer{}, p
	}
	i := s.invoices[r.PathValue("invoice")]
	if i == nil || i.view.State == "canceled" {
		return answer{}, notFound("invoice")
	}
	left := i.view.GrossAmount
	for _, n := range i.view.CreditNotes {
		left -= n.GrossAmount
	}
	if req.GrossAmount > left {
		return answer{}, unprocessable("gross_amount_cents", "is more than what is left of the invoice")
	}
	n := creditNote{UUID: uuid.NewString(), ExternalID: req.ExternalID, GrossAmount: req.GrossAmount, Tax: req.Tax, Notes: req.Notes}
	i.view.CreditNotes = append(i.view.CreditNotes, n)
	if left == req.GrossAmount {
		i.view.State = "complete"
	}
	s.stage.Count("refunded")
	s.stage.Note("credit_note", i.order.uuid, "%s over %d", req.ExternalID, req.GrossAmount)
	return answer{http.StatusCreated, map[string]creditNote{"credit_note": n}}, nil
}
