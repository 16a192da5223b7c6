package app

import (
	"context"
	"fmt"
	"log/slog"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/mailer"
	"kontor.dev/kontor/core/postgres"
)

// termPages gives the pages that go with the confirmation of an order; nil when they are switched off.
func (p *parts) termPages() func(context.Context, string, catalog.Lang) (*content.Page, error) {
	if !p.cfg.Market.TermsInMail {
		return nil
	}
	return content.NewService(postgres.NewContents(p.pool), p.engine, systemClock).Of(p.cfg.Imprint()).Page
}

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
	artwork, err := p.cfg.Artwork()
	if err != nil {
		return fmt.Errorf("market.guaranteeArtwork: %w", err)
	}
	notice := func(lang catalog.Lang) (string, []byte) { n := artwork.Paper(lang); return n.Type, n.Data }
	if !p.cfg.Market.LegalNotice {
		notice = nil
	}
	own, err := parseURL("http.publicURL", p.cfg.HTTP.PublicURL)
	if err != nil {
		return err
	}
	shown, err := facesOf(p.cfg)
	if err != nil {
		return err
	}
	links, err := p.orderLinks()
	if err != nil {
		return err
	}
	p.mailer = mailer.New(mailer.Deps{
		Orders: p.orders, Sent: postgres.NewMail(p.pool), Transport: smtp, Method: p.service.Method,
		ShopURL: p.cfg.HTTP.PublicURL, Site: shown.siteAt(own), Links: links, Withdrawals: postgres.NewWithdrawals(p.pool),
		Invoices: postgres.NewInvoices(p.pool), Pages: p.termPages(),
		Sender: p.cfg.Imprint(), Notice: notice, NoTakeback: !p.cfg.Market.DisposalNotes,
		NoWithdrawal: !p.cfg.Market.Withdrawal, WithdrawalDays: p.cfg.Market.WithdrawalDays,
	})
	return nil
}
