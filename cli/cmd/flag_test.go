package cmd

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/money"
)

// A number that makes no sense is a mistake, and not another question than the one that was asked.
func TestFlagsRefuseNumbersThatMakeNoSense(t *testing.T) {
	for _, line := range []string{
		"audit list --page 0", "audit list --since -5h", "audit list --since 0s", "audit list --since tomorrow", "campus list --size 0",
		"campus list --size 1001", "order list --page -3", "order list --since -1h", "review list --product -3", "review list --size x",
		"withdrawal list --order -3", "withdrawal list --page 0", "withdrawal accept 1 --order 0", "order ship 1 --delivery -1",
		"order deliver 1 --delivery 0", "order return 1 --delivery -1 --yes", "customer show 1 --events -1", "voucher set A --amount 3 --max -1",
		"checkout list --page 0", "search query --page 0", "catalog import x.csv --batch 0",
	} {
		s := &session{out: printer{out: &strings.Builder{}}}
		root := newRoot(s)
		root.SetArgs(strings.Fields(line))
		err := root.ExecuteContext(t.Context())
		require.ErrorAs(t, err, &usageError{}, line)
		require.ErrorContains(t, err, "it takes ", line)
	}
}

func TestAmountsAsPeopleTypeThem(t *testing.T) {
	for text, want := range map[string]int64{"89,90": 8990, "89.9": 8990, "89": 8900, "0,01": 1} {
		got := money.Euro(0)
		require.NoError(t, euros{&got}.Set(text), text)
		require.Equal(t, money.Euro(want), got, text)
	}
	for _, text := range []string{"", "0", "-1", "1,234", "1.000,00", "x", "10000000000000"} {
		got := money.Euro(7)
		require.Error(t, euros{&got}.Set(text), text)
		require.Equal(t, money.Euro(7), got, text)
	}
}
