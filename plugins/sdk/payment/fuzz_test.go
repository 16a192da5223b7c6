package payment

import (
	"testing"

	"google.golang.org/protobuf/proto"

	pb "kontor.dev/kontor/plugins/gen/paymentv1"
)

// Any bytes that are a message become an outcome that is not nil, and go back without a panic.
func FuzzOutcome(f *testing.F) {
	for _, o := range []Outcome{Authorized{Reference: "r"}, Pending{}, Redirect{URL: "u"}, FormPost{}, Declined{}, Unknown{}} {
		data, _ := proto.Marshal(outcomeOut(o))
		f.Add(data)
	}
	f.Add([]byte{0x0a, 0x00, 0x12, 0x00, 0x3a, 0x00})
	f.Fuzz(func(t *testing.T, data []byte) {
		var m pb.Outcome
		if proto.Unmarshal(data, &m) != nil {
			return
		}
		o := outcomeIn(&m)
		if o == nil {
			t.Fatal("no outcome")
		}
		if again := outcomeIn(outcomeOut(o)); again == nil {
			t.Fatal("no outcome after a round trip")
		}
		var answer pb.HandleWebhookResponse
		if proto.Unmarshal(data, &answer) == nil {
			answerIn(&answer)
		}
	})
}
