package pluginhost

import (
	"context"
	"regexp"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"kontor.dev/kontor/plugins/sdk/base"
)

// fits reports whether what a plugin names a payment, an operation, a shipment, a scan or an event by can be kept: the database finds
// them by an index, which takes no more than some 2,700 bytes.
func fits(reference string) bool { return len(reference) <= base.MaxReference }

// unfit is the error for an answer with a name that cannot be kept. What it is about may have taken effect.
func unfit() *base.Error {
	return &base.Error{Fault: base.FaultPlugin, Code: base.CodeBadAnswer, Message: "a reference that is too long", OutcomeUnknown: true}
}

// codeForm is a code: a word that texts are found by, and that is kept, counted and sent to browsers.
var codeForm = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,100}$`)

// codeOr gives a plugin's code, or another for what is none.
func codeOr(code, other string) string {
	if codeForm.MatchString(code) {
		return code
	}
	return other
}

const nul = "\x00"

// sound refuses an answer with a NUL character in a text, which no text of the database can hold: what became of a payment could
// not be written down. A text that is not UTF-8 gRPC refuses in the same way.
func sound(ctx context.Context, call string, req, answer any, conn *grpc.ClientConn, invoke grpc.UnaryInvoker, o ...grpc.CallOption) error {
	if err := invoke(ctx, call, req, answer, conn, o...); err != nil {
		return err
	}
	if m, ok := answer.(proto.Message); ok && hasNUL(m.ProtoReflect()) {
		return status.Error(codes.Internal, "a NUL character in a text")
	}
	return nil
}

// hasNUL looks at all texts of a message.
func hasNUL(m protoreflect.Message) (found bool) {
	in := func(kind protoreflect.Kind, v protoreflect.Value) bool {
		switch kind {
		case protoreflect.StringKind:
			return strings.Contains(v.String(), nul)
		case protoreflect.MessageKind:
			return hasNUL(v.Message())
		}
		return false
	}
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.IsMap():
			v.Map().Range(func(key protoreflect.MapKey, value protoreflect.Value) bool {
				found = in(f.MapKey().Kind(), key.Value()) || in(f.MapValue().Kind(), value)
				return !found
			})
		case f.IsList():
			for i := 0; i < v.List().Len() && !found; i++ {
				found = in(f.Kind(), v.List().Get(i))
			}
		default:
			found = in(f.Kind(), v)
		}
		return !found
	})
	return found
}
