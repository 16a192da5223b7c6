// Package mailbox captures the mail that a development stack sends: an SMTP server that delivers nothing, a folder with
// one file per mail, and pages to read them. The oldest mails make room for new ones.
package mailbox

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/emersion/go-smtp"
)

// Options say where a mailbox listens and keeps its mail.
type Options struct {
	Dir      string
	SMTPAddr string // host:port
	HTTPAddr string // host:port of the pages
	Most     int64  // bytes of mail to keep, the newest; 0: 512 MB
}

// Server is a running mailbox.
type Server struct {
	smtp  *smtp.Server
	pages *http.Server
	addrs [2]string
}

const (
	maxMessage    = 20 << 20
	maxKept       = 512 << 20
	maxRecipients = 100
	ioTimeout     = 30 * time.Second
)

// Start opens the folder and listens on both addresses.
func Start(o Options) (*Server, error) {
	box, err := open(o.Dir, cmp.Or(o.Most, maxKept))
	if err != nil {
		return nil, err
	}
	inbound, err := net.Listen("tcp", o.SMTPAddr)
	if err != nil {
		return nil, err
	}
	web, err := net.Listen("tcp", o.HTTPAddr)
	if err != nil {
		return nil, errors.Join(err, inbound.Close())
	}
	s := &Server{
		smtp:  smtp.NewServer(backend{box}),
		pages: &http.Server{Handler: handler(box), ReadHeaderTimeout: ioTimeout},
		addrs: [2]string{inbound.Addr().String(), web.Addr().String()},
	}
	s.smtp.Domain = "localhost"
	s.smtp.MaxMessageBytes, s.smtp.MaxRecipients = maxMessage, maxRecipients
	s.smtp.ReadTimeout, s.smtp.WriteTimeout = ioTimeout, ioTimeout
	s.smtp.EnableSMTPUTF8 = true
	go serve("mail capture", func() error { return s.smtp.Serve(inbound) })
	go serve("mail pages", func() error { return s.pages.Serve(web) })
	return s, nil
}

func serve(name string, run func() error) {
	if err := run(); err != nil && !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, smtp.ErrServerClosed) {
		slog.Error(name+" stopped", "error", err)
	}
}

// SMTPAddr is where mail is taken.
func (s *Server) SMTPAddr() string { return s.addrs[0] }

// URL is the page that lists the mail.
func (s *Server) URL() string { return "http://" + s.addrs[1] }

// Stop ends both servers; what was accepted is stored.
func (s *Server) Stop(ctx context.Context) error {
	return errors.Join(s.smtp.Shutdown(ctx), s.pages.Shutdown(ctx))
}

type backend struct{ box *box }

// NewSession begins a client's connection.
func (b backend) NewSession(*smtp.Conn) (smtp.Session, error) { return &session{box: b.box}, nil }

type session struct {
	box  *box
	from string
	to   []string
}

func (s *session) Mail(from string, _ *smtp.MailOptions) error {
	s.from = from
	return nil
}

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = append(s.to, to)
	return nil
}

func (s *session) Data(r io.Reader) error {
	body, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return s.box.add(s.from, s.to, body)
}

func (s *session) Reset()        { s.from, s.to = "", nil }
func (s *session) Logout() error { return nil }
