package wire

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"kontor.dev/kontor/plugins/gen/basev1"
	"kontor.dev/kontor/plugins/sdk/base"
)

// A webhook is what a stranger sends. Whatever it is, it must reach the plugin, its body to the byte.
func FuzzWebhookRequest(f *testing.F) {
	f.Add("POST", "/x", "a=b", "Content-Type", "application/json", []byte(`{"id":1}`), int64(1_700_000_000))
	f.Add("\xff", "\x00", "%zz", "\xfe\xff", "\n", []byte{0xff, 0}, int64(-1))
	f.Fuzz(func(t *testing.T, method, path, query, name, value string, body []byte, at int64) {
		in := base.WebhookRequest{
			Method: method, Path: path, Query: query, Headers: http.Header{name: {value, ""}}, Body: body, ReceivedAt: time.Unix(at, 0),
		}
		data, err := proto.Marshal(WebhookRequest(in))
		if err != nil {
			t.Fatalf("does not travel: %v", err)
		}
		var message basev1.WebhookRequest
		if err := proto.Unmarshal(data, &message); err != nil {
			t.Fatal(err)
		}
		out := FromWebhookRequest(&message)
		if !bytes.Equal(out.Body, body) {
			t.Fatalf("body %q became %q", body, out.Body)
		}
		if len(out.Headers) != 1 {
			t.Fatalf("headers: %v", out.Headers)
		}
	})
}

// What a plugin answers is bytes of a stranger too: no answer may make the host panic.
func FuzzFromWire(f *testing.F) {
	seed, _ := proto.Marshal(WebhookRequest(base.WebhookRequest{Method: "POST", Headers: http.Header{"A": {"b"}}, ReceivedAt: time.Unix(1, 2)}))
	f.Add(seed)
	f.Add([]byte{0x0a, 0x00, 0x12})
	f.Fuzz(func(_ *testing.T, data []byte) {
		var r basev1.WebhookRequest
		if proto.Unmarshal(data, &r) == nil {
			FromWebhookRequest(&r)
		}
		var m basev1.Money
		if proto.Unmarshal(data, &m) == nil {
			_ = FromMoney(&m).IsSet()
		}
		var a basev1.Address
		if proto.Unmarshal(data, &a) == nil {
			FromAddress(&a)
		}
		var text basev1.Text
		if proto.Unmarshal(data, &text) == nil {
			_ = FromText(&text).In("de-DE")
		}
	})
}
