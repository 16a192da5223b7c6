package payment

import (
	pb "kontor.dev/kontor/plugins/gen/paymentv1"

	"kontor.dev/kontor/plugins/gen/basev1"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/internal/wire"
)

func methodOut(m Method) *pb.Method {
	return &pb.Method{
		Code: m.Code, Title: wire.Text(m.Title), Hint: wire.Text(m.Hint), ToggleTip: wire.Text(m.ToggleTip),
		Logo: wire.Image(m.Logo), Flow: pb.Flow(m.Flow), Countries: m.Countries, Currencies: m.Currencies,
		CustomerTypes: wire.Enums[basev1.CustomerType](m.CustomerTypes),
		MinAmount:     wire.Money(m.Min), MaxAmount: wire.Money(m.Max), MaxPrivateAmount: wire.Money(m.MaxPrivate), Fee: wire.Money(m.Fee),
		DeliveryKinds:  wire.Enums[basev1.DeliveryKind](m.DeliveryKinds),
		Requirements:   wire.Enums[pb.Requirement](m.Requirements),
		CapturesAtOnce: m.CapturesAtOnce, Express: m.Express, Retired: m.Retired, RetiredReason: m.RetiredReason,
		Sort: wire.Int32(m.Sort), TermDays: wire.Int32(m.TermDays), BrowserOrigins: m.BrowserOrigins,
		BrowserData: m.BrowserData,
	}
}

func methodIn(m *pb.Method) Method {
	return Method{
		Code: m.GetCode(), Title: wire.FromText(m.GetTitle()), Hint: wire.FromText(m.GetHint()),
		ToggleTip: wire.FromText(m.GetToggleTip()), Logo: wire.FromImage(m.GetLogo()), Flow: Flow(m.GetFlow()),
		Countries: m.GetCountries(), Currencies: m.GetCurrencies(),
		CustomerTypes: wire.Enums[base.CustomerType](m.GetCustomerTypes()),
		Min:           wire.FromMoney(m.GetMinAmount()), Max: wire.FromMoney(m.GetMaxAmount()),
		MaxPrivate: wire.FromMoney(m.GetMaxPrivateAmount()), Fee: wire.FromMoney(m.GetFee()),
		DeliveryKinds:  wire.Enums[base.DeliveryKind](m.GetDeliveryKinds()),
		Requirements:   wire.Enums[Requirement](m.GetRequirements()),
		CapturesAtOnce: m.GetCapturesAtOnce(), Express: m.GetExpress(), Retired: m.GetRetired(),
		RetiredReason: m.GetRetiredReason(), Sort: int(m.GetSort()), TermDays: int(m.GetTermDays()), BrowserOrigins: m.GetBrowserOrigins(),
		BrowserData: m.GetBrowserData(),
	}
}

func lineOut(l Line) *pb.Line {
	return &pb.Line{
		Kind: pb.LineKind(l.Kind), Sku: l.SKU, Name: l.Name, Quantity: wire.Int32(l.Quantity),
		UnitPrice: wire.Money(l.UnitPrice), Total: wire.Money(l.Total), TaxRate: wire.Int32(l.TaxRate),
		Tax: wire.Money(l.Tax), Url: l.URL, ImageUrl: l.ImageURL,
	}
}

func lineIn(l *pb.Line) Line {
	return Line{
		Kind: LineKind(l.GetKind()), SKU: l.GetSku(), Name: l.GetName(), Quantity: int(l.GetQuantity()),
		UnitPrice: wire.FromMoney(l.GetUnitPrice()), Total: wire.FromMoney(l.GetTotal()), TaxRate: int(l.GetTaxRate()),
		Tax: wire.FromMoney(l.GetTax()), URL: l.GetUrl(), ImageURL: l.GetImageUrl(),
	}
}

func customerOut(c Customer) *pb.Customer {
	return &pb.Customer{
		Type: basev1.CustomerType(c.Type), Id: c.ID, Email: c.Email, VatId: c.VATID, Ip: c.IP, UserAgent: c.UserAgent,
	}
}

func customerIn(c *pb.Customer) Customer {
	return Customer{
		Type: base.CustomerType(c.GetType()), ID: c.GetId(), Email: c.GetEmail(), VATID: c.GetVatId(),
		IP: c.GetIp(), UserAgent: c.GetUserAgent(),
	}
}

