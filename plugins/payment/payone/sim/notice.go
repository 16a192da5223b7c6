package sim

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// notify sends a status notification: a form, proven by the hash of the portal key, and repeated until the answer is
// TSOK. What it gives is closed when it must come before the customer's browser goes back. The caller holds the lock.
func (s *Sim) notify(p *process, action string) (delivered <-chan struct{}) {
	receivable := p.captured - p.refunded
	form := url.Values{
		"key": {s.keyHash()}, "txaction": {action}, "transaction_status": {"completed"}, "notify_version": {"7.6"},
		"mode": {p.form.Get("mode")}, "portalid": {s.cfg.Portal}, "aid": {s.cfg.Account}, "clearingtype": {"cc"},
		"txtime": {unix(time.Now())}, "currency": {p.form.Get("currency")}, "userid": {"1" + p.txid}, "txid": {p.txid},
		"reference": {p.reference}, "sequencenumber": {strconv.Itoa(p.sequence)}, "price": {decimal(p.minor)},
		"balance": {decimal(receivable)}, "receivable": {decimal(receivable)},
	}
	address := s.cfg.NotifyURL
	if !strings.Contains(address, "://") {
		address = trimmed(p.origin()) + address
	}
	return s.courier.Send(stage.Notice{
		ID: p.txid, What: action,
		Make: func(ctx context.Context, forged bool) (*http.Request, error) {
			body := form
			if forged {
				body = url.Values{}
				for field, values := range form {
					body[field] = values
				}
				body.Set("price", "9"+form.Get("price"))
				body.Set("key", strings.Repeat("0", 32)) // who forges one does not know it
			}
			request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(body.Encode()))
			if err == nil {
				request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
				request.Header.Set("User-Agent", "PAYONE FinanceGate")
			}
			return request, err
		},
		Answered: func(answer *http.Response) bool {
			body, err := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
			return err == nil && string(body) == "TSOK"
		},
	})
}
