package postgres_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
	"kontor.dev/kontor/core/outbox"
	"kontor.dev/kontor/core/postgres"
	"kontor.dev/kontor/core/postgres/pgtest"
)

var march = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

type catalogFixture struct {
	*postgres.Catalog
	pool  *pgxpool.Pool
	clock *clock.Fixed
}

func newCatalog(t *testing.T) *catalogFixture {
	pool := pgtest.New(t)
	fixed := clock.NewFixed(march)
	return &catalogFixture{Catalog: postgres.NewCatalog(pool, fixed), pool: pool, clock: fixed}
}

func (f *catalogFixture) apply(t *testing.T, products ...*catalog.Product) catalog.Result {
	t.Helper()
	r, err := f.Apply(t.Context(), catalog.Batch{Categories: tree(), Products: products})
	require.NoError(t, err)
	return r
}

// only gives the one product with an article number.
func (f *catalogFixture) only(t *testing.T, articleNumber string) *catalog.Product {
	t.Helper()
	var id int64
	require.NoError(t, f.pool.QueryRow(t.Context(), `select id from product where article_number = $1`, articleNumber).Scan(&id))
	p, err := f.Product(t.Context(), id)
	require.NoError(t, err)
	return p
}

// announced gives the products in the outbox, each as often as it is there, and empties it.
func (f *catalogFixture) announced(t *testing.T) []int64 {
	t.Helper()
	var ids []int64
	require.NoError(t, f.pool.QueryRow(t.Context(), `
with gone as (delete from outbox where topic = $1 returning (payload->>'id')::bigint as id)
select coalesce(array_agg(id order by id), '{}') from gone`, outbox.ProductChanged).Scan(&ids))
	return ids
}

func tree() []catalog.Category {
	return []catalog.Category{
		{Slug: "notebooks", Name: catalog.Text{DE: "Notebooks"}, Sort: 2},
		{Slug: "gaming", ParentSlug: "notebooks", Name: catalog.Text{DE: "Gaming"}, Attributes: []catalog.AttributeDef{
			{Key: "ram", Label: catalog.Text{DE: "Arbeitsspeicher", EN: "Memory"}, Unit: "GB", Type: catalog.NumberAttribute, Filter: catalog.Checkbox},
		}},
		{Slug: "audio", Name: catalog.Text{DE: "Audio"}, Sort: 1},
	}
}

func notebook(articleNumber string, cents int64) *catalog.Product {
	return &catalog.Product{
		ArticleNumber: articleNumber, EAN: "4006381333931", Name: "Fjell Book 15", Manufacturer: "Fjell", CategorySlug: "gaming",
		OMSCategory: "NB-GAMING", Condition: catalog.New, Description: catalog.Text{DE: "Leicht.", EN: "Light."},
		Prices: catalog.Prices{Price: money.Euro(cents), UVP: money.Euro(cents + 10000), Student: money.Euro(cents - 100)}, TaxRate: 1900,
		Attributes: []catalog.Attribute{{Key: "ram", Number: 16}},
		Energy:     &catalog.Energy{Class: "E", Scale: "A-G", LabelKey: "energy-E"},
		Images:     []catalog.Image{{Key: "notebook~v1", Alt: catalog.Text{DE: "Vorne"}}},
		Warranties: []catalog.Warranty{{Months: 36, Price: money.Euro(9900), Title: catalog.Text{DE: "3 Jahre"}}},
		Measure:    &catalog.Measure{Unit: catalog.Kilogram, Micro: 1_500_000},
		Charger:    &catalog.Charger{MinWatts: 30, MaxWatts: 65, PowerDelivery: true},
		Guarantee:  &catalog.Guarantee{Years: 5, Brand: "Fjell", Model: "Book 15"},
		Durability: &catalog.Durability{UpdatesUntil: "2031-12-31", RepairScore: "8,1/10"},
		HasBundle:  true,
		Bundle:     []catalog.BundlePart{{Quantity: 1, Title: catalog.Text{DE: "Tasche", EN: "Sleeve"}}},
		Safety:     catalog.Safety{Manufacturer: "Fjell GmbH", Address: "Weg 1", Contact: "info@example.org"},

		DeliveryCountries: []int{81, 14}, BillingCountries: []int{81}, WeightGrams: 1900, MaxQuantity: 5, Popularity: 7,
		Stock:  []catalog.Stock{{Warehouse: "berlin", Available: 4}, {Warehouse: "koeln", Available: 2}},
		Active: true,
	}
}

