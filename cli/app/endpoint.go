package app

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/core/caller"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/endpoint"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/observe"
	"kontor.dev/kontor/core/order"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/withdrawal"
)

// subjects reads what events to other systems are about. It implements endpoint.Subjects.
type subjects struct {
	orders      order.Reader
	withdrawals *postgres.Withdrawals
	catalog     catalog.Store
}

// Order is what `kontor order show` prints, without what leads to the customer's page at the provider.
func (s subjects) Order(ctx context.Context, id int64) (*order.Order, error) {
	o, err := s.orders.Order(ctx, id)
	if err != nil {
		return nil, err
	}
	o.Attempt.SessionID, o.Attempt.Payment.RedirectURL, o.Attempt.Payment.Fields = "", "", nil
	return o, nil
}

// Withdrawal is what `kontor withdrawal show` prints.
func (s subjects) Withdrawal(ctx context.Context, id int64) (withdrawal.Report, error) {
	w, err := s.withdrawals.Withdrawal(ctx, id)
	if err != nil {
		return withdrawal.Report{}, err
	}
	return w.Report(), nil
}

// Product of one that is not sold says so.
func (s subjects) Product(ctx context.Context, id int64) (*endpoint.Product, error) {
	p, err := s.catalog.Product(ctx, id)
	switch {
	case fault.CodeOf(err) == fault.NotFound:
		return &endpoint.Product{ID: id}, nil
	case err != nil:
		return nil, err
	}
	return &endpoint.Product{
		ID: id, Active: true, ArticleNumber: p.ArticleNumber, EAN: p.EAN, Name: p.Name, Prices: p.Prices, Available: p.Available(),
	}, nil
}

// Secrets are those by which events to other systems are signed.
func Secrets(cfg config.Config) (*endpoint.Secrets, error) {
	key, former, err := sealKeys(cfg)
	if err != nil {
		return nil, err
	}
	return endpoint.NewSecrets(key, former), nil
}

// NewCaller makes what calls other systems, of the shop in that database.
func NewCaller(cfg config.Config, pool *pgxpool.Pool) (*caller.Caller, error) {
	secrets, err := Secrets(cfg)
	if err != nil {
		return nil, err
	}
	return caller.New(caller.Deps{
		Endpoints: postgres.NewEndpoints(pool), Secrets: secrets, Clock: systemClock,
		Subjects: subjects{postgres.NewOrder(pool), postgres.NewWithdrawals(pool), postgres.NewCatalog(pool, systemClock)},
	}), nil
}

// callEndpoints delivers to other systems until ctx ends. Each has a topic, so that none waits for another; now and then it looks
// which there are.
func (p *parts) callEndpoints(ctx context.Context) error {
	const every = 5 * time.Second
	calls, err := NewCaller(p.cfg, p.pool)
	if err != nil {
		return err
	}
	store, running, stop := postgres.NewEndpoints(p.pool), []string(nil), func() {}
	for ctx.Err() == nil {
		names, err := store.Names(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			slog.WarnContext(ctx, "endpoints of other systems cannot be read", "error", err)
		case err == nil && !slices.Equal(names, running):
			stop()
			if err := store.Sweep(ctx); err != nil && ctx.Err() == nil {
				slog.WarnContext(ctx, "what waits for removed endpoints is not forgotten", "error", err)
			}
			stop, running = p.deliverTo(ctx, calls, names), names
		}
		pause(ctx, every)
	}
	stop()
	return nil
}

// deliverTo begins to deliver to those endpoints; stop ends it.
func (p *parts) deliverTo(ctx context.Context, calls *caller.Caller, names []string) (stop func()) {
	if len(names) == 0 {
		return func() {}
	}
	handlers := make(map[string]outbox.Handler, len(names))
	for _, name := range names {
		handlers[outbox.EndpointPrefix+name] = calls.Handler(name)
	}
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = p.outbox.Run(ctx, observe.Handlers(handlers)) // it ends with ctx alone
	}()
	return func() {
		cancel()
		<-ended
	}
}

// tellOfProducts tells other systems of products that changed.
func (p *parts) tellOfProducts(ctx context.Context, events []outbox.Event, products []int64) error {
	calls := make([]endpoint.Call, len(events))
	for i, e := range events {
		calls[i] = endpoint.OfChange(products[i], strings.TrimPrefix(e.ID, fmt.Sprintf("product-%d-", products[i])))
	}
	return postgres.NewEndpoints(p.pool).Tell(ctx, calls...)
}
