package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/valyala/fasthttp"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/outbox"
)

// Names of the scenarios that visit the shop.
const (
	Suggest    = "suggest"
	Listing    = "listing"
	ListingNew = "listing (new)"
	Product    = "product"
	Rendered   = "page (rendered)"
	Kept       = "page (kept)"
	Cart       = "cart"
	Checkout   = "checkout"
)

// shop makes the scenarios that visit a running shop over HTTP.
type shop struct {
	client *fasthttp.HostClient
	outbox outbox.Admin
	mix    *listingMix
	shelf  shelf
}

func (s *shop) visitor() *visitor { return &visitor{client: s.client} }

var typed = []string{
	"note", "noteb", "notebook 16", "grafik", "grafikkarte", "rtx 40", "gefor", "ryzen", "moni", "monitor 27", "tast",
	"tastatur", "maus", "netzt", "netzteil 750", "ssd", "samsung", "corsa", "arbeitss", "gehäuse", "kopfh", "webcam",
	"mainboard am5", "lüfter", "kühler", "grafikarte", "asus", "logitech", "wlan",
}

func (s *shop) suggest() Scenario {
	v := s.visitor()
	return Scenario{Name: Suggest, Baseline: Handler, Do: func(ctx context.Context, _ int) error {
		return v.get(ctx, "/api/suggest?query="+url.QueryEscape(typed[rand.IntN(len(typed))]), nil)
	}}
}

// listing asks for the listings whose queries the engine's baseline asks, again and again: what customers look at is
// far from random, and the API keeps what it answered until a product changes.
func (s *shop) listing(calls []listingCall) Scenario {
	v := s.visitor()
	return Scenario{Name: Listing, Baseline: Engine, Do: func(ctx context.Context, _ int) error {
		return v.get(ctx, calls[rand.IntN(len(calls))].path, nil)
	}}
}

// listingNew asks for listings that were hardly ever asked for before, so that none was kept.
func (s *shop) listingNew() Scenario {
	v := s.visitor()
	return Scenario{Name: ListingNew, Baseline: Engine, Do: func(ctx context.Context, _ int) error {
		return v.get(ctx, listingPath(s.mix.draw()), nil)
	}}
}

func (s *shop) product() Scenario {
	v := s.visitor()
	return Scenario{Name: Product, Baseline: Select, Do: func(ctx context.Context, _ int) error {
		return v.get(ctx, "/api/product/"+s.shelf.draw().Slug, nil)
	}}
}

// fewPages is how many pages are asked for: so few that a front door which starts empty keeps them all before it is
// measured.
const fewPages = 4

// page reads the page of a category: from the storefront's server, which renders it each time, or from the front door,
// which keeps it.
func (s *shop) page(name, baseline string, from *fasthttp.HostClient) Scenario {
	v := &visitor{client: from}
	categories := s.mix.categories[:min(fewPages, len(s.mix.categories))]
	return Scenario{Name: name, Baseline: baseline, Do: func(ctx context.Context, _ int) error {
		return v.get(ctx, "/kategorie/"+categories[rand.IntN(len(categories))].Slug, nil)
	}}
}

// linesPerCart is how many products a visitor of the cart scenario takes before the next one comes.
const linesPerCart = 5

func (s *shop) cart(concurrency int) Scenario {
	visitors := make([]*visitor, concurrency)
	added := make([]int, concurrency)
	return Scenario{Name: Cart, Baseline: Select, Do: func(ctx context.Context, worker int) error {
		if visitors[worker] == nil || added[worker] == linesPerCart {
			visitors[worker], added[worker] = s.visitor(), 0
		}
		added[worker]++
		return s.add(ctx, visitors[worker])
	}}
}

// add puts a product into the cart. Who finds it sold out takes another, and so does everybody who comes later.
func (s *shop) add(ctx context.Context, v *visitor) error {
	for {
		id := s.shelf.draw().ID
		if id == 0 {
			return errNothingLeft
		}
		err := v.form(ctx, "/cart/add/", url.Values{"id": {strconv.FormatInt(id, 10)}, "quantity": {"1"}}, nil)
		if refused, ok := errors.AsType[*AnswerError](err); !ok || refused.Reason != soldOut {
			return err
		}
		s.shelf.remove(id)
	}
}

