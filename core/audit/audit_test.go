package audit_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/page"
)

// book is a log in memory that can be shut.
type book struct {
	entries []audit.Entry
	shut    error
}

func (b *book) Begin(_ context.Context, e audit.Entry) (int64, error) {
	b.entries = append(b.entries, e)
	return int64(len(b.entries) - 1), b.shut
}

func (b *book) End(ctx context.Context, id int64, after json.RawMessage, failure string) error {
	b.entries[id].After, b.entries[id].Failure = after, failure
	return ctx.Err()
}

func (b *book) Entries(context.Context, audit.Filter, page.Page) ([]audit.Entry, int, error) {
	return b.entries, len(b.entries), nil
}

func TestWhatIsDoneIsWrittenDown(t *testing.T) {
	b := &book{}
	err := audit.Act(t.Context(), b, audit.Entry{Actor: "erika", Action: "door.open"}, map[string]bool{"open": false},
		func(context.Context) (any, error) { return map[string]bool{"open": true}, nil })
	require.NoError(t, err)
	require.Len(t, b.entries, 1)
	require.JSONEq(t, `{"open":false}`, string(b.entries[0].Before))
	require.JSONEq(t, `{"open":true}`, string(b.entries[0].After))
}

func TestFailuresAreWrittenDownAlsoWhenTheOperatorGaveUp(t *testing.T) {
	b := &book{}
	ctx, giveUp := context.WithCancel(t.Context())
	stuck := errors.New("the door is stuck")
	err := audit.Act(ctx, b, audit.Entry{Action: "door.open"}, nil, func(context.Context) (any, error) {
		giveUp()
		return nil, stuck
	})
	require.ErrorIs(t, err, stuck)
	require.NotErrorIs(t, err, context.Canceled)
	require.Equal(t, "the door is stuck", b.entries[0].Failure)
	require.Nil(t, b.entries[0].After)
}

func TestWhatCannotBeWrittenDownIsNotDone(t *testing.T) {
	b := &book{shut: errors.New("no ink")}
	err := audit.Act(t.Context(), b, audit.Entry{}, nil, func(context.Context) (any, error) {
		t.Fatal("it was done")
		return nil, nil
	})
	require.ErrorIs(t, err, b.shut)
}
