package httpapi

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// acceptForms lets every operation with a JSON body take a form-encoded or multipart one: the form's values are read as
// the types of the body's schema, and fields that the schema does not have are left out.
func (s *Server) acceptForms(ctx huma.Context, next func(huma.Context)) {
	mediaType, params, err := mime.ParseMediaType(ctx.Header("Content-Type"))
	if err != nil || mediaType != formEncoded && mediaType != multipartForm {
		next(ctx)
		return
	}
	schema := bodySchema(s.api, ctx.Operation())
	if schema == nil {
		next(ctx)
		return
	}
	body, err := io.ReadAll(io.LimitReader(ctx.BodyReader(), maxBody+1))
	if err != nil {
		_ = huma.WriteErr(s.api, ctx, 400, "")
		return
	}
	if len(body) > maxBody { // a part of a form is not what the visitor sent
		_ = huma.WriteErr(s.api, ctx, 413, "")
		return
	}
	values, err := formValues(body, params["boundary"])
	if err != nil {
		_ = huma.WriteErr(s.api, ctx, 400, "")
		return
	}
	encoded, err := json.Marshal(formObject(schema, values))
	if err != nil {
		_ = huma.WriteErr(s.api, ctx, 400, "")
		return
	}
	next(formContext{humaContext: ctx, body: bytes.NewReader(encoded)})
}

const (
	formEncoded   = "application/x-www-form-urlencoded"
	multipartForm = "multipart/form-data"
)

// formValues reads a form; one with a boundary is multipart.
func formValues(body []byte, boundary string) (url.Values, error) {
	if boundary == "" {
		return url.ParseQuery(string(body))
	}
	form, err := multipart.NewReader(bytes.NewReader(body), boundary).ReadForm(maxBody)
	if err != nil {
		return nil, err
	}
	return form.Value, form.RemoveAll()
}

func bodySchema(api huma.API, op *huma.Operation) *huma.Schema {
	if op.RequestBody == nil {
		return nil
	}
	media := op.RequestBody.Content["application/json"]
	if media == nil || media.Schema == nil {
		return nil
	}
	if media.Schema.Ref != "" {
		return api.OpenAPI().Components.Schemas.SchemaFromRef(media.Schema.Ref)
	}
	return media.Schema
}

func formObject(schema *huma.Schema, values url.Values) map[string]any {
	object := map[string]any{}
	for name, property := range schema.Properties {
		list, ok := values[name]
		if property.Type == huma.TypeArray {
			if more := values[name+"[]"]; ok || len(more) > 0 {
				object[name] = formList(property.Items, append(list, more...))
			}
			continue
		}
		if ok {
			object[name] = formValue(property, list[0])
		}
	}
	return object
}

func formList(items *huma.Schema, texts []string) []any {
	list := make([]any, len(texts))
	for i, text := range texts {
		list[i] = formValue(items, text)
	}
	return list
}

// formValue reads text as the schema's type. What cannot be read stays a text, which the validation then refuses with
// the name of the field.
func formValue(schema *huma.Schema, text string) any {
	switch schema.Type {
	case huma.TypeInteger, huma.TypeNumber:
		if n := json.Number(strings.TrimSpace(text)); json.Valid([]byte(n)) {
			return n
		}
	case huma.TypeBoolean:
		switch text {
		case "1", "true", "on":
			return true
		case "0", "false", "":
			return false
		}
	}
	return text
}

type humaContext huma.Context

// formContext gives an operation the form's values as a JSON body.
type formContext struct {
	humaContext
	body io.Reader
}

func (c formContext) BodyReader() io.Reader { return c.body }

func (c formContext) Header(name string) string {
	if strings.EqualFold(name, "Content-Type") {
		return "application/json"
	}
	return c.humaContext.Header(name)
}

// Unwrap gives the context of the adapter.
func (c formContext) Unwrap() huma.Context { return c.humaContext }
