package exchange_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/catalog/exchange"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// recorder is a store that only remembers what it was given; the real one has its tests in core/postgres.
type recorder struct {
	catalog.Store
	stored  map[string]*catalog.Product
	batches []catalog.Batch
}

func (r *recorder) Categories(context.Context) ([]catalog.Category, error) {
	return []catalog.Category{{Slug: "pens", Attributes: []catalog.AttributeDef{
		{Key: "tip", Type: catalog.NumberAttribute, Divisor: 10, Unit: "mm"},
		{Key: "refill", Type: catalog.BoolAttribute},
		{Key: "ink", Type: catalog.ColorAttribute},
	}}, {Slug: "markers", Attributes: []catalog.AttributeDef{
		{Key: "ink", Type: catalog.ColorAttribute},
		{Key: "tip", Type: catalog.NumberAttribute, Divisor: 1000, Unit: "mm"},
	}}}, nil
}

func (r *recorder) Apply(_ context.Context, b catalog.Batch) (catalog.Result, error) {
	r.batches = append(r.batches, b)
	return catalog.Result{Created: len(b.Products)}, nil
}

func (r *recorder) Revise(_ context.Context, _ []string, revise func(map[string]*catalog.Product) []*catalog.Product) (catalog.Result, error) {
	b := catalog.Batch{Products: revise(r.stored)}
	if len(b.Products) > 0 {
		r.batches = append(r.batches, b)
	}
	return catalog.Result{Created: len(b.Products)}, nil
}

func (r *recorder) Foresee(_ context.Context, products []*catalog.Product, _ bool) (catalog.Result, error) {
	return catalog.Result{Created: len(products)}, nil
}

func load(t testing.TB, format exchange.Format, text string, opts exchange.Options) (*recorder, exchange.Summary, error) {
	t.Helper()
	r := &recorder{}
	s, err := exchange.Import(context.Background(), r, opts, exchange.Source{Name: "file", Format: format, In: strings.NewReader(text)})
	return r, s, err
}

const goodPen = `{"type":"product","articleNumber":"P-1","name":"Füller","manufacturer":"Acme","category":"pens","priceCents":1999,` +
	`"attributes":{"ink":{"de":"Blau","en":"Blue","hex":"#0000ff"},"refill":true,"tip":0.7},"stock":{"koeln":2,"berlin":3},` +
	`"priceHistory":[{"from":"2026-01-31","priceCents":2499}],"warranties":[{"months":24,"priceCents":500}]}`

func TestJSONLGivesTheProductAsItIsWritten(t *testing.T) {
	r, s, err := load(t, exchange.JSONL, goodPen+"\n\n", exchange.Options{})
	require.NoError(t, err)
	require.Equal(t, exchange.Summary{Lines: 1, Products: 1, Created: 1}, s)
	require.Equal(t, []*catalog.Product{{
		ArticleNumber: "P-1", Name: "Füller", Manufacturer: "Acme", CategorySlug: "pens", Condition: catalog.New,
		Prices: catalog.Prices{Price: money.Euro(1999)}, TaxRate: 1900, Active: true,
		Attributes: []catalog.Attribute{
			{Key: "tip", Number: 7}, {Key: "refill", Number: 1}, {Key: "ink", Text: catalog.Text{DE: "Blau", EN: "Blue"}, Hex: "#0000ff"},
		},
		Stock:        []catalog.Stock{{Warehouse: "berlin", Available: 3}, {Warehouse: "koeln", Available: 2}},
		PriceHistory: []catalog.PricePoint{{From: time.Date(2026, 1, 31, 0, 0, 0, 0, time.UTC), Price: money.Euro(2499)}},
		Warranties:   []catalog.Warranty{{Months: 24, Price: money.Euro(500)}},
	}}, r.batches[0].Products)
}

func TestPartsOfABundleMakeOne(t *testing.T) {
	line := strings.Replace(goodPen, `"warranties"`, `"bundleParts":[{"quantity":2,"title":{"de":"Mine"}}],"warranties"`, 1)
	r, _, err := load(t, exchange.JSONL, line+"\n", exchange.Options{})
	require.NoError(t, err)
	got := r.batches[0].Products[0]
	require.True(t, got.HasBundle)
	require.Equal(t, []catalog.BundlePart{{Quantity: 2, Title: catalog.Text{DE: "Mine"}}}, got.Bundle)
}