func TestProductComesBackAsItWasApplied(t *testing.T) {
	f := newCatalog(t)
	given := notebook("NB-1", 129900)
	require.Equal(t, catalog.Result{Created: 1}, f.apply(t, given))
	got := f.only(t, "NB-1")

	want := *given
	want.ID, want.CategoryID, want.CreatedAt, want.UpdatedAt = got.ID, got.CategoryID, march, march
	want.Slug = catalog.Slug(given.Name, got.ID)
	want.Warranties[0].ID = got.Warranties[0].ID
	want.Prices.Base = &catalog.BasePrice{Price: money.Euro(86600), Unit: catalog.Kilogram}
	require.Equal(t, &want, got)
	require.NotZero(t, got.ID)
	require.NotZero(t, got.CategoryID)
	require.NotZero(t, got.Warranties[0].ID)
	require.Equal(t, 6, got.Available())
	require.Equal(t, []int64{got.ID}, f.announced(t))

	f.apply(t, notebook("NB-3", 99900))
	list, err := f.ByArticleNumbers(t.Context(), []string{"NB-3", "NB-2", "NB-1"})
	require.NoError(t, err)
	require.Equal(t, []*catalog.Product{f.only(t, "NB-3"), got}, list, "in the order that was asked for")
}

func TestCategoriesComeParentsFirstSiblingsBySort(t *testing.T) {
	f := newCatalog(t)
	f.apply(t)
	list, err := f.Categories(t.Context())
	require.NoError(t, err)
	var slugs []string
	for _, c := range list {
		slugs = append(slugs, c.Slug)
	}
	require.Equal(t, []string{"audio", "notebooks", "gaming"}, slugs)
	require.Equal(t, list[1].ID, list[2].ParentID)
	require.Equal(t, "notebooks", list[2].ParentSlug)
	require.Equal(t, tree()[1].Attributes, list[2].Attributes)
}

func TestProductsKeepTheOrderAskedFor(t *testing.T) {
	f := newCatalog(t)
	hidden := notebook("NB-3", 100)
	hidden.Prices.Student, hidden.Active = money.Amount{}, false
	f.apply(t, notebook("NB-1", 1000), notebook("NB-2", 2000), hidden)
	a, b := f.only(t, "NB-1"), f.only(t, "NB-2")
	list, err := f.Products(t.Context(), []int64{b.ID, 4711, a.ID})
	require.NoError(t, err)
	require.Equal(t, []*catalog.Product{b, a}, list)

	var hiddenID int64
	require.NoError(t, f.pool.QueryRow(t.Context(), `select id from product where article_number = 'NB-3'`).Scan(&hiddenID))
	_, err = f.Product(t.Context(), hiddenID)
	require.ErrorIs(t, err, fault.New(fault.NotFound, "product_not_found"))

	var each []int64
	require.NoError(t, f.Each(t.Context(), func(p *catalog.Product) error { each = append(each, p.ID); return nil }))
	require.Equal(t, []int64{a.ID, b.ID}, each)
	stop := errors.New("enough")
	require.ErrorIs(t, f.Each(t.Context(), func(*catalog.Product) error { return stop }), stop)
}

func TestApplyingAgainTouchesNothing(t *testing.T) {
	f := newCatalog(t)
	f.apply(t, notebook("NB-1", 1000), notebook("NB-2", 2000))
	f.announced(t)
	f.clock.Advance(time.Hour)
	require.Equal(t, catalog.Result{Unchanged: 2}, f.apply(t, notebook("NB-1", 1000), notebook("NB-2", 2000)))
	require.Empty(t, f.announced(t))

	before := f.only(t, "NB-1")
	changed := notebook("NB-1", 1000)
	changed.Name = "Fjell Book 16"
	require.Equal(t, catalog.Result{Updated: 1, Unchanged: 1}, f.apply(t, changed, notebook("NB-2", 2000)))
	after := f.only(t, "NB-1")
	require.Equal(t, []int64{after.ID}, f.announced(t))
	require.Equal(t, before.ID, after.ID)
	require.Equal(t, before.CreatedAt, after.CreatedAt)
	require.Equal(t, march, before.UpdatedAt)
	require.Equal(t, march.Add(time.Hour), after.UpdatedAt)
	require.Equal(t, before.Warranties, after.Warranties)
	require.Equal(t, catalog.Slug("Fjell Book 16", after.ID), after.Slug)
}

