package checkout

import (
	"cmp"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/pricing"
	"kontor.dev/kontor/core/voucher"
)

func TestRecommendedPriceIsShownAboveTheOwnOne(t *testing.T) {
	cheaper, dearer, unnamed := item(1, 2), item(2, 1), item(3, 1)
	cheaper.Unit, cheaper.UVP = money.Euro(89900), money.Euro(99900)
	cheaper.WarrantyID, cheaper.Warranty = 7, money.Euro(19900) // which the recommended price knows nothing of
	dearer.Unit, dearer.UVP = money.Euro(99900), money.Euro(99900)
	p := &priced{snapshot: snapshotOf(cheaper, dearer, unnamed)}
	v := p.view(catalog.German)
	require.Equal(t, money.Euro(99900), v.Products[0].RecommendedRetailPrice)
	require.Zero(t, v.Products[1].RecommendedRetailPrice)
	require.Zero(t, v.Products[2].RecommendedRetailPrice)
}

// A price may include more than the product, which is said where the order is placed.
func TestWhatAPriceIncludesIsNamed(t *testing.T) {
	more := item(1, 1)
	more.WarrantyID, more.Warranty, more.WarrantyTitle = 7, money.Euro(19900), catalog.Text{DE: "Garantie auf 5 Jahre", EN: "Warranty for 5 years"}
	more.Bundle = []catalog.BundlePart{{Quantity: 1, Title: catalog.Text{DE: "Tasche", EN: "Sleeve"}}}
	p := &priced{snapshot: snapshotOf(more, item(2, 1))}
	for lang, wanted := range map[catalog.Lang][]string{
		catalog.German: {"Garantie auf 5 Jahre", "1 × Tasche"}, catalog.English: {"Warranty for 5 years", "1 × Sleeve"},
	} {
		products := p.view(lang).Products
		require.Equal(t, wanted, []string{products[0].Warranty, products[0].Bundle})
		require.Empty(t, products[1].Warranty+products[1].Bundle)
	}
}

// Two products that go nowhere together leave no country, and a third that goes somewhere brings none back.
func TestCountriesAreThoseOfEveryProduct(t *testing.T) {
	going := func(id int64, to ...int) Item { return Item{ProductID: id, DeliveryCountries: to} }
	for name, c := range map[string]struct {
		items       []Item
		deliverable []int
	}{
		"anywhere":          {[]Item{going(1)}, []int{}},
		"one is limited":    {[]Item{going(1), going(2, address.Germany, 14)}, []int{address.Germany, 14}},
		"what both share":   {[]Item{going(1, 14, address.Germany), going(2, address.Germany, 150)}, []int{address.Germany}},
		"nothing in common": {[]Item{going(1, 14), going(2, 150), going(3, address.Germany)}, []int{}},
	} {
		p := &priced{snapshot: snapshotOf(c.items...)}
		p.restrict(address.ServedCountries)
		require.Equal(t, c.deliverable, p.deliverable, name)
	}
}

// The billing country may change after the delivery address was taken.
func TestNothingGoesBeyondTheReach(t *testing.T) {
	snap := snapshotOf(item(100, 1))
	snap.Checkout.Email, snap.Checkout.Delivery = "erika@example.org", &address.Address{CountryID: 14}
	for reach, undeliverable := range map[address.Reach]int{address.BilledCountry: 1, address.ServedCountries: 0} {
		p := &priced{snapshot: snap}
		p.restrict(reach)
		require.Len(t, p.undeliverable, undeliverable)
		require.Equal(t, undeliverable > 0, p.next() == StepAddress)
	}
}

