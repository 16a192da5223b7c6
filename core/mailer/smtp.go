package mailer

import (
	"bytes"
	"context"
	"errors"
	netmail "net/mail"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"kontor.dev/kontor/core/fault"
)

// SMTP sends through a mail server. It keeps no connection between mails.
type SMTP struct {
	host    string
	options []mail.Option
	from    string
	domain  string // of the sender, for Message-IDs
}

const smtpTimeout = 20 * time.Second

// NewSMTP makes the transport. The server is host:port (plain, for a capture on this machine), smtp://user:password@host
// (STARTTLS required) or smtps:// (TLS from the start). Fault Invalid for an address that is none of these.
func NewSMTP(server, from string) (*SMTP, error) {
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "mail_from_invalid")
	}
	s := &SMTP{from: from, domain: sender.Address[strings.LastIndexByte(sender.Address, '@')+1:]}
	s.options = []mail.Option{mail.WithTimeout(smtpTimeout)}
	if !strings.Contains(server, "://") {
		s.options = append(s.options, mail.WithTLSPolicy(mail.NoTLS))
		server = "smtp://" + server
	}
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || (u.Scheme != "smtp" && u.Scheme != "smtps") {
		return nil, fault.New(fault.Invalid, "mail_smtp_invalid")
	}
	s.host = u.Hostname()
	if u.Scheme == "smtps" {
		s.options = append(s.options, mail.WithSSL())
	}
	if u.User != nil {
		password, _ := u.User.Password()
		s.options = append(s.options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(u.User.Username()), mail.WithPassword(password))
	}
	port := map[string]int{"smtp": 587, "smtps": 465}[u.Scheme]
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "mail_smtp_invalid")
		}
	}
	s.options = append(s.options, mail.WithPort(port))
	return s, nil
}

// Send sends one message.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	out := mail.NewMsg()
	if err := out.From(s.from); err != nil {
		return fault.Wrap(err, fault.Invalid, "mail_from_invalid")
	}
	if err := out.To(m.To); err != nil {
		return fault.Wrap(withoutRecipient(err, m.To), fault.Invalid, "mail_to_invalid")
	}
	out.Subject(m.Subject)
	out.SetMessageIDWithValue(m.ID + "@" + s.domain)
	out.SetDate()
	out.SetGenHeader("Auto-Submitted", "auto-generated")
	if m.Unsubscribe != "" {
		out.SetGenHeader("List-Unsubscribe", "<"+m.Unsubscribe+">")
		out.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	out.SetBodyString(mail.TypeTextPlain, m.Text)
	out.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	for _, a := range m.Attachments {
		if err := out.AttachReader(a.Name, bytes.NewReader(a.Content), mail.WithFileContentType(mail.ContentType(a.Type))); err != nil {
			return fault.Wrap(err, fault.Internal, "mail_attachment_invalid")
		}
	}
	client, err := mail.NewClient(s.host, s.options...)
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "mail_smtp_invalid")
	}
	if err := client.DialAndSendWithContext(ctx, out); err != nil {
		return fault.Wrap(withoutRecipient(err, m.To), fault.Unavailable, "mail_server_unavailable")
	}
	return nil
}

// withoutRecipient gives an error's text without the address: servers repeat it, and the text goes to the log and stays
// with the outbox.
func withoutRecipient(err error, to string) error {
	if to == "" {
		return err
	}
	address := regexp.MustCompile("(?i)" + regexp.QuoteMeta(to))
	return errors.New(address.ReplaceAllLiteralString(err.Error(), "(recipient)"))
}
