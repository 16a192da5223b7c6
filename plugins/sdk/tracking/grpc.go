package tracking

import (
	"context"

	"google.golang.org/grpc"

	pb "kontor.dev/kontor/plugins/gen/trackingv1"
	"kontor.dev/kontor/plugins/sdk/internal/wire"
)

// Register serves p on a gRPC server.
func Register(r grpc.ServiceRegistrar, p Provider) { pb.RegisterTrackingServiceServer(r, server{p: p}) }

// NewClient gives the Provider at the other end of a connection. Its errors are *base.Error.
func NewClient(conn grpc.ClientConnInterface) Provider {
	return client{pb.NewTrackingServiceClient(conn)}
}

type server struct {
	pb.UnimplementedTrackingServiceServer
	p Provider
}

func (s server) Service(ctx context.Context, _ *pb.ServiceRequest) (*pb.ServiceResponse, error) {
	service, err := s.p.Service(ctx)
	return serviceOut(service), wire.Status(err)
}

func (s server) Deliver(ctx context.Context, r *pb.DeliverRequest) (*pb.DeliverResponse, error) {
	receipt, err := s.p.Deliver(ctx, batchIn(r))
	return receiptOut(receipt), wire.Status(err)
}

type client struct{ c pb.TrackingServiceClient }

func (c client) Service(ctx context.Context) (Service, error) {
	a, err := c.c.Service(ctx, &pb.ServiceRequest{})
	return serviceIn(a), wire.FromStatus(err)
}

func (c client) Deliver(ctx context.Context, b Batch) (Receipt, error) {
	a, err := c.c.Deliver(ctx, batchOut(b))
	return receiptIn(a), wire.FromStatus(err)
}
