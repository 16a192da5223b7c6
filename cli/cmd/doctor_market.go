package cmd

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
)

// ruleState says whether the shop keeps a rule of the market.
type ruleState string

// The states.
const (
	ruleOn      ruleState = "on"
	ruleOff     ruleState = "off"     // a switch turns it off
	ruleMissing ruleState = "missing" // data is missing, or the shop has no such feature
)

// marketRule is one rule with what was found. A live shop must not have one that blocks and is not on.
type marketRule struct {
	Area   string    `json:"area"`
	Rule   string    `json:"rule"`
	Source string    `json:"source"`
	State  ruleState `json:"state"`
	Detail string    `json:"detail"`
	Switch string    `json:"switch,omitempty"` // the setting that decides
	Blocks bool      `json:"blocks,omitempty"`
}

var (
	germanVAT = regexp.MustCompile(`^DE[1-9][0-9]{8}$`)
	germanZip = regexp.MustCompile(`^[0-9]{5}$`)
)

// doctorMarket lists the market's rules. It fails for a live shop that may not be open.
func (s *session) doctorMarket(ctx context.Context, cfg config.Config, market string) error {
	if market != "de" {
		return usageError{fmt.Errorf("--market takes de, not %q", market)}
	}
	facts, err := readMarketFacts(ctx, cfg)
	if err != nil {
		return err
	}
	rules := marketRules(cfg, facts)
	var rows [][]string
	blocked := 0
	for _, r := range rules {
		state := string(r.State)
		if r.Blocks && r.State != ruleOn {
			blocked++
			state += " !"
		}
		rows = append(rows, []string{state, r.Area, r.Rule, r.Source, strings.TrimSpace(r.Detail)})
	}
	value := map[string]any{"market": market, "live": cfg.Live(), "mayGoLive": blocked == 0, "rules": rules}
	if err := s.out.table(value, []string{"", "area", "rule", "source", "found"}, rows); err != nil || blocked == 0 {
		return err
	}
	s.out.line("")
	if !cfg.Live() {
		s.out.line("%d of them (!) keep this shop from going live; %s is no public address, so it may run.", blocked, cfg.HTTP.PublicURL)
		return nil
	}
	s.out.line("%s is a public address, and %d of them (!) must be settled before customers buy there. See core/docs/market-de.md.", cfg.HTTP.PublicURL, blocked)
	return exitCode(1)
}

// readMarketFacts asks the database; nil facts when it is not there, so that the settings are checked all the same.
func readMarketFacts(ctx context.Context, cfg config.Config) (*postgres.MarketFacts, error) {
	if cfg.Database.URL == "" {
		return nil, nil
	}
	pool, err := postgres.Open(ctx, cfg.Database.URL, postgres.Options{Name: "kontor doctor", MaxConns: 1})
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	facts, err := postgres.ReadMarketFacts(ctx, pool, time.Now())
	return &facts, err
}

func marketRules(cfg config.Config, facts *postgres.MarketFacts) []marketRule {
	rules := append(traderRules(cfg), withdrawalRules(cfg, facts)...)
	rules = append(rules, catalogRules(cfg.Market, facts)...)
	rules = append(rules, guaranteeRules(cfg, facts)...)
	rules = append(rules, switchRules(cfg, facts)...)
	return append(rules, shopRules(cfg, facts)...)
}