func TestCSVGivesTheSameProduct(t *testing.T) {
	fromJSON, _, err := load(t, exchange.JSONL, strings.Replace(goodPen, `"priceHistory":[{"from":"2026-01-31","priceCents":2499}],`, "", 1), exchange.Options{})
	require.NoError(t, err)
	for _, sep := range []string{",", ";", "\t"} {
		table := "\ufeff" + strings.ReplaceAll("articleNumber,name,manufacturer,category,priceCents,attribute.ink,attribute.refill,attribute.tip,stock.berlin,stock.koeln,warranty.24\r\n"+
			"P-1,Füller,Acme,pens,1999,Blau|Blue|#0000ff,true,0.7,3,2,500\r\n", ",", sep)
		r, s, err := load(t, exchange.CSV, table, exchange.Options{})
		require.NoError(t, err)
		require.Empty(t, s.Errors)
		require.Equal(t, fromJSON.batches, r.batches)
	}
}

func TestALabelWithoutAScaleHasTheOneThatThereIs(t *testing.T) {
	r, s, err := load(t, exchange.JSONL, strings.Replace(goodPen, `"P-1"`, `"P-1","energy":{"class":"B"}`, 1), exchange.Options{})
	require.NoError(t, err)
	require.Empty(t, s.Errors)
	require.Equal(t, &catalog.Energy{Class: "B", Scale: "A-G"}, r.batches[0].Products[0].Energy)
}

func TestBadLinesAreLeftOutWithLineAndReason(t *testing.T) {
	text := strings.Join([]string{
		goodPen,
		`{"type":"product"`,
		strings.Replace(goodPen, `"P-1"`, `"P-2","colour":"red"`, 1),
		goodPen,
		strings.NewReplacer(`"P-1"`, `"P-3"`, `1999`, `0`, `0.7`, `0.75`).Replace(goodPen),
		strings.NewReplacer(`"P-1"`, `"P-4"`, `"pens"`, `"inks"`).Replace(goodPen),
		`{"type":"shape"}`,
		"{\"type\":\"product\",\"name\":\"\xff\"}",
		`{"type":"product","name":"\u0000"}`,
		`{"type":"product","name":"` + strings.Repeat("x", exchange.MaxLine) + `"}`,
		strings.NewReplacer(`"P-1"`, `"P-5"`, `2026-01-31`, `2999-01-01`).Replace(goodPen),
		strings.Replace(goodPen, `"P-1"`, `"P-6"`, 1),
	}, "\n")
	r, s, err := load(t, exchange.JSONL, text, exchange.Options{})
	require.NoError(t, err)
	require.Equal(t, 12, s.Lines)
	require.Equal(t, 2, s.Products)
	require.Equal(t, 10, s.Failed)
	require.Len(t, r.batches[0].Products, 2)
	require.Equal(t, "P-6", r.batches[0].Products[1].ArticleNumber)

	var lines []int
	byLine := map[int]exchange.LineError{}
	for _, e := range s.Errors {
		lines = append(lines, e.Line)
		byLine[e.Line] = e
	}
	require.Equal(t, []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, lines)
	require.Contains(t, byLine[3].Reason, "colour")
	require.Contains(t, byLine[4].Reason, "file line 1")
	require.Equal(t, []fault.Field{{Name: "attributes.tip", Reason: "not_a_number"}, {Name: "priceCents", Reason: "missing"}}, byLine[5].Problems)
	require.Equal(t, []fault.Field{{Name: "category", Reason: "category_unknown"}}, byLine[6].Problems)
	require.Equal(t, []fault.Field{{Name: "priceHistory[0].from", Reason: "in_future"}}, byLine[11].Problems)
}

