package cmd

import (
	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/postgres"
)

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
		terms, bills, barriers,
		rule("privacy", "retention periods as schedules", "GDPR Art. 5", "every day, see `kontor retention run --dry-run`", "market.retention", cfg.Market.Retention, true),
	}
}

// shopRules are those that the shop's pages and processes keep, or do not keep yet, whatever the settings are. A state
// changes with the feature that it is about, and core/docs/market-de.md names the test.
func shopRules() []marketRule {
	built := func(area, rule, source, detail string) marketRule {
		return marketRule{Area: area, Rule: rule, Source: source, State: ruleOn, Detail: detail}
	}
	lacks := func(area, rule, source, detail string) marketRule {
		return marketRule{Area: area, Rule: rule, Source: source, State: ruleMissing, Detail: detail}
	}
	return []marketRule{
		built("ordering", "order button with nothing but the duty to pay", "§ 312j(3) BGB", "checkout, last step"),
		built("ordering", "essential characteristics and total above it", "§ 312j(2) BGB", "checkout, last step"),
		built("ordering", "receipt at once, on a durable medium", "§§ 312i, 312f BGB", "mail order_confirmation"),
		built("ordering", "guest order", "DSK 2022-03-24", "no account is needed"),
		built("prices", "VAT and shipping notice before ordering", "PAngV §§ 3, 6", "every price"),
		built("prices", "recommended price labelled as UVP", "UWG § 5", "cards and product page"),
		lacks("labels", "harmonised notice of the legal guarantee", "(EU) 2024/825, 2025/1960", "product page says it in words; the EU's artwork is not in the shop"),
		built("labels", "disposal note for devices and batteries", "ElektroG § 18a, BattDG", "product page"),
		built("privacy", "nothing is stored or loaded before consent", "TDDDG § 25", "refusing is as easy as accepting"),
		built("privacy", "newsletter only after double opt-in, with its evidence", "§ 7(2) UWG, GDPR Art. 7(1)", "who, when and from where stay with the subscription"),
		built("accessibility", "accessibility statement", "BFSG § 14", "infocenter/section/accessibility, with what the tests visit"),
		lacks("borders", "EU billing address with delivery to a served country", "(EU) 2018/302", "both addresses are in the same country"),
		built("payment", "giropay is not offered", "closed 2024-12-31", "retired in its plugin"),
		built("payment", "card numbers go to the provider alone", "PCI DSS 4.0.1", "hosted fields and redirects"),
		built("other", "no link to the closed ODR platform", "(EU) 2024/3228", "none in any page or mail"),
	}
}
