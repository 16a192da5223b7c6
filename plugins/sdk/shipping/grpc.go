package shipping

import (
	"context"

	"google.golang.org/grpc"

	pb "kontor.dev/kontor/plugins/gen/shippingv1"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/internal/wire"
)

// Register serves p on a gRPC server.
func Register(r grpc.ServiceRegistrar, p Provider) { pb.RegisterShippingServiceServer(r, server{p: p}) }

// NewClient gives the Provider at the other end of a connection. Its errors are *base.Error.
func NewClient(conn grpc.ClientConnInterface) Provider {
	return client{pb.NewShippingServiceClient(conn)}
}

type server struct {
	pb.UnimplementedShippingServiceServer
	p Provider
}

func (s server) Options(ctx context.Context, r *pb.OptionsRequest) (*pb.OptionsResponse, error) {
	offer, err := s.p.Options(ctx, optionsIn(r))
	return offerOut(offer), wire.Status(err)
}

func (s server) PickupPoints(ctx context.Context, r *pb.PickupPointsRequest) (*pb.PickupPointsResponse, error) {
	points, err := s.p.PickupPoints(ctx, pointsIn(r))
	return &pb.PickupPointsResponse{Points: wire.Slice(points, pointOut)}, wire.Status(err)
}

func (s server) ValidateAddress(ctx context.Context, r *pb.ValidateAddressRequest) (*pb.ValidateAddressResponse, error) {
	v, err := s.p.ValidateAddress(ctx, ValidateAddressRequest{OptionID: r.GetOptionId(), Address: wire.FromAddress(r.GetAddress())})
	return verdictOut(v), wire.Status(err)
}

func (s server) CreateShipment(ctx context.Context, r *pb.CreateShipmentRequest) (*pb.CreateShipmentResponse, error) {
	shipment, err := s.p.CreateShipment(ctx, shipmentRequestIn(r))
	return shipmentOut(shipment), wire.Status(err)
}

func (s server) Cancel(ctx context.Context, r *pb.CancelRequest) (*pb.CancelResponse, error) {
	err := s.p.Cancel(ctx, CancelRequest{IdempotencyKey: r.GetIdempotencyKey(), Reference: r.GetReference()})
	return &pb.CancelResponse{}, wire.Status(err)
}

func (s server) Track(ctx context.Context, r *pb.TrackRequest) (*pb.TrackResponse, error) {
	t, err := s.p.Track(ctx, TrackRequest{
		TrackingNumber: r.GetTrackingNumber(), PostalCode: r.GetPostalCode(), Locale: r.GetLocale(),
	})
	return trackOut(t), wire.Status(err)
}

func (s server) HandleWebhook(ctx context.Context, r *pb.HandleWebhookRequest) (*pb.HandleWebhookResponse, error) {
	a, err := s.p.HandleWebhook(ctx, wire.FromWebhookRequest(r.GetRequest()))
	return answerOut(a), wire.Status(err)
}

type client struct{ c pb.ShippingServiceClient }

func (c client) Options(ctx context.Context, r OptionsRequest) (Offer, error) {
	a, err := c.c.Options(ctx, optionsOut(r))
	return offerIn(a), wire.FromStatus(err)
}

func (c client) PickupPoints(ctx context.Context, r PickupPointsRequest) ([]PickupPoint, error) {
	a, err := c.c.PickupPoints(ctx, pointsOut(r))
	return wire.Slice(a.GetPoints(), pointIn), wire.FromStatus(err)
}

func (c client) ValidateAddress(ctx context.Context, r ValidateAddressRequest) (Verdict, error) {
	a, err := c.c.ValidateAddress(ctx, &pb.ValidateAddressRequest{OptionId: r.OptionID, Address: wire.Address(r.Address)})
	return verdictIn(a), wire.FromStatus(err)
}

func (c client) CreateShipment(ctx context.Context, r ShipmentRequest) (Shipment, error) {
	a, err := c.c.CreateShipment(ctx, shipmentRequestOut(r))
	return shipmentIn(a), wire.FromStatus(err)
}

func (c client) Cancel(ctx context.Context, r CancelRequest) error {
	_, err := c.c.Cancel(ctx, &pb.CancelRequest{IdempotencyKey: r.IdempotencyKey, Reference: r.Reference})
	return wire.FromStatus(err)
}

func (c client) Track(ctx context.Context, r TrackRequest) (Track, error) {
	a, err := c.c.Track(ctx, &pb.TrackRequest{
		TrackingNumber: r.TrackingNumber, PostalCode: r.PostalCode, Locale: r.Locale,
	})
	return trackIn(a), wire.FromStatus(err)
}

func (c client) HandleWebhook(ctx context.Context, r base.WebhookRequest) (WebhookAnswer, error) {
	a, err := c.c.HandleWebhook(ctx, &pb.HandleWebhookRequest{Request: wire.WebhookRequest(r)})
	return answerIn(a), wire.FromStatus(err)
}
