package shipping

import (
	"kontor.dev/kontor/plugins/gen/basev1"
	pb "kontor.dev/kontor/plugins/gen/shippingv1"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/internal/wire"
)

func parcelOut(p Parcel) *pb.Parcel {
	return &pb.Parcel{
		WeightGrams: p.WeightGrams, LengthMm: wire.Int32(p.LengthMM), WidthMm: wire.Int32(p.WidthMM),
		HeightMm: wire.Int32(p.HeightMM), Value: wire.Money(p.Value),
	}
}

func parcelIn(p *pb.Parcel) Parcel {
	return Parcel{
		WeightGrams: p.GetWeightGrams(), LengthMM: int(p.GetLengthMm()), WidthMM: int(p.GetWidthMm()),
		HeightMM: int(p.GetHeightMm()), Value: wire.FromMoney(p.GetValue()),
	}
}

func optionsOut(r OptionsRequest) *pb.OptionsRequest {
	return &pb.OptionsRequest{
		Parcels: wire.Slice(r.Parcels, parcelOut), Address: wire.Address(r.Address),
		CustomerType: basev1.CustomerType(r.CustomerType), GoodsTotal: wire.Money(r.GoodsTotal), Locale: r.Locale,
	}
}

func optionsIn(r *pb.OptionsRequest) OptionsRequest {
	return OptionsRequest{
		Parcels: wire.Slice(r.GetParcels(), parcelIn), Address: wire.FromAddress(r.GetAddress()),
		CustomerType: base.CustomerType(r.GetCustomerType()), GoodsTotal: wire.FromMoney(r.GetGoodsTotal()),
		Locale: r.GetLocale(),
	}
}

func offerOut(o Offer) *pb.OptionsResponse {
	a := &pb.OptionsResponse{Options: wire.Slice(o.Options, optionOut)}
	if s := o.Scope; s != (Scope{}) {
		a.Scope = &pb.Scope{
			Area: pb.Area(s.Area), HeaviestGrams: rangeOut(s.HeaviestGrams), TotalGrams: rangeOut(s.TotalGrams),
			GoodsTotal: rangeOut(s.GoodsTotal),
		}
	}
	return a
}

func offerIn(a *pb.OptionsResponse) Offer {
	s := a.GetScope()
	return Offer{Options: wire.Slice(a.GetOptions(), optionIn), Scope: Scope{
		Area: Area(s.GetArea()), HeaviestGrams: rangeIn(s.GetHeaviestGrams()), TotalGrams: rangeIn(s.GetTotalGrams()),
		GoodsTotal: rangeIn(s.GetGoodsTotal()),
	}}
}

func rangeOut(r Range) *pb.Range {
	if r == (Range{}) {
		return nil
	}
	return &pb.Range{From: r.From, Below: r.Below}
}

func rangeIn(r *pb.Range) Range { return Range{From: r.GetFrom(), Below: r.GetBelow()} }

func optionOut(o Option) *pb.Option {
	return &pb.Option{
		Id: o.ID, Kind: basev1.DeliveryKind(o.Kind), Carrier: o.Carrier, Title: wire.Text(o.Title),
		Hint: wire.Text(o.Hint), DeliveryNote: wire.Text(o.DeliveryNote), Fee: wire.Money(o.Fee),
		MinDays: wire.Int32(o.MinDays), MaxDays: wire.Int32(o.MaxDays), NeedsPhone: o.NeedsPhone,
		CashOnDelivery: o.CashOnDelivery, Logo: wire.Image(o.Logo), Sort: wire.Int32(o.Sort),
	}
}

func optionIn(o *pb.Option) Option {
	return Option{
		ID: o.GetId(), Kind: base.DeliveryKind(o.GetKind()), Carrier: o.GetCarrier(), Title: wire.FromText(o.GetTitle()),
		Hint: wire.FromText(o.GetHint()), DeliveryNote: wire.FromText(o.GetDeliveryNote()),
		Fee: wire.FromMoney(o.GetFee()), MinDays: int(o.GetMinDays()), MaxDays: int(o.GetMaxDays()),
		NeedsPhone: o.GetNeedsPhone(), CashOnDelivery: o.GetCashOnDelivery(), Logo: wire.FromImage(o.GetLogo()),
		Sort: int(o.GetSort()),
	}
}

func pointsOut(r PickupPointsRequest) *pb.PickupPointsRequest {
	return &pb.PickupPointsRequest{
		OptionId: r.OptionID, Kind: basev1.DeliveryKind(r.Kind), Near: wire.Address(r.Near), Limit: wire.Int32(r.Limit), Locale: r.Locale,
	}
}

func pointsIn(r *pb.PickupPointsRequest) PickupPointsRequest {
	return PickupPointsRequest{
		OptionID: r.GetOptionId(), Kind: base.DeliveryKind(r.GetKind()), Near: wire.FromAddress(r.GetNear()),
		Limit: int(r.GetLimit()), Locale: r.GetLocale(),
	}
}

