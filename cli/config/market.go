package config

import (
	"net"
	"net/url"
	"os"
	"strings"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/illustration"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/site"
	"kontor.dev/kontor/core/withdrawal"
)

// Trader is who runs the shop, as § 5 DDG wants it told. `kontor doctor --market de` says what is missing.
type Trader struct {
	Name             string `mapstructure:"name" doc:"with the legal form: 'Kontor GmbH'"`
	Representative   string `mapstructure:"representative" doc:"who represents it, by name"`
	StreetName       string `mapstructure:"streetName" doc:"street of the summonable address"`
	StreetNumber     string `mapstructure:"streetNumber" doc:"its number"`
	ZipCode          string `mapstructure:"zipCode" doc:"its postcode"`
	City             string `mapstructure:"city" doc:"its town"`
	Phone            string `mapstructure:"phone" doc:"for customers"`
	Email            string `mapstructure:"email" doc:"is reminded of open withdrawals as well"`
	RegisterCourt    string `mapstructure:"registerCourt" doc:"court that keeps the register: Amtsgericht Hamburg"`
	RegisterNumber   string `mapstructure:"registerNumber" doc:"'HRB 12345'"`
	VATID            string `mapstructure:"vatID" doc:"'DE123456788'"`
	WEEE             string `mapstructure:"weee" doc:"number of the electrical devices register"`
	Packaging        string `mapstructure:"packaging" doc:"number of the packaging register (LUCID)"`
	Battery          string `mapstructure:"battery" doc:"number of the battery register"`
	ConsumerDisputes string `mapstructure:"consumerDisputes" doc:"no, or the name of the board (§ 36 VSBG)"`
}

// Market switches what German law asks of a shop.
type Market struct {
	Withdrawal         bool   `mapstructure:"withdrawal" doc:"withdraw online: § 356a BGB"`
	WithdrawalDays     int    `mapstructure:"withdrawalDays" doc:"at least 14"`
	WithdrawalExcluded string `mapstructure:"withdrawalExcluded" doc:"category slugs and article numbers, separated by commas"`
	TermsInMail        bool   `mapstructure:"termsInMail" doc:"the confirmation of an order brings the whole terms: § 312f BGB"`
	Retention          bool   `mapstructure:"retention" doc:"what is kept no longer is forgotten every day: GDPR Art. 5(1)(e)"`
	EUBilling          bool   `mapstructure:"euBilling" doc:"private customers pay with an address in any EU country for goods that go to a country that the shop serves: Regulation (EU) 2018/302; off: delivery only to the billed country"`
	LowestPrices       bool   `mapstructure:"lowestPrices" doc:"reductions name the lowest price of 30 days: PAngV § 11"`
	BasePrices         bool   `mapstructure:"basePrices" doc:"goods by measure name the price of a whole unit: PAngV § 4"`
	EnergyLabels       bool   `mapstructure:"energyLabels" doc:"energy arrow, label and sheet: Regulation (EU) 2017/1369"`
	ChargerLabels      bool   `mapstructure:"chargerLabels" doc:"charger pictogram and charging label: Directive (EU) 2022/2380"`
	GuaranteeLabels    bool   `mapstructure:"guaranteeLabels" doc:"label of a producer's guarantee (GARAN): Regulation (EU) 2025/1960"`
	ProductSafety      bool   `mapstructure:"productSafety" doc:"manufacturer, contact and warnings: Regulation (EU) 2023/988"`
	GuaranteeArtwork   string `mapstructure:"guaranteeArtwork" doc:"folder with the EU's files of Regulation (EU) 2025/1960: notice-de, notice-en (.svg, .png or .jpg) and garan.svg; empty: the shop's own drawings"`
	BarrierReports     bool   `mapstructure:"barrierReports" doc:"a form to report barriers, mailed to trader.email: BFSG § 14"`
	OrderFacts         bool   `mapstructure:"orderFacts" doc:"essential characteristics of what is bought above the order button: § 312j(2) BGB"`
	PaymentMeans       bool   `mapstructure:"paymentMeans" doc:"means of payment and countries of delivery in the cart: § 312j(1) BGB"`
	RecommendedPrices  bool   `mapstructure:"recommendedPrices" doc:"the manufacturer's recommended price, labelled as UVP: UWG § 5"`
	LegalNotice        bool   `mapstructure:"legalNotice" doc:"notice on the legal guarantee: Regulation (EU) 2025/1960"`
	Durability         bool   `mapstructure:"durability" doc:"what producers say of updates and repair: Directive (EU) 2024/825"`
	Repair             bool   `mapstructure:"repair" doc:"the way to the page on repair, beside the legal guarantee and in the footer: Directive (EU) 2024/1799"`
	DisposalNotes      bool   `mapstructure:"disposalNotes" doc:"crossed-out bin and the return of devices and batteries: ElektroG § 18a, BattDG"`
	ReviewCheck        bool   `mapstructure:"reviewCheck" doc:"whether and how the shop checks that reviewers bought the product: UWG § 5b(3)"`
	ReviewNotices      bool   `mapstructure:"reviewNotices" doc:"a form at each review to report illegal content, mailed to trader.email: Regulation (EU) 2022/2065"`
}

