package httpapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/invoice/paper"
)

// InvoicesResponse is what was invoiced and credited of an order, oldest first.
type InvoicesResponse struct {
	Invoices []OrderInvoice `json:"invoices"`
}

// OrderInvoice is a document that the customer may keep.
type OrderInvoice struct {
	Number   string    `json:"number"`
	Kind     string    `json:"kind" enum:"invoice,credit"`
	IssuedAt time.Time `json:"issuedAt"`
	Total    string    `json:"total" doc:"1.234,56"`
	URL      string    `json:"url" doc:"of the PDF, for the customer who is logged in"`
}

func (s *Server) registerInvoices(api huma.API) {
	register(api, post("account", "invoices", "/account/get-invoices", "The invoices and credit notes of one of the customer's orders"), s.invoices)
}

func (s *Server) invoices(ctx context.Context, in *body[OrderRequest]) (InvoicesResponse, error) {
	answer := InvoicesResponse{Invoices: []OrderInvoice{}}
	v, err := s.loggedIn(ctx)
	if err != nil {
		return answer, err
	}
	o, err := s.deps.Orders.Order(ctx, in.Body.OrdersID)
	if err != nil {
		return answer, err
	}
	if !o.OfCustomer(v.Session.CustomerID) {
		return answer, fault.New(fault.NotFound, "order_not_found")
	}
	if s.deps.Invoices == nil {
		return answer, nil
	}
	list, err := s.deps.Invoices.OfOrder(ctx, o.ID)
	for _, n := range list {
		answer.Invoices = append(answer.Invoices, OrderInvoice{
			Number: n.Number, Kind: string(n.Kind), IssuedAt: n.IssuedAt, Total: german(n.Total), URL: invoicePath + n.Number + ".pdf",
		})
	}
	return answer, err
}

const invoicePath = "/account/invoice/"

// serveInvoice gives the PDF of a document to the customer whose order it is about; anybody else's is as good as none.
func (s *Server) serveInvoice(w http.ResponseWriter, r *http.Request) {
	n, err := s.ownInvoice(r.Context(), r.PathValue("file"))
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	pdf, err := paper.PDF(n)
	if err != nil {
		writeProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/pdf")
	w.Header().Set("Content-Disposition", `attachment; filename="`+paper.File(n)+`"`)
	w.Header().Set("Cache-Control", "private, no-store")
	_, _ = w.Write(pdf)
}

func (s *Server) ownInvoice(ctx context.Context, file string) (*invoice.Invoice, error) {
	v, err := s.loggedIn(ctx)
	if err != nil {
		return nil, err
	}
	number, ok := strings.CutSuffix(file, ".pdf")
	if !ok || s.deps.Invoices == nil {
		return nil, invoice.ErrNotFound
	}
	n, err := s.deps.Invoices.Invoice(ctx, number)
	if err != nil {
		return nil, err
	}
	if !n.Of(v.Session.CustomerID) {
		return nil, invoice.ErrNotFound
	}
	return n, nil
}