// A product that only goes to countries that the shop does not know could not be bought by anybody.
func TestCountriesAreThoseThatTheShopServes(t *testing.T) {
	for ids, wrong := range map[string]string{
		`"deliveryCountries":[81,14],"billingCountries":[81]`: "", `"deliveryCountries":[81,999]`: "deliveryCountries", `"billingCountries":[49]`: "billingCountries",
		`"deliveryCountries":[0]`: "deliveryCountries",
	} {
		_, s, err := load(t, exchange.JSONL, strings.Replace(goodPen, `"P-1"`, `"P-1",`+ids, 1), exchange.Options{})
		require.NoError(t, err)
		if wrong == "" {
			require.Empty(t, s.Errors, ids)
			continue
		}
		require.Len(t, s.Errors, 1, ids)
		require.Equal(t, []fault.Field{{Name: wrong, Reason: "country_unknown"}}, s.Errors[0].Problems)
	}
}

func TestALineSaysEachThingOnce(t *testing.T) {
	for said, again := range map[string]string{
		"priceCents": `"P-1","priceCents":1`, "pricecents": `"P-1","pricecents":1`, "berlin": `"P-1","stock":{"berlin":1,"berlin":2}`,
	} {
		line := strings.Replace(goodPen, `"P-1"`, again, 1)
		_, s, err := load(t, exchange.JSONL, line, exchange.Options{})
		require.NoError(t, err)
		require.Len(t, s.Errors, 1, again)
		require.Contains(t, strings.ToLower(s.Errors[0].Reason), `"`+strings.ToLower(said)+`" comes twice`)
	}
	_, s, err := load(t, exchange.JSONL, strings.Replace(goodPen, `"berlin":`, `"Berlin":1,"berlin":`, 1), exchange.Options{})
	require.NoError(t, err)
	require.Empty(t, s.Errors, "warehouses of their own")
}

func TestAMisreadLineIsToldInItsOwnWords(t *testing.T) {
	for given, reason := range map[string]string{
		`"P-1","colour":1`:               `there is no field "colour"`,
		`"P-1","popularity":1.5`:         "popularity takes a whole number, and not a JSON number 1.5",
		`"P-1","ean":4006381333931`:      "ean takes a text, and not a JSON number",
		`"P-1","images":"a"`:             "images takes a list, and not a JSON string",
		`"P-1","safety":{"contact":[1]}`: "safety.contact takes a text, and not a JSON array",
		`"P-1","active":"yes"`:           "active takes true or false, and not a JSON string",
	} {
		_, s, err := load(t, exchange.JSONL, strings.Replace(goodPen, `"P-1"`, given, 1), exchange.Options{})
		require.NoError(t, err)
		require.Len(t, s.Errors, 1, given)
		require.Equal(t, reason, s.Errors[0].Reason)
		require.Equal(t, "P-1", s.Errors[0].ArticleNumber)
	}
	_, s, err := load(t, exchange.CSV, "articleNumber,ean,name\nP-1,x\n", exchange.Options{})
	require.NoError(t, err)
	require.Equal(t, "the row has 2 cells, and the heading names 3 columns", s.Errors[0].Reason)
	require.Equal(t, "P-1", s.Errors[0].ArticleNumber)
}

// The cells of a table have no blanks around them, and one kind of line break: what comes as JSONL is the same when it comes back as a table.
func TestTextsOfJSONLAreThoseOfATable(t *testing.T) {
	r, s, err := load(t, exchange.JSONL, `{"type":"product","articleNumber":"P-1","name":" Füller\t","manufacturer":" Acme","category":"pens","priceCents":1,`+
		`"description":{"de":"eins\r\nzwei \r\n"},"attributes":{"tip":0.7},"safety":{"contact":" a@b.de "}}`, exchange.Options{})
	require.NoError(t, err)
	require.Empty(t, s.Errors)
	p := r.batches[0].Products[0]
	require.Equal(t, []string{"Füller", "Acme", "eins\nzwei", "a@b.de"}, []string{p.Name, p.Manufacturer, p.Description.DE, p.Safety.Contact})
}

func TestBadRowsOfATableAreLeftOut(t *testing.T) {
	table := "articleNumber,name,manufacturer,category,priceCents\nP-1,Füller,Acme,pens,1999\nP-2,Füller,Acme,pens\n" +
		"P-3,Füller,Acme,pens,19.99\nP-4,\"Der \"\"lange\"\"\nName\",Acme,pens,1\nP-5,,Acme,pens,1\n"
	r, s, err := load(t, exchange.CSV, table, exchange.Options{})
	require.NoError(t, err)
	require.Equal(t, 2, s.Products)
	require.Equal(t, "Der \"lange\"\nName", r.batches[0].Products[1].Name)
	require.Equal(t, []int{3, 4, 7}, []int{s.Errors[0].Line, s.Errors[1].Line, s.Errors[2].Line})
}

