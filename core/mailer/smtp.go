package mailer

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	netmail "net/mail"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/fault"
)

// SMTP sends through a mail server. It keeps no connection between messages; a Connection of it does.
type SMTP struct {
	client *mail.Client // many may dial with it at once
	from   *netmail.Address
	domain string // of the sender, for Message-IDs
}

const smtpTimeout = 20 * time.Second

// NewSMTP makes the transport. The server is host:port (plain, for a capture on this machine), smtp://user:password@host
// (STARTTLS required) or smtps:// (TLS from the start). Fault Invalid for an address that is none of these.
func NewSMTP(server, from string) (*SMTP, error) {
	sender, err := netmail.ParseAddress(from)
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "mail_from_invalid")
	}
	s := &SMTP{from: sender, domain: sender.Address[strings.LastIndexByte(sender.Address, '@')+1:]}
	options := []mail.Option{mail.WithTimeout(smtpTimeout), mail.WithoutNoop()}
	if !strings.Contains(server, "://") {
		options = append(options, mail.WithTLSPolicy(mail.NoTLS))
		server = "smtp://" + server
	}
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || (u.Scheme != "smtp" && u.Scheme != "smtps") {
		return nil, fault.New(fault.Invalid, "mail_smtp_invalid")
	}
	if u.Scheme == "smtps" {
		options = append(options, mail.WithSSL())
	}
	if u.User != nil {
		password, _ := u.User.Password()
		options = append(options, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(u.User.Username()), mail.WithPassword(password))
	}
	port := map[string]int{"smtp": 587, "smtps": 465}[u.Scheme]
	if u.Port() != "" {
		if port, err = strconv.Atoi(u.Port()); err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "mail_smtp_invalid")
		}
	}
	options = append(options, mail.WithPort(port))
	if s.client, err = mail.NewClient(u.Hostname(), options...); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "mail_smtp_invalid")
	}
	return s, nil
}

// Send sends one message.
func (s *SMTP) Send(ctx context.Context, m Message) error {
	c := s.Connection()
	defer c.Close()
	return c.Send(ctx, m)
}

// Check connects as for a message, with the password, and sends none.
func (s *SMTP) Check(ctx context.Context) error {
	open, err := s.client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return err
	}
	(&connection{smtp: s, open: open}).Close()
	return nil
}

// Connection gives a transport that keeps its connection from one message to the next. Its user closes it.
func (s *SMTP) Connection() Connection { return &connection{smtp: s} }

// connection is one, once there was a message.
type connection struct {
	smtp *SMTP
	open *smtp.Client
}

// Send opens the connection where there is none. One that a message went over before may have ended meanwhile: when it takes
// no other, the message goes over a new one.
func (c *connection) Send(ctx context.Context, m Message) error {
	m.To = address.InASCII(m.To)
	out, err := c.smtp.write(m)
	if err != nil {
		return err
	}
	used := c.open != nil
	err = c.send(ctx, out)
	if used && notBegun(err) {
		err = c.send(ctx, out)
	}
	switch {
	case err == nil:
		return nil
	case refused(err):
		return fault.Wrap(withoutRecipient(err, m.To), fault.Invalid, "mail_recipient_refused")
	}
	return fault.Wrap(withoutRecipient(err, m.To), fault.Unavailable, "mail_server_unavailable")
}

// refused reports whether the server will not take anything for the recipient: another try gets the same answer.
func refused(err error) bool {
	failed, ok := errors.AsType[*mail.SendError](err)
	return ok && failed.Reason == mail.ErrSMTPRcptTo && failed.ErrorCode() >= 500
}

func (c *connection) send(ctx context.Context, out *mail.Msg) (err error) {
	if c.open == nil {
		if c.open, err = c.smtp.client.DialToSMTPClientWithContext(ctx); err != nil {
			return err
		}
	}
	if err = c.smtp.client.SendWithSMTPClient(c.open, out); err == nil {
		return nil
	}
	_ = c.open.Close() // nobody knows where it stands
	c.open = nil
	if out.IsDelivered() {
		return nil // the server has it; only what comes next cannot go this way
	}
	return err
}

// notBegun reports whether a message failed before anything of it was sent.
func notBegun(err error) bool {
	failed, ok := errors.AsType[*mail.SendError](err)
	return ok && (failed.Reason == mail.ErrConnCheck || failed.Reason == mail.ErrSMTPMailFrom)
}

// Close ends the connection.
func (c *connection) Close() {
	if c.open != nil {
		_ = c.smtp.client.CloseWithSMTPClient(c.open) // nothing is under way
		_ = c.open.Close()                            // also when the server did not answer the goodbye
		c.open = nil
	}
}

// messageID is made of a request's ID, which may have an operator's own words in it: nothing for the recipient, and nothing
// that a header has a place for.
func messageID(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:16])
}

// write makes what is sent of a message.
func (s *SMTP) write(m Message) (*mail.Msg, error) {
	out := mail.NewMsg(mail.WithNoDefaultUserAgent()) // whose software it is, and which version, is nobody's business
	from := netmail.Address{Name: cmp.Or(m.Sender, s.from.Name), Address: s.from.Address}
	if err := out.From(from.String()); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "mail_from_invalid")
	}
	if err := out.To(m.To); err != nil {
		return nil, fault.Wrap(withoutRecipient(err, m.To), fault.Invalid, "mail_to_invalid")
	}
	out.Subject(m.Subject)
	out.SetMessageIDWithValue(messageID(m.ID) + "@" + s.domain)
	out.SetDate()
	out.SetGenHeader("Auto-Submitted", "auto-generated")
	out.SetGenHeader("X-Auto-Response-Suppress", "OOF, AutoReply") // Exchange goes by it: nobody is to read who is on holiday
	if m.ReplyTo != "" {
		_ = out.ReplyTo(address.InASCII(m.ReplyTo)) // what somebody typed may be no address, and is in the text as well
	}
	if m.Unsubscribe != "" {
		out.SetGenHeader("List-Unsubscribe", "<"+m.Unsubscribe+">")
		out.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	out.SetBodyString(mail.TypeTextPlain, m.Text)
	out.AddAlternativeString(mail.TypeTextHTML, m.HTML)
	if m.Code != nil {
		out.EmbedReadSeeker(codeFile, bytes.NewReader(m.Code), mail.WithFileContentType("image/png"), mail.WithFileContentID("<"+codeID+">"))
	}
	for _, a := range m.Attachments {
		out.AttachReadSeeker(a.Name, bytes.NewReader(a.Content), mail.WithFileContentType(mail.ContentType(a.Type))) // copies nothing
	}
	return out, nil
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