// traderRules check what an imprint must say, and the registers without which electronics may not be sold.
func traderRules(cfg config.Config) []marketRule {
	t := cfg.Trader
	rule := func(name, source string, ok bool, found, setting string, blocks bool) marketRule {
		r := marketRule{Area: "trader", Rule: name, Source: source, State: ruleOn, Detail: found, Switch: setting, Blocks: blocks}
		if !ok {
			r.State = ruleMissing
			r.Detail = strings.TrimSpace(found + " set " + setting + " (" + config.EnvName(strings.Split(setting, ",")[0]) + ")")
		}
		return r
	}
	_, emailReason := address.Email(t.Email)
	postal := strings.TrimSpace(t.StreetName + " " + t.StreetNumber + ", " + t.ZipCode + " " + t.City)
	whole := t.StreetName != "" && t.StreetNumber != "" && germanZip.MatchString(t.ZipCode) && t.City != ""
	return []marketRule{
		rule("name with legal form", "§ 5 DDG", t.Name != "", t.Name, "trader.name", true),
		rule("representative", "§ 5 DDG", t.Representative != "", t.Representative, "trader.representative", true),
		rule("postal address", "§ 5 DDG", whole, strings.Trim(postal, ", "), "trader.streetName, trader.streetNumber, trader.zipCode, trader.city", true),
		rule("e-mail address", "§ 5 DDG", emailReason == "", t.Email, "trader.email", true),
		rule("telephone", "§ 5 DDG, Art. 246a EGBGB", t.Phone != "", t.Phone, "trader.phone", true),
		rule("commercial register", "§ 5 DDG", t.RegisterCourt != "" && t.RegisterNumber != "", strings.TrimSpace(t.RegisterCourt+" "+t.RegisterNumber), "trader.registerCourt, trader.registerNumber", true),
		rule("VAT id", "§ 5 DDG", germanVAT.MatchString(t.VATID), t.VATID, "trader.vatID", true),
		rule("register of electrical devices", "ElektroG § 6", t.WEEE != "", t.WEEE, "trader.weee", true),
		rule("packaging register", "VerpackG § 9", t.Packaging != "", t.Packaging, "trader.packaging", true),
		rule("battery register", "BattDG", t.Battery != "", t.Battery, "trader.battery", true),
		rule("consumer dispute board", "VSBG § 36", t.ConsumerDisputes != "", t.ConsumerDisputes, "trader.consumerDisputes", false),
		rule("mail server and sender", "§ 312i BGB", cfg.Mail.SMTP != "" && !strings.Contains(cfg.Mail.From, ".example"), cfg.Mail.From, "mail.smtp, mail.from", true),
	}
}

func withdrawalRules(cfg config.Config, facts *postgres.MarketFacts) []marketRule {
	function := func(name, source, detail string, blocks bool) marketRule {
		return shown(cfg.Market.Withdrawal, "market.withdrawal",
			marketRule{Area: "withdrawal", Rule: name, Source: source, State: ruleOn, Detail: detail, Blocks: blocks})
	}
	period := marketRule{
		Area: "withdrawal", Rule: "period of 14 days or more from the last delivery", Source: "§§ 355(2), 356(2) BGB", State: ruleOn,
		Detail: counted(cfg.Market.WithdrawalDays, "day", "days"), Switch: "market.withdrawalDays", Blocks: true,
	}
	if cfg.Market.WithdrawalDays < withdrawal.LegalDays {
		period.State = ruleMissing
	}
	label := marketRule{
		Area: "withdrawal", Rule: "return label from the carrier", Source: "no duty", State: ruleOn, Detail: "to the trader's address",
		Switch: "trader.streetName",
	}
	if cfg.Trader.StreetName == "" {
		label.State, label.Detail = ruleMissing, "no address to return goods to"
	}
	excluded := marketRule{
		Area: "withdrawal", Rule: "not for businesses and excluded goods, with the reason", Source: "§§ 312g(2), 355 BGB", State: ruleOn,
		Detail: "no goods are excluded", Switch: "market.withdrawalExcluded",
	}
	if cfg.Market.WithdrawalExcluded != "" {
		excluded.Detail = "excluded: " + cfg.Market.WithdrawalExcluded
	}
	paid := marketRule{
		Area: "withdrawal", Rule: "money back within 14 days, reminders, provider outage", Source: "§ 357(1) BGB", State: ruleOn,
		Detail: "workflow withdrawal", Switch: "market.withdrawal", Blocks: true,
	}
	if facts != nil {
		paid.Detail = fmt.Sprintf("%d open, %d overdue", facts.OpenWithdraws, facts.Overdue)
		if facts.Overdue > 0 {
			paid.State = ruleMissing
			paid.Detail += ": `kontor withdrawal list --open`"
		}
	}
	return []marketRule{
		function("withdrawal function on every page", "§ 356a BGB", "/widerruf, without login", true),
		function("only the permitted fields, prefilled when logged in", "§ 356a(2) BGB", "name, order, address for the receipt", false),
		function("receipt with content, date and time", "§ 356a(4) BGB", "mail withdrawal_receipt", false),
		function("guest orders, whole or in part", "§ 356a BGB", "by article number and quantity", false),
		function("each declaration once", "§ 356a BGB", "however often it is sent", false),
		period, excluded, label, paid,
	}
}