// Live reports whether the shop's address is one that customers reach: https, and no machine of a developer.
func (c Config) Live() bool {
	u, err := url.Parse(c.HTTP.PublicURL)
	if err != nil || u.Scheme != "https" {
		return false
	}
	host := u.Hostname()
	if ip := net.ParseIP(host); ip != nil {
		return !ip.IsLoopback() && !ip.IsPrivate()
	}
	for _, local := range []string{"localhost", ".localhost", ".local", ".test", ".example"} {
		if host == local || strings.HasSuffix(host, local) {
			return false
		}
	}
	return true
}

// Reach gives where private customers' goods may go.
func (c Config) Reach() address.Reach {
	if c.Market.EUBilling {
		return address.ServedCountries
	}
	return address.BilledCountry
}

// Artwork reads the EU's files of the guarantee's notice and label; nil where there is no folder of them.
func (c Config) Artwork() (*illustration.Artwork, error) {
	if c.Market.GuaranteeArtwork == "" {
		return nil, nil
	}
	root, err := os.OpenRoot(c.Market.GuaranteeArtwork)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	return illustration.LoadArtwork(root.FS())
}

// Hidden gives what the shop does not say of its products.
func (c Config) Hidden() catalog.Hidden {
	m := c.Market
	return catalog.Hidden{
		LowestPrice: !m.LowestPrices, BasePrice: !m.BasePrices, Energy: !m.EnergyLabels, Charger: !m.ChargerLabels,
		Guarantee: !m.GuaranteeLabels, Safety: !m.ProductSafety, UVP: !m.RecommendedPrices, Durability: !m.Durability,
	}
}

// Hides gives the notices that the shop's pages leave out.
func (c Config) Hides() []site.Notice {
	m := c.Market
	var list []site.Notice
	for _, one := range []struct {
		notice site.Notice
		shown  bool
	}{
		{site.OrderFacts, m.OrderFacts}, {site.PaymentMeans, m.PaymentMeans}, {site.LegalGuarantee, m.LegalNotice}, {site.Repair, m.Repair},
		{site.Disposal, m.DisposalNotes}, {site.ReviewCheck, m.ReviewCheck}, {site.ReviewNotices, c.ReviewDesk() != ""},
		{site.BarrierReports, c.BarrierDesk() != ""}, {site.Retention, m.Retention},
	} {
		if !one.shown {
			list = append(list, one.notice)
		}
	}
	return list
}

// ReviewDesk gives the e-mail address that hears of illegal reviews; "" when the shop takes no notices.
func (c Config) ReviewDesk() string {
	if !c.Market.ReviewNotices {
		return ""
	}
	return c.Trader.Email
}

// BarrierDesk gives the e-mail address that hears of barriers; "" when the shop takes no reports.
func (c Config) BarrierDesk() string {
	if !c.Market.BarrierReports {
		return ""
	}
	return c.Trader.Email
}

// Imprint gives what the imprint says of who runs the shop.
func (c Config) Imprint() content.Trader {
	t := c.Trader
	return content.Trader{
		Name: t.Name, Representative: t.Representative, Street: strings.TrimSpace(t.StreetName + " " + t.StreetNumber),
		Place: strings.TrimSpace(t.ZipCode + " " + t.City), Email: t.Email, Phone: t.Phone,
		Register: strings.TrimSpace(t.RegisterCourt + " " + t.RegisterNumber), VATID: t.VATID,
		WEEE: t.WEEE, Packaging: t.Packaging, Battery: t.Battery, Disputes: t.ConsumerDisputes,
	}
}

// Seller gives whose invoices the shop writes.
func (c Config) Seller() invoice.Seller {
	t := c.Trader
	return invoice.Seller{
		Name: t.Name, Representative: t.Representative, StreetName: t.StreetName, StreetNumber: t.StreetNumber, ZipCode: t.ZipCode,
		City: t.City, Email: t.Email, Phone: t.Phone, Register: strings.TrimSpace(t.RegisterCourt + " " + t.RegisterNumber), VATID: t.VATID,
	}
}

// Withdrawals gives how the shop handles withdrawals.
func (c Config) Withdrawals() withdrawal.Handling {
	t := c.Trader
	h := withdrawal.Handling{
		Policy: withdrawal.Policy{Days: c.Market.WithdrawalDays}, Phone: t.Phone, Operator: t.Email,
	}
	h.Excluded = list(c.Market.WithdrawalExcluded)
	if t.StreetName != "" {
		h.Returns = address.Address{
			Company: t.Name, LastName: t.Name, StreetName: t.StreetName, StreetNumber: t.StreetNumber, ZipCode: t.ZipCode,
			CityName: t.City, CountryID: address.Germany, Kind: address.Delivery,
		}
	}
	return h
}
