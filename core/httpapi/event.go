package httpapi

import (
	"maps"
	"net/http"
	"path"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/withdrawal"
)

// The events that other systems are called with. This server sends none of them, but its document describes them, so that those
// systems can take their types from it.
type (
	// EventHead is what they all begin with.
	EventHead struct {
		Type      string    `json:"type"`
		Timestamp time.Time `json:"timestamp" doc:"when it happened; the data are those of now"`
	}
	orderEvent struct {
		EventHead
		Data struct {
			Order  order.Order `json:"order"`
			Number int         `json:"number,omitempty" doc:"of the delivery in order.deliveries, of the refund in order.payments, or of the dispute in order.disputes, from 1"`
		} `json:"data"`
	}
	withdrawalEvent struct {
		EventHead
		Data struct {
			Withdrawal withdrawal.Report `json:"withdrawal"`
		} `json:"data"`
	}
	productEvent struct {
		EventHead
		Data struct {
			Product endpoint.Product `json:"product"`
		} `json:"data"`
	}
	pingEvent struct {
		EventHead
		Data struct{} `json:"data"`
	}
)

var eventTypes = map[endpoint.Subject]reflect.Type{
	endpoint.OfOrder: reflect.TypeFor[orderEvent](), endpoint.OfWithdrawal: reflect.TypeFor[withdrawalEvent](),
	endpoint.OfProduct: reflect.TypeFor[productEvent](), endpoint.OfNothing: reflect.TypeFor[pingEvent](),
}

// describeEvents adds the events to the document. Their schemas have names of their own: an order there is not the one that a
// customer is shown.
func (s *Server) describeEvents(api huma.API) {
	doc := api.OpenAPI()
	schemas := huma.NewMapRegistry("#/components/schemas/", eventSchemaName)
	doc.Webhooks = map[string]*huma.PathItem{}
	for _, kind := range append(endpoint.Kinds(), endpoint.Ping) {
		doc.Webhooks[string(kind)] = &huma.PathItem{Post: &huma.Operation{
			Summary: "Called by the shop, signed as Standard Webhooks describes; any answer of 200 to 299 takes it",
			RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
				"application/json": {Schema: schemas.Schema(eventTypes[kind.Subject()], true, "")},
			}},
			Responses: map[string]*huma.Response{"2XX": {Description: http.StatusText(http.StatusOK)}},
		}}
	}
	maps.Copy(doc.Components.Schemas.Map(), schemas.Map())
}

// eventSchemaName is OrderEvent for the type of that name here, EventOrderDelivery for order.Delivery and EventOrder for order.Order.
func eventSchemaName(t reflect.Type, hint string) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	upper := func(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
	switch pkg := upper(path.Base(t.PkgPath())); {
	case t.Name() == "":
		return upper(hint)
	case pkg == "Httpapi":
		return upper(t.Name())
	case pkg == t.Name():
		return "Event" + pkg
	default:
		return "Event" + pkg + t.Name()
	}
}
