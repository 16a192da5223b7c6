package app

import (
	"log/slog"

	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/postgres"
)

// openMail makes the mailer. Without a mail server the requests wait in the outbox for a worker that has one.
func (p *parts) openMail() error {
	if p.cfg.Mail.SMTP == "" {
		slog.Warn("mail.smtp is empty: mails wait in the outbox")
		return nil
	}
	smtp, err := mailer.NewSMTP(p.cfg.Mail.SMTP, p.cfg.Mail.From)
	if err != nil {
		return err
	}
	p.mailer = mailer.New(mailer.Deps{
		Orders: p.orders, Sent: postgres.NewMail(p.pool), Transport: smtp, Method: p.service.Method,
		ShopURL: p.cfg.HTTP.PublicURL, Withdrawals: postgres.NewWithdrawals(p.pool),
	})
	return nil
}
