package postgres_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/customer"
	"kontor.dev/kontor/core/mail"
)

// Who has tried everything out begins anew with the password, rather than to wait before a form that takes nothing.
func TestACodeThatCannotBeRightIsNotAwaited(t *testing.T) {
	a := newAccounts(t)
	a.register("erika@example.org")
	v := a.visit()
	_, err := a.service.Login(a.ctx, v, "erika@example.org", password)
	require.NoError(t, err)
	awaited := func() bool {
		t.Helper()
		yes, err := a.service.Awaits(a.ctx, v)
		require.NoError(t, err)
		return yes
	}
	for range customer.CodeSends {
		for range customer.CodeTries {
			require.True(t, awaited())
			_, err = a.service.Confirm(a.ctx, v, "wrong")
			require.ErrorIs(t, err, customer.ErrWrongCode)
		}
		_ = a.service.Resend(a.ctx, v)
	}
	require.False(t, awaited())
	_, err = a.service.Login(a.ctx, v, "erika@example.org", password)
	require.NoError(t, err)
	require.True(t, awaited())
	_, err = a.service.Confirm(a.ctx, v, a.mailed(mail.LoginCode).Code)
	require.NoError(t, err)
}
