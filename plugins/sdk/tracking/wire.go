package tracking

import (
	pb "kontor.dev/kontor/plugins/gen/trackingv1"
	"kontor.dev/kontor/plugins/sdk/internal/wire"
)

func serviceOut(s Service) *pb.ServiceResponse {
	return &pb.ServiceResponse{
		Name: s.Name, TemplateId: s.TemplateID, Title: wire.Text(s.Title), Purpose: wire.Text(s.Purpose),
		EventTypes: s.EventTypes,
	}
}

func serviceIn(s *pb.ServiceResponse) Service {
	return Service{
		Name: s.GetName(), TemplateID: s.GetTemplateId(), Title: wire.FromText(s.GetTitle()),
		Purpose: wire.FromText(s.GetPurpose()), EventTypes: s.GetEventTypes(),
	}
}

func batchOut(b Batch) *pb.DeliverRequest {
	return &pb.DeliverRequest{BatchId: b.ID, Events: wire.Slice(b.Events, eventOut)}
}

func batchIn(b *pb.DeliverRequest) Batch {
	return Batch{ID: b.GetBatchId(), Events: wire.Slice(b.GetEvents(), eventIn)}
}

func eventOut(e Event) *pb.Event {
	return &pb.Event{
		Id: e.ID, Type: e.Type, OccurredAt: wire.Time(e.OccurredAt), VisitorId: e.VisitorID, ContactId: e.ContactID,
		Url: e.URL, Referrer: e.Referrer, UserAgent: e.UserAgent, Language: e.Language, Data: e.Data,
	}
}

func eventIn(e *pb.Event) Event {
	return Event{
		ID: e.GetId(), Type: e.GetType(), OccurredAt: wire.FromTime(e.GetOccurredAt()), VisitorID: e.GetVisitorId(),
		ContactID: e.GetContactId(), URL: e.GetUrl(), Referrer: e.GetReferrer(), UserAgent: e.GetUserAgent(),
		Language: e.GetLanguage(), Data: e.GetData(),
	}
}

func receiptOut(r Receipt) *pb.DeliverResponse {
	out := &pb.DeliverResponse{Accepted: wire.Int32(r.Accepted)}
	for _, rejected := range r.Rejected {
		out.Rejected = append(out.Rejected, &pb.Rejection{EventId: rejected.EventID, Code: rejected.Code})
	}
	return out
}

func receiptIn(r *pb.DeliverResponse) Receipt {
	out := Receipt{Accepted: int(r.GetAccepted())}
	for _, rejected := range r.GetRejected() {
		out.Rejected = append(out.Rejected, Rejection{EventID: rejected.GetEventId(), Code: rejected.GetCode()})
	}
	return out
}