func purchaseOut(p Purchase) *pb.Purchase {
	return &pb.Purchase{
		OrderNumber: p.OrderNumber, Attempt: wire.Int32(p.Attempt), Amount: wire.Money(p.Amount),
		Lines: wire.Slice(p.Lines, lineOut), Customer: customerOut(p.Customer), Billing: wire.Address(p.Billing),
		Delivery: wire.Address(p.Delivery), DeliveryKind: basev1.DeliveryKind(p.DeliveryKind), Locale: p.Locale,
		CheckoutId: p.CheckoutID,
	}
}

func purchaseIn(p *pb.Purchase) Purchase {
	return Purchase{
		OrderNumber: p.GetOrderNumber(), Attempt: int(p.GetAttempt()), Amount: wire.FromMoney(p.GetAmount()),
		Lines: wire.Slice(p.GetLines(), lineIn), Customer: customerIn(p.GetCustomer()),
		Billing: wire.FromAddress(p.GetBilling()), Delivery: wire.FromAddress(p.GetDelivery()),
		DeliveryKind: base.DeliveryKind(p.GetDeliveryKind()), Locale: p.GetLocale(), CheckoutID: p.GetCheckoutId(),
	}
}

func urlsOut(u URLs) *pb.Urls {
	return &pb.Urls{Return: u.Return, Cancel: u.Cancel, Webhook: u.Webhook}
}

func urlsIn(u *pb.Urls) URLs {
	return URLs{Return: u.GetReturn(), Cancel: u.GetCancel(), Webhook: u.GetWebhook()}
}

func sessionOut(s Session) *pb.StartResponse {
	return &pb.StartResponse{
		SessionId: s.ID, ClientToken: s.ClientToken, ClientData: s.ClientData, RedirectUrl: s.RedirectURL,
		ExpiresAt: wire.Time(s.ExpiresAt), Buyer: buyerOut(s.Buyer),
	}
}

func sessionIn(s *pb.StartResponse) Session {
	return Session{
		ID: s.GetSessionId(), ClientToken: s.GetClientToken(), ClientData: wire.Map(s.GetClientData()),
		RedirectURL: s.GetRedirectUrl(), ExpiresAt: wire.FromTime(s.GetExpiresAt()), Buyer: buyerIn(s.GetBuyer()),
	}
}

func buyerOut(b *Buyer) *pb.Buyer {
	if b == nil {
		return nil
	}
	return &pb.Buyer{Email: b.Email, Billing: wire.Address(b.Billing), Delivery: wire.Address(b.Delivery)}
}

func buyerIn(b *pb.Buyer) *Buyer {
	if b == nil {
		return nil
	}
	return &Buyer{
		Email: b.GetEmail(), Billing: wire.FromAddress(b.GetBilling()), Delivery: wire.FromAddress(b.GetDelivery()),
	}
}

func receiptOut(r Receipt) *pb.Receipt {
	return &pb.Receipt{
		State: pb.ReceiptState(r.State), Reference: r.Reference, Amount: wire.Money(r.Amount), Code: r.Code,
	}
}

func receiptIn(r *pb.Receipt) Receipt {
	return Receipt{
		State: ReceiptState(r.GetState()), Reference: r.GetReference(), Amount: wire.FromMoney(r.GetAmount()),
		Code: r.GetCode(),
	}
}

func disputeOut(d Dispute) *pb.Dispute {
	if d == (Dispute{}) {
		return nil
	}
	return &pb.Dispute{Id: d.ID, State: pb.DisputeState(d.State), Reason: d.Reason, DueAt: wire.Time(d.DueAt)}
}

func disputeIn(d *pb.Dispute) Dispute {
	return Dispute{ID: d.GetId(), State: DisputeState(d.GetState()), Reason: d.GetReason(), DueAt: wire.FromTime(d.GetDueAt())}
}

func eventOut(e Event) *pb.Event {
	return &pb.Event{
		Id: e.ID, Kind: pb.EventKind(e.Kind), Reference: e.Reference, OrderNumber: e.OrderNumber,
		Amount: wire.Money(e.Amount), OccurredAt: wire.Time(e.OccurredAt), Code: e.Code,
		OperationReference: e.OperationReference, Dispute: disputeOut(e.Dispute),
	}
}

func eventIn(e *pb.Event) Event {
	return Event{
		ID: e.GetId(), Kind: EventKind(e.GetKind()), Reference: e.GetReference(), OrderNumber: e.GetOrderNumber(),
		Amount: wire.FromMoney(e.GetAmount()), OccurredAt: wire.FromTime(e.GetOccurredAt()), Code: e.GetCode(),
		OperationReference: e.GetOperationReference(), Dispute: disputeIn(e.GetDispute()),
	}
}
