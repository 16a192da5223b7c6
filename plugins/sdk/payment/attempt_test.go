package payment

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
)

func TestAttemptsHaveNumbersOfTheirOwn(t *testing.T) {
	require.Equal(t, "K10001-2", AttemptNumber("K10001", 2))
	require.Equal(t, AttemptNumber("K10001", 1), AttemptNumber("K10001", 0), "a shop that does not count has its first")
}

func TestALimitIsInEuroWhereTheMethodTakesIt(t *testing.T) {
	require.Equal(t, base.Money{Minor: 500, Currency: "EUR"}, Limit(500, []string{"CHF", "EUR"}))
	require.Equal(t, base.Money{Minor: 500, Currency: "CHF"}, Limit(500, []string{"CHF", "USD"}))
	require.Equal(t, base.Money{}, Limit(0, []string{"EUR"}), "0 is no limit")
}

func TestAMethodIsFoundByItsCode(t *testing.T) {
	both := []Method{{Code: "now"}, {Code: "later", Sort: 2}}
	later, ok := FindMethod(both, "later")
	require.True(t, ok)
	require.Equal(t, both[1], later)
	_, ok = FindMethod(both, "never")
	require.False(t, ok)
}
