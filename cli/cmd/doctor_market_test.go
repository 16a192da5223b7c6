package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/site"
)

// artworkOf is a folder with files where the EU's are.
func artworkOf(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{"notice-de.png": "p", "notice-en.svg": "<svg/>", "garan.svg": "{{years}}{{brand}}{{model}}"} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	return folder
}

// ready is a shop that may go live.
func ready(t *testing.T) config.Config {
	t.Helper()
	return config.Config{
		HTTP: config.HTTP{PublicURL: "https://shop.kontor.de"}, Mail: config.Mail{SMTP: "mx:25", From: "Kontor <shop@kontor.de>"},
		Market: config.Market{Withdrawal: true, WithdrawalDays: 14, TermsInMail: true, Retention: true, EUBilling: true, GuaranteeArtwork: artworkOf(t),
			LowestPrices: true, BasePrices: true, EnergyLabels: true, ChargerLabels: true, GuaranteeLabels: true, ProductSafety: true, BarrierReports: true, OrderFacts: true, PaymentMeans: true, RecommendedPrices: true,
			LegalNotice: true, Durability: true, Repair: true, DisposalNotes: true, ReviewCheck: true, ReviewNotices: true},
		Trader: config.Trader{
			Name: "Kontor GmbH", Representative: "Kim Muster", StreetName: "Weg", StreetNumber: "1", ZipCode: "20457", City: "Hamburg",
			Phone: "040 1", Email: "shop@kontor.de", RegisterCourt: "Hamburg", RegisterNumber: "HRB 1", VATID: "DE123456788",
			WEEE: "DE 1", Packaging: "DE2", Battery: "3", ConsumerDisputes: "no",
		},
	}
}

func blocking(cfg config.Config, facts *postgres.MarketFacts) []string {
	var names []string
	for _, r := range marketRules(cfg, facts) {
		if r.Blocks && r.State != ruleOn {
			names = append(names, r.Rule)
		}
	}
	return names
}

func TestALiveShopNeedsItsTraderData(t *testing.T) {
	fine := &postgres.MarketFacts{Products: 3, LabelDuty: 1, TermPages: 4, RepairPages: 2, AccessPages: 2, Guaranteed: 1}
	require.Empty(t, blocking(ready(t), fine))
	require.True(t, ready(t).Live())
	for name, spoil := range map[string]func(*config.Config){
		"VAT id":                            func(c *config.Config) { c.Trader.VATID = "DE0" },
		"postal address":                    func(c *config.Config) { c.Trader.ZipCode = "204" },
		"commercial register":               func(c *config.Config) { c.Trader.RegisterNumber = "" },
		"e-mail address":                    func(c *config.Config) { c.Trader.Email = "shop" },
		"register of electrical devices":    func(c *config.Config) { c.Trader.WEEE = "" },
		"mail server and sender":            func(c *config.Config) { c.Mail.SMTP = "" },
		"withdrawal function on every page": func(c *config.Config) { c.Market.Withdrawal = false },
		"whole terms in the order's mail":   func(c *config.Config) { c.Market.TermsInMail = false },
		"retention periods as schedules":    func(c *config.Config) { c.Market.Retention = false },
		"harmonised notice of the legal guarantee": func(c *config.Config) {
			require.NoError(t, os.Remove(filepath.Join(c.Market.GuaranteeArtwork, "notice-en.svg")))
		},
		"producer's guarantee (GARAN)": func(c *config.Config) {
			require.NoError(t, os.Remove(filepath.Join(c.Market.GuaranteeArtwork, "garan.svg")))
		},
		"lowest price of 30 days at reductions":                                        func(c *config.Config) { c.Market.LowestPrices = false },
		"base price of goods sold by measure":                                          func(c *config.Config) { c.Market.BasePrices = false },
		"energy label and sheet":                                                       func(c *config.Config) { c.Market.EnergyLabels = false },
		"manufacturer and contact of each product":                                     func(c *config.Config) { c.Market.ProductSafety = false },
		"EU billing address with delivery to a served country, no redirect by country": func(c *config.Config) { c.Market.EUBilling = false },
		"period of 14 days or more from the last delivery":                             func(c *config.Config) { c.Market.WithdrawalDays = 7 },
	} {
		cfg := ready(t)
		spoil(&cfg)
		want := []string{name}
		if name == "VAT id" { // which invoices need as well
			want = append(want, "invoice with electronic data")
		}
		require.Equal(t, want, blocking(cfg, fine))
	}
	require.Equal(t, []string{"money back within 14 days, reminders, provider outage", "manufacturer and contact of each product", "energy label and sheet", "whole terms in the order's mail"},
		blocking(ready(t), &postgres.MarketFacts{TermPages: 3, Products: 3, NoSafety: 1, LabelDuty: 1, NoEnergyLabel: 1, OpenWithdraws: 2, Overdue: 1}))
}

