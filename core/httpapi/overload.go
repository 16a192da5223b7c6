package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/httpapi/admission"
	"kontor.dev/kontor/core/session"
)

const (
	// patience is how long a call waits for its turn: a queue is as long as what is under way, so that it is seldom used up.
	patience = time.Second
	// waiters is how many calls that wait for somebody else may be under way for each of the shop's own.
	waiters = 8
	// smallBody is read before a call takes a place, so that who sends slowly keeps no place from others. Who sends more, or
	// does not say how much, has a gate of its own while it does.
	smallBody = 64 << 10
	sendTime  = 5 * time.Second // for that
	// retryAfter is when who was refused should come again, in seconds.
	retryAfter = "1"
	// tellEvery is how often the log tells of refusals.
	tellEvery = 10 * time.Second
)

var refusals, _ = otel.Meter("kontor.dev/kontor/core/httpapi").Int64Counter("kontor.http.refused",
	metric.WithDescription("Requests refused because the process has as much under way as it can do, by gate (work, submit, outside, upload, page)."))

// overload holds a server's gates. What a class of routes waits for decides its gate: a provider that hangs must not take
// the places of those who put things into their carts.
type overload struct {
	work    *admission.Gate            // calls that this process and the database answer
	submit  *admission.Gate            // submits, each of which is a workflow
	outside *admission.Gate            // calls that wait for providers or carriers
	upload  *admission.Gate            // calls that wait for what their caller still sends
	page    *admission.Gate            // pages that the storefront's server renders
	shares  map[*admission.Gate]*share // of what is looked at and sent: buyers and providers have no bound

	refused atomic.Int64 // since the log told
	told    atomic.Int64 // when it did, in nanoseconds
}

// newOverload makes gates for so many calls at once; none when there is no bound.
func newOverload(concurrency int) *overload {
	if concurrency <= 0 {
		return nil
	}
	o := &overload{
		work:    admission.New(admission.Options{Limit: concurrency, Queue: concurrency, Patience: patience}),
		submit:  admission.New(admission.Options{Limit: concurrency, Queue: concurrency, Patience: 2 * patience}),
		outside: admission.New(admission.Options{Limit: waiters * concurrency}),
		upload:  admission.New(admission.Options{Limit: waiters * concurrency}),
		page:    admission.New(admission.Options{Limit: concurrency, Queue: concurrency, Patience: patience}),
	}
	o.shares = map[*admission.Gate]*share{
		o.work: newShare(concurrency), o.upload: newShare(waiters * concurrency), o.page: newShare(concurrency),
	}
	return o
}

// enter takes a place in a gate, of no more than the client's share where it only looks around or still sends. "" is the shop's
// own machines, which have no bound.
func (o *overload) enter(ctx context.Context, client string, gate *admission.Gate, rank admission.Rank) (leave func(), err error) {
	shared := o.shares[gate]
	if client == "" || shared == nil || rank != admission.Browse && gate != o.upload {
		return gate.Enter(ctx, rank)
	}
	mine, err := shared.enter(ctx, client)
	if err != nil {
		return nil, err
	}
	theirs, err := gate.Enter(ctx, rank)
	if err != nil {
		mine()
		return nil, err
	}
	return func() { theirs(); mine() }, nil
}

// submitPaths are the calls that end in an order.
var submitPaths = []string{
	"/api/checkout/process", "/checkout/process-", "/api/checkout/get-payment-redirect-url", "/api/checkout/init-consors-finance",
	"/kasse/applepay/process",
}

// begins reports whether a call is the first of a cart or of a checkout. While submits wait for their turn none begins: its
// calls would take from the machine what the submits need, for an order that could not be taken either.
func begins(r *http.Request) bool {
	switch r.URL.Path {
	case "/api/checkout/init":
		return true
	case "/cart/add/":
		_, err := r.Cookie(session.CookieName)
		return err != nil
	}
	return false
}

// outsidePaths are the calls whose answer is a plugin's.
var outsidePaths = []string{
	"/api/checkout/payment-session", "/api/checkout/pickup-points",
	"/api/checkout/update-klarna-session", "/api/checkout/get-amazon", "/api/checkout/save-credit-card", "/api/checkout/get-credit-card-fields",
	"/api/amazonpay/", "/api/paypal/", "/kasse/", "/plugins/", "/account/campus-program-registration",
}

// buyPaths are the calls of who is on the way to an order, and of providers who tell of one.
var buyPaths = []string{"/api/checkout/", "/api/account/", "/account/", "/auth/", "/api/auth/", "/webhooks/"}