// Another delivery address is asked for where one can help: a business has its goods sent to the billed country, and what goes
// nowhere together goes to no address.
func TestAnotherAddressIsAskedForWhereItHelps(t *testing.T) {
	only := func(id int64, to int) Item { return Item{ProductID: id, Quantity: 1, DeliveryCountries: []int{to}} }
	for name, c := range map[string]struct {
		reach address.Reach
		items []Item
		asked bool
	}{
		"a person":           {address.ServedCountries, []Item{only(1, address.Germany)}, true},
		"a business":         {address.BilledCountry, []Item{only(1, address.Germany)}, false},
		"nothing in common":  {address.ServedCountries, []Item{only(1, address.Germany), only(2, 150)}, false},
		"nothing in the way": {address.ServedCountries, []Item{only(1, 14)}, false},
	} {
		snap := snapshotOf(c.items...)
		snap.Checkout.Invoice.CountryID = 14
		p := &priced{snapshot: snap}
		p.restrict(c.reach)
		require.Equal(t, c.asked, p.mustDiffer, name)
	}
}

// Exports are neither taxed here nor supplies to another member state, and the shop makes none: a bill alone may go there.
func TestNothingIsExported(t *testing.T) {
	snap := snapshotOf(item(100, 1))
	const spain = 195
	snap.Checkout.Email, snap.Checkout.Invoice = "erika@example.org", &address.Address{CountryID: spain, ZipCode: "35001"}
	p := &priced{snapshot: snap}
	p.restrict(address.ServedCountries)
	require.Len(t, p.undeliverable, 1)
	require.Equal(t, StepAddress, p.next())
	require.Equal(t, "checkout_delivery_country_not_allow", p.lacks())
	require.True(t, p.mustDiffer)
	snap.Checkout.Delivery = &address.Address{CountryID: spain, ZipCode: "28013"}
	p.restrict(address.ServedCountries)
	require.Empty(t, p.undeliverable)
}

// Nothing is brought up to date where nothing has changed: it would end a payment under way, and forget why the last one failed.
func TestACheckoutAgreesWithItsAccount(t *testing.T) {
	saved := address.Address{ID: 7, StreetName: "Weg"}
	moved := saved
	moved.StreetName = "Ring"
	full, light := Owner{CustomerID: 1, Email: "a@example.org", Invoice: &saved}, Owner{CustomerID: 1, Email: "a@example.org"}
	view := func(kind Type, billed *address.Address) View {
		return View{CheckoutType: kind, CustomerID: 1, CustomerEmail: "a@example.org", InvoiceData: addressView(billed, catalog.German)}
	}
	for name, c := range map[string]struct {
		view   View
		owner  Owner
		agrees bool
	}{
		"as the account":                  {view(Customer, &saved), full, true},
		"moved":                           {view(Customer, &moved), full, false},
		"somebody else's":                 {view(Customer, &saved), Owner{CustomerID: 2, Email: "a@example.org", Invoice: &saved}, false},
		"light":                           {view(Lite, nil), light, true},
		"light no more":                   {view(Lite, nil), full, false},
		"told by an express provider":     {view(ExpressPayPal, &address.Address{StreetName: "Gasse"}), full, true},
		"told so of a light account":      {view(ExpressPayPal, &address.Address{StreetName: "Gasse"}), light, true},
		"and its payment failed":          {view(Reinit, &address.Address{StreetName: "Gasse"}), light, true},
		"the address book has it no more": {view(Customer, &saved), light, false},
	} {
		require.Equal(t, c.agrees, c.view.agrees(&c.owner), name)
	}
}

func TestMethodsAreThoseOfTheCountry(t *testing.T) {
	home := Method{Code: "cod", Countries: []int{address.Germany}}
	abroad := Method{Code: "moneyorder"}
	for name, c := range map[string]struct {
		country int
		methods []Method
		shown   []string
	}{
		"at home":            {address.Germany, []Method{home, abroad}, []string{"cod", "moneyorder"}},
		"abroad":             {14, []Method{home, abroad}, []string{"moneyorder"}},
		"none for there":     {14, []Method{home}, []string{}},
		"no address to look": {0, []Method{home}, []string{"cod"}},
	} {
		snap := snapshotOf(item(100, 1))
		snap.Checkout.Invoice.CountryID, snap.Checkout.PaymentCode = c.country, "cod"
		if c.country == 0 {
			snap.Checkout.Invoice = nil
		}
		p := &priced{snapshot: snap}
		p.restrict(address.ServedCountries)
		p.choose(c.methods, nil)
		v := p.view(catalog.German)
		shown := []string{}
		for _, m := range v.Payment.Methods {
			shown = append(shown, m.Code)
		}
		require.Equal(t, c.shown, shown, name)
		require.Equal(t, len(c.shown) > 0 && c.shown[0] == "cod", v.Payment.Selected == "cod", name)
	}
}

