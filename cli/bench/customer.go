package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
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
	if answer, ok := errors.AsType[*AnswerError](err); ok && answer.Reason == soldOut {
		return SoldOut, err
	}
	return Failed, err
}

// soldOut is the reason by which the shop says that there is no more of a product.
const soldOut = "product_sold_out"

// AnswerError is the answer to a call that the shop did not do.
type AnswerError struct {
	Method, Path string
	Status       int
	Reason       string // of the shop's own answers; "" for others
	body         string
}

func (e *AnswerError) Error() string {
	return fmt.Sprintf("%s %s: %d: %s", e.Method, e.Path, e.Status, e.body)
}

// answer reads what the shop said instead of doing what it was asked for.
func answer(method, path string, res *fasthttp.Response) *AnswerError {
	var problem struct {
		Error struct {
			Reason string `json:"reason"`
		} `json:"error"`
	}
	_ = json.Unmarshal(res.Body(), &problem) // one that is not JSON has no reason
	return &AnswerError{
		Method: method, Path: path, Status: res.StatusCode(), Reason: problem.Error.Reason, body: fmt.Sprintf("%.300s", res.Body()),
	}
}

// reasonOf is what failures for the same reason have in common: the call without what it was about, and the answer; or the
// error without the connection that it happened on.
func reasonOf(err error) string {
	if answer, ok := errors.AsType[*AnswerError](err); ok {
		path, _, _ := strings.Cut(answer.Path, "?")
		if parts := strings.Split(path, "/"); answer.Method == fasthttp.MethodGet && len(parts) > 3 {
			path = strings.Join(parts[:3], "/") + "/..." // a product or a category
		}
		return strings.TrimSpace(fmt.Sprintf("%s %s: %d %s", answer.Method, path, answer.Status, answer.Reason))
	}
	if broken, ok := errors.AsType[*net.OpError](err); ok {
		return broken.Op + ": " + broken.Err.Error()
	}
	return err.Error()
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
