package campus

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// claimCase is what the form of a document holds, as it was seen at noon, and the fields that are wrong then.
type claimCase struct {
	Type                   StudentType
	School, From, To, Born string
	Wrong                  []string
}

func (c *claimCase) String() string {
	return fmt.Sprintf("%d %q from %s to %s born %s", c.Type, c.School, c.From, c.To, c.Born)
}

// wrong reads the form as the call does: a day that there is not is wrong in itself.
func (c *claimCase) wrong() []string {
	found := []string{}
	day := func(field, text string) (d Date) {
		if d.UnmarshalText([]byte(text)) != nil {
			found = append(found, field)
		}
		return d
	}
	claim := Claim{Type: c.Type, School: c.School, From: day("studentValidFrom", c.From), To: day("studentValidTo", c.To)}
	born := day("studentBirthday", c.Born)
	_, wrong := claim.check(noon)
	for _, f := range append(wrong, tooYoung(born, noon)...) {
		found = append(found, f.Name)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// The storefront's test reads the same cases.
func TestSharedClaims(t *testing.T) {
	raw, err := os.ReadFile("testdata/claims.json")
	require.NoError(t, err)
	var cases []claimCase
	require.NoError(t, json.Unmarshal(raw, &cases))
	require.Greater(t, len(cases), 30)
	for i := range cases {
		require.Equal(t, cases[i].Wrong, cases[i].wrong(), cases[i].String())
	}
}

func FuzzClaim(f *testing.F) {
	f.Add(1, "TU Berlin", "2025-10-01", "31.03.2026", "2000-02-01")
	f.Add(-1, "\xff\u202e", "9999-99-99", "2999-12-31", "0000-00-00")
	f.Fuzz(func(t *testing.T, kind int, school, from, to, born string) {
		c := claimCase{Type: StudentType(kind), School: school, From: from, To: to, Born: born}
		if len(c.wrong()) > 0 {
			return
		}
		claim := Claim{Type: c.Type, School: school}
		require.NoError(t, claim.From.UnmarshalText([]byte(from)))
		require.NoError(t, claim.To.UnmarshalText([]byte(to)))
		stored, wrong := claim.check(noon)
		require.Empty(t, wrong)
		require.LessOrEqual(t, utf8.RuneCountInString(stored.School), maxSchool)
		require.False(t, stored.To.Before(DateOf(noon)))
		require.Less(t, stored.To.End().Sub(noon), 7*366*24*time.Hour, "an end that never comes would keep the proof for ever")
		again, wrong := stored.check(noon)
		require.Empty(t, wrong)
		require.Equal(t, stored, again)
		if born != "" {
			d, err := ParseDate(born)
			require.NoError(t, err)
			require.GreaterOrEqual(t, age(d, DateOf(noon)), MinAge)
		}
	})
}
