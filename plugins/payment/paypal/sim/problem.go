package sim

import (
	"net/http"

	"kontor.dev/kontor/plugins/simulator/stage"
)

type detail struct {
	Field       string `json:"field,omitempty"`
	Value       string `json:"value,omitempty"`
	Location    string `json:"location,omitempty"`
	Issue       string `json:"issue"`
	Description string `json:"description,omitempty"`
}

// problem is PayPal's error document together with its HTTP status.
type problem struct {
	status  int
	Name    string   `json:"name"`
	Message string   `json:"message"`
	DebugID string   `json:"debug_id"`
	Details []detail `json:"details,omitempty"`
	Links   []link   `json:"links"`
}

var problemNames = map[int][2]string{
	http.StatusBadRequest:           {"INVALID_REQUEST", "Request is not well-formed, syntactically incorrect, or violates schema."},
	http.StatusUnauthorized:         {"AUTHENTICATION_FAILURE", "Authentication failed due to missing authorization header, or invalid authentication credentials."},
	http.StatusForbidden:            {"NOT_AUTHORIZED", "Authorization failed due to insufficient permissions."},
	http.StatusNotFound:             {"RESOURCE_NOT_FOUND", "The specified resource does not exist."},
	http.StatusConflict:             {"RESOURCE_CONFLICT", "The server has detected a conflict while processing this request."},
	http.StatusUnsupportedMediaType: {"UNSUPPORTED_MEDIA_TYPE", "The server does not support the request payload's media type."},
	http.StatusUnprocessableEntity:  {"UNPROCESSABLE_ENTITY", "The requested action could not be performed, semantically incorrect, or failed business validation."},
}

func fail(status int, details ...detail) *problem {
	known := problemNames[status]
	return &problem{status: status, Name: known[0], Message: known[1], Details: details, Links: []link{}}
}

func unprocessable(issue string) *problem {
	return fail(http.StatusUnprocessableEntity, detail{Issue: issue, Description: issueText[issue]})
}

func notFound() *problem {
	return fail(http.StatusNotFound, detail{Issue: "INVALID_RESOURCE_ID", Description: issueText["INVALID_RESOURCE_ID"]})
}

// issueText words the documented issues for the person who reads a log.
var issueText = map[string]string{
	"INVALID_RESOURCE_ID":            "There is no resource with this ID.",
	"ORDER_NOT_APPROVED":             "The payer has not approved this order.",
	"ORDER_ALREADY_CAPTURED":         "This order has been captured already.",
	"ORDER_ALREADY_AUTHORIZED":       "This order has been authorized already.",
	"ORDER_COMPLETED_OR_VOIDED":      "The order is completed or voided.",
	"ACTION_DOES_NOT_MATCH_INTENT":   "The call does not fit the intent of the order.",
	"INSTRUMENT_DECLINED":            "The payer's instrument was declined.",
	"PAYER_CANNOT_PAY":               "The payer cannot pay for this transaction.",
	"DUPLICATE_INVOICE_ID":           "This invoice ID has been paid already.",
	"AUTHORIZATION_VOIDED":           "The authorization was voided.",
	"AUTHORIZATION_EXPIRED":          "The authorization has expired.",
	"AUTHORIZATION_ALREADY_CAPTURED": "The authorization was captured already.",
	"MAX_CAPTURE_AMOUNT_EXCEEDED":    "The captures would exceed the allowed amount.",
	"PREVIOUSLY_CAPTURED":            "The authorization was captured and cannot be voided.",
	"PREVIOUSLY_VOIDED":              "The authorization was voided before.",
	"CAPTURE_FULLY_REFUNDED":         "Nothing is left of this capture to refund.",
	"REFUND_AMOUNT_EXCEEDED":         "More than what is left of this capture.",
	"PENDING_CAPTURE":                "The capture is pending.",
	"ORDER_ALREADY_COMPLETED":        "A completed order cannot be changed.",
	"NOT_PATCHABLE":                  "The order cannot be changed in this state.",
	"PATCH_PATH_REQUIRED":            "The change names no path.",
	"PATCH_VALUE_REQUIRED":           "The change has no value.",
	"INVALID_JSON_POINTER_FORMAT":    "The path is not one of an order.",
	"REFERENCE_ID_NOT_FOUND":         "There is no purchase unit with this reference ID.",
	"REFUND_NOT_ALLOWED":             "This capture cannot be refunded.",
}

func (p *problem) write(w http.ResponseWriter, debugID string) {
	p.DebugID = debugID
	w.Header().Set("Paypal-Debug-Id", debugID)
	stage.WriteJSON(w, p.status, p)
}

func (p *problem) issue() string {
	if len(p.Details) == 0 {
		return p.Name
	}
	return p.Details[0].Issue
}
