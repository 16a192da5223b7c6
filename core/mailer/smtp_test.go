package mailer_test

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/mail"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

// refusing is a mail server that takes nothing for anybody, and says so as most do: with the address.
func refusing(t *testing.T, answer string) (address string) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go refuse(c, answer)
		}
	}()
	return listener.Addr().String()
}

func refuse(c net.Conn, answer string) {
	defer func() { _ = c.Close() }()
	_, _ = fmt.Fprint(c, "220 ready\r\n")
	lines := bufio.NewScanner(c)
	for lines.Scan() {
		line := lines.Text()
		switch verb, _, _ := strings.Cut(strings.ToUpper(line), " "); verb {
		case "RCPT":
			_, _ = fmt.Fprintf(c, answer+"\r\n", strings.ToUpper(line[len("RCPT TO:"):]))
		case "QUIT":
			_, _ = fmt.Fprint(c, "221 bye\r\n")
			return
		default:
			_, _ = fmt.Fprint(c, "250 ok\r\n")
		}
	}
}

// accepting is a mail server that takes so many messages over a connection, and says no more to who sends another.
type accepting struct {
	net.Listener
	perConnection int

	mu          sync.Mutex
	connections int
	messages    []string // their Message-IDs
	recipients  []string // as the server was told them
	senders     []string // as readers see them
	source      string   // of all messages
	replies     []string // headers of who reads an answer, and of whose does not
}

func newAccepting(t *testing.T, perConnection int) *accepting {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	a := &accepting{Listener: listener, perConnection: perConnection}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			wg.Go(func() { a.serve(c) })
		}
	})
	t.Cleanup(func() { _ = listener.Close(); wg.Wait() })
	return a
}

func (a *accepting) serve(c net.Conn) {
	a.mu.Lock()
	a.connections++
	a.mu.Unlock()
	defer func() { _ = c.Close() }()
	_, _ = fmt.Fprint(c, "220 ready\r\n")
	lines, taken, content := bufio.NewScanner(c), 0, false
	for lines.Scan() {
		line := lines.Text()
		verb, _, _ := strings.Cut(strings.ToUpper(line), " ")
		switch {
		case content && line == ".":
			content = false
			taken++
			_, _ = fmt.Fprint(c, "250 ok\r\n")
		case content:
			a.mu.Lock()
			a.source += line + "\r\n"
			if id, ok := strings.CutPrefix(line, "Message-ID: "); ok {
				a.messages = append(a.messages, id)
			}
			if from, ok := strings.CutPrefix(line, "From: "); ok {
				a.senders = append(a.senders, from)
			}
			if strings.HasPrefix(line, "Reply-To: ") || strings.HasPrefix(line, "X-Auto-Response-Suppress: ") {
				a.replies = append(a.replies, line)
			}
			a.mu.Unlock()
		case verb == "MAIL" && taken == a.perConnection:
			_, _ = fmt.Fprint(c, "421 too many messages\r\n")
			return
		case verb == "RCPT":
			a.mu.Lock()
			a.recipients = append(a.recipients, strings.TrimPrefix(line, "RCPT TO:"))
			a.mu.Unlock()
			_, _ = fmt.Fprint(c, "250 ok\r\n")
		case verb == "DATA":
			content = true
			_, _ = fmt.Fprint(c, "354 go on\r\n")
		case verb == "QUIT":
			_, _ = fmt.Fprint(c, "221 bye\r\n")
			return
		default:
			_, _ = fmt.Fprint(c, "250 ok\r\n")
		}
	}
}

// A server may end a connection whenever it likes; no message is lost for it, and none is sent twice.
func TestABatchOfMailsGoesOverOneConnectionAsLongAsTheServerLikes(t *testing.T) {
	for perConnection, connections := range map[int]int{100: 1, 2: 3, 1: 5} {
		t.Run(fmt.Sprint(perConnection), func(t *testing.T) {
			server := newAccepting(t, perConnection)
			smtp, err := mailer.NewSMTP(server.Addr().String(), "Kontor <shop@example.net>")
			require.NoError(t, err)
			m := mailer.New(mailer.Deps{Orders: orders{sample()}, Sent: postgres.NewMail(pgtest.New(t)), Transport: smtp, Method: method})
			var events []outbox.Event
			var sent []string
			for i := range 5 {
				r := request(mail.OrderConfirmation, catalog.German)
				r.ID = fmt.Sprint("order-", i)
				events, sent = append(events, event(t, r)), append(sent, messageID(r.ID))
			}
			require.NoError(t, m.Handle(t.Context(), events))
			server.mu.Lock()
			defer server.mu.Unlock()
			require.Equal(t, sent, server.messages)
			require.Equal(t, connections, server.connections)
		})
	}
}

// messageID is the header's value for a request: always the same, and without its words.
func messageID(id string) string {
	sum := sha256.Sum256([]byte(id))
	return fmt.Sprintf("<%x@example.net>", sum[:16])
}

