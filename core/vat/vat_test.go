package vat_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/vat"
)

// The storefront's test reads the same cases.
func TestCases(t *testing.T) {
	raw, err := os.ReadFile("testdata/cases.json")
	require.NoError(t, err)
	var cases []struct {
		ID    string
		Valid bool
	}
	require.NoError(t, json.Unmarshal(raw, &cases))
	right := map[string]bool{}
	for _, c := range cases {
		require.Equal(t, c.Valid, vat.Valid(c.ID), c.ID)
		if c.Valid {
			right[c.ID[:2]] = true
		}
	}
	require.Len(t, right, 27)
	require.Len(t, vat.Rules(), 27)
}

// A slip of one digit is noticed wherever the state has a check digit.
func TestOneWrongDigitIsNoticed(t *testing.T) {
	for _, id := range []string{"DE136695976", "ATU37675002", "BE0428759497", "FR83404833048", "IT00743110157", "PL8567346215", "DK13585628", "FI20774740"} {
		require.True(t, vat.Valid(id), id)
		for at := len(id) - 8; at < len(id); at++ {
			for digit := byte('0'); digit <= '9'; digit++ {
				if other := id[:at] + string(digit) + id[at+1:]; other != id {
					require.False(t, vat.Valid(other), other)
				}
			}
		}
	}
}

func TestNormal(t *testing.T) {
	require.Equal(t, "DE136695976", vat.Normal(" de 136.695-976 "))
	require.Equal(t, "EL", vat.Prefix("GR"))
	require.Equal(t, "AT", vat.Prefix("AT"))
}

func FuzzValid(f *testing.F) {
	for _, id := range []string{"DE136695976", "", "D", "ES", "IE1234567WA", "CY10259033P", "FR\xff", "NL123456789B13", "ĳĲ1"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id := vat.Normal(text)
		if vat.Valid(id) {
			require.Equal(t, id, vat.Normal(id))
			require.Equal(t, id, strings.ToUpper(id))
			require.LessOrEqual(t, len(id), 15)
			require.False(t, vat.Valid(id+"0"+id))
		}
	})
}