// The address book has an entry of its own for each; PayPal may tell of a Packstation and of nobody to bill.
func TestSomeMethodsAreForGoodsThatGoWhereTheBillGoes(t *testing.T) {
	const differs = "payment_method_same_address"
	home := address.Address{ID: 1, LastName: "Muster", StreetName: "Weg", StreetNumber: "1", ZipCode: "10115", CityName: "Berlin", CountryID: address.Germany, Kind: address.Invoice, TelephoneNumber: "+49301234567"}
	entry, work, locker := home, home, home
	entry.ID, entry.Kind, entry.TelephoneNumber = 2, address.Delivery, ""
	work.StreetNumber, locker.Kind = "2", address.DHLPackstation
	for name, c := range map[string]struct {
		invoice, delivery *address.Address
		needs             Need
		reason            string
	}{
		"nothing else was said":  {&home, nil, NeedSameAddress, ""},
		"an entry of the same":   {&home, &entry, NeedSameAddress, ""},
		"another address":        {&home, &work, NeedSameAddress, differs},
		"a locker":               {&home, &locker, NeedSameAddress, differs},
		"nobody is billed":       {nil, &entry, NeedSameAddress, differs},
		"a method for whichever": {&home, &work, NeedBirthDate, ""},
	} {
		snap := snapshotOf(item(100, 1))
		snap.Checkout.Invoice, snap.Checkout.Delivery = c.invoice, c.delivery
		p := &priced{snapshot: snap}
		p.choose([]Method{{Code: "santanderfinanz", Needs: []Need{c.needs}}}, nil)
		require.Equal(t, c.reason, p.methods[0].reason, name)
	}
}

func TestWhatAMethodNeedsOfTheCustomer(t *testing.T) {
	type change = func(*Checkout)
	for name, c := range map[string]struct {
		method Method
		change change
		reason string
	}{
		"a number that is not known":   {Method{Needs: []Need{NeedPhone}}, func(*Checkout) {}, "payment_method_phone"},
		"a number":                     {Method{Needs: []Need{NeedPhone}}, func(c *Checkout) { c.Phone = "+49301234567" }, ""},
		"the number of the bill":       {Method{Needs: []Need{NeedPhone}}, func(c *Checkout) { c.Invoice.TelephoneNumber = "+49301234567" }, ""},
		"nobody is billed yet":         {Method{Needs: []Need{NeedPhone}}, func(c *Checkout) { c.Invoice = nil }, ""},
		"an account, of a guest":       {Method{Needs: []Need{NeedAccount}}, func(c *Checkout) { c.Type = Guest }, "payment_method_account"},
		"an account, of a customer":    {Method{Needs: []Need{NeedAccount}}, func(c *Checkout) { c.Type = Customer }, ""},
		"an account, of a light one":   {Method{Needs: []Need{NeedAccount}}, func(c *Checkout) { c.Type, c.CustomerID = Lite, 7 }, ""},
		"for businesses, of a person":  {Method{CustomerTypes: []string{"business"}}, func(*Checkout) {}, reasonCustomerType},
		"for businesses, of a company": {Method{CustomerTypes: []string{"business"}}, func(c *Checkout) { c.Business = true }, ""},
		"for people, of a company":     {Method{CustomerTypes: []string{"private"}}, func(c *Checkout) { c.Business = true }, reasonCustomerType},
		"for both, of a company":       {Method{CustomerTypes: []string{"private", "business"}}, func(c *Checkout) { c.Business = true }, ""},
	} {
		snap := snapshotOf(item(100, 1))
		c.change(snap.Checkout)
		require.Equal(t, c.reason, (&priced{snapshot: snap}).refuses(&c.method), name)
	}
}

