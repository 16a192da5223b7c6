package base

import (
	"context"
	"sync/atomic"
)

// New makes a Provider that answers Describe with m, checks each configuration against m.Settings before configure sees
// it, and asks health once it is configured. configure and health may be nil. Health before a successful Configure is
// not OK.
func New(m Manifest, configure func(context.Context, Config) error, health func(context.Context) Health) Provider {
	return &provider{manifest: m, configure: configure, health: health}
}

type provider struct {
	manifest   Manifest
	configure  func(context.Context, Config) error
	health     func(context.Context) Health
	configured atomic.Bool
}

func (p *provider) Describe(context.Context) (Manifest, error) { return p.manifest, nil }

func (p *provider) Configure(ctx context.Context, c Config) error {
	checked, err := c.Check(p.manifest.Settings)
	if err != nil {
		return err
	}
	if p.configure != nil {
		if err := p.configure(ctx, checked); err != nil {
			return err
		}
	}
	p.configured.Store(true)
	return nil
}

func (p *provider) Health(ctx context.Context) (Health, error) {
	if !p.configured.Load() {
		return Health{Message: "not configured"}, nil
	}
	if p.health == nil {
		return Health{OK: true}, nil
	}
	return p.health(ctx), nil
}
