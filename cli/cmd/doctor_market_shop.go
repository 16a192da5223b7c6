package cmd

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
		lacks("ordering", "whole terms in the order's mail", "§ 312f BGB", "the mail links to them"),
		built("ordering", "guest order", "DSK 2022-03-24", "no account is needed"),
		built("prices", "VAT and shipping notice before ordering", "PAngV §§ 3, 6", "every price"),
		built("prices", "recommended price labelled as UVP", "UWG § 5", "cards and product page"),
		lacks("prices", "base price of goods sold by measure", "PAngV § 4", "the catalogue has no measures"),
		lacks("labels", "charger pictogram and charging label", "RED Annex Ia", "the catalogue has no charging data"),
		lacks("labels", "notice of the legal guarantee, GARAN label", "(EU) 2024/825", "not shown"),
		built("labels", "disposal note for devices and batteries", "ElektroG § 18a, BattDG", "product page"),
		built("privacy", "nothing is stored or loaded before consent", "TDDDG § 25", "refusing is as easy as accepting"),
		lacks("privacy", "retention periods as schedules", "GDPR Art. 5", "orders and withdrawals are kept without end"),
		lacks("accessibility", "accessibility statement", "BFSG § 14", "axe runs on every page, the statement is not made of it"),
		lacks("borders", "EU billing address with delivery to a served country", "(EU) 2018/302", "both addresses are in the same country"),
		built("payment", "giropay is not offered", "closed 2024-12-31", "retired in its plugin"),
		built("payment", "card numbers go to the provider alone", "PCI DSS 4.0.1", "hosted fields and redirects"),
		built("other", "no link to the closed ODR platform", "(EU) 2024/3228", "none in any page or mail"),
	}
}
