package sim

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// Order states, as in the documentation.
const (
	statusCreated   = "CREATED"
	statusAction    = "PAYER_ACTION_REQUIRED"
	statusApproved  = "APPROVED"
	statusCompleted = "COMPLETED"
)

// approvalWindow is how long a payer may take, and how long an approval stays good without a capture.
const approvalWindow = 3 * time.Hour

type order struct {
	id       string
	status   string
	req      orderRequest
	created  time.Time
	approved time.Time
	declines bool // the instrument will be declined at the next capture or authorization
	review   bool // the next capture will be pending
	expired  bool
	payer    *payer
	auths    []*entry
	captures []*entry
	refunds  []*entry
}

// entry is a transaction with what the simulator must remember about it.
type entry struct {
	transaction
	kind  string
	order *order
	unit  int
	used  int64 // captured of an authorization, or refunded of a capture, in hundredths
}

// decode reads a JSON body strictly: a field that this API does not have is refused as not supported.
func decode(r *http.Request, into any) *problem {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		return fail(http.StatusBadRequest, detail{Issue: "MALFORMED_REQUEST_JSON"})
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		raw = []byte("{}")
	}
	err = stage.ReadJSON(bytes.NewReader(raw), into)
	var wrongType *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &wrongType):
		field := "/" + strings.ReplaceAll(wrongType.Field, ".", "/")
		return fail(http.StatusBadRequest, detail{Field: field, Location: "body", Issue: "INVALID_PARAMETER_SYNTAX"})
	case strings.HasPrefix(err.Error(), "json: unknown field "):
		field := strings.Trim(strings.TrimPrefix(err.Error(), "json: unknown field "), `"`)
		return fail(http.StatusBadRequest, detail{Field: "/" + field, Location: "body", Issue: "NOT_SUPPORTED"})
	default:
		return fail(http.StatusBadRequest, detail{Issue: "MALFORMED_REQUEST_JSON"})
	}
}

func (s *Sim) createOrder(r *http.Request) (answer, *problem) {
	key, p := requestID(r, "create")
	if p != nil {
		return answer{}, p
	}
	var req orderRequest
	if p := decode(r, &req); p != nil {
		return answer{}, p
	}
	if p := req.validate(); p != nil {
		return answer{}, p
	}
	if key == "" && req.PaymentSource != nil {
		return answer{}, fail(http.StatusBadRequest, detail{Field: "PayPal-Request-Id", Location: "header",
			Issue: "PAYPAL_REQUEST_ID_REQUIRED"})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if id := s.byRequest[key]; key != "" && id != "" {
		s.stage.Note("create", id, "replayed")
		return answer{http.StatusOK, s.view(s.orders[id], wantsRepresentation(r))}, nil
	}
	o := &order{id: newID(), status: statusCreated, req: req, created: time.Now()}
	if req.PaymentSource != nil {
		o.status = statusAction
	}
	for i := range o.req.PurchaseUnits {
		if o.req.PurchaseUnits[i].ReferenceID == "" {
			o.req.PurchaseUnits[i].ReferenceID = "default"
		}
	}
	s.orders[o.id] = o
	if key != "" {
		s.byRequest[key] = o.id
	}
	s.stage.Note("create", o.id, "%s %s, invoice %s", o.total(), o.currency(), req.PurchaseUnits[0].InvoiceID)
	return answer{http.StatusCreated, s.view(o, wantsRepresentation(r))}, nil
}

func (s *Sim) showOrder(r *http.Request) (answer, *problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.find(r.PathValue("id"))
	if o == nil {
		return answer{}, notFound()
	}
	return answer{http.StatusOK, s.view(o, true)}, nil
}

// find gives a living order; one whose time has passed is gone, as at PayPal. The caller holds the lock.
func (s *Sim) find(id string) *order {
	o := s.orders[id]
	if o == nil || o.expired {
		return nil
	}
	since := o.created
	if o.status == statusApproved {
		since = o.approved
	}
	if o.status != statusCompleted && time.Since(since) > approvalWindow {
		return nil
	}
	return o
}

func (o *order) total() string    { return o.req.PurchaseUnits[0].Amount.Value }
func (o *order) currency() string { return o.req.PurchaseUnits[0].Amount.CurrencyCode }

// context gives where the payer is sent afterwards, from either of the two places where a request may say it.
func (o *order) context() experience {
	if e := o.req.experience(); e != nil {
		return *e
	}
	if o.req.AppContext != nil {
		return *o.req.AppContext
	}
	return experience{}
}

// view is the order as the API shows it: in full, or with id, status and links only. The caller holds the lock.
func (s *Sim) view(o *order, full bool) orderView {
	v := orderView{ID: o.id, Status: o.status, Links: []link{{s.url("/v2/checkout/orders/", o.id), "self", "GET"}}}
	approve := "approve"
	if o.req.PaymentSource != nil {
		approve = "payer-action"
	}
	if o.status == statusCreated || o.status == statusAction {
		v.Links = append(v.Links, link{s.url("/checkoutnow?token=", o.id), approve, "GET"})
	}
	if o.status == statusApproved {
		verb := strings.ToLower(o.req.Intent)
		v.Links = append(v.Links, link{s.url("/v2/checkout/orders/", o.id, "/", verb), verb, "POST"})
	}
	if !full {
		return v
	}
	v.Intent, v.Payer, v.CreateTime = o.req.Intent, o.payer, stamp(o.created)
	if o.req.PaymentSource != nil && o.payer != nil {
		v.PaymentSource = &paymentSource{PayPal: &wallet{EmailAddress: o.payer.EmailAddress, AccountID: o.payer.PayerID,
			Name: o.payer.Name, Address: o.payer.Address}}
	}
	for i, req := range o.req.PurchaseUnits {
		u := unit{unitRequest: req}
		p := payments{pick(o.auths, i), pick(o.captures, i), pick(o.refunds, i)}
		if p.Authorizations != nil || p.Captures != nil || p.Refunds != nil {
			u.Payments = &p
		}
		v.PurchaseUnits = append(v.PurchaseUnits, u)
	}
	return v
}

func pick(entries []*entry, unit int) []transaction {
	var out []transaction
	for _, e := range entries {
		if e.unit == unit {
			out = append(out, e.transaction)
		}
	}
	return out
}