// The operators' page and the command say the same rules, and of each the same switch.
func TestTheDoctorListsEveryRuleOfTheOperatorsPage(t *testing.T) {
	page, err := os.ReadFile("../../core/docs/market-de.md")
	require.NoError(t, err)
	_, table, found := strings.Cut(string(page), "\n## Every rule\n")
	require.True(t, found)
	documented := map[string]string{}
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		if !strings.HasPrefix(line, "| ") || cells[0] == "Rule" {
			continue
		}
		require.NotContains(t, documented, cells[0], "twice")
		documented[cells[0]] = strings.Trim(cells[3], "`")
	}
	listed := map[string]string{}
	for _, r := range marketRules(ready(t), &postgres.MarketFacts{}) {
		name := r.Rule + ", " + r.Source
		if r.Area == "trader" && documented[name] == "" {
			continue // the page has a table of these
		}
		require.NotContains(t, listed, name, "twice")
		listed[name] = r.Switch
	}
	for name, setting := range documented {
		require.Contains(t, listed, name)
		if strings.HasPrefix(setting, "none: ") {
			setting = ""
		}
		require.Equal(t, setting, listed[name], name)
	}
	require.Len(t, documented, len(listed))
}

// Each switch turns off the rules that name it, and no other.
func TestEachSwitchTurnsItsRulesOff(t *testing.T) {
	fine := &postgres.MarketFacts{Products: 3, LabelDuty: 1, TermPages: 4, RepairPages: 2, AccessPages: 2, Guaranteed: 1}
	for setting, spoil := range map[string]func(*config.Market){
		"market.withdrawal": func(m *config.Market) { m.Withdrawal = false }, "market.termsInMail": func(m *config.Market) { m.TermsInMail = false },
		"market.retention": func(m *config.Market) { m.Retention = false }, "market.euBilling": func(m *config.Market) { m.EUBilling = false },
		"market.lowestPrices": func(m *config.Market) { m.LowestPrices = false }, "market.basePrices": func(m *config.Market) { m.BasePrices = false },
		"market.energyLabels": func(m *config.Market) { m.EnergyLabels = false }, "market.chargerLabels": func(m *config.Market) { m.ChargerLabels = false },
		"market.guaranteeLabels": func(m *config.Market) { m.GuaranteeLabels = false }, "market.productSafety": func(m *config.Market) { m.ProductSafety = false },
		"market.barrierReports": func(m *config.Market) { m.BarrierReports = false }, "market.orderFacts": func(m *config.Market) { m.OrderFacts = false },
		"market.paymentMeans": func(m *config.Market) { m.PaymentMeans = false }, "market.recommendedPrices": func(m *config.Market) { m.RecommendedPrices = false },
		"market.legalNotice": func(m *config.Market) { m.LegalNotice = false }, "market.durability": func(m *config.Market) { m.Durability = false },
		"market.repair": func(m *config.Market) { m.Repair = false }, "market.disposalNotes": func(m *config.Market) { m.DisposalNotes = false },
		"market.reviewCheck": func(m *config.Market) { m.ReviewCheck = false }, "market.reviewNotices": func(m *config.Market) { m.ReviewNotices = false },
	} {
		cfg := ready(t)
		for _, r := range marketRules(cfg, fine) {
			require.Equal(t, ruleOn, r.State, "%s: %s", r.Rule, r.Detail)
		}
		spoil(&cfg.Market)
		off := 0
		for _, r := range marketRules(cfg, fine) {
			if r.State == ruleOn {
				continue
			}
			require.Equal(t, ruleOff, r.State, r.Rule)
			require.Equal(t, setting, r.Switch, r.Rule)
			off++
		}
		require.NotZero(t, off, setting)
	}
}

// What the pages leave out is what the switches say.
func TestPagesLeaveOutWhatIsSwitchedOff(t *testing.T) {
	cfg := ready(t)
	require.Empty(t, cfg.Hides())
	cfg.Market.DisposalNotes, cfg.Market.Retention, cfg.Trader.Email = false, false, ""
	require.Equal(t, []site.Notice{site.Disposal, site.ReviewNotices, site.BarrierReports, site.Retention}, cfg.Hides(), "reports have nowhere to go")
}

func TestReportsOfBarriersNeedAnAddress(t *testing.T) {
	state := func(spoil func(*config.Config)) ruleState {
		cfg := ready(t)
		cfg.Market.BarrierReports = true
		spoil(&cfg)
		for _, r := range marketRules(cfg, nil) {
			if r.Switch == "market.barrierReports" {
				return r.State
			}
		}
		return ""
	}
	require.Equal(t, ruleOn, state(func(*config.Config) {}))
	require.Equal(t, ruleMissing, state(func(c *config.Config) { c.Trader.Email = "" }))
	require.Equal(t, ruleOff, state(func(c *config.Config) { c.Market.BarrierReports = false }))
}

func TestADevelopersMachineIsNotLive(t *testing.T) {
	for _, address := range []string{"http://shop.kontor.de", "https://localhost:8080", "https://127.0.0.1", "https://10.0.0.7", "https://shop.example", "://"} {
		cfg := config.Config{HTTP: config.HTTP{PublicURL: address}}
		require.False(t, cfg.Live(), address)
	}
}