func pointOut(p PickupPoint) *pb.PickupPoint {
	return &pb.PickupPoint{
		Id: p.ID, Name: p.Name, Address: wire.Address(p.Address), DistanceMeters: wire.Int32(p.DistanceMeters),
		OpeningHours: p.OpeningHours,
	}
}

func pointIn(p *pb.PickupPoint) PickupPoint {
	return PickupPoint{
		ID: p.GetId(), Name: p.GetName(), Address: wire.FromAddress(p.GetAddress()),
		DistanceMeters: int(p.GetDistanceMeters()), OpeningHours: p.GetOpeningHours(),
	}
}

func verdictOut(v Verdict) *pb.ValidateAddressResponse {
	return &pb.ValidateAddressResponse{
		Deliverable: v.Deliverable, Fields: wire.Slice(v.Fields, wire.FieldError), Suggestion: wire.Address(v.Suggestion),
	}
}

func verdictIn(v *pb.ValidateAddressResponse) Verdict {
	return Verdict{
		Deliverable: v.GetDeliverable(), Fields: wire.Slice(v.GetFields(), wire.FromFieldError),
		Suggestion: wire.FromAddress(v.GetSuggestion()),
	}
}

func shipmentRequestOut(r ShipmentRequest) *pb.CreateShipmentRequest {
	return &pb.CreateShipmentRequest{
		IdempotencyKey: r.IdempotencyKey, OptionId: r.OptionID, OrderNumber: r.OrderNumber,
		Recipient: wire.Address(r.Recipient), Email: r.Email, Parcels: wire.Slice(r.Parcels, parcelOut),
		CollectAmount: wire.Money(r.CollectAmount), ShipDate: wire.Time(r.ShipDate), Sender: wire.Address(r.Sender),
	}
}

func shipmentRequestIn(r *pb.CreateShipmentRequest) ShipmentRequest {
	return ShipmentRequest{
		IdempotencyKey: r.GetIdempotencyKey(), OptionID: r.GetOptionId(), OrderNumber: r.GetOrderNumber(),
		Recipient: wire.FromAddress(r.GetRecipient()), Email: r.GetEmail(),
		Parcels: wire.Slice(r.GetParcels(), parcelIn), CollectAmount: wire.FromMoney(r.GetCollectAmount()),
		ShipDate: wire.FromTime(r.GetShipDate()), Sender: wire.FromAddress(r.GetSender()),
	}
}

func shipmentOut(s Shipment) *pb.CreateShipmentResponse {
	return &pb.CreateShipmentResponse{Reference: s.Reference, Packages: wire.Slice(s.Packages, packageOut)}
}

func shipmentIn(s *pb.CreateShipmentResponse) Shipment {
	return Shipment{Reference: s.GetReference(), Packages: wire.Slice(s.GetPackages(), packageIn)}
}

func packageOut(p Package) *pb.Package {
	return &pb.Package{
		TrackingNumber: p.TrackingNumber, TrackingUrl: p.TrackingURL, LabelType: p.LabelType, Label: p.Label,
	}
}

func packageIn(p *pb.Package) Package {
	return Package{
		TrackingNumber: p.GetTrackingNumber(), TrackingURL: p.GetTrackingUrl(), LabelType: p.GetLabelType(),
		Label: p.GetLabel(),
	}
}

func trackOut(t Track) *pb.TrackResponse {
	return &pb.TrackResponse{
		Known: t.Known, State: pb.ParcelState(t.State), EstimatedAt: wire.Time(t.EstimatedAt),
		Scans: wire.Slice(t.Scans, scanOut),
	}
}

func trackIn(t *pb.TrackResponse) Track {
	return Track{
		Known: t.GetKnown(), State: ParcelState(t.GetState()), EstimatedAt: wire.FromTime(t.GetEstimatedAt()),
		Scans: wire.Slice(t.GetScans(), scanIn),
	}
}

func scanOut(s Scan) *pb.Scan {
	return &pb.Scan{
		Id: s.ID, TrackingNumber: s.TrackingNumber, State: pb.ParcelState(s.State), OccurredAt: wire.Time(s.OccurredAt),
		Place: s.Place, Description: s.Description,
	}
}

func scanIn(s *pb.Scan) Scan {
	return Scan{
		ID: s.GetId(), TrackingNumber: s.GetTrackingNumber(), State: ParcelState(s.GetState()),
		OccurredAt: wire.FromTime(s.GetOccurredAt()), Place: s.GetPlace(), Description: s.GetDescription(),
	}
}

func answerOut(a WebhookAnswer) *pb.HandleWebhookResponse {
	return &pb.HandleWebhookResponse{Reply: wire.WebhookReply(a.Reply), Scans: wire.Slice(a.Scans, scanOut)}
}

func answerIn(a *pb.HandleWebhookResponse) WebhookAnswer {
	return WebhookAnswer{Reply: wire.FromWebhookReply(a.GetReply()), Scans: wire.Slice(a.GetScans(), scanIn)}
}
