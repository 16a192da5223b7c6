package worker_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
	commonpb "go.temporal.io/api/common/v1"
	failurepb "go.temporal.io/api/failure/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/known/timestamppb"
)

// What histories may hold: identifiers, times, numbers, and words of the workflows' own vocabulary. A
// person's name begins with a capital letter, an address has a space, an @ or a digit after letters.
var impersonal = []*regexp.Regexp{
	regexp.MustCompile(`^([a-z]+-)*[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`),
	regexp.MustCompile(`^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$`),
	regexp.MustCompile(`^[a-z][a-z_.-]*$`),
	regexp.MustCompile(`^-?\d+(\.\d+)?$`),
	regexp.MustCompile(`^$`),
	regexp.MustCompile(`^(AwaitWithTimeout|Sleep)$`),         // what the SDK calls a timer
	regexp.MustCompile(`^(give-back-\d+|late-return)(-1)?$`), // a change of the code, and what the SDK makes of it
}

// personal gives the values of a JSON document that are none of these.
func personal(document []byte) (found []string) {
	var value any
	if err := json.Unmarshal(document, &value); err != nil {
		return []string{string(document)} // a payload that cannot be read might be anything
	}
	var look func(any)
	look = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, one := range v {
				look(one)
			}
		case []any:
			for _, one := range v {
				look(one)
			}
		case string:
			for _, form := range impersonal {
				if form.MatchString(v) {
					return
				}
			}
			found = append(found, v)
		}
	}
	look(value)
	return found
}

// told gives what a history's payloads and failures say.
func told(m proto.Message, payload func(*commonpb.Payload), failure func(string)) {
	switch m := m.(type) {
	case *commonpb.Payload:
		payload(m)
		return
	case *timestamppb.Timestamp:
		return
	case *failurepb.Failure:
		failure(m.GetMessage())
	}
	each := func(v protoreflect.Value) { told(v.Message().Interface(), payload, failure) }
	m.ProtoReflect().Range(func(field protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case field.IsMap() && field.MapValue().Message() != nil:
			v.Map().Range(func(_ protoreflect.MapKey, one protoreflect.Value) bool { each(one); return true })
		case field.IsMap() || field.Message() == nil:
		case field.IsList():
			for i := range v.List().Len() {
				each(v.List().Get(i))
			}
		default:
			each(v)
		}
		return true
	})
}

// The histories of all workflows hold identifiers alone, which say nothing once the rows are gone: no secret, and nothing of a person. Those that
// speak of a customer are encrypted as well, and recorded here as they read with their key: see TestHistoriesCannotBeReadWithoutTheirKey.
func TestHistoriesHoldIdentifiersAlone(t *testing.T) {
	failure := regexp.MustCompile(`^([a-z_ :]*|UnhandledCommand)$`)
	files, err := filepath.Glob(filepath.Join("..", "*", "testdata", "replay", "*.json"))
	require.NoError(t, err)
	require.Greater(t, len(files), 40)
	for _, file := range files {
		payloads := 0
		told(readHistory(t, file), func(p *commonpb.Payload) {
			payloads++
			if string(p.GetMetadata()["encoding"]) == "binary/null" {
				return
			}
			require.Empty(t, personal(p.GetData()), file)
		}, func(message string) { require.Regexp(t, failure, message, file) })
		require.NotZero(t, payloads, file)
	}
	for _, text := range []string{`"erika@example.org"`, `{"a": ["Erika"]}`, `"Hauptstraße 1"`, `"+49 30 1234567"`, fmt.Sprintf("%q", "weg 7"), "Erika"} {
		require.NotEmpty(t, personal([]byte(text)), text)
	}
}
