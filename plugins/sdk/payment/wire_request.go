package payment

import (
	pb "kontor.dev/kontor/plugins/gen/paymentv1"

	"kontor.dev/kontor/plugins/sdk/internal/wire"
)

func startOut(r StartRequest) *pb.StartRequest {
	return &pb.StartRequest{
		Method: r.Method, IdempotencyKey: r.IdempotencyKey, SessionId: r.SessionID, Express: r.Express,
		Purchase: purchaseOut(r.Purchase), Urls: urlsOut(r.URLs), ClientData: r.ClientData,
	}
}

func startIn(r *pb.StartRequest) StartRequest {
	return StartRequest{
		Method: r.GetMethod(), IdempotencyKey: r.GetIdempotencyKey(), SessionID: r.GetSessionId(),
		Express: r.GetExpress(), Purchase: purchaseIn(r.GetPurchase()), URLs: urlsIn(r.GetUrls()),
		ClientData: wire.Map(r.GetClientData()),
	}
}

func authorizeOut(r AuthorizeRequest) *pb.AuthorizeRequest {
	return &pb.AuthorizeRequest{
		Method: r.Method, IdempotencyKey: r.IdempotencyKey, Purchase: purchaseOut(r.Purchase), Urls: urlsOut(r.URLs),
		SessionId: r.SessionID, ClientData: r.ClientData, OrderedAt: wire.Time(r.OrderedAt),
	}
}

func authorizeIn(r *pb.AuthorizeRequest) AuthorizeRequest {
	return AuthorizeRequest{
		Method: r.GetMethod(), IdempotencyKey: r.GetIdempotencyKey(), Purchase: purchaseIn(r.GetPurchase()),
		URLs: urlsIn(r.GetUrls()), SessionID: r.GetSessionId(), ClientData: wire.Map(r.GetClientData()),
		OrderedAt: wire.FromTime(r.GetOrderedAt()),
	}
}

func completeOut(r CompleteRequest) *pb.CompleteRequest {
	return &pb.CompleteRequest{
		Method: r.Method, IdempotencyKey: r.IdempotencyKey, Reference: r.Reference, OrderNumber: r.OrderNumber,
		Attempt: wire.Int32(r.Attempt), Amount: wire.Money(r.Amount), Params: r.Params, Cancelled: r.Cancelled,
	}
}

func completeIn(r *pb.CompleteRequest) CompleteRequest {
	return CompleteRequest{
		Method: r.GetMethod(), IdempotencyKey: r.GetIdempotencyKey(), Reference: r.GetReference(),
		OrderNumber: r.GetOrderNumber(), Attempt: int(r.GetAttempt()), Amount: wire.FromMoney(r.GetAmount()),
		Params: wire.Map(r.GetParams()), Cancelled: r.GetCancelled(),
	}
}

func captureOut(r CaptureRequest) *pb.CaptureRequest {
	return &pb.CaptureRequest{
		Method: r.Method, IdempotencyKey: r.IdempotencyKey, Reference: r.Reference, OrderNumber: r.OrderNumber,
		Amount: wire.Money(r.Amount), Final: r.Final, Lines: wire.Slice(r.Lines, lineOut), Carrier: r.Carrier,
		TrackingNumber: r.TrackingNumber, InvoiceNumber: r.InvoiceNumber, InvoiceUrl: r.InvoiceURL, Earlier: r.Earlier,
	}
}

func captureIn(r *pb.CaptureRequest) CaptureRequest {
	return CaptureRequest{
		Method: r.GetMethod(), IdempotencyKey: r.GetIdempotencyKey(), Reference: r.GetReference(),
		OrderNumber: r.GetOrderNumber(), Amount: wire.FromMoney(r.GetAmount()), Final: r.GetFinal(),
		Lines: wire.Slice(r.GetLines(), lineIn), Carrier: r.GetCarrier(), TrackingNumber: r.GetTrackingNumber(),
		InvoiceNumber: r.GetInvoiceNumber(), InvoiceURL: r.GetInvoiceUrl(), Earlier: r.GetEarlier(),
	}
}

func voidOut(r VoidRequest) *pb.VoidRequest {
	return &pb.VoidRequest{
		Method: r.Method, IdempotencyKey: r.IdempotencyKey, Reference: r.Reference, OrderNumber: r.OrderNumber, Earlier: r.Earlier,
		Captured: wire.Money(r.Captured),
	}
}

func voidIn(r *pb.VoidRequest) VoidRequest {
	return VoidRequest{
		Method: r.GetMethod(), IdempotencyKey: r.GetIdempotencyKey(), Reference: r.GetReference(),
		OrderNumber: r.GetOrderNumber(), Earlier: r.GetEarlier(), Captured: wire.FromMoney(r.GetCaptured()),
	}
}

func refundOut(r RefundRequest) *pb.RefundRequest {
	return &pb.RefundRequest{
		Method: r.Method, IdempotencyKey: r.IdempotencyKey, Reference: r.Reference,
		CaptureReference: r.CaptureReference, OrderNumber: r.OrderNumber, Amount: wire.Money(r.Amount),
		Reason: r.Reason, Lines: wire.Slice(r.Lines, lineOut), Earlier: r.Earlier,
	}
}

func refundIn(r *pb.RefundRequest) RefundRequest {
	return RefundRequest{
		Method: r.GetMethod(), IdempotencyKey: r.GetIdempotencyKey(), Reference: r.GetReference(),
		CaptureReference: r.GetCaptureReference(), OrderNumber: r.GetOrderNumber(),
		Amount: wire.FromMoney(r.GetAmount()), Reason: r.GetReason(), Lines: wire.Slice(r.GetLines(), lineIn),
		Earlier: r.GetEarlier(),
	}
}

func statusOut(r StatusRequest) *pb.StatusRequest {
	return &pb.StatusRequest{
		Method: r.Method, IdempotencyKey: r.IdempotencyKey, Reference: r.Reference, OrderNumber: r.OrderNumber,
		Attempt: wire.Int32(r.Attempt), Amount: wire.Money(r.Amount),
	}
}

func statusIn(r *pb.StatusRequest) StatusRequest {
	return StatusRequest{
		Method: r.GetMethod(), IdempotencyKey: r.GetIdempotencyKey(), Reference: r.GetReference(),
		OrderNumber: r.GetOrderNumber(), Attempt: int(r.GetAttempt()), Amount: wire.FromMoney(r.GetAmount()),
	}
}

func stateOut(s State) *pb.StatusResponse {
	return &pb.StatusResponse{
		Outcome: outcomeOut(s.Outcome), Captured: wire.Money(s.Captured), Refunded: wire.Money(s.Refunded),
		Voided: s.Voided,
	}
}

func stateIn(s *pb.StatusResponse) State {
	return State{
		Outcome: outcomeIn(s.GetOutcome()), Captured: wire.FromMoney(s.GetCaptured()),
		Refunded: wire.FromMoney(s.GetRefunded()), Voided: s.GetVoided(),
	}
}

func answerOut(a WebhookAnswer) *pb.HandleWebhookResponse {
	return &pb.HandleWebhookResponse{Reply: wire.WebhookReply(a.Reply), Events: wire.Slice(a.Events, eventOut)}
}

func answerIn(a *pb.HandleWebhookResponse) WebhookAnswer {
	return WebhookAnswer{Reply: wire.FromWebhookReply(a.GetReply()), Events: wire.Slice(a.GetEvents(), eventIn)}
}
