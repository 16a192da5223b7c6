package payment

import (
	pb "kontor.dev/kontor/plugins/gen/paymentv1"

	"kontor.dev/kontor/plugins/sdk/internal/wire"
)

// outcomeOut sends a missing outcome as an empty one, which counts as unknown.
func outcomeOut(o Outcome) *pb.Outcome {
	switch o := o.(type) {
	case Authorized:
		return &pb.Outcome{Result: &pb.Outcome_Authorized{Authorized: &pb.Authorized{
			Reference: o.Reference, Amount: wire.Money(o.Amount), Captured: o.Captured, ExpiresAt: wire.Time(o.ExpiresAt),
		}}}
	case Pending:
		return &pb.Outcome{Result: &pb.Outcome_Pending{Pending: &pb.Pending{
			Reference: o.Reference, Instructions: wire.Slice(o.Instructions, instructionOut), DueAt: wire.Time(o.DueAt),
			Accepted: o.Accepted,
		}}}
	case Redirect:
		return &pb.Outcome{Result: &pb.Outcome_Redirect{Redirect: &pb.Redirect{
			Url: o.URL, Reference: o.Reference, ExpiresAt: wire.Time(o.ExpiresAt),
		}}}
	case FormPost:
		return &pb.Outcome{Result: &pb.Outcome_FormPost{FormPost: &pb.FormPost{
			Url: o.URL, Fields: o.Fields, Reference: o.Reference,
		}}}
	case Declined:
		return &pb.Outcome{Result: &pb.Outcome_Declined{Declined: &pb.Declined{
			Code: o.Code, ReasonKey: o.ReasonKey, Reference: o.Reference,
		}}}
	case Unknown:
		return &pb.Outcome{Result: &pb.Outcome_Unknown{Unknown: &pb.Unknown{
			Reference: o.Reference, Message: o.Message,
		}}}
	}
	return &pb.Outcome{}
}

// outcomeIn never gives nil: what this version does not know is Unknown.
func outcomeIn(o *pb.Outcome) Outcome {
	switch r := o.GetResult().(type) {
	case *pb.Outcome_Authorized:
		a := r.Authorized
		return Authorized{
			Reference: a.GetReference(), Amount: wire.FromMoney(a.GetAmount()), Captured: a.GetCaptured(),
			ExpiresAt: wire.FromTime(a.GetExpiresAt()),
		}
	case *pb.Outcome_Pending:
		p := r.Pending
		return Pending{
			Reference: p.GetReference(), Instructions: wire.Slice(p.GetInstructions(), instructionIn),
			DueAt: wire.FromTime(p.GetDueAt()), Accepted: p.GetAccepted(),
		}
	case *pb.Outcome_Redirect:
		d := r.Redirect
		return Redirect{URL: d.GetUrl(), Reference: d.GetReference(), ExpiresAt: wire.FromTime(d.GetExpiresAt())}
	case *pb.Outcome_FormPost:
		f := r.FormPost
		return FormPost{URL: f.GetUrl(), Fields: wire.Map(f.GetFields()), Reference: f.GetReference()}
	case *pb.Outcome_Declined:
		d := r.Declined
		return Declined{Code: d.GetCode(), ReasonKey: d.GetReasonKey(), Reference: d.GetReference()}
	case *pb.Outcome_Unknown:
		return Unknown{Reference: r.Unknown.GetReference(), Message: r.Unknown.GetMessage()}
	}
	return Unknown{Message: "the plugin gave no outcome"}
}

func instructionOut(i Instruction) *pb.Instruction {
	return &pb.Instruction{Key: i.Key, Label: wire.Text(i.Label), Value: i.Value}
}

func instructionIn(i *pb.Instruction) Instruction {
	return Instruction{Key: i.GetKey(), Label: wire.FromText(i.GetLabel()), Value: i.GetValue()}
}