func TestABatchIsAppliedWholeOrNotAtAll(t *testing.T) {
	f := newCatalog(t)
	lost := notebook("NB-2", 2000)
	lost.CategorySlug = "nowhere"
	_, err := f.Apply(t.Context(), catalog.Batch{Categories: tree(), Products: []*catalog.Product{notebook("NB-1", 1000), lost}})
	require.ErrorIs(t, err, fault.New(fault.Invalid, "category_unknown"))
	orphan := catalog.Category{Slug: "x", ParentSlug: "nowhere", Name: catalog.Text{DE: "X"}}
	_, err = f.Apply(t.Context(), catalog.Batch{Categories: append(tree(), orphan)})
	require.ErrorIs(t, err, fault.New(fault.Invalid, "category_parent_unknown"))
	free := notebook("NB-3", 0)
	free.Prices = catalog.Prices{}
	_, err = f.Apply(t.Context(), catalog.Batch{Categories: tree(), Products: []*catalog.Product{notebook("NB-1", 1000), free}})
	require.Error(t, err)

	list, err := f.Categories(t.Context())
	require.NoError(t, err)
	require.Empty(t, list)
	require.Empty(t, f.announced(t))
}

func TestStockSoldSinceTheLastImportStaysSold(t *testing.T) {
	f := newCatalog(t)
	f.apply(t, notebook("NB-1", 1000))
	id := f.only(t, "NB-1").ID
	_, err := f.pool.Exec(t.Context(), `update stock set available = available - 3 where product_id = $1 and warehouse = 'berlin'`, id)
	require.NoError(t, err)

	f.apply(t, notebook("NB-1", 900))
	require.Equal(t, []catalog.Stock{{Warehouse: "berlin", Available: 1}, {Warehouse: "koeln", Available: 2}}, f.only(t, "NB-1").Stock)
	f.announced(t)

	delivered := notebook("NB-1", 900)
	delivered.Stock[0].Available = 20
	require.Equal(t, catalog.Result{Updated: 1}, f.apply(t, delivered))
	require.Equal(t, 20, f.only(t, "NB-1").Stock[0].Available)
	require.Equal(t, []int64{id}, f.announced(t))

	_, err = f.pool.Exec(t.Context(), `update stock set available = available - 21 where product_id = $1 and warehouse = 'berlin'`, id)
	require.ErrorContains(t, err, "stock_available_not_negative")
}

func TestPriceHistoryNamesTheLowestOfThirtyDays(t *testing.T) {
	f := newCatalog(t)
	reprice := func(days int, cents int64) catalog.Prices {
		f.clock.Advance(time.Duration(days) * 24 * time.Hour)
		f.apply(t, notebook("NB-1", cents))
		return f.only(t, "NB-1").Prices
	}
	require.Zero(t, reprice(0, 100000).Lowest30)
	require.Equal(t, money.Euro(100000), reprice(40, 90000).Lowest30)
	require.Zero(t, reprice(10, 120000).Lowest30, "a rise ends the reduction")
	require.Equal(t, money.Euro(90000), reprice(10, 80000).Lowest30, "not the 1.200 euros asked for ten days")
	require.Equal(t, money.Euro(120000), reprice(45, 120000).Lowest30.Add(money.Euro(120000)), "back up: no reduction")
}

func TestGivenPriceHistoryCountsFromTheStart(t *testing.T) {
	f := newCatalog(t)
	moved := notebook("NB-1", 80000)
	moved.PriceHistory = []catalog.PricePoint{{From: march.AddDate(0, -6, 0), Price: money.Euro(99900)}}
	f.apply(t, moved)
	require.Equal(t, money.Euro(99900), f.only(t, "NB-1").Prices.Lowest30)
	f.clock.Advance(time.Hour)
	require.Equal(t, catalog.Result{Unchanged: 1}, f.apply(t, moved))
}