// gateOf gives the gate of a call and its rank there; nil for what is always answered, and for pages, which have a gate
// behind the pages that are kept.
func (s *Server) gateOf(r *http.Request) (gate *admission.Gate, name string, rank admission.Rank) {
	path := r.URL.Path
	switch {
	case path == "/healthz" || path == "/readyz":
		return nil, "", 0
	case r.ContentLength > smallBody || r.ContentLength < 0:
		return s.overload.upload, "upload", admission.Buy
	case startsWith(path, submitPaths):
		return s.overload.submit, "submit", admission.Buy
	case startsWith(path, outsidePaths):
		return s.overload.outside, "outside", admission.Buy
	case startsWith(path, buyPaths):
		return s.overload.work, "work", admission.Buy
	case !s.isCall(r):
		return nil, "", 0
	case r.Method != http.MethodGet && r.Method != http.MethodHead, path == "/api/cart", path == "/cart", path == "/wishlist":
		return s.overload.work, "work", admission.Shop
	}
	return s.overload.work, "work", admission.Browse
}

func startsWith(path string, prefixes []string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return false
}

// limitLoad lets in as much as can be answered in time and refuses the rest at once.
func (s *Server) limitLoad(next http.Handler) http.Handler {
	if s.overload == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		readAhead(w, r)
		gate, name, rank := s.gateOf(r)
		if gate == nil {
			next.ServeHTTP(w, r)
			return
		}
		if _, waiting := s.overload.submit.Load(); waiting > 0 && begins(r) {
			s.overload.refuse(w, r, "submit")
			return
		}
		leave, err := s.overload.enter(r.Context(), s.stranger(r.Context()), gate, rank)
		if err != nil {
			s.overload.refuse(w, r, name)
			return
		}
		inside := &place{ResponseWriter: w, leave: leave}
		defer inside.giveBack()
		next.ServeHTTP(inside, r)
	})
}

// place is a call's in its gate, until it is answered. Waiting for the visitor to take the answer is not answering: who reads
// slowly keeps no place from others either.
type place struct {
	http.ResponseWriter
	leave func()
}

func (p *place) Write(b []byte) (int, error) {
	p.giveBack()
	return p.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (p *place) Unwrap() http.ResponseWriter { return p.ResponseWriter }

func (p *place) giveBack() {
	if p.leave != nil {
		p.leave()
		p.leave = nil
	}
}

// readAhead reads a small body; whoever reads it later gets the same, its error included. Of one whose size is not told it
// reads as much as a small one may have.
func readAhead(w http.ResponseWriter, r *http.Request) {
	if r.Body == nil || r.ContentLength == 0 || r.ContentLength > smallBody {
		return
	}
	connection := http.NewResponseController(w)
	_ = connection.SetReadDeadline(time.Now().Add(sendTime)) // without a connection nobody is slow
	body, err := io.ReadAll(io.LimitReader(r.Body, smallBody+1))
	begun := bytes.NewReader(body)
	if len(body) > smallBody {
		_ = connection.SetReadDeadline(time.Now().Add(readTime))
		r.Body = rest{io.MultiReader(begun, r.Body), r.Body}
		return
	}
	if err == nil {
		err, r.ContentLength = io.EOF, int64(len(body))
	}
	r.Body = rest{io.MultiReader(begun, failing{err}), r.Body}
}

// failing is the end of a body that was read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

var overloaded = fault.New(fault.Unavailable, "overloaded")

// refusal is the answer to all who are refused: encoded once, because many are.
var refusal = func() []byte {
	text, err := json.Marshal(&Problem{Err: ProblemDetail{Code: string(fault.Unavailable), Reason: overloaded.Reason}})
	if err != nil {
		panic(err)
	}
	return text
}()

func (o *overload) refuse(w http.ResponseWriter, r *http.Request, gate string) {
	o.count(r.Context(), gate)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", retryAfter)
	if rec, ok := w.(*recorder); ok {
		rec.refused = true
	}
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write(refusal)
}

// count measures a refusal. The log tells of them together: a line for each would cost more than the refusal.
func (o *overload) count(ctx context.Context, gate string) {
	refusals.Add(ctx, 1, metric.WithAttributes(attribute.String("gate", gate)))
	n, now, told := o.refused.Add(1), time.Now().UnixNano(), o.told.Load()
	if now-told < int64(tellEvery) || !o.told.CompareAndSwap(told, now) {
		return
	}
	o.refused.Add(-n)
	slog.WarnContext(ctx, "more comes than can be answered", "refused", n, "gate", gate)
}

// gated renders no more pages at once than its gate lets. Waiting for the visitor to take a page is not rendering.
type gated struct {
	http.RoundTripper
	server *Server
}

func (g gated) RoundTrip(r *http.Request) (*http.Response, error) {
	o := g.server.overload
	leave, err := o.enter(r.Context(), g.server.stranger(r.Context()), o.page, admission.Browse)
	if errors.Is(err, admission.ErrFull) {
		o.count(r.Context(), "page")
	}
	if err != nil {
		return nil, err
	}
	defer leave()
	return g.RoundTripper.RoundTrip(r)
}