// An operator's own name of a refund is in its request's ID: the recipient reads nothing of it, and the header stays one.
func TestAnOperatorsWordsAreInNoHeader(t *testing.T) {
	server := newAccepting(t, 100)
	s, err := mailer.NewSMTP(server.Addr().String(), "Kontor <shop@example.net>")
	require.NoError(t, err)
	const id = `order-100001-delivery_refunded-Reklamation <Müller> @7, "ein Ärgernis"`
	require.NoError(t, s.Send(t.Context(), mailer.Message{ID: id, To: "erika@example.org", Subject: "Erstattung", Text: "Geld", HTML: "<p>Geld</p>"}))
	server.mu.Lock()
	defer server.mu.Unlock()
	require.Equal(t, []string{messageID(id)}, server.messages)
}

// What a mail failed with goes to the log, and stays with the outbox for operators to read.
func TestErrorsDoNotNameTheRecipient(t *testing.T) {
	for name, to := range map[string]string{"unknown there": "erika.muster@example.org", "no address": "erika muster@@example.org"} {
		t.Run(name, func(t *testing.T) {
			s, err := mailer.NewSMTP(refusing(t, "550 5.1.1 %s: no such user here"), "Kontor <shop@example.net>")
			require.NoError(t, err)
			err = s.Send(t.Context(), mailer.Message{ID: "1", To: to, Subject: "Hallo", Text: "Hallo", HTML: "<p>Hallo</p>"})
			require.Error(t, err)
			require.NotContains(t, strings.ToLower(err.Error()), "muster")
			require.NotEmpty(t, fault.ReasonOf(err))
		})
	}
}

// Few servers take an umlaut in a domain, which an account's address may have.
func TestDomainsAreWrittenAsEveryServerTakesThem(t *testing.T) {
	server := newAccepting(t, 10)
	s, err := mailer.NewSMTP(server.Addr().String(), "Kontor <shop@example.net>")
	require.NoError(t, err)
	for _, to := range []string{"Erika.Muster@müller.example", "erika@MÜLLER.example", "erika@example.org"} {
		require.NoError(t, s.Send(t.Context(), mailer.Message{ID: "1", To: to, Subject: "Hallo", Text: "Hallo", HTML: "<p>Hallo</p>"}))
	}
	server.mu.Lock()
	defer server.mu.Unlock()
	require.Equal(t, []string{"<Erika.Muster@xn--mller-kva.example>", "<erika@xn--mller-kva.example>", "<erika@example.org>"}, server.recipients)
}

// An operator answers a report to who sent it, if that is an address; and no mail asks machines for an answer.
func TestAnAnswerGoesToWhoWrote(t *testing.T) {
	server := newAccepting(t, 10)
	s, err := mailer.NewSMTP(server.Addr().String(), "Kontor <shop@example.net>")
	require.NoError(t, err)
	for _, to := range []string{"", "erika@müller.example", "erika@@"} {
		require.NoError(t, s.Send(t.Context(), mailer.Message{ID: "1", To: "shop@example.org", ReplyTo: to, Subject: "Hallo", Text: "Hallo", HTML: "<p>Hallo</p>"}))
	}
	server.mu.Lock()
	defer server.mu.Unlock()
	const nobody = "X-Auto-Response-Suppress: OOF, AutoReply"
	require.Equal(t, []string{nobody, nobody, "Reply-To: <erika@xn--mller-kva.example>", nobody}, server.replies)
}

// A partner's mails come from the shop's address, which mail servers know, under the partner's name.
func TestTheSenderHasThePartnersName(t *testing.T) {
	server := newAccepting(t, 10)
	for _, from := range []string{"Kontor <shop@example.net>", "shop@example.net"} {
		s, err := mailer.NewSMTP(server.Addr().String(), from)
		require.NoError(t, err)
		for _, sender := range []string{"", `Grafik "Werk", GmbH`} {
			require.NoError(t, s.Send(t.Context(), mailer.Message{ID: "1", To: "erika@example.org", Sender: sender, Subject: "Hallo", Text: "Hallo", HTML: "<p>Hallo</p>"}))
		}
	}
	server.mu.Lock()
	defer server.mu.Unlock()
	const partners = `"Grafik \"Werk\", GmbH" <shop@example.net>`
	require.Equal(t, []string{`"Kontor" <shop@example.net>`, partners, "<shop@example.net>", partners}, server.senders)
}

// A mistyped address is refused for good: it does not wait like mails for a server that is away, which is tried without end.
func TestAMailThatIsRefusedForGoodIsGivenUpOnce(t *testing.T) {
	for answer, code := range map[string]fault.Code{
		"550 5.1.1 %s: no such user here": fault.Invalid, "450 4.2.1 %s: come back later": fault.Unavailable,
	} {
		s, err := mailer.NewSMTP(refusing(t, answer), "Kontor <shop@example.net>")
		require.NoError(t, err)
		err = s.Send(t.Context(), mailer.Message{ID: "1", To: "erika@example.org", Subject: "Hallo", Text: "Hallo", HTML: "<p>Hallo</p>"})
		require.Error(t, err)
		require.Equal(t, code, fault.CodeOf(err), answer)
		require.Equal(t, code == fault.Invalid, outbox.GivesUp(outbox.MaxAttempts, err), answer)
	}
}
