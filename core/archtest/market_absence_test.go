package archtest

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What a customer reads of the shop's own: pages, mails, the titles and hints of payment methods, editors' pages.
var shopTexts = []string{"storefront/messages", "core/mailer", "configs/demo/content", "plugins/payment"}

var interestRate = regexp.MustCompile(`(?i)\d\s?%[^.]{0,40}(zins|p\. ?a\.|\bAPR\b|interest)|(zins(satz)?|interest rate|annual rate|borrowing rate|\bAPR\b)[^.]{0,40}\d\s?%|ab \d+[,.]?\d* ?€ (im Monat|monatlich)`)

// Whoever advertises credit with a rate, or with what a month costs, has to give a representative example (PAngV § 17) where
// the rate is.
func TestNoInterestRateStandsWithoutItsExample(t *testing.T) {
	for _, text := range []string{"9,9 % effektiver Jahreszins", "Sollzinssatz von 8,2 %", "ab 29,90 € monatlich", "APR of 5 %"} {
		require.Regexp(t, interestRate, text, "the search finds what it is for")
	}
	read, rates := 0, 0
	for _, folder := range shopTexts {
		require.NoError(t, filepath.WalkDir("../../"+folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.Contains(path, "/sim/") || strings.Contains(path, "/testdata/") {
				return err
			}
			if end := filepath.Ext(path); end != ".json" && end != ".md" && end != ".html" && end != ".txt" && end != ".yaml" || d.Name() == "README.md" {
				return nil
			}
			content, err := os.ReadFile(path)
			read++
			for line := range strings.Lines(string(content)) { // a text is a line
				if interestRate.MatchString(line) {
					rates++
					require.Regexp(t, "Repräsentatives Beispiel: |Representative example: ", line, path)
				}
			}
			return err
		}))
	}
	require.Greater(t, read, 20)
	require.NotZero(t, rates, "one bank's financing has one")
}

var otherBusiness = regexp.MustCompile(`(?i)^(subscription|recurring|renewal|billingInterval|interval|contractTerm|seller|vendor|marketplace)`)

// § 312k BGB wants a button to end what the shop lets consumers begin, Regulation (EU) 2019/1150 rules for other sellers on a
// platform. Nothing that can be ordered recurs, and nothing is anybody else's: no field of the API says so.
func TestTheShopSellsOnceAndForItself(t *testing.T) {
	raw, err := os.ReadFile("../httpapi/openapi.json")
	require.NoError(t, err)
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]any `json:"properties"`
			} `json:"schemas"`
		} `json:"components"`
	}
	require.NoError(t, json.Unmarshal(raw, &document))
	fields := 0
	for name, schema := range document.Components.Schemas {
		for field := range schema.Properties {
			fields++
			require.NotRegexp(t, otherBusiness, field, name)
		}
	}
	require.Greater(t, fields, 300)
}
