package chaos

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"time"

	"kontor.dev/kontor/core/address"
)

// methods are paid by in turn: one that asks nobody, and three that send the customer to a provider, which takes the money
// at once (PayPal, Aiia) or promises it (Saferpay).
var methods = []string{"moneyorder", "paypal", "aiia", "saferpaycreditcard"}

// offline is the one of them without a provider.
const offline = "moneyorder"

const (
	calm     = 20 * time.Second // longer than the shop lets a customer wait
	between  = 200 * time.Millisecond
	patience = 30 * time.Minute // of a guest, from the first call to the order
)

// guest is a customer who buys one notebook and does not give up.
type guest struct {
	shop    *shop
	random  *rand.Rand
	email   string
	method  string
	stays   bool // does not come back from the provider
	browser *http.Client
	total   int64 // cents, as shown
	attempt string
	order   int64
}

func (s *shop) guest(i int, random *rand.Rand) *guest {
	return &guest{
		shop: s, random: random, email: fmt.Sprintf("gast-%d@example.org", i), method: methods[i%len(methods)],
		stays: random.IntN(5) == 0,
	}
}

// buy ends with the order.
func (g *guest) buy(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := again(ctx, g.choose); err != nil {
		return fmt.Errorf("choose: %w", err)
	}
	for {
		if err := again(ctx, g.submit); err != nil {
			return fmt.Errorf("submit: %w", err)
		}
		err := again(ctx, g.ordered)
		if !errors.Is(err, errFailed) {
			return err
		}
	}
}

// errFailed says that the attempt is over and the customer is asked to pay again.
var errFailed = errors.New("the payment failed")

// errUnderWay says that it is not known yet what becomes of the payment.
var errUnderWay = errors.New("the payment is under way")

// again does it until it works, is over, or the time is.
func again(ctx context.Context, do func(context.Context) error) error {
	for {
		err := do(ctx)
		if err == nil || errors.Is(err, errFailed) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("gave up: %w", err)
		case <-time.After(between):
		}
	}
}

type view struct {
	Totals struct {
		Total struct {
			Minor int64 `json:"minor"`
		} `json:"total"`
	} `json:"totals"`
	Modules []struct {
		Options []struct {
			ID string `json:"id"`
		} `json:"options"`
	} `json:"modules"`
	ProductsCount int    `json:"productsCount"`
	NextStep      string `json:"nextStep"`
}

// choose goes up to the confirmation, in a browser of its own: whatever was cut off before is forgotten with that.
func (g *guest) choose(ctx context.Context) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	g.browser = &http.Client{Jar: jar, Transport: g.shop.client, Timeout: calm, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
	var registered struct {
		Checkout view `json:"checkout"`
	}
	for _, step := range []struct {
		path    string
		in, out any
	}{
		{"/cart/add/", map[string]any{"id": g.shop.product, "quantity": 1}, nil},
		{"/api/checkout/init", map[string]any{}, nil},
		{"/api/account/registerguest", map[string]any{
			"email": g.email, "telephoneNumber": "+49301234567", "invoice": map[string]any{
				"firstName": "Erika", "lastName": "Muster", "streetName": "Lindenweg", "streetNumber": "12",
				"zipCode": "10115", "cityName": "Berlin", "countryId": address.Germany,
			},
		}, &registered},
	} {
		if err := g.post(ctx, step.path, step.in, step.out); err != nil {
			return err
		}
	}
	modules := registered.Checkout.Modules
	if len(modules) != 1 || len(modules[0].Options) == 0 {
		return errors.New("no way to deliver is offered")
	}
	var chosen view
	choice := map[string]any{"paymentCode": g.method, "shippingCodes": []string{modules[0].Options[0].ID}}
	if err := g.post(ctx, "/api/checkout/payment-shipping", choice, &chosen); err != nil {
		return err
	}
	if chosen.NextStep != "confirmation" || chosen.ProductsCount != 1 {
		return fmt.Errorf("not ready to buy: %+v", chosen)
	}
	g.total = chosen.Totals.Total.Minor
	return nil
}

// submit presses the button until the shop says what became of it.
func (g *guest) submit(ctx context.Context) error {
	var a struct {
		Result    string   `json:"result"`
		AttemptID string   `json:"attemptId"`
		Errors    []string `json:"errors"`
	}
	if err := g.post(ctx, "/api/checkout/process", map[string]any{"total": g.total}, &a); err != nil {
		return err
	}
	g.attempt = a.AttemptID
	if a.Result == "error" {
		return fmt.Errorf("refused: %v", a.Errors)
	}
	return nil
}

// ordered looks at the success page, and pays when that leads to the provider.
func (g *guest) ordered(ctx context.Context) error {
	var page struct {
		State       string `json:"state"`
		OrderID     int64  `json:"orderId"`
		RedirectURL string `json:"redirectUrl"`
	}
	if err := g.call(ctx, http.MethodGet, "/api/checkout/success?order="+g.attempt, nil, &page); err != nil {
		return err
	}
	switch {
	case page.State == "confirmed", page.State == "pending" && g.method == offline:
		g.order = page.OrderID
		g.shop.sold.Add(1)
		return nil
	case page.State == "failed":
		return errFailed
	case page.RedirectURL != "":
		return g.pay(ctx)
	}
	return fmt.Errorf("%w: the order is %s", errUnderWay, page.State)
}

// pay agrees on the provider's page, and comes back or not. It does not say what came of it: the success page does.
func (g *guest) pay(ctx context.Context) error {
	var plugin, reference string
	err := g.shop.pool.QueryRow(ctx, `select plugin, reference from checkout_attempt where id = $1`, g.attempt).Scan(&plugin, &reference)
	if err != nil {
		return err
	}
	decision := g.shop.control + plugin + "/" + url.PathEscape(reference) + "/approve"
	res, err := g.send(ctx, http.MethodPost, decision, nil)
	if err != nil {
		return err
	}
	_ = res.Body.Close() // one who has agreed already is refused
	if !g.stays {
		if res, err = g.send(ctx, http.MethodGet, g.shop.base+"/kasse/zahlung/"+g.attempt, nil); err == nil {
			_ = res.Body.Close()
		}
	}
	return errUnderWay
}

func (g *guest) post(ctx context.Context, path string, in, out any) error {
	return g.call(ctx, http.MethodPost, path, in, out)
}

// call makes a call of the shop and decodes what was answered with 200.
func (g *guest) call(ctx context.Context, method, path string, in, out any) error {
	var body []byte
	if in != nil {
		var err error
		if body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	res, err := g.send(ctx, method, g.shop.base+path, body)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d %s", path, res.StatusCode, text[:min(len(text), 200)])
	}
	if err == nil && out != nil {
		err = json.Unmarshal(text, out)
	}
	return err
}

func (g *guest) send(ctx context.Context, method, address string, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	res, err := g.browser.Do(req)
	if strings.HasPrefix(address, g.shop.base) {
		g.shop.calls.count(req, res, err)
	}
	return res, err
}
