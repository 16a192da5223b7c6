package faulttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/address"
)

// guest is a customer with a browser's cookies.
type guest struct {
	shop    *shop
	email   string
	browser *http.Client // follows no redirects
	total   int64        // in cents, as shown last
	attempt string
	toPay   string            // where the provider takes the money
	company string            // of a business
	client  map[string]string // what a provider's part of the page gave
}

func (s *shop) guest() *guest {
	s.Helper()
	s.guests++
	jar, err := cookiejar.New(nil)
	require.NoError(s, err)
	return &guest{shop: s, email: fmt.Sprintf("gast-%d@example.org", s.guests), browser: &http.Client{
		Jar: jar, Transport: s.client, Timeout: patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// answer is what the shop said to a submit.
type answer struct {
	Status      int
	Result      string            `json:"result"`
	AttemptID   string            `json:"attemptId"`
	OrderID     int64             `json:"orderId"`
	RedirectURL string            `json:"redirectUrl"`
	FormFields  map[string]string `json:"formFields"` // to post there
	Errors      []string          `json:"errors"`
	Error       struct {
		Reason string `json:"reason"`
	} `json:"error"`
	Checkout checkoutView `json:"checkout"`
}

type checkoutView struct {
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
}

// call makes a call and decodes its answer, whatever the status. The error is of the connection.
func (g *guest) call(method, path string, in, out any) (status int, err error) {
	body, err := json.Marshal(in)
	if err != nil {
		return 0, err
	}
	req, err := http.NewRequest(method, g.shop.base+path, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := g.browser.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil && out != nil {
		err = json.Unmarshal(text, out)
	}
	if err != nil {
		err = fmt.Errorf("%s %s: %d: %w: %s", method, path, res.StatusCode, err, text)
	}
	return res.StatusCode, err
}

func (g *guest) must(path string, in, out any) {
	g.shop.Helper()
	status, err := g.call(http.MethodPost, path, in, out)
	require.NoError(g.shop, err)
	require.Equal(g.shop, http.StatusOK, status, path)
}

// add puts a notebook into the cart.
func (g *guest) add() {
	g.shop.Helper()
	g.must("/cart/add/", map[string]any{"id": g.shop.product, "quantity": 1}, nil)
}

// choose goes through the checkout up to the confirmation.
func (g *guest) choose(method string) {
	g.shop.Helper()
	g.must("/api/checkout/init", map[string]any{}, nil)
	var registered struct {
		Checkout checkoutView `json:"checkout"`
	}
	g.must("/api/account/registerguest", g.details(), &registered)
	require.NotEmpty(g.shop, registered.Checkout.Modules[0].Options, "no way to deliver is offered")
	var chosen checkoutView
	g.must("/api/checkout/payment-shipping", map[string]any{
		"paymentCode": method, "shippingCodes": []string{registered.Checkout.Modules[0].Options[0].ID},
	}, &chosen)
	g.total = chosen.Totals.Total.Minor
	require.Positive(g.shop, g.total)
}

// details is what a guest tells about themselves.
func (g *guest) details() map[string]any {
	return map[string]any{
		"email": g.email, "telephoneNumber": "+49301234567", "businessCustomer": g.company != "",
		"invoice": map[string]any{
			"company": g.company, "firstName": "Erika", "lastName": "Muster", "streetName": "Lindenweg", "streetNumber": "12",
			"zipCode": "10115", "cityName": "Berlin", "countryId": address.Germany,
		},
	}
}

// process sends one submit. It may be called beside the test's goroutine.
func (g *guest) process() (answer, error) {
	var a answer
	status, err := g.call(http.MethodPost, "/api/checkout/process", map[string]any{"total": g.total, "client": g.client}, &a)
	a.Status = status
	return a, err
}

// patiently sends the submit again for as long as nobody takes it up, as customers do whom a crowded shop asks to, and the
// storefront for them. It may be called beside the test's goroutine.
func (g *guest) patiently() (answer, error) {
	deadline := time.Now().Add(patience)
	for {
		a, err := g.process()
		crowded := a.Error.Reason == "overloaded"
		if err != nil || !crowded && a.Error.Reason != "checkout_unavailable" || time.Now().After(deadline) {
			return a, err
		}
		if crowded {
			time.Sleep(retryAfter)
		}
	}
}

// submit sends the order again and again, as a customer whose shop does not answer, until it is clear what became of it.
func (g *guest) submit() answer {
	g.shop.Helper()
	var a answer
	eventually(g.shop, "the submit is answered", func() bool {
		var err error
		a, err = g.process()
		return err == nil && a.Status < http.StatusInternalServerError && a.Result != "pending"
	})
	g.attempt, g.toPay = a.AttemptID, a.RedirectURL
	return a
}

// pay buys with the method, up to the order or the provider's page.
func (g *guest) pay(method string) answer {
	g.shop.Helper()
	g.choose(method)
	a := g.submit()
	require.Empty(g.shop, a.Errors)
	return a
}

// approve agrees at PayPal and gives the address that PayPal sends the browser back to.
func (g *guest) approve() (back string) {
	g.shop.Helper()
	page, err := url.Parse(g.toPay)
	require.NoError(g.shop, err)
	require.NotEmpty(g.shop, page.Query().Get("token"), "%s is not PayPal's page", g.toPay)
	form := url.Values{"token": {page.Query().Get("token")}, "decision": {"approve"}}
	res, err := g.browser.PostForm(page.Scheme+"://"+page.Host+page.Path, form)
	require.NoError(g.shop, err)
	_ = res.Body.Close()
	require.Equal(g.shop, http.StatusSeeOther, res.StatusCode)
	return res.Header.Get("Location")
}

// open follows the way back to the shop and gives where that leads. It may be called beside the test's goroutine.
func (g *guest) open(back string) (to string, err error) {
	res, err := g.browser.Get(back)
	if err != nil {
		return "", err
	}
	_ = res.Body.Close()
	return res.Header.Get("Location"), nil
}

// sentToPay waits on the success page until that shows the way to the provider.
func (g *guest) sentToPay() {
	g.shop.Helper()
	var page struct {
		RedirectURL string `json:"redirectUrl"`
	}
	eventually(g.shop, "the success page shows the way to pay", func() bool {
		_, err := g.call(http.MethodGet, "/api/checkout/success?order="+g.attempt, nil, &page)
		return err == nil && page.RedirectURL != ""
	})
	g.toPay = page.RedirectURL
}

// returns opens the way back until the shop answers, and expects the success page.
func (g *guest) returns(back string) {
	g.shop.Helper()
	eventually(g.shop, "the way back is answered", func() bool {
		to, err := g.open(back)
		return err == nil && to == "/kasse/erfolgreich?order="+g.attempt
	})
}

// ordered waits until the success page shows the order in the state, "confirmed" or "pending" (its money to come).
func (g *guest) ordered(state string) {
	g.shop.Helper()
	var page struct {
		State string `json:"state"`
		Error string `json:"error"`
	}
	eventually(g.shop, "the success page shows "+state, func() bool {
		status, err := g.call(http.MethodGet, "/api/checkout/success?order="+g.attempt, nil, &page)
		require.NotEqual(g.shop, "failed", page.State, page.Error)
		return err == nil && status == http.StatusOK && page.State == state
	})
}