func TestAnIncompleteCheckoutSaysWhatStandsInTheWay(t *testing.T) {
	at := func(change func(*Snapshot), methods ...Method) string {
		snap := snapshotOf(item(100, 1))
		snap.Checkout.Email = "erika@example.org"
		change(snap)
		p := &priced{snapshot: snap}
		p.restrict(address.ServedCountries)
		p.choose(methods, nil)
		return p.lacks()
	}
	nothing := func(*Snapshot) {}
	require.Equal(t, "checkout_incomplete", at(nothing, Method{Code: "moneyorder"}), "no method is chosen yet")
	require.Equal(t, "checkout_no_payments", at(nothing))
	require.Equal(t, "checkout_no_payments", at(nothing, Method{Code: "cod", Countries: []int{14}}))
	require.Equal(t, "checkout_incomplete", at(func(s *Snapshot) { s.Checkout.Invoice = nil }))
	require.Equal(t, "checkout_delivery_country_not_allow", at(func(s *Snapshot) { s.Items[0].DeliveryCountries = []int{14} }))
}

func TestTrackingTellsBusinessesFromPeople(t *testing.T) {
	p := &priced{snapshot: snapshotOf(item(100, 1))}
	require.Equal(t, "b2c", p.view(catalog.German).B2BTrackingType)
	p.snapshot.Checkout.Business = true
	require.Equal(t, "b2b", p.view(catalog.German).B2BTrackingType)
}

// What the specification names as carried by every answer of the checkout.
func TestViewHasTheFieldsOfTheSpecification(t *testing.T) {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[View]()) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(names, name)
	}
	require.Subset(t, names, []string{
		"checkoutType", "error", "modules", "payment", "products", "shipping", "coupons", "maxRedeemableCoupons", "taxValue", "paylater", "paynow",
		"invoiceData", "delivery", "mandatoryDeliveryAddress", "deliveryAddressEditable", "invoiceAddressEditable", "deliveryAllowedCountries",
		"deliveryRestrictedProductIds", "billingRestrictedProductIds", "noRiskMuchFun", "productsCount", "customerEmail", "telephoneNumber",
		"businessCustomer", "b2bTrackingType",
	})
}

func TestAChoiceThatCannotBeHadIsToldOf(t *testing.T) {
	home := ShippingOption{ID: "dhl_standard", Kind: KindHome}
	store := ShippingOption{ID: "pickup_selfcollector_1", Kind: KindPickup, Pickup: true}
	methods := []Method{
		{Code: "moneyorder"},
		{Code: "cod", Countries: []int{14}},
		{Code: "invoice", Needs: []Need{NeedAccount}},
		{Code: "cashec", Kinds: []DeliveryKind{KindPickup}},
		{Code: "bulk", Min: money.Euro(100000)},
		{Code: "old", Retired: true},
	}
	choosing := func(payment string, shipping ...string) string {
		snap := snapshotOf(item(100, 1))
		snap.Checkout.PaymentCode, snap.Checkout.ShippingCodes = payment, shipping
		p := &priced{snapshot: snap}
		p.choose(methods, []*delivery{{items: []int{0}, offered: []ShippingOption{home, store}}})
		p.price(nil)
		return p.misses(payment, shipping)
	}
	for _, c := range []struct {
		reason, payment string
		shipping        []string
	}{
		{"", "", nil},
		{"", "moneyorder", []string{"pickup_selfcollector_1"}},
		{"", "cashec", nil}, // the standard option gives way: nobody asked for it
		{"", "cashec", []string{""}},
		{"payment_method_not_available", "unheard-of", nil},
		{"payment_method_not_available", "old", nil},
		{"checkout_payment_method_not_available_for_delivery_country", "cod", nil},
		{"payment_method_account", "invoice", nil},
		{"payment_method_amount", "bulk", nil},
		{"shipping_option_not_available", "", []string{"unheard-of"}},
		{"shipping_option_not_available", "", []string{"dhl_standard", "dhl_standard"}},
		{"shipping_option_not_available", "cashec", []string{"dhl_standard"}},
	} {
		require.Equal(t, c.reason, choosing(c.payment, c.shipping...), "%s %v", c.payment, c.shipping)
	}
	p := &priced{snapshot: &Snapshot{Checkout: &Checkout{}}}
	require.Empty(t, p.misses("", []string{"dhl_standard"}), "without an address nothing is on offer yet")
}

