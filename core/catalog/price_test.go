package catalog_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/money"
)

var day0 = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func day(n int) time.Time { return day0.AddDate(0, 0, n) }

func points(dayAndPrice ...int) []catalog.PricePoint {
	var list []catalog.PricePoint
	for i := 0; i < len(dayAndPrice); i += 2 {
		list = append(list, catalog.PricePoint{From: day(dayAndPrice[i]), Price: money.Euro(int64(dayAndPrice[i+1]))})
	}
	return list
}

// lowestByDay walks the window day by day, which is what the law describes, and knows nothing of the implementation.
func lowestByDay(history []catalog.PricePoint, at int) int64 {
	var lowest int64
	for d := at - 31; d < at; d++ { // in the morning of the thirtieth day before, the price of the one before it was in force
		var inForce int64
		var since time.Time
		for _, p := range history {
			if !p.From.After(day(d)) && (inForce == 0 || p.From.After(since)) {
				inForce, since = p.Price.Minor, p.From
			}
		}
		if inForce != 0 && (lowest == 0 || inForce < lowest) {
			lowest = inForce
		}
	}
	return lowest
}

func TestLowestBeforeIsTheLowestOfEveryDayOfTheWindow(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		used := map[int]bool{}
		var history []catalog.PricePoint
		for range random.IntN(8) {
			d := random.IntN(100)
			if !used[d] {
				used[d] = true
				history = append(history, points(d, 1+random.IntN(500))...)
			}
		}
		at := random.IntN(110)
		require.Equal(t, lowestByDay(history, at), catalog.LowestBefore(history, day(at)).Minor, "%v at day %d", history, at)
	}
}

// The day counts as a whole, in summer as in winter: at ten in the morning, a price of eight o'clock was asked 30 days ago.
func TestTheWindowBeginsWithADayInGermany(t *testing.T) {
	for at, opens := range map[string]string{
		"2026-03-31T10:00:00+02:00": "2026-03-01T00:00:00+01:00",
		"2026-11-10T00:10:00+01:00": "2026-10-11T00:00:00+02:00",
		"2028-03-30T23:59:00+02:00": "2028-02-29T00:00:00+01:00",
	} {
		reduced, err := time.Parse(time.RFC3339, at)
		require.NoError(t, err)
		begins, err := time.Parse(time.RFC3339, opens)
		require.NoError(t, err)
		require.True(t, catalog.WindowBefore(reduced).Equal(begins), at)
		history := []catalog.PricePoint{
			{From: begins.AddDate(-1, 0, 0), Price: money.Euro(70)},
			{From: begins.Add(time.Minute), Price: money.Euro(90)},
		}
		require.Equal(t, money.Euro(70), catalog.LowestBefore(history, reduced), at)
		history[1].From = begins
		require.Equal(t, money.Euro(90), catalog.LowestBefore(history, reduced), "it was over when the day began")
	}
}

func TestReductionNamesAPriceThatWasReallyAsked(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		var history []catalog.PricePoint
		var named money.Amount
		at := 0
		for range 12 {
			price := money.Euro(int64(1 + random.IntN(300)))
			named = catalog.Reduction(history, named, price, day(at))
			if !named.IsZero() {
				require.Greater(t, named.Minor, price.Minor, "a reduction names a higher price")
				asked := false
				for _, p := range history {
					asked = asked || p.Price.Minor == named.Minor
				}
				require.True(t, asked, "%v was never asked", named)
			}
			if n := len(history); n == 0 || history[n-1].Price != price {
				history = append(history, catalog.PricePoint{From: day(at), Price: price})
			}
			at += 1 + random.IntN(25)
		}
	}
}

// histories draws prices of different days.
func histories(t *rapid.T) []catalog.PricePoint {
	var list []catalog.PricePoint
	for _, d := range rapid.SliceOfNDistinct(rapid.IntRange(0, 99), 0, 8, rapid.ID).Draw(t, "days") {
		list = append(list, points(d, rapid.IntRange(1, 500).Draw(t, "price"))...)
	}
	return list
}

// What the law names is the same however the history is kept, and never above a price of the window.
func TestTheLowestPriceIsOfTheHistoryAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		history, at := histories(t), day(rapid.IntRange(0, 110).Draw(t, "at"))
		lowest := catalog.LowestBefore(history, at)
		require.Equal(t, lowest, catalog.LowestBefore(rapid.Permutation(history).Draw(t, "shuffled"), at))
		asked := lowest.IsZero()
		for _, p := range history {
			asked = asked || p.Price == lowest
			if p.From.Before(at) && p.From.After(catalog.WindowBefore(at)) {
				require.LessOrEqual(t, lowest.Minor, p.Price.Minor)
			}
		}
		require.True(t, asked, "a price that was asked")
		later := append(slices.Clone(history), catalog.PricePoint{From: at.Add(time.Hour), Price: money.Euro(1)})
		require.Equal(t, lowest, catalog.LowestBefore(later, at), "what comes later does not count")
	})
}

// Without a reduction before it, only a fall below every price of the window is one, and it names the lowest of them: a
// price that was raised to be lowered names no more than it cost before.
func TestAReductionIsCountedFromTheLowestPriceOfTheWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		history, at := histories(t), day(rapid.IntRange(0, 110).Draw(t, "at"))
		price := money.Euro(rapid.Int64Range(1, 500).Draw(t, "now"))
		lowest := catalog.LowestBefore(history, at)
		named := catalog.Reduction(history, money.Amount{}, price, at)
		if price.Minor < lowest.Minor {
			require.Equal(t, lowest, named)
		} else {
			require.True(t, named.IsZero(), "%v is no reduction of %v", price, lowest)
		}
	})
}

func TestReduction(t *testing.T) {
	tests := map[string]struct {
		history []catalog.PricePoint
		named   int64
		price   int64
		at      int
		want    int64
	}{
		"a first price is no reduction":                  {nil, 0, 100, 0, 0},
		"a fall names the price before":                  {points(0, 100), 0, 80, 50, 100},
		"a fall after a rise names the lowest":           {points(0, 90, 40, 120), 0, 80, 50, 90},
		"a rise and a fall back is no reduction":         {points(0, 90, 40, 120), 0, 90, 50, 0},
		"a low price older than the window is forgotten": {points(0, 70, 10, 120), 0, 100, 50, 120},
		"an unchanged price keeps what is named":         {points(0, 100, 40, 80), 100, 80, 45, 100},
		"a rise ends the reduction":                      {points(0, 100, 40, 80), 100, 85, 45, 0},
		"a second step keeps the price of the first":     {points(0, 100, 40, 80), 100, 70, 45, 100},
		"a second step long after names the first step":  {points(0, 100, 10, 80), 100, 70, 90, 80},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			named := money.Euro(tt.named)
			if tt.named == 0 {
				named = money.Amount{}
			}
			got := catalog.Reduction(tt.history, named, money.Euro(tt.price), day(tt.at))
			require.Equal(t, tt.want, got.Minor)
		})
	}
}