// Emptied columns and rows are still there in what a spreadsheet writes.
func TestWhatWasEmptiedInATableIsNothing(t *testing.T) {
	table := ",articleNumber,name,manufacturer,category,priceCents,,\n,P-1,Füller,Acme,pens,1999,,\n,,,,,,, \n,P-2,Füller,Acme,pens,1,,x\n,,,,,,,\n"
	r, s, err := load(t, exchange.CSV, table, exchange.Options{})
	require.NoError(t, err)
	require.Equal(t, 1, s.Products)
	require.Equal(t, "P-1", r.batches[0].Products[0].ArticleNumber)
	require.Len(t, s.Errors, 1)
	require.Equal(t, 4, s.Errors[0].Line)
	require.Contains(t, s.Errors[0].Reason, "column 8: the heading does not name the column")
}

func TestAColumnThatNobodyKnowsStopsTheFile(t *testing.T) {
	_, _, err := load(t, exchange.CSV, "articleNumber,colour\nP-1,red\n", exchange.Options{})
	require.ErrorContains(t, err, `column "colour" is unknown`)
	_, _, err = load(t, exchange.CSV, "\xff\xfea\x00r\x00t\x00\n\x00", exchange.Options{})
	require.ErrorContains(t, err, "is not UTF-8", "as a spreadsheet's Unicode text")
	for _, text := range []string{"\xff\xfe{\x00", "\xfe\xff\x00{", "{\x00\"\x00", "\x00{\x00\""} {
		_, s, err := load(t, exchange.JSONL, text, exchange.Options{})
		require.ErrorContains(t, err, "is not UTF-8", "as PowerShell writes it")
		require.Empty(t, s.Errors, "it is said once")
	}
	for format, text := range map[exchange.Format]string{exchange.CSV: "articleNumber,name\rP-1,Füller\r", exchange.JSONL: goodPen + "\r" + goodPen} {
		_, s, err := load(t, format, text, exchange.Options{})
		require.ErrorContains(t, err, "carriage return", "as a spreadsheet's CSV for Macintosh")
		require.Empty(t, s.Errors)
	}
	_, s, err := load(t, exchange.JSONL, goodPen+"\r", exchange.Options{})
	require.NoError(t, err)
	require.Equal(t, 1, s.Products)
	_, _, err = load(t, "xml", "<a/>", exchange.Options{})
	require.ErrorIs(t, err, fault.New(fault.Invalid, "catalog_format_unknown"))
}

func TestDryRunChecksAndWritesNothing(t *testing.T) {
	r, s, err := load(t, exchange.JSONL, goodPen+"\n{}\n", exchange.Options{DryRun: true})
	require.NoError(t, err)
	require.Empty(t, r.batches)
	require.Equal(t, 1, s.Products)
	require.Equal(t, 1, s.Failed)
}

func TestBatchesAndProgress(t *testing.T) {
	var text strings.Builder
	for _, n := range []string{"1", "2", "3", "4", "5"} {
		text.WriteString(strings.Replace(goodPen, "P-1", "P-"+n, 1) + "\n")
	}
	var seen []int
	r, _, err := load(t, exchange.JSONL, text.String(), exchange.Options{Batch: 2, Progress: func(s exchange.Summary) { seen = append(seen, s.Lines) }})
	require.NoError(t, err)
	require.Len(t, r.batches, 3)
	require.Equal(t, []int{2, 4, 5}, seen)
}

