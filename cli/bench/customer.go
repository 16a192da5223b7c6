package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/valyala/fasthttp"
)

var errCrowd = errors.New("too many visitors are under way for one bench")

// RefusedError is the answer of a shop that has too much to do.
type RefusedError struct {
	Path  string
	After time.Duration // come again
}

func (e *RefusedError) Error() string { return e.Path + ": refused, there is too much to do" }

// Goods are what customers look at and buy.
type Goods struct {
	ID   int64
	Slug string
}

// Customers visit a shop at an address and buy what it has: a look at a product, the cart, and a whole guest order. Who is
// refused at the first two goes away; who has something in the cart comes again when told to.
type Customers struct {
	shop  *shop
	goods []Goods

	mu       sync.Mutex
	told     map[string]bool // e-mail addresses of who was told of an order
	refusals []time.Duration // what refusals took
}

// NewCustomers makes customers of the shop at host:port.
func NewCustomers(address string, goods []Goods) *Customers {
	return &Customers{shop: &shop{client: newClient(address, crowd)}, goods: goods, told: map[string]bool{}}
}

// Come again so often, when told to, before giving up.
const persistence = 3

// Visit is a Visit.
func (c *Customers) Visit(ctx context.Context, _ int) (Outcome, error) {
	v := &visitor{client: c.shop.client, refused: c.refused}
	wanted := c.goods[rand.IntN(len(c.goods))]
	if err := v.get(ctx, "/api/product/"+wanted.Slug, nil); err != nil {
		return outcomeOf(err)
	}
	if err := v.post(ctx, "/cart/add/", map[string]any{"id": wanted.ID, "quantity": 1}, nil); err != nil {
		return outcomeOf(err)
	}
	v.returns = persistence
	email, err := c.shop.order(ctx, v)
	if err != nil {
		return outcomeOf(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told[email] = true
	return Done, nil
}

func (c *Customers) refused(took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refusals = append(c.refusals, took)
}

// Told gives the e-mail addresses of those who were told that their order is taken.
func (c *Customers) Told() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]string, 0, len(c.told))
	for email := range c.told {
		list = append(list, email)
	}
	return list
}

// Refusals counts the calls that were refused, and gives the time within which 99 of 100 were.
func (c *Customers) Refusals() (n int, p99 time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Slice{times: c.refusals, For: time.Second}
	s.sum()
	return len(c.refusals), s.P99
}

func outcomeOf(err error) (Outcome, error) {
	if _, ok := errors.AsType[*RefusedError](err); ok {
		return Refused, err
	}
	return Failed, err
}

// again reports whether a visitor who was refused tries once more, after the time that the shop asked for.
func (v *visitor) again(ctx context.Context, err error) bool {
	refused, ok := errors.AsType[*RefusedError](err)
	if !ok || v.returns == 0 {
		return false
	}
	v.returns--
	// Whoever was refused at the same moment must not come again at the same moment.
	wait := time.NewTimer(refused.After + rand.N(refused.After+1))
	defer wait.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-wait.C:
		return true
	}
}

// refusal gives the error of an answer that tells to come again, nil for any other.
func refusal(path string, res *fasthttp.Response) error {
	after := res.Header.Peek(fasthttp.HeaderRetryAfter)
	if status := res.StatusCode(); status != fasthttp.StatusServiceUnavailable && status != fasthttp.StatusTooManyRequests || len(after) == 0 {
		return nil
	}
	seconds, err := time.ParseDuration(string(after) + "s")
	if err != nil {
		return fmt.Errorf("%s: Retry-After: %w", path, err)
	}
	return &RefusedError{Path: path, After: seconds}
}
