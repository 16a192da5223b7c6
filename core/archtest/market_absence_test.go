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

// What a customer reads of the shop's own: pages, mails, the titles and hints of ways to pay and to deliver, editors' pages.
var shopTexts = []string{"storefront/messages", "core/mailer", "configs/demo/content", "plugins/payment", "plugins/shipping"}

// eachShopText hands each text, which is a line, to see with its file, and counts the files.
func eachShopText(t *testing.T, see func(path, text string)) (files int) {
	t.Helper()
	for _, folder := range shopTexts {
		require.NoError(t, filepath.WalkDir("../../"+folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.Contains(path, "/sim/") || strings.Contains(path, "/testdata/") {
				return err
			}
			if end := filepath.Ext(path); end != ".json" && end != ".md" && end != ".html" && end != ".txt" && end != ".yaml" || d.Name() == "README.md" {
				return nil
			}
			content, err := os.ReadFile(path)
			files++
			for line := range strings.Lines(string(content)) {
				see(path, line)
			}
			return err
		}))
	}
	return files
}

var interestRate = regexp.MustCompile(`(?i)\d\s?%[^.]{0,40}(zins|p\. ?a\.|\bAPR\b|interest)|(zins(satz)?|interest rate|annual rate|borrowing rate|\bAPR\b)[^.]{0,40}\d\s?%|ab \d+[,.]?\d* ?€ (im Monat|monatlich)`)

// Whoever advertises credit with a rate, or with what a month costs, has to give a representative example (PAngV § 17) where
// the rate is.
func TestNoInterestRateStandsWithoutItsExample(t *testing.T) {
	for _, text := range []string{"9,9 % effektiver Jahreszins", "Sollzinssatz von 8,2 %", "ab 29,90 € monatlich", "APR of 5 %"} {
		require.Regexp(t, interestRate, text, "the search finds what it is for")
	}
	rates := 0
	read := eachShopText(t, func(path, text string) {
		if interestRate.MatchString(text) {
			rates++
			require.Regexp(t, "Repräsentatives Beispiel: |Representative example: ", text, path)
		}
	})
	require.Greater(t, read, 20)
	require.NotZero(t, rates, "one bank's financing has one")
}

var environmentalClaim = regexp.MustCompile(`(?i)(umwelt|klima)(freundlich|schonend|bewusst|neutral|positiv)|nachhaltig|ökologisch|ressourcenschonend|\bCO[₂2]-neutral|` +
	`(eco|environmentally|climate)[- ]?(friendly|neutral|positive)|sustainab|carbon[- ]neutral|lower emissions`)

// Nobody may claim in general that goods or services are good for the environment without a recognised excellent performance
// (no. 4a and 4c of the annex to § 3(3) UWG, from Directive (EU) 2024/825).
func TestTheShopMakesNoGeneralEnvironmentalClaim(t *testing.T) {
	for _, text := range []string{"Klimaneutraler Versand", "umweltfreundlich verpackt", "nachhaltige Technik", "climate-neutral", "sustainable"} {
		require.Regexp(t, environmentalClaim, text, "the search finds what it is for")
	}
	eachShopText(t, func(path, text string) { require.NotRegexp(t, environmentalClaim, text, path) })
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
