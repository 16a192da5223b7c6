package payment_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/payment"
)

func TestWhatIsNoTransferIsSaid(t *testing.T) {
	of := func(pairs ...string) (list []payment.Instruction) {
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, payment.Instruction{Key: pairs[i], Value: pairs[i+1]})
		}
		return list
	}
	const iban = "DE02 1203 0000 0000 2020 51"
	for _, good := range [][]payment.Instruction{
		nil, of("code", "123"), of("iban", iban), of("iban", "GB82 WEST 1234 5698 7654 32", "bic", "WESTGB22"),
		of("account_holder", strings.Repeat("Ü", 70), "iban", iban, "bic", "BYLADEM1001", "purpose", strings.Repeat("ü", 140)),
	} {
		require.NoError(t, payment.CheckTransfer(good))
	}
	for says, bad := range map[string][]payment.Instruction{
		"iban": of("iban", "DE03 1203 0000 0000 2020 51"), "bic": of("iban", iban, "bic", "DKB"),
		"account_holder": of("iban", iban, "account_holder", "Kontor\nGmbH"), "purpose": of("iban", iban, "purpose", strings.Repeat("x", 141)),
	} {
		require.ErrorContains(t, payment.CheckTransfer(bad), says+":")
	}
}
