package sim

import (
	"context"
	"net/http"
	"net/url"

	"kontor.dev/kontor/plugins/simulator/stage"
)

// notify calls the page's notification address: a GET without anything of Saferpay's own. What it gives is closed when
// the call must come before the payer's browser goes back. The caller holds the lock.
func (s *Sim) notify(p *page, success bool) (delivered <-chan struct{}) {
	if p.req.Notification == nil {
		return nil
	}
	address, what := p.req.Notification.FailNotifyUrl, "fail"
	if success {
		address, what = p.req.Notification.SuccessNotifyUrl, "success"
	}
	return s.courier.Send(stage.Notice{ID: p.token, What: what, Make: func(ctx context.Context, forged bool) (*http.Request, error) {
		if forged {
			address = forge(address)
		}
		return http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	}})
}

// forge swaps the results in the address, as one would who knows only one of the two.
func forge(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	q := u.Query()
	for key, values := range q {
		switch values[0] {
		case "success":
			q.Set(key, "fail")
		case "fail":
			q.Set(key, "success")
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}