// A shop that moves here gives its earlier prices once. What it sends every night afterwards comes without them, as an
// export of this shop does.
func TestPriceHistoryThatIsKnownIsNoChange(t *testing.T) {
	f := newCatalog(t)
	moved := notebook("NB-1", 80000)
	moved.PriceHistory = []catalog.PricePoint{{From: march.AddDate(0, -6, 0), Price: money.Euro(99900)}}
	f.apply(t, moved)
	before := f.only(t, "NB-1")
	require.Equal(t, money.Euro(99900), before.Prices.Lowest30)
	f.announced(t)
	f.clock.Advance(time.Hour)
	require.Equal(t, catalog.Result{Unchanged: 1}, f.apply(t, notebook("NB-1", 80000)))
	require.Equal(t, catalog.Result{Unchanged: 1}, f.apply(t, moved))
	require.Empty(t, f.announced(t))
	require.Equal(t, before, f.only(t, "NB-1"))

	moved.PriceHistory[0].Price = money.Euro(82000)
	foreseen, err := f.Foresee(t.Context(), []*catalog.Product{moved}, false)
	require.NoError(t, err)
	require.Equal(t, 1, foreseen.Updated)
	require.Equal(t, 1, f.apply(t, moved).Updated, "it was said otherwise before")
	require.Equal(t, money.Euro(82000), f.only(t, "NB-1").Prices.Lowest30)
}

// What becomes known of the past only now may take away a reduction, or what it is named from.
func TestPriceHistoryThatComesLateIsCountedWhereItBelongs(t *testing.T) {
	f := newCatalog(t)
	f.apply(t, notebook("NB-1", 100000))
	f.clock.Advance(20 * 24 * time.Hour)
	f.apply(t, notebook("NB-1", 80000))
	require.Equal(t, money.Euro(100000), f.only(t, "NB-1").Prices.Lowest30)
	f.clock.Advance(24 * time.Hour)
	late := notebook("NB-1", 80000)
	late.PriceHistory = []catalog.PricePoint{{From: march.AddDate(0, 0, 5), Price: money.Euro(90000)}}
	f.apply(t, late)
	require.Equal(t, money.Euro(90000), f.only(t, "NB-1").Prices.Lowest30)
	late.PriceHistory = []catalog.PricePoint{{From: march.AddDate(0, 0, 7), Price: money.Euro(70000)}, {From: march.AddDate(0, 0, 9), Price: money.Euro(100000)}}
	f.apply(t, late)
	require.Zero(t, f.only(t, "NB-1").Prices.Lowest30, "it was cheaper within the 30 days")
}

func TestAChangedCategoryAnnouncesTheProductsBelowIt(t *testing.T) {
	f := newCatalog(t)
	f.apply(t, notebook("NB-1", 1000))
	f.announced(t)
	renamed := tree()
	renamed[0].Name.DE = "Laptops"
	r, err := f.Apply(t.Context(), catalog.Batch{Categories: renamed})
	require.NoError(t, err)
	require.Equal(t, catalog.Result{}, r)
	require.Equal(t, []int64{f.only(t, "NB-1").ID}, f.announced(t))
}

// Categories in a circle hang on no root: nobody would see them, or their products' way, again.
func TestACategoryDoesNotGoBelowItself(t *testing.T) {
	f := newCatalog(t)
	f.apply(t, notebook("NB-1", 1000))
	before, err := f.Categories(t.Context())
	require.NoError(t, err)
	circle := tree()
	circle[0].ParentSlug = "gaming"
	_, err = f.Apply(t.Context(), catalog.Batch{Categories: circle})
	require.ErrorIs(t, err, fault.New(fault.Invalid, "category_circle"))
	require.Equal(t, []fault.Field{{Name: "gaming", Reason: "category_circle"}, {Name: "notebooks", Reason: "category_circle"}}, fault.FieldsOf(err))
	after, err := f.Categories(t.Context())
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func TestImportsAtOnceLoseNothing(t *testing.T) {
	f := newCatalog(t)
	f.apply(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			_, err := f.Apply(context.Background(), catalog.Batch{Categories: tree(), Products: []*catalog.Product{
				notebook("NB-shared", int64(1000+i)), notebook("NB-own-"+string(rune('a'+i)), 1000),
			}})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var products, prices int
	require.NoError(t, f.pool.QueryRow(t.Context(), `select (select count(*) from product), (select count(*) from price_history)`).Scan(&products, &prices))
	require.Equal(t, 9, products)
	require.GreaterOrEqual(t, prices, 9)
}
