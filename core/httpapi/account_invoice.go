package httpapi

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

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
	URL      string    `json:"url" doc:"of the PDF, for the customer who is logged in or has the order's link"`
}

func (s *Server) registerInvoices(api huma.API) {
	register(api, post("account", "invoices", "/account/get-invoices", "The invoices and credit notes of one of the customer's orders"), s.invoices)
}

func (s *Server) invoices(ctx context.Context, in *body[OrderRequest]) (InvoicesResponse, error) {
	o, err := s.ownOrder(ctx, in.Body.OrdersID)
	if err != nil {
		return InvoicesResponse{Invoices: []OrderInvoice{}}, err
	}
	list, err := s.invoicesOf(ctx, o.ID, "")
	return InvoicesResponse{Invoices: list}, err
}

// invoicesOf lists the documents of an order; query is what their addresses end with, "" for who is logged in.
func (s *Server) invoicesOf(ctx context.Context, orderID int64, query string) ([]OrderInvoice, error) {
	told := []OrderInvoice{}
	if s.deps.Invoices == nil {
		return told, nil
	}
	list, err := s.deps.Invoices.OfOrder(ctx, orderID)
	for _, n := range list {
		told = append(told, OrderInvoice{
			Number: n.Number, Kind: string(n.Kind), IssuedAt: n.IssuedAt, Total: german(n.Total), URL: invoicePath + n.Number + ".pdf" + query,
		})
	}
	return told, err
}

const invoicePath = "/account/invoice/"

// serveInvoice gives the PDF of a document to the customer whose order it is about, and to whoever has the order's link; anybody
// else's is as good as none.
func (s *Server) serveInvoice(w http.ResponseWriter, r *http.Request) {
	n, err := s.ownInvoice(r.Context(), r.PathValue("file"), r.URL.Query().Get("token"))
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

func (s *Server) ownInvoice(ctx context.Context, file, token string) (*invoice.Invoice, error) {
	var customerID int64
	if token == "" {
		v, err := s.loggedIn(ctx)
		if err != nil {
			return nil, err
		}
		customerID = v.Session.CustomerID
	}
	number, ok := strings.CutSuffix(file, ".pdf")
	if !ok || s.deps.Invoices == nil {
		return nil, invoice.ErrNotFound
	}
	n, err := s.deps.Invoices.Invoice(ctx, number)
	if err != nil {
		return nil, err
	}
	if !n.Of(customerID) && !s.opens(n.OrderID, token) {
		return nil, invoice.ErrNotFound
	}
	return n, nil
}
