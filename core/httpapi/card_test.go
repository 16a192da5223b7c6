package httpapi

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/review"
)

// hanging is a store whose database gives no answer.
type hanging struct{ review.Store }

func (hanging) Ratings(ctx context.Context, _ []int64) (map[int64]review.Rating, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestCardsDoNotWaitLongForTheirRatings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Server{deps: Deps{Reviews: review.NewService(hanging{}, clock.System{})}}
		ctx, cancel := context.WithTimeout(t.Context(), apiTimeout)
		defer cancel()
		cards, began := []Card{{ID: 1}}, time.Now()
		s.rate(ctx, cards)
		require.Equal(t, ratingWait, time.Since(began))
		require.Nil(t, cards[0].Rating)
	})
}
