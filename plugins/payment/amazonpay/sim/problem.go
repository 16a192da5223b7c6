package sim

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// problem is Amazon's error document together with its HTTP status.
type problem struct {
	status     int
	ReasonCode string `json:"reasonCode"`
	Message    string `json:"message"`
}

func fail(status int, reason, format string, args ...any) *problem {
	return &problem{status: status, ReasonCode: reason, Message: fmt.Sprintf(format, args...)}
}

func notFound() *problem {
	return fail(http.StatusNotFound, "ResourceNotFound", "The requested resource could not be found.")
}

func wrongState(what, state string) *problem {
	return fail(http.StatusUnprocessableEntity, what, "The operation is not allowed in state %s.", state)
}

func wrongValue(field, why string) *problem {
	return fail(http.StatusBadRequest, "InvalidParameterValue", "%s: %s", field, why)
}

func missing(field string) *problem {
	return fail(http.StatusBadRequest, "MissingParameterValue", "%s is required", field)
}

func (p *problem) write(w http.ResponseWriter) { stage.WriteJSON(w, p.status, p) }

// decode reads a JSON body strictly: a field that this API does not have is refused.
func decode(raw []byte, into any) *problem {
	err := stage.ReadJSON(bytes.NewReader(raw), into)
	if err == nil {
		return nil
	}
	if field, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		return fail(http.StatusBadRequest, "UnrecognizedField", "field %s is not recognized", field)
	}
	return fail(http.StatusBadRequest, "InvalidRequestFormat", "the body is not the JSON that was expected")
}
