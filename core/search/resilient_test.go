package search_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/bleve"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/search"
	"kontor.dev/kontor/core/search/searchtest"
)

// While the engine is down one question after each pause tries it; the others do not wait for that.
func TestABrokenEngineIsTriedByOneQuestionAfterEachPause(t *testing.T) {
	engine, now := &brittle{Engine: bleve.New(), err: errors.New("down")}, time.Now()
	r := search.NewResilientAt(engine, &plainFinder{}, func() time.Time { return now })
	ask := func(times int) int {
		before := engine.asked
		for range times {
			_, err := r.Search(t.Context(), search.Query{})
			require.NoError(t, err)
		}
		return engine.asked - before
	}
	require.Equal(t, 3, ask(4))
	for range 2 {
		now = now.Add(5 * time.Second)
		require.Equal(t, 1, ask(4))
	}
	engine.err = fault.New(fault.Invalid, "wrong")
	now = now.Add(5 * time.Second)
	_, err := r.Search(t.Context(), search.Query{})
	require.Equal(t, fault.Invalid, fault.CodeOf(err), "a question that is wrong is not the engine's failure")
	engine.err = errors.New("down")
	require.Equal(t, 3, ask(4), "it had answered")
}

func TestAQuestionThatIsWrongIsNotAnsweredByTheFallback(t *testing.T) {
	for _, code := range []fault.Code{fault.Invalid, fault.NotFound} {
		engine, plain := &brittle{Engine: bleve.New(), err: fault.New(code, "wrong")}, &plainFinder{}
		r := search.NewResilient(engine, plain)
		for range 5 {
			_, err := r.Search(t.Context(), search.Query{})
			require.Equal(t, code, fault.CodeOf(err))
			_, err = r.Suggest(t.Context(), "maus", 0)
			require.Equal(t, code, fault.CodeOf(err))
		}
		require.Empty(t, plain.queries)
		require.Equal(t, 5, engine.asked, "the breaker stays closed")
	}
}

func TestTheFallbackIsGivenABoundedQuestion(t *testing.T) {
	asked := search.Query{Text: " maus\u00ad ", Page: -1, Size: 1 << 30}
	empty := bleve.New()
	require.NoError(t, empty.Rebuild(t.Context(), searchtest.Feed(nil)))
	for name, engine := range map[string]search.Engine{"down": bleve.New(), "lost its index": empty} {
		plain := &plainFinder{}
		_, err := search.NewResilient(engine, plain).Search(t.Context(), asked)
		require.NoError(t, err)
		require.Equal(t, []search.Query{asked.Clean()}, plain.queries, name)
	}
}

// sized counts how often it is asked how large it is.
type sized struct {
	search.Engine
	asked int
}

func (s *sized) Size(ctx context.Context) (int, error) {
	s.asked++
	return s.Engine.Size(ctx)
}

func TestTheSizeOfAnIndexIsNotAskedOften(t *testing.T) {
	filled := bleve.New()
	require.NoError(t, filled.Rebuild(t.Context(), searchtest.Feed(searchtest.Documents(5))))
	engine, plain, now := &sized{Engine: filled}, &plainFinder{}, time.Now()
	r := search.NewResilientAt(engine, plain, func() time.Time { return now })
	nothing := func() search.Answer {
		a, err := r.Search(t.Context(), search.Query{Text: "xyzzyplugh"})
		require.NoError(t, err)
		return a
	}
	for range 3 {
		require.Zero(t, nothing().Total)
	}
	require.Equal(t, 1, engine.asked)
	require.NoError(t, filled.Rebuild(t.Context(), searchtest.Feed(nil)))
	now = now.Add(5 * time.Second)
	require.True(t, nothing().Degraded)
	require.Equal(t, 2, engine.asked)
}