// A provider's limits are no matter where a voucher pays for all of it, unless the provider is paid for the method.
func TestAVoucherForEverythingIsBelowNoLimit(t *testing.T) {
	methods := []Method{{Code: "bulk", Min: money.Euro(100000)}, {Code: "paid", Min: money.Euro(100000), Fee: money.Euro(200)}}
	for off, reasons := range map[int64][]string{100: {"", reasonAmount}, 99: {reasonAmount, reasonAmount}} {
		snap := snapshotOf(item(100, 1))
		snap.Checkout.PaymentCode = "bulk"
		p := &priced{snapshot: snap}
		p.choose(methods, nil)
		p.price([]pricing.Discount{{Code: "ALLES", Amount: money.Euro(off)}})
		require.Equal(t, reasons, []string{p.methods[0].reason, p.methods[1].reason}, off)
	}
}

// A method's limits are of what is paid without its own fee; the limit itself is within them. One that is dropped costs nothing.
func TestLimitsAreOfTheTotalWithoutTheFee(t *testing.T) {
	for cents, reason := range map[int64]string{9999: reasonAmount, 10000: "", 20000: "", 20001: reasonAmount} {
		snap := snapshotOf(item(int(cents), 1))
		snap.Checkout.PaymentCode = "cod"
		p := &priced{snapshot: snap}
		p.choose([]Method{{Code: "cod", Min: money.Euro(10000), Max: money.Euro(20000), Fee: money.Euro(200)}, {Code: "open"}}, nil)
		p.price(nil)
		require.Equal(t, []string{reason, ""}, []string{p.methods[0].reason, p.methods[1].reason}, cents)
		fee := money.Euro(200)
		if reason != "" {
			fee = money.Euro(0)
		}
		require.Equal(t, []any{fee, reason == ""}, []any{p.totals.Fee, p.method.Code == "cod"}, cents)
	}
}

// A method may take less of people than of businesses: what it would decline is not offered.
func TestALimitMayBeOfPrivateCustomers(t *testing.T) {
	tests := map[string]struct {
		cents    int
		business bool
		reason   string
	}{
		"theirs":          {20000, false, ""},
		"above theirs":    {20001, false, reasonAmount},
		"of a business":   {20001, true, ""},
		"above any other": {30001, true, reasonAmount},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			snap := snapshotOf(item(tt.cents, 1))
			snap.Checkout.Business, snap.Checkout.PaymentCode = tt.business, "invoice"
			p := &priced{snapshot: snap}
			p.choose([]Method{{Code: "invoice", Max: money.Euro(30000), MaxPrivate: money.Euro(20000)}}, nil)
			p.price(nil)
			require.Equal(t, tt.reason, p.methods[0].reason)
			require.Equal(t, tt.reason == "", p.method.Code == "invoice")
		})
	}
}