// chargers does not block: what was placed on the market before its date has no duty, and the catalogue does not know when
// that was.
func chargers(facts *postgres.MarketFacts) marketRule {
	r := marketRule{Area: "catalogue", Rule: "charger pictogram and charging label", Source: "RED Annex Ia", State: ruleOn,
		Detail: "all of " + counted(facts.ChargerDuty, "product", "products")}
	if facts.NoCharger > 0 {
		r.State, r.Detail = ruleMissing, lacking(facts.NoCharger, facts.ChargerDuty)
	}
	return r
}

// catalogRules are about data that imports bring.
func catalogRules(m config.Market, facts *postgres.MarketFacts) []marketRule {
	if facts == nil {
		return []marketRule{{Area: "catalogue", Rule: "product data", State: ruleMissing, Detail: "no database to look at: set database.url"}}
	}
	data := func(name, source string, missing, of int) marketRule {
		r := marketRule{Area: "catalogue", Rule: name, Source: source, State: ruleOn, Detail: "all of " + counted(of, "product", "products"), Blocks: true}
		if missing > 0 {
			r.State, r.Detail = ruleMissing, lacking(missing, of)
		}
		return r
	}
	return []marketRule{
		shown(m.ProductSafety, "market.productSafety", data("manufacturer and contact of each product", "GPSR Art. 19", facts.NoSafety, facts.Products)),
		shown(m.EnergyLabels, "market.energyLabels", data("energy label and sheet", "(EU) 2017/1369", facts.NoEnergyLabel, facts.LabelDuty)),
		shown(m.LowestPrices, "market.lowestPrices", marketRule{Area: "catalogue", Rule: "student price beside the lowest price of 30 days",
			Source: "PAngV § 11(4)", State: ruleOn, Detail: "no percentage is counted from it"}),
		shown(m.LowestPrices, "market.lowestPrices", marketRule{Area: "catalogue", Rule: "lowest price of 30 days at reductions", Source: "PAngV § 11",
			State: ruleOn, Detail: counted(facts.Reduced, "product", "products") + " reduced", Blocks: true}),
		shown(m.BasePrices, "market.basePrices", marketRule{Area: "catalogue", Rule: "base price of goods sold by measure", Source: "PAngV § 4",
			State: ruleOn, Detail: counted(facts.Measured, "product has", "products have") + " a measure; no list says which ones must", Blocks: true}),
		shown(m.ChargerLabels, "market.chargerLabels", chargers(facts)),
		shown(m.ChargerLabels, "market.chargerLabels", marketRule{Area: "catalogue", Rule: "device without a charger on offer", Source: "FuAG § 4a",
			State: ruleOn, Detail: counted(facts.Unbundled, "product comes", "products come") + " without one; each is an article of its own"}),
		shown(m.Durability, "market.durability", marketRule{Area: "catalogue", Rule: "update period and repair score", Source: "(EU) 2024/825",
			State: ruleOn, Detail: counted(facts.Durable, "product says what its producer does", "products say what their producers do")}),
	}
}

// shown turns a rule off whose switch is.
func shown(on bool, setting string, r marketRule) marketRule {
	r.Switch = setting
	if !on {
		r.State, r.Detail = ruleOff, "set "+setting+" ("+config.EnvName(setting)+") to true"
	}
	return r
}

// lacking says that products have to be imported with more.
func lacking(missing, of int) string {
	return fmt.Sprintf("%d of %s: import it (core/docs/catalog-import.md)", missing, counted(of, "product lacks it", "products lack it"))
}
