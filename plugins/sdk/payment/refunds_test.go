package payment_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/payment"
)

func TestRefundsCountOnce(t *testing.T) {
	var r payment.Refunds
	require.Zero(t, r.Sum("p1"))
	r.Add("p1", "k1", 300)
	r.Add("p1", "k1", 300)
	r.Add("p1", "k2", 50)
	r.Add("p2", "k1", 7)
	require.EqualValues(t, 350, r.Sum("p1"))
	require.EqualValues(t, 7, r.Sum("p2"))
}

func TestRefundsOfTheOldestPaymentsAreForgotten(t *testing.T) {
	var r payment.Refunds
	for i := range 20001 {
		r.Add(strconv.Itoa(i), "k", 1)
	}
	require.Zero(t, r.Sum("0"))
	require.EqualValues(t, 1, r.Sum("1"))
	require.EqualValues(t, 1, r.Sum("20000"))
}