var errNothingLeft = errors.New("no product is available")

// checkout is a whole guest order paid in advance: cart, addresses, payment and delivery, submit.
func (s *shop) checkout() Scenario {
	return Scenario{Name: Checkout, Baseline: Workflow, Rest: s.rest, Do: func(ctx context.Context, _ int) error {
		r, err := s.ready(ctx)
		if err != nil {
			return err
		}
		return r.buy(ctx)
	}}
}

// rest waits until the orders' workflows have begun and their mails are sent.
func (s *shop) rest(ctx context.Context) error {
	for {
		topics, err := s.outbox.Backlog(ctx)
		if err != nil || !slices.ContainsFunc(topics, func(b outbox.Backlog) bool { return b.Waiting > 0 }) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond): // asking takes a millisecond, of the orders' time too
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
}

// order goes from the cart to the order, and gives the e-mail address that was ordered with.
func (s *shop) order(ctx context.Context, v *visitor) (email string, err error) {
	r := &ready{visitor: v}
	if err := s.fill(ctx, r); err != nil {
		return "", err
	}
	return r.email, r.buy(ctx)
}

// fill takes a visitor with a cart through the checkout, up to its last step.
func (s *shop) fill(ctx context.Context, r *ready) error {
	v := r.visitor
	r.email = fmt.Sprintf("kunde-%x@example.org", rand.Uint64()) // an address gets few orders an hour
	guest := map[string]any{
		"email": r.email, "telephoneNumber": "+49301234567",
		"invoice": map[string]any{
			"firstName": "Erika", "lastName": "Muster", "streetName": "Lindenweg", "streetNumber": "12",
			"zipCode": "10115", "cityName": "Berlin", "countryId": address.Germany,
		},
	}
	if err := v.post(ctx, "/api/checkout/init", map[string]any{}, nil); err != nil {
		return err
	}
	var registered struct {
		Checkout view `json:"checkout"`
	}
	if err := v.post(ctx, "/api/account/registerguest", guest, &registered); err != nil {
		return err
	}
	r.view = registered.Checkout
	return r.choose(ctx, &r.view)
}

// choose pays in advance and takes the first way to deliver each part; into gets the checkout as it is then, unless it is nil.
func (r *ready) choose(ctx context.Context, into *view) error {
	var codes []string
	for _, m := range r.view.Modules { // what does not fit into one delivery comes in several
		if len(m.Options) > 0 {
			codes = append(codes, m.Options[0].ID)
		}
	}
	if len(codes) == 0 || len(codes) < len(r.view.Modules) {
		return errors.New("there is no way to deliver what is in the cart")
	}
	choice := map[string]any{"paymentCode": "moneyorder", "shippingCodes": codes}
	if into == nil {
		return r.visitor.post(ctx, "/api/checkout/payment-shipping", choice, nil)
	}
	return r.visitor.post(ctx, "/api/checkout/payment-shipping", choice, into)
}

func (r *ready) buy(ctx context.Context) error {
	var done struct {
		Successful bool   `json:"successful"`
		Result     string `json:"result"`
	}
	if err := r.visitor.post(ctx, "/api/checkout/process", map[string]any{"total": r.view.Totals.Total.Minor}, &done); err != nil {
		return err
	}
	if !done.Successful {
		return fmt.Errorf("the order was not taken: %s", done.Result)
	}
	return nil
}

// look reads the shop's own listings: what can be filtered by, and which products are available.
func (s *shop) look(ctx context.Context, categories []catalog.Category) (err error) {
	v := s.visitor()
	s.mix, err = newListingMix(categories, func(c catalog.Category) (seen shown, err error) {
		err = v.get(ctx, "/api/category/"+c.Slug, &seen)
		s.shelf.put(seen.Cards)
		return seen, err
	})
	if err == nil && s.shelf.draw().ID == 0 {
		err = fmt.Errorf("%s: %w", s.client.Addr, errNothingLeft)
	}
	return err
}
