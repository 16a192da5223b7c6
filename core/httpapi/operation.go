package httpapi

import (
	"context"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// none is the input of operations that take nothing.
type none struct{}

// body is an input that is a body alone.
type body[T any] struct{ Body T }

type answer[T any] struct{ Body T }

// raw is an answer that is encoded already.
type raw struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

// get describes a reading operation.
func get(tag, id, path, summary string) huma.Operation {
	return huma.Operation{Method: http.MethodGet, OperationID: id, Path: path, Summary: summary, Tags: []string{tag}}
}

// post describes a changing operation; it takes JSON and form-encoded bodies alike.
func post(tag, id, path, summary string) huma.Operation {
	return huma.Operation{
		Method: http.MethodPost, OperationID: id, Path: path, Summary: summary, Tags: []string{tag},
		DefaultStatus: http.StatusOK, MaxBodyBytes: maxBody,
	}
}

// register adds an operation whose answer is handle's result as JSON, or the problem that its fault maps to.
func register[I, O any](api huma.API, op huma.Operation, handle func(context.Context, *I) (O, error)) {
	huma.Register(api, op, func(ctx context.Context, in *I) (*answer[O], error) {
		out, err := handle(ctx, in)
		if err != nil {
			return nil, problemOf(ctx, err)
		}
		return &answer[O]{Body: out}, nil
	})
}

// registerRaw is register for a handler that encodes itself, or keeps what it encoded; O is documented as the answer.
func registerRaw[I, O any](api huma.API, op huma.Operation, handle func(context.Context, *I) (*raw, error)) {
	op.Responses = map[string]*huma.Response{"200": inJSON[O](api, http.StatusText(http.StatusOK))}
	huma.Register(api, op, func(ctx context.Context, in *I) (*raw, error) {
		out, err := handle(ctx, in)
		if err != nil {
			return nil, problemOf(ctx, err)
		}
		return out, nil
	})
}

// alsoAnswers documents that an operation answers a status in a way of its own. All other faults are answered by a Problem.
func alsoAnswers[T any](api huma.API, op *huma.Operation, status int) {
	op.Responses = map[string]*huma.Response{
		strconv.Itoa(status): inJSON[T](api, http.StatusText(status)), "default": inJSON[Problem](api, "Error"),
	}
}

func inJSON[T any](api huma.API, description string) *huma.Response {
	schema := api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[T](), true, "")
	return &huma.Response{Description: description, Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
}
