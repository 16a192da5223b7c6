package cmd

import (
	"strings"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/postgres"
)

// guaranteeRules are about the EU's artwork, which no shop may draw itself: it stays missing until its files are there.
func guaranteeRules(cfg config.Config, facts *postgres.MarketFacts) []marketRule {
	const setting = "market.guaranteeArtwork"
	artwork, err := cfg.Artwork()
	notice, label := artwork.Official()
	rule := func(name, detail string, official bool) marketRule {
		r := marketRule{Area: "labels", Rule: name, Source: "(EU) 2024/825, 2025/1960", State: ruleOn, Detail: detail, Blocks: true}
		if !official {
			r.State, r.Detail = ruleMissing, detail+", as the shop's own drawing: set "+setting+" ("+config.EnvName(setting)+") to the folder of the EU's files"
		}
		if err != nil {
			r.Detail = err.Error()
		}
		return r
	}
	guaranteed := 0
	if facts != nil {
		guaranteed = facts.Guaranteed
	}
	return []marketRule{
		shown(cfg.Market.LegalNotice, "market.legalNotice",
			rule("harmonised notice of the legal guarantee", "product page, last step of the checkout, order's mail", notice)),
		shown(cfg.Market.GuaranteeLabels, "market.guaranteeLabels",
			rule("producer's guarantee (GARAN)", counted(guaranteed, "product has", "products have")+" one", label || guaranteed == 0)),
	}
}

// switchRules are those that a setting turns off, and some that need data beside it.
func switchRules(cfg config.Config, facts *postgres.MarketFacts) []marketRule {
	m := cfg.Market
	rule := func(area, name, source, detail, setting string, on, blocks bool) marketRule {
		return shown(on, setting, marketRule{Area: area, Rule: name, Source: source, State: ruleOn, Detail: detail, Blocks: blocks})
	}
	// lacking makes a rule that is on miss something.
	lacking := func(r marketRule, lacks bool, what string) marketRule {
		if r.State == ruleOn && lacks {
			r.State, r.Detail = ruleMissing, what
		}
		return r
	}
	pages := func(want int, of func(*postgres.MarketFacts) int) bool { return facts != nil && of(facts) < want }
	abroad := rule("borders", "EU billing address with delivery to a served country, no redirect by country", "(EU) 2018/302",
		"private customers; businesses stay in the billed country", "market.euBilling", m.EUBilling, true)
	if abroad.State == ruleOn && facts != nil && facts.BillLimited > 0 {
		abroad.Detail += "; " + counted(facts.BillLimited, "product is", "products are") + " billed in some countries only, which needs a law that forbids their sale (article 4(5))"
	}
	t := cfg.Trader
	return []marketRule{
		rule("ordering", "essential characteristics, total, shipping and term above the button", "§ 312j(2) BGB", "checkout, last step", "market.orderFacts", m.OrderFacts, true),
		rule("ordering", "means of payment and delivery restrictions in the cart", "§ 312j(1) BGB", "summary", "market.paymentMeans", m.PaymentMeans, true),
		lacking(rule("ordering", "whole terms in the order's mail", "§ 312f BGB", "attached", "market.termsInMail", m.TermsInMail, true),
			pages(4, func(f *postgres.MarketFacts) int { return f.TermPages }), // terms and withdrawal in two languages
			"import the pages infocenter/section/terms and infocenter/section/revocation (`kontor content import`)"),
		lacking(rule("ordering", "invoice with electronic data", "§ 14 UStG, EN 16931", "with each dispatch", "trader.name", true, true),
			t.Name == "" || t.StreetName == "" || !germanVAT.MatchString(t.VATID),
			"needs the trader's name, address and VAT id; `kontor order invoice` makes up for orders that left without"),
		rule("prices", "recommended price labelled as UVP", "UWG § 5", "cards, product page, cart", "market.recommendedPrices", m.RecommendedPrices, false),
		lacking(rule("labels", "right to repair", "(EU) 2024/1799", "beside the legal guarantee, footer", "market.repair", m.Repair, false),
			pages(2, func(f *postgres.MarketFacts) int { return f.RepairPages }),
			"import the page infocenter/section/repair (`kontor content import`)"),
		rule("labels", "battery notes", "BattVO, BattDG", "product page, order's mail", "market.disposalNotes", m.DisposalNotes, true),
		rule("labels", "crossed-out bin", "ElektroG § 18a(4)", "product page", "market.disposalNotes", m.DisposalNotes, true),
		lacking(rule("accessibility", "a way to report a barrier", "BFSG § 14", "below the statement, mailed to trader.email", "market.barrierReports", m.BarrierReports, false),
			cfg.BarrierDesk() == "", "reports need an address: set trader.email"),
		rule("reviews", "whether buyers are verified", "UWG § 5b(3)", "beside the reviews", "market.reviewCheck", m.ReviewCheck, true),
		lacking(rule("reviews", "notices of illegal reviews", "(EU) 2022/2065", "a form at each review, mailed to trader.email", "market.reviewNotices", m.ReviewNotices, false),
			cfg.ReviewDesk() == "", "notices need an address: set trader.email"),
		rule("privacy", "retention periods as schedules", "GDPR Art. 5", "every night, see `kontor retention show`", "market.retention", m.Retention, true),
		abroad,
	}
}

