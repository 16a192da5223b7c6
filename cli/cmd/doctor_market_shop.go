package cmd

import (
	"fmt"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/postgres"
)

// guaranteeRules are about the EU's artwork, which no shop may draw itself: it stays missing until its files are there.
func guaranteeRules(cfg config.Config, facts *postgres.MarketFacts) []marketRule {
	const setting = "market.guaranteeArtwork"
	artwork, err := cfg.Artwork()
	notice, label := artwork.Official()
	rule := func(name, detail string, official, blocks bool) marketRule {
		r := marketRule{Area: "labels", Rule: name, Source: "(EU) 2024/825, 2025/1960", State: ruleOn, Detail: detail, Switch: setting, Blocks: blocks}
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
		rule("harmonised notice of the legal guarantee", "product page, last step of the checkout, order's mail", notice, true),
		shown(cfg.Market.GuaranteeLabels, "market.guaranteeLabels",
			rule("producer's guarantee (GARAN)", fmt.Sprintf("%d products have one", guaranteed), label || guaranteed == 0, true)),
	}
}

// switchRules are those that a setting turns off.
func switchRules(cfg config.Config, facts *postgres.MarketFacts) []marketRule {
	rule := func(area, name, source, detail, setting string, on, blocks bool) marketRule {
		r := marketRule{Area: area, Rule: name, Source: source, State: ruleOn, Detail: detail, Switch: setting, Blocks: blocks}
		if !on {
			r.State, r.Detail = ruleOff, "set "+setting+" ("+config.EnvName(setting)+") to true"
		}
		return r
	}
	terms := rule("ordering", "whole terms in the order's mail", "§ 312f BGB", "attached", "market.termsInMail", cfg.Market.TermsInMail, true)
	abroad := rule("borders", "EU billing address with delivery to a served country", "(EU) 2018/302", "private customers; businesses stay in the billed country", "market.euBilling", cfg.Market.EUBilling, true)
	if abroad.State == ruleOn && facts != nil && facts.BillLimited > 0 {
		abroad.Detail += fmt.Sprintf("; %d products are billed in some countries only, which needs a law that forbids their sale (article 4(5))", facts.BillLimited)
	}
	const pages = 4 // terms and withdrawal in two languages
	if terms.State == ruleOn && facts != nil && facts.TermPages < pages {
		terms.State = ruleMissing
		terms.Detail = "import the pages infocenter/section/terms and infocenter/section/revocation (`kontor content import`)"
	}
	bills := marketRule{Area: "ordering", Rule: "invoice with electronic data", Source: "§ 14 UStG, EN 16931", State: ruleOn, Detail: "with each dispatch", Switch: "trader.name", Blocks: true}
	if t := cfg.Trader; t.Name == "" || t.StreetName == "" || !germanVAT.MatchString(t.VATID) {
		bills.State, bills.Detail = ruleMissing, "needs the trader's name, address and VAT id; `kontor order invoice` makes up for orders that left without"
	}
	barriers := rule("accessibility", "a way to report a barrier", "BFSG § 14", "below the statement, mailed to trader.email", "market.barrierReports", cfg.Market.BarrierReports, false)
	if barriers.State == ruleOn && cfg.BarrierDesk() == "" {
		barriers.State, barriers.Detail = ruleMissing, "reports need an address: set trader.email"
	}
	return []marketRule{
		terms, bills, barriers, abroad,
		rule("privacy", "retention periods as schedules", "GDPR Art. 5", "every night, see `kontor retention show`", "market.retention", cfg.Market.Retention, true),
	}
}

// shopRules are those that the shop's pages and processes keep, whatever the settings are. A state
// changes with the feature that it is about, and core/docs/market-de.md names the test.
func shopRules() []marketRule {
	built := func(area, rule, source, detail string) marketRule {
		return marketRule{Area: area, Rule: rule, Source: source, State: ruleOn, Detail: detail}
	}
	return []marketRule{
		built("ordering", "order button with nothing but the duty to pay", "§ 312j(3) BGB", "checkout, last step"),
		built("ordering", "essential characteristics and total above it", "§ 312j(2) BGB", "checkout, last step"),
		built("ordering", "receipt at once, on a durable medium", "§§ 312i, 312f BGB", "mail order_confirmation"),
		built("ordering", "guest order", "DSK 2022-03-24", "no account is needed"),
		built("prices", "VAT and shipping notice before ordering", "PAngV §§ 3, 6", "every price"),
		built("labels", "energy arrow at each price, label and sheet on click", "(EU) 2017/1369", "cards, product page, cart, popups, suggestions, checkout"),
		built("prices", "recommended price labelled as UVP", "UWG § 5", "cards and product page"),
		built("labels", "disposal note for devices and batteries", "ElektroG § 18a, BattDG", "product page"),
		built("privacy", "nothing is stored or loaded before consent", "TDDDG § 25", "refusing is as easy as accepting"),
		built("privacy", "newsletter only after double opt-in, with its evidence", "§ 7(2) UWG, GDPR Art. 7(1)", "who, when and from where stay with the subscription"),
		built("accessibility", "accessibility statement", "BFSG § 14", "infocenter/section/accessibility, with what the tests visit"),
		built("payment", "giropay is not offered", "closed 2024-12-31", "retired in its plugin"),
		built("payment", "card numbers go to the provider alone", "PCI DSS 4.0.1", "hosted fields and redirects"),
		built("other", "no link to the closed ODR platform", "(EU) 2024/3228", "none in any page or mail"),
	}
}
