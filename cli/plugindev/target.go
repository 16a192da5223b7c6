package plugindev

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
	"kontor.dev/kontor/plugins/sdk/sdktest"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// The words of a profile.
var (
	customers = map[string]base.CustomerType{
		"": base.CustomerPrivate, "private": base.CustomerPrivate, "business": base.CustomerBusiness,
	}
	deliveries = map[string]base.DeliveryKind{
		"": base.DeliveryHome, "home": base.DeliveryHome, "packstation": base.DeliveryPackstation,
		"parcel_shop": base.DeliveryParcelShop, "pickup": base.DeliveryPickup, "freight": base.DeliveryFreight,
	}
	places = map[string]base.AddressKind{
		"": base.AddressPostal, "postal": base.AddressPostal, "packstation": base.AddressPackstation,
		"parcel_shop": base.AddressParcelShop, "store": base.AddressStore,
	}
)

// target makes the checks' target of a profile. world is nil when the profile has no simulator.
func (p Profile) target(program string, world *sdktest.World, words *strings.Replacer) (sdktest.Target, error) {
	t := sdktest.Target{
		Binary: program, Args: p.Args, World: world,
		Config:    base.Config{Values: map[string]string{}, Secrets: map[string]base.Secret{}},
		Unchecked: map[base.Kind]string{}, LeftOut: map[sdktest.Omission]string{},
	}
	for kind, reason := range p.Unchecked {
		t.Unchecked[base.Kind(kind)] = reason
	}
	for what, reason := range p.LeftOut {
		t.LeftOut[sdktest.Omission(what)] = reason
	}
	for key, value := range p.Settings {
		t.Config.Values[key] = words.Replace(value)
	}
	for key, value := range p.Secrets {
		secret, err := p.secret(words.Replace(value))
		if err != nil {
			return t, fmt.Errorf("secrets: %s: %w", key, err)
		}
		t.Config.Secrets[key] = secret
	}
	if p.Payment != nil {
		t.Payment = &sdktest.Payment{Scripts: map[string]sdktest.Script{}}
		for _, m := range p.Payment.Methods {
			t.Payment.Authorize = append(t.Payment.Authorize, m.request())
			if !m.Only {
				t.Payment.Scripts[m.Code] = sdktest.Script{
					Session: m.Session, Express: m.Express, Approve: m.Approve, Decline: m.Decline, Refuse: m.Refuse,
					Webhooks: m.Webhooks, Unsigned: m.Unsigned, Told: m.Told,
				}
			}
		}
	}
	if p.Shipping != nil {
		t.Shipping = p.Shipping.examples()
	}
	if p.Tracking != nil {
		t.Tracking = &sdktest.Tracking{}
	}
	return t, nil
}

// secret reads the file that the text names, if it names one.
func (p Profile) secret(text string) (base.Secret, error) {
	file, named := strings.CutPrefix(text, "@")
	if !named {
		return base.Secret(text), nil
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(p.dir, filepath.FromSlash(file))
	}
	raw, err := os.ReadFile(file)
	return base.Secret(raw), err
}

func (m MethodProfile) request() payment.AuthorizeRequest {
	total := base.Money{Minor: cmp.Or(m.Amount, 12345), Currency: cmp.Or(m.Currency, "EUR")}
	address := m.Address.place()
	return payment.AuthorizeRequest{
		Method: m.Code, IdempotencyKey: "verify-" + m.Code, ClientData: m.ClientData,
		Purchase: payment.Purchase{
			OrderNumber: "V1", Attempt: 1, Amount: total, Locale: "de-DE", Billing: address, Delivery: address,
			DeliveryKind: deliveries[m.Delivery],
			Customer: payment.Customer{
				Type: customers[m.Customer], Email: cmp.Or(m.Email, "kim@example.org"), IP: "203.0.113.7", UserAgent: "kontor-verify",
			},
			Lines: []payment.Line{{
				Kind: payment.LinePhysical, SKU: "NB-1", Name: "Notebook", Quantity: 1, UnitPrice: total, Total: total, TaxRate: 1900,
				Tax: base.Money{Minor: total.Minor - total.Minor*100/119, Currency: total.Currency},
			}},
		},
		URLs: payment.URLs{Return: "https://shop.example/kasse/zurueck", Cancel: "https://shop.example/kasse/zurueck?cancelled=1", Webhook: "https://shop.example/webhook"},
	}
}

func (s ShippingProfile) examples() *sdktest.Shipping {
	parcel := shipping.Parcel{
		WeightGrams: cmp.Or(s.Grams, 2000), LengthMM: 400, WidthMM: 300, HeightMM: 100, Value: base.Money{Minor: 12345, Currency: "EUR"},
	}
	out := &sdktest.Shipping{Deliver: s.Deliver, Webhooks: s.Webhooks, Options: shipping.OptionsRequest{
		Parcels: []shipping.Parcel{parcel}, Address: s.Address.place(), CustomerType: base.CustomerPrivate, GoodsTotal: parcel.Value, Locale: "de-DE",
	}}
	if s.Option != "" {
		out.Shipment = &shipping.ShipmentRequest{
			IdempotencyKey: "verify", OptionID: s.Option, OrderNumber: "V1", Recipient: s.Address.place(), Email: "kim@example.org",
			Parcels: []shipping.Parcel{parcel}, ShipDate: time.Now(),
		}
	}
	return out
}

// place gives the address, one in Hamburg when there is none.
func (a *AddressProfile) place() *base.Address {
	if a == nil {
		return &base.Address{
			Kind: base.AddressPostal, FirstName: "Kim", LastName: "Käufer", Street: "Am Markt", StreetNumber: "1", PostalCode: "20095",
			City: "Hamburg", Country: "DE", Phone: "+4940123456",
		}
	}
	return &base.Address{
		Kind: places[a.Kind], Company: a.Company, FirstName: a.FirstName, LastName: a.LastName, Street: a.Street, StreetNumber: a.StreetNumber,
		PostalCode: a.PostalCode, City: a.City, Country: cmp.Or(a.Country, "DE"), Phone: a.Phone, PostNumber: a.PostNumber, PointID: a.PointID,
	}
}
