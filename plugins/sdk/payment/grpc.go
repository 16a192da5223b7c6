package payment

import (
	"context"

	"google.golang.org/grpc"

	pb "kontor.dev/kontor/plugins/gen/paymentv1"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/internal/wire"
)

// Register serves p on a gRPC server.
func Register(r grpc.ServiceRegistrar, p Provider) { pb.RegisterPaymentServiceServer(r, server{p: p}) }

// NewClient gives the Provider at the other end of a connection. Its errors are *base.Error.
func NewClient(conn grpc.ClientConnInterface) Provider {
	return client{pb.NewPaymentServiceClient(conn)}
}

type server struct {
	pb.UnimplementedPaymentServiceServer
	p Provider
}

func (s server) Methods(ctx context.Context, _ *pb.MethodsRequest) (*pb.MethodsResponse, error) {
	methods, err := s.p.Methods(ctx)
	return &pb.MethodsResponse{Methods: wire.Slice(methods, methodOut)}, wire.Status(err)
}

func (s server) Start(ctx context.Context, r *pb.StartRequest) (*pb.StartResponse, error) {
	session, err := s.p.Start(ctx, startIn(r))
	return sessionOut(session), wire.Status(err)
}

func (s server) Authorize(ctx context.Context, r *pb.AuthorizeRequest) (*pb.AuthorizeResponse, error) {
	o, err := s.p.Authorize(ctx, authorizeIn(r))
	return &pb.AuthorizeResponse{Outcome: outcomeOut(o)}, wire.Status(err)
}

func (s server) Complete(ctx context.Context, r *pb.CompleteRequest) (*pb.CompleteResponse, error) {
	o, err := s.p.Complete(ctx, completeIn(r))
	return &pb.CompleteResponse{Outcome: outcomeOut(o)}, wire.Status(err)
}

func (s server) HandleWebhook(ctx context.Context, r *pb.HandleWebhookRequest) (*pb.HandleWebhookResponse, error) {
	a, err := s.p.HandleWebhook(ctx, wire.FromWebhookRequest(r.GetRequest()))
	return answerOut(a), wire.Status(err)
}

func (s server) Capture(ctx context.Context, r *pb.CaptureRequest) (*pb.CaptureResponse, error) {
	receipt, err := s.p.Capture(ctx, captureIn(r))
	return &pb.CaptureResponse{Receipt: receiptOut(receipt)}, wire.Status(err)
}

func (s server) Void(ctx context.Context, r *pb.VoidRequest) (*pb.VoidResponse, error) {
	receipt, err := s.p.Void(ctx, voidIn(r))
	return &pb.VoidResponse{Receipt: receiptOut(receipt)}, wire.Status(err)
}

func (s server) Refund(ctx context.Context, r *pb.RefundRequest) (*pb.RefundResponse, error) {
	receipt, err := s.p.Refund(ctx, refundIn(r))
	return &pb.RefundResponse{Receipt: receiptOut(receipt)}, wire.Status(err)
}

func (s server) Status(ctx context.Context, r *pb.StatusRequest) (*pb.StatusResponse, error) {
	state, err := s.p.Status(ctx, statusIn(r))
	return stateOut(state), wire.Status(err)
}

type client struct{ c pb.PaymentServiceClient }

func (c client) Methods(ctx context.Context) ([]Method, error) {
	a, err := c.c.Methods(ctx, &pb.MethodsRequest{})
	return wire.Slice(a.GetMethods(), methodIn), wire.FromStatus(err)
}

func (c client) Start(ctx context.Context, r StartRequest) (Session, error) {
	a, err := c.c.Start(ctx, startOut(r))
	return sessionIn(a), wire.FromStatus(err)
}

func (c client) Authorize(ctx context.Context, r AuthorizeRequest) (Outcome, error) {
	a, err := c.c.Authorize(ctx, authorizeOut(r))
	if err != nil {
		return nil, wire.FromStatus(err)
	}
	return outcomeIn(a.GetOutcome()), nil
}

func (c client) Complete(ctx context.Context, r CompleteRequest) (Outcome, error) {
	a, err := c.c.Complete(ctx, completeOut(r))
	if err != nil {
		return nil, wire.FromStatus(err)
	}
	return outcomeIn(a.GetOutcome()), nil
}

func (c client) HandleWebhook(ctx context.Context, r base.WebhookRequest) (WebhookAnswer, error) {
	a, err := c.c.HandleWebhook(ctx, &pb.HandleWebhookRequest{Request: wire.WebhookRequest(r)})
	return answerIn(a), wire.FromStatus(err)
}

func (c client) Capture(ctx context.Context, r CaptureRequest) (Receipt, error) {
	a, err := c.c.Capture(ctx, captureOut(r))
	return receiptIn(a.GetReceipt()), wire.FromStatus(err)
}

func (c client) Void(ctx context.Context, r VoidRequest) (Receipt, error) {
	a, err := c.c.Void(ctx, voidOut(r))
	return receiptIn(a.GetReceipt()), wire.FromStatus(err)
}

func (c client) Refund(ctx context.Context, r RefundRequest) (Receipt, error) {
	a, err := c.c.Refund(ctx, refundOut(r))
	return receiptIn(a.GetReceipt()), wire.FromStatus(err)
}

func (c client) Status(ctx context.Context, r StatusRequest) (State, error) {
	a, err := c.c.Status(ctx, statusOut(r))
	if err != nil {
		return State{}, wire.FromStatus(err)
	}
	return stateIn(a), nil
}
