package sim

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// operation is one change of a JSON Patch (RFC 6902).
type operation struct {
	Op    string          `json:"op"`
	Path  string          `json:"path"`
	Value json.RawMessage `json:"value,omitempty"`
	From  string          `json:"from,omitempty"`
}

// unitPath selects an attribute of a purchase unit by its reference id, as PayPal writes it.
var unitPath = regexp.MustCompile(`^/purchase_units/@reference_id=='([^']+)'/([a-z_/]+)$`)

// patchable are the attributes of a purchase unit that may change, with the operations that PayPal's table allows.
var patchable = map[string][]string{
	"amount": {"replace"}, "items": {"replace", "add", "remove"}, "custom_id": {"replace", "add", "remove"},
	"invoice_id": {"replace", "add", "remove"}, "description": {"replace", "add", "remove"},
	"soft_descriptor": {"replace", "remove"}, "shipping/name": {"replace", "add"},
	"shipping/address": {"replace", "add"}, "shipping/type": {"replace", "add"},
}

// patchOrder changes an order that is not completed, wholly or not at all.
func (s *Sim) patchOrder(r *http.Request) (answer, *problem) {
	var ops []operation
	if p := decode(r, &ops); p != nil {
		return answer{}, p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.find(r.PathValue("id"))
	switch {
	case o == nil:
		return answer{}, notFound()
	case o.status == statusCompleted:
		return answer{}, unprocessable("ORDER_ALREADY_COMPLETED")
	case o.status == statusAction:
		return answer{}, unprocessable("NOT_PATCHABLE") // the documents name CREATED and APPROVED alone
	}
	changed := o.req
	changed.PurchaseUnits = slices.Clone(o.req.PurchaseUnits)
	for _, op := range ops {
		if p := changed.apply(op); p != nil {
			return answer{}, p
		}
	}
	if p := changed.validate(); p != nil {
		return answer{}, p
	}
	o.req = changed
	s.stage.Note("patch", o.id, "%d changes, now %s %s, invoice %s", len(ops), o.total(), o.currency(), o.req.PurchaseUnits[0].InvoiceID)
	return answer{http.StatusNoContent, nil}, nil
}

// apply makes one change of one purchase unit. The unit was copied; what its pointers lead to is replaced, never written.
func (o *orderRequest) apply(op operation) *problem {
	switch {
	case !slices.Contains([]string{"add", "remove", "replace", "move", "copy", "test"}, op.Op):
		return fail(http.StatusBadRequest, detail{Field: "/op", Value: op.Op, Location: "body", Issue: "INVALID_PARAMETER_VALUE"})
	case op.Path == "":
		return unprocessable("PATCH_PATH_REQUIRED")
	case op.Op != "remove" && op.Value == nil:
		return unprocessable("PATCH_VALUE_REQUIRED")
	}
	m := unitPath.FindStringSubmatch(op.Path)
	if m == nil {
		return unprocessable("INVALID_JSON_POINTER_FORMAT")
	}
	i := slices.IndexFunc(o.PurchaseUnits, func(u unitRequest) bool { return u.ReferenceID == m[1] })
	if i < 0 {
		return unprocessable("REFERENCE_ID_NOT_FOUND")
	}
	allowed, known := patchable[m[2]]
	if !known {
		return fail(http.StatusBadRequest, detail{Field: op.Path, Location: "body", Issue: "FIELD_NOT_PATCHABLE"})
	}
	if !slices.Contains(allowed, op.Op) {
		return fail(http.StatusBadRequest, detail{Field: op.Path, Location: "body", Issue: "INVALID_PATCH_OPERATION"})
	}
	there, into := o.PurchaseUnits[i].attribute(m[2])
	if there == (op.Op == "add") {
		return fail(http.StatusBadRequest, detail{Field: op.Path, Location: "body", Issue: "INVALID_PATCH_OPERATION"})
	}
	if op.Op == "remove" {
		return nil
	}
	if err := stage.ReadJSON(bytes.NewReader(op.Value), into); err != nil {
		return fail(http.StatusBadRequest, detail{Field: op.Path, Location: "body", Issue: "INVALID_PARAMETER_SYNTAX"})
	}
	return nil
}

// attribute clears an attribute and gives whether it was there, and where its new value is decoded to.
func (u *unitRequest) attribute(name string) (there bool, into any) {
	to := shipping{}
	if u.Shipping != nil {
		to = *u.Shipping
	}
	switch name {
	case "amount":
		u.Amount = &amount{}
		return true, u.Amount
	case "items":
		there, u.Items = len(u.Items) > 0, nil
		return there, &u.Items
	case "shipping/name":
		there, to.Name = to.Name != nil, nil
		u.Shipping = &to
		return there, &to.Name
	case "shipping/address":
		there, to.Address = to.Address != nil, nil
		u.Shipping = &to
		return there, &to.Address
	}
	text := map[string]*string{"custom_id": &u.CustomID, "invoice_id": &u.InvoiceID, "description": &u.Description,
		"soft_descriptor": &u.SoftDescriptor, "shipping/type": &to.Type}[name]
	if name == "shipping/type" {
		u.Shipping = &to
	}
	there, *text = *text != "", ""
	return there, text
}
