package mail_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/mail"
)

func TestLabelsOfAnAddressAreOneMailbox(t *testing.T) {
	for address, want := range map[string]string{
		"Kim@Example.org": "kim@example.org", "kim+shop@example.org": "kim@example.org", "kim+a+b@example.org": "kim@example.org",
		"+kim@example.org": "+kim@example.org", "kim": "kim@",
	} {
		require.Equal(t, want, mail.Mailbox(address), address)
	}
}
