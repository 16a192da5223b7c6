package devstack_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/deploy/devstack"
)

// diary notes what happens to the parts of a test, in order.
type diary struct {
	mu    sync.Mutex
	lines []string
}

func (d *diary) note(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.lines = append(d.lines, line)
}

func (d *diary) Begin(string)                      {}
func (d *diary) Say(string, string)                {}
func (d *diary) Done(string, time.Duration, error) {}

func (d *diary) part(name string, after ...string) devstack.Part {
	return devstack.Part{Name: name, After: after, Start: func(context.Context, devstack.Say) (devstack.Stop, error) {
		d.note("+" + name)
		return func(context.Context) error { d.note("-" + name); return nil }, nil
	}}
}

func TestStackStartsAndStopsInOrder(t *testing.T) {
	var d diary
	s := devstack.NewStack(&d)
	require.NoError(t, s.Up(context.Background(), []devstack.Part{
		d.part("shop", "temporal", "database", "not part of this stack"), d.part("temporal", "database"), d.part("database"),
	}))
	require.Equal(t, []string{"+database", "+temporal", "+shop"}, d.lines)
	require.NoError(t, s.Down(context.Background()))
	require.Equal(t, []string{"-shop", "-temporal", "-database"}, d.lines[3:])
}

func TestIndependentPartsStartAtTheSameTime(t *testing.T) {
	var both sync.WaitGroup
	both.Add(2)
	meet := func(context.Context, devstack.Say) (devstack.Stop, error) {
		both.Done()
		both.Wait() // returns only if the other one is starting too
		return nil, nil
	}
	s := devstack.NewStack(&diary{})
	require.NoError(t, s.Up(context.Background(), []devstack.Part{{Name: "a", Start: meet}, {Name: "b", Start: meet}}))
	require.Len(t, s.Parts(), 2)
}

func TestOneFailureStopsEverything(t *testing.T) {
	var d diary
	boom := errors.New("no room")
	s := devstack.NewStack(&d)
	err := s.Up(context.Background(), []devstack.Part{
		d.part("database"),
		{Name: "temporal", After: []string{"database"}, Start: func(context.Context, devstack.Say) (devstack.Stop, error) { return nil, boom }},
		d.part("shop", "temporal"),
	})
	require.ErrorIs(t, err, boom)
	require.ErrorContains(t, err, "temporal: ")
	require.Equal(t, []string{"+database", "-database"}, d.lines)
	require.Empty(t, s.Parts())
}

func TestInterruptedStartStopsEverything(t *testing.T) {
	var d diary
	ctx, interrupt := context.WithCancel(context.Background())
	s := devstack.NewStack(&d)
	err := s.Up(ctx, []devstack.Part{
		d.part("database"),
		{Name: "build", After: []string{"database"}, Start: func(ctx context.Context, _ devstack.Say) (devstack.Stop, error) {
			interrupt()
			<-ctx.Done()
			return nil, ctx.Err()
		}},
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, "-database", d.lines[len(d.lines)-1])
}

func TestPartsThatWaitForEachOtherAreRefused(t *testing.T) {
	var d diary
	err := devstack.NewStack(&d).Up(context.Background(), []devstack.Part{d.part("a", "b"), d.part("b", "a")})
	require.ErrorContains(t, err, "waits for itself")
	require.False(t, slices.Contains(d.lines, "+a"))
}