func TestCategoriesOfTheSameFileAreKnownToWhatFollows(t *testing.T) {
	text := `{"type":"category","slug":"office","name":{"de":"Büro"}}
{"type":"category","slug":"inks","parent":"office","name":{"de":"Tinten"},"attributes":[{"key":"volume","label":{"de":"Inhalt"},"type":"number","unit":"ml","filter":"range"}]}
{"type":"category","slug":"lost","parent":"nowhere","name":{"de":"?"}}
{"type":"product","articleNumber":"I-1","name":"Tinte","manufacturer":"Acme","category":"inks","priceCents":500,"attributes":{"volume":30}}`
	r, s, err := load(t, exchange.JSONL, text, exchange.Options{})
	require.NoError(t, err)
	require.Equal(t, 2, s.Categories)
	require.Equal(t, 3, s.Errors[0].Line)
	require.Equal(t, "office", r.batches[0].Categories[1].ParentSlug)
	require.Equal(t, int64(30), r.batches[0].Products[0].Attributes[0].Number)
}

// A category cannot come below itself: whatever is in such a ring has no way to a root, and would be gone from the shop.
func TestCategoriesMakeNoRing(t *testing.T) {
	category := func(slug, parent string) string {
		return `{"type":"category","slug":"` + slug + `","parent":"` + parent + `","name":{"de":"Stifte"}}`
	}
	for _, dry := range []bool{false, true} {
		r, s, err := load(t, exchange.JSONL, strings.Join([]string{
			category("fine", "pens"), category("finest", "fine"), category("pens", "finest"), category("markers", "fine"), category("pens", "markers"),
			category("markers", ""), category("pens", "markers"),
		}, "\n"), exchange.Options{DryRun: dry})
		require.NoError(t, err)
		require.Equal(t, 2, s.Failed)
		for i, line := range []int{3, 5} {
			require.Equal(t, line, s.Errors[i].Line)
			require.Equal(t, []fault.Field{{Name: "parent", Reason: "own_descendant"}}, s.Errors[i].Problems)
		}
		require.Equal(t, 5, s.Categories)
		if !dry {
			require.Len(t, r.batches[0].Categories, 5)
		}
	}
}

// ringed is a shop into which an earlier version let a ring of categories.
type ringed struct{ recorder }

func (r *ringed) Categories(context.Context) ([]catalog.Category, error) {
	return []catalog.Category{{Slug: "pens", ParentSlug: "markers"}, {Slug: "markers", ParentSlug: "pens"}}, nil
}

func TestARingThatIsThereEndsNoImportAndCanBeOpened(t *testing.T) {
	text := `{"type":"category","slug":"chalk","parent":"pens","name":{"de":"Kreide"}}
{"type":"category","slug":"pens","name":{"de":"Stifte"}}`
	r := &ringed{}
	s, err := exchange.Import(t.Context(), r, exchange.Options{}, exchange.Source{Name: "file", Format: exchange.JSONL, In: strings.NewReader(text)})
	require.NoError(t, err)
	require.Equal(t, []int{0, 2}, []int{s.Failed, s.Categories})
}

// endless goes on for ever, as a packed file can.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	if e.read += len(p); e.read > 100<<20 {
		return 0, errors.New("a hundred megabytes were read")
	}
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// A quotation mark that nobody closed takes all that follows into one cell.
func TestARowOfCSVHasItsLimit(t *testing.T) {
	in := io.MultiReader(strings.NewReader("articleNumber,name\nP-1,\"x\"\nP-2,\"Füller\n"), &endless{})
	s, err := exchange.Import(t.Context(), &recorder{}, exchange.Options{}, exchange.Source{Name: "prices.csv", Format: exchange.CSV, In: in})
	require.ErrorContains(t, err, "prices.csv: the row after line 2 is longer than 1 MB: is a quotation mark not closed?")
	require.Equal(t, 1, s.Lines)

	long := strings.Repeat("y", exchange.MaxLine/2)
	rows := "articleNumber,name\n" + strings.Repeat("P-1,"+long+"\n", 10)
	_, s, err = load(t, exchange.CSV, rows, exchange.Options{})
	require.NoError(t, err)
	require.Equal(t, 10, s.Lines, "the limit is a row's, not the file's")
}

// Programs on Windows begin a text with a mark.
func TestAMarkAtTheBeginningIsNoPartOfTheFile(t *testing.T) {
	_, s, err := load(t, exchange.JSONL, "\ufeff"+goodPen+"\n", exchange.Options{})
	require.NoError(t, err)
	require.Empty(t, s.Errors)
	require.Equal(t, 1, s.Products)
}