// A method that is dropped for its limits narrows the ways to deliver no more.
func TestADroppedMethodNarrowsNoDelivery(t *testing.T) {
	home := ShippingOption{ID: "dhl_standard", Kind: KindHome, Fee: money.Euro(499)}
	store := ShippingOption{ID: "pickup_selfcollector_1", Kind: KindPickup, Pickup: true}
	snap := snapshotOf(item(20001, 1))
	snap.Checkout.PaymentCode, snap.Checkout.ShippingCodes = "cashec", []string{"dhl_standard"}
	p := &priced{snapshot: snap}
	methods := []Method{{Code: "cashec", Kinds: []DeliveryKind{KindPickup}, Max: money.Euro(20000)}, {Code: "card", Max: money.Euro(20400)}, {Code: "open"}}
	p.choose(methods, []*delivery{{items: []int{0}, offered: []ShippingOption{home, store}}})
	require.Equal(t, "pickup_selfcollector_1", p.deliveries[0].option.ID, "the method that is chosen is for stores")
	p.price(nil)
	require.Equal(t, []string{reasonAmount, reasonAmount, ""}, []string{p.methods[0].reason, p.methods[1].reason, p.methods[2].reason})
	require.Len(t, p.deliveries[0].options, 2)
	require.Equal(t, "dhl_standard", p.deliveries[0].option.ID)
	require.Equal(t, money.Euro(20500), p.totals.Total)
}

func TestShortIsWhatTheCartHasMoreOfThanThereIs(t *testing.T) {
	enough, gone, few := item(1, 2), item(2, 1), item(3, 3)
	enough.Available, few.Available = 2, 2
	require.Equal(t, []int64{gone.ProductID, few.ProductID}, snapshotOf(enough, gone, few).short())
}

// An express provider may tell another country than the one that a business gave its VAT id for.
func TestOnlyAVATIDOfTheBilledCountryTakesTheVATOff(t *testing.T) {
	const austria, netherlands = 14, 150
	for name, c := range map[string]struct {
		id      string
		billed  int // 0: nobody knows yet
		netOnly bool
	}{
		"of the country":       {"ATU37675002", austria, true},
		"of another one":       {"ATU37675002", netherlands, false},
		"the shop's own":       {"DE136695976", austria, false},
		"none":                 {"", austria, false},
		"nobody is billed yet": {"ATU37675002", 0, false},
	} {
		snap := snapshotOf(item(100, 1))
		to := &address.Address{CountryID: cmp.Or(c.billed, austria)}
		snap.Checkout.Business, snap.Checkout.VATID, snap.Checkout.Delivery, snap.Checkout.Invoice = true, c.id, to, to
		if c.billed == 0 {
			snap.Checkout.Invoice = nil
		}
		require.Equal(t, c.netOnly, (&priced{snapshot: snap}).input(nil).NetOnly, name)
	}
}

// A voucher that does not apply any more is not there and gone: the view says why, and a promotion of its name is none.
func TestAVoucherThatLapsedSaysWhy(t *testing.T) {
	noon := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	tests := map[string]struct {
		kept   *voucher.Voucher
		reason string // "" where it applies
	}{
		"applies":           {&voucher.Voucher{Amount: money.Euro(500), Minimum: money.Euro(10000)}, ""},
		"a cent too little": {&voucher.Voucher{Amount: money.Euro(500), Minimum: money.Euro(10001)}, "voucher_minimum"},
		"over":              {&voucher.Voucher{Amount: money.Euro(500), ValidUntil: noon}, "voucher_expired"},
		"used up":           {&voucher.Voucher{Amount: money.Euro(500), MaxRedemptions: 1, Redeemed: 1}, "voucher_used_up"},
		"taken away":        {nil, "voucher_unknown"},
	}
	for name, test := range tests {
		snap := snapshotOf(item(10000, 1))
		snap.Vouchers = []string{"DANKE"}
		p := &priced{snapshot: snap}
		held := []*voucher.Voucher{}
		if test.kept != nil {
			test.kept.Code = "DANKE"
			held = append(held, test.kept)
		}
		p.price(append(voucher.Discounts(held, noon, money.Euro(10000)), pricing.Discount{Code: "DANKE", Amount: money.Euro(1), Promotion: true}))
		p.lapse(held, noon)
		v := p.view(catalog.German)
		if test.reason == "" {
			require.Empty(t, v.LapsedCoupons, name)
			require.Len(t, v.Coupons, 1, name)
			continue
		}
		require.Equal(t, []LapsedCoupon{{Code: "DANKE", Reason: test.reason}}, v.LapsedCoupons, name)
		require.Empty(t, v.Coupons, name)
	}
}
