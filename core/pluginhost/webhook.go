package pluginhost

import (
	"mime"
	"time"

	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/plugins/sdk/base"
)

func webhookOut(c checkout.WebhookCall) base.WebhookRequest {
	return base.WebhookRequest{
		Method: c.Method, Path: c.Path, Query: c.Query, Headers: c.Headers, Body: c.Body, ReceivedAt: time.Now(),
	}
}

// replyIn takes from a plugin what may stand in an answer of the shop: text or JSON, never a page.
func replyIn(r base.WebhookReply) checkout.WebhookReply {
	out := checkout.WebhookReply{Status: r.Status}
	switch media, _, _ := mime.ParseMediaType(r.ContentType); media {
	case "text/plain", "application/json":
		out.ContentType, out.Body = r.ContentType, r.Body
	}
	if out.Status < 200 || out.Status > 299 {
		out.Status = 204
	}
	return out
}
