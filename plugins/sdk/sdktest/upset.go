package sdktest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kontor.dev/kontor/plugins/sdk"
)

// frozenFor is how long a program hangs. Its caller has given up before.
const frozenFor = 300 * time.Millisecond

// upset is what happens to a program while the provider, which has acted, keeps its answer back. over is closed when the
// call has ended; giveUp ends it for the caller. It gives the plugin to go on with, and what ends that.
type upset struct {
	done   string // "killed", "frozen"
	happen func(ctx context.Context, t Target, r *running, p sdk.Plugin, giveUp func(), over <-chan struct{}) (sdk.Plugin, func(), error)
}

var (
	killed = upset{"killed", func(ctx context.Context, t Target, r *running, _ sdk.Plugin, _ func(), over <-chan struct{}) (sdk.Plugin, func(), error) {
		if err := r.kill(); err != nil {
			return sdk.Plugin{}, nil, fmt.Errorf("the program cannot be killed: %w", err)
		}
		<-over
		t.World.Proxy.Mend()
		p, closing, err := t.configured(ctx)
		return p, closing, label("the program does not come back", err)
	}}
	frozen = upset{"frozen", func(ctx context.Context, t Target, r *running, p sdk.Plugin, giveUp func(), over <-chan struct{}) (sdk.Plugin, func(), error) {
		thaw, err := r.freeze()
		if err != nil {
			return sdk.Plugin{}, nil, err
		}
		defer thaw()
		time.AfterFunc(frozenFor, giveUp)
		<-over
		t.World.Proxy.Mend()
		thaw()
		return p, func() {}, label("when it goes on", healthy(ctx, p, t.World.wait()))
	}}
)

// upsetAll upsets the program when the provider has acted on its n-th request, for each n, and goes on with what is left.
func upsetAll(ctx context.Context, t Target, deeds []deed, u upset) error {
	const most = 4
	var results []error
	for _, d := range deeds {
		for skip := range most {
			met, err := upsetOnce(ctx, t, d, u, skip)
			if err != nil {
				err = fmt.Errorf("%s, %s after %d answers: %w", d.name, u.done, skip, err)
			}
			results = append(results, err)
			if !met || err != nil {
				break
			}
		}
	}
	return joined(results)
}

func upsetOnce(ctx context.Context, t Target, d deed, u upset, skip int) (met bool, err error) {
	r, p, err := t.configure(ctx)
	if err != nil {
		return false, err
	}
	defer r.close()
	if err := warm(ctx, p, d); err != nil {
		return false, err
	}
	do, err := d.begin(ctx, p)
	if err != nil {
		return false, err
	}
	t.World.Proxy.Spoil(FaultHang, skip)
	defer t.World.Proxy.Mend()
	called, giveUp := context.WithCancel(ctx)
	defer giveUp()
	over := make(chan struct{})
	go func() { _, _ = do.try(called, p); close(over) }()
	select {
	case <-t.World.Proxy.met():
		met = true
	case <-over:
	}
	left, closing, err := u.happen(ctx, t, r, p, giveUp, over)
	if err != nil {
		return met, err
	}
	defer closing()
	return met, label("after it was "+u.done, do.prove(ctx, left))
}

// checkFrozen freezes the program, calls it, and lets it go on.
func checkFrozen(ctx context.Context, t Target) error {
	r, p, err := t.configure(ctx)
	if err != nil {
		return err
	}
	defer r.close()
	thaw, err := r.freeze()
	if err != nil {
		return err
	}
	defer thaw()
	if err := until(ctx, func() error { // it may take a moment until all of it stands still
		if healthy(ctx, p, frozenFor) == nil {
			return errors.New("the program was stopped (SIGSTOP) and still answers: the process that was started must be the one that serves")
		}
		return nil
	}); err != nil {
		return err
	}
	thaw()
	if err := healthy(ctx, p, settling); err != nil {
		return err
	}
	again, closing, err := t.configured(ctx) // nothing that it held is in the way of another
	if err != nil {
		return err
	}
	defer closing()
	if err := healthy(ctx, again, settling); err != nil {
		return err
	}
	return healthy(ctx, p, settling) // one that dies of it may have answered once before
}
