package checkout

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/money"
)

func TestAStoryTellsOfDisputes(t *testing.T) {
	now := time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)
	c := &Case{Attempt: Attempt{OrderID: 7, State: Confirmed}}
	open := Dispute{ID: "D-1", State: DisputeOpen, Amount: money.Euro(4990), OpenedAt: now, DueAt: now.Add(time.Hour)}
	lost := Dispute{ID: "D-0", State: DisputeLost, OpenedAt: now.Add(-time.Hour), ToldAt: now.Add(-time.Minute)}
	s := tell(c, &Record{Disputes: []Dispute{lost, open}}, nil, nil, now)
	require.Equal(t, "its customer disputes the payment: "+open.String(), s.Wrong)
	var what []string
	for _, m := range s.Happened {
		what = append(what, m.What)
	}
	require.Equal(t, []string{
		"the customer disputes the payment: D-0", "the dispute D-0 ended: lost", "the customer disputes the payment: D-1",
	}, what)
	require.Contains(t, strings.Join(s.Advice, "\n"), "kontor order disputed 7 --dispute D-1 --ended won")
	require.Empty(t, tell(c, &Record{Disputes: []Dispute{lost}}, nil, nil, now).Wrong)
}

func TestAStoryTellsOfRefundsThatNobodyBooked(t *testing.T) {
	now := time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)
	c := &Case{Attempt: Attempt{OrderID: 7, State: Confirmed}}
	s := tell(c, &Record{Unbooked: []string{"R-1 5,00\u00a0€", "R-2"}}, nil, nil, now)
	require.Equal(t, "the provider tells of a refund that is not in the shop's books: R-1 5,00\u00a0€; "+
		"the provider tells of a refund that is not in the shop's books: R-2", s.Wrong)
	require.Contains(t, strings.Join(s.Advice, "\n"), "kontor order refunded 7 --reference R --amount A")
}
