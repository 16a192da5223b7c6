package postgres_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/ident"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/withdrawal"
)

// Who orders in somebody's name can withdraw from that order.
func TestReceiptsForOneOrderAreBounded(t *testing.T) {
	r := newReturns(t)
	now := time.Now().UTC()
	for n := range withdrawal.ReceiptsHour + 3 {
		_, err := r.store.Declare(r.ctx, withdrawal.Declaration{
			Key: ident.New(), OrderNumber: []string{"", "0", "+"}[n%3] + fmt.Sprint(r.orderID), Name: "Erika Muster", Email: "Erika@example.org", Lang: catalog.German,
		}, now)
		require.NoError(t, err)
	}
	require.Equal(t, withdrawal.ReceiptsHour, r.mails(mail.WithdrawalReceipt))

	_, err := r.pool.Exec(r.ctx, `update withdrawal set received_at = received_at - interval '1 hour'`)
	require.NoError(t, err)
	r.declare(ident.New(), "erika@example.org")
	require.Equal(t, withdrawal.ReceiptsHour+1, r.mails(mail.WithdrawalReceipt))

	// Nor does one's own order open another's mailbox.
	_, err = r.pool.Exec(r.ctx, `update shop_order set customer_id = 7`)
	require.NoError(t, err)
	for range withdrawal.ReceiptsHour + 1 {
		_, err := r.store.Declare(r.ctx, withdrawal.Declaration{
			Key: ident.New(), OrderNumber: fmt.Sprint(r.orderID), Name: "Erika Muster", Email: "victim@example.org", Lang: catalog.German, CustomerID: 7,
		}, now)
		require.NoError(t, err)
	}
	require.Equal(t, 2*withdrawal.ReceiptsHour+1, r.mails(mail.WithdrawalReceipt))
}