// shopRules have no switch, because the shop is built so; core/docs/market-de.md says why of each, and names its test.
func shopRules(cfg config.Config, facts *postgres.MarketFacts) []marketRule {
	built := func(area, rule, source, detail string) marketRule {
		return marketRule{Area: area, Rule: rule, Source: source, State: ruleOn, Detail: detail}
	}
	interest := built("prices", "no interest rate without its example", "PAngV § 17", "one payment method names one, with its example")
	interest.Switch = "payLater.script"
	if cfg.PayLater.Script != "" {
		interest.Detail += "; what the script of " + cfg.PayLater.Name + " says is the partner's"
	}
	statement := built("accessibility", "accessibility statement", "BFSG § 14", "infocenter/section/accessibility, with what the tests visit")
	if facts != nil && facts.AccessPages < 2 {
		statement.State, statement.Detail = ruleMissing, "import the page infocenter/section/accessibility (`kontor content import`)"
	}
	imprint := built("other", "imprint", "§ 5 DDG", "made of the trader's data, on every page")
	imprint.Switch = "trader.name"
	if strings.TrimSpace(cfg.Trader.Name) == "" {
		imprint.State, imprint.Detail = ruleMissing, "it is what editors wrote: set trader.name and what follows it"
	}
	return []marketRule{
		built("ordering", "order button with nothing but the duty to pay", "§ 312j(3) BGB, § 8 FAGG", "checkout, last step"),
		built("ordering", "errors corrected, receipt at once", "§ 312i BGB", "steps with links back; mail order_confirmation"),
		built("ordering", "fees for means of payment", "§§ 312a(4), 270a BGB", "each plugin's fee; `kontor plugin list`"),
		built("ordering", "guest order", "DSK 2022-03-24", "no account is needed"),
		built("prices", "total price, VAT and shipping notice before ordering", "PAngV §§ 3, 6", "every price"),
		interest,
		statement,
		built("privacy", "nothing before consent, refusing as easy", "TDDDG § 25", "consent dialog, footer link"),
		built("privacy", "double opt-in with evidence, no advertising in it", "UWG § 7(2), GDPR Art. 7(1)", "`kontor newsletter show` says who, when and from where"),
		built("privacy", "unsubscribing", "UWG § 7, RFC 8058", "link and button in each mail"),
		built("payment", "strong authentication, soft decline", "(EU) 2018/389", "card plugins"),
		built("payment", "card numbers go to the provider alone", "PCI DSS 4.0.1", "hosted fields and redirects"),
		built("payment", "own deferred payment is no credit", "(EU) 2023/2225", "own invoice: no fee, at most 50 days; a large online shop sets invoice_days of the offline plugin to 14"),
		built("payment", "giropay gone", "closed 2024-12-31", "retired in its plugin"),
		built("other", "no link to the ODR platform", "(EU) 2024/3228", "none in any page or mail"),
		imprint,
		built("labels", "no general environmental claims", "(EU) 2024/825", "none in the shop's own texts; what imports bring is the operator's to read"),
		built("other", "no subscriptions, no other sellers", "§ 312k BGB, (EU) 2019/1150", "the shop sells once, and its own goods"),
	}
}
