package mailer_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mailer"
)

// refusing is a mail server that knows nobody, and says so as most do: with the address.
func refusing(t *testing.T) (address string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go refuse(c)
		}
	}()
	return listener.Addr().String()
}

func refuse(c net.Conn) {
	defer func() { _ = c.Close() }()
	_, _ = fmt.Fprint(c, "220 ready\r\n")
	lines := bufio.NewScanner(c)
	for lines.Scan() {
		line := lines.Text()
		switch verb, _, _ := strings.Cut(strings.ToUpper(line), " "); verb {
		case "RCPT":
			_, _ = fmt.Fprintf(c, "550 5.1.1 %s: no such user here\r\n", strings.ToUpper(line[len("RCPT TO:"):]))
		case "QUIT":
			_, _ = fmt.Fprint(c, "221 bye\r\n")
			return
		default:
			_, _ = fmt.Fprint(c, "250 ok\r\n")
		}
	}
}

// What a mail failed with goes to the log, and stays with the outbox for operators to read.
func TestErrorsDoNotNameTheRecipient(t *testing.T) {
	for name, to := range map[string]string{"unknown there": "erika.muster@example.org", "no address": "erika muster@@example.org"} {
		t.Run(name, func(t *testing.T) {
			s, err := mailer.NewSMTP(refusing(t), "Kontor <shop@example.net>")
			require.NoError(t, err)
			err = s.Send(t.Context(), mailer.Message{ID: "1", To: to, Subject: "Hallo", Text: "Hallo", HTML: "<p>Hallo</p>"})
			require.Error(t, err)
			require.NotContains(t, strings.ToLower(err.Error()), "muster")
			require.NotEmpty(t, fault.ReasonOf(err))
		})
	}
}
