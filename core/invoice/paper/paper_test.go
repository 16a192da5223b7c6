package paper_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/speedata/einvoice"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"kontor.dev/kontor/core/address"
	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/checkout"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/invoice/paper"
	"kontor.dev/kontor/core/money"
)

var issued = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

const austria = 14

// document is an invoice whose sums are made of its positions.
func document(exempt bool, positions ...invoice.Position) *invoice.Invoice {
	n := &invoice.Invoice{
		Number: "2026-000042", Kind: invoice.Bill, OrderID: 100001, Lang: catalog.German, IssuedAt: issued, SuppliedAt: issued, OrderedAt: issued,
		Seller: invoice.Seller{
			Name: "Kontor & Söhne GmbH", Representative: "Erika Muster", StreetName: "Speicherweg", StreetNumber: "1", ZipCode: "20457",
			City: "Hamburg", Email: "shop@kontor.example", Phone: "+49 40 123", Register: "Amtsgericht Hamburg HRB 1", VATID: "DE136695976",
		},
		Buyer: address.Address{Company: "Büro AG", FirstName: "Max", LastName: "Größe", StreetName: "Weg", StreetNumber: "2", ZipCode: "10115", CityName: "Berlin", CountryID: address.Germany},
		Email: "max@example.org", Positions: positions, Net: money.Euro(0), Total: money.Euro(0),
	}
	n.ShipTo = n.Buyer
	if exempt {
		n.Exempt, n.Business, n.VATID = true, true, "ATU13585627"
		n.ShipTo.CountryID, n.ShipTo.ZipCode, n.ShipTo.CityName = austria, "1010", "Wien"
	}
	for _, rate := range []int64{1900, 700, 0} {
		for _, reverse := range []bool{false, true} {
			gross, found := money.Euro(0), false
			for _, p := range positions {
				if p.Rate == rate && p.Reverse == reverse {
					gross, found = gross.Add(p.Amount), true
				}
			}
			if found {
				tax := invoice.Tax{Rate: rate, Reverse: reverse, Net: gross.Sub(gross.IncludedTax(rate)), Amount: gross.IncludedTax(rate)}
				n.Taxes, n.Net, n.Total = append(n.Taxes, tax), n.Net.Add(tax.Net), n.Total.Add(gross)
			}
		}
	}
	return n
}

var goods = invoice.Position{Kind: invoice.Goods, Article: "NB-1", Name: "Notebook „Ultra“ 14″ – 32 GB", Quantity: 3, Amount: money.Euro(299997), Rate: 1900}

// read parses XML as a program that receives it does, which checks it once more.
func read(t require.TestingT, xml []byte) *einvoice.Invoice {
	e, err := einvoice.ParseReader(bytes.NewReader(xml))
	require.NoError(t, err)
	require.NoError(t, paper.Check(e))
	return e
}

// Whatever is on it, the data keep the rules of EN 16931 and say what the paper says.
func TestDataKeepTheStandard(t *testing.T) {
	kinds := []invoice.PositionKind{invoice.Goods, invoice.Warranty, invoice.Shipping, invoice.Fee, invoice.Refund}
	rapid.Check(t, func(t *rapid.T) {
		exempt := rapid.Bool().Draw(t, "exempt")
		rates := []int64{1900, 700, 0}
		if exempt {
			rates = []int64{0}
		}
		var positions []invoice.Position
		for _, kind := range append([]invoice.PositionKind{invoice.Goods}, rapid.SliceOfN(rapid.SampledFrom(kinds), 0, 6).Draw(t, "kinds")...) {
			quantity := rapid.IntRange(1, 7).Draw(t, "quantity")
			positions = append(positions, invoice.Position{
				Kind: kind, Name: "Ware", Quantity: quantity, Rate: rapid.SampledFrom(rates).Draw(t, "rate"),
				Amount: money.Euro(rapid.Int64Range(100, 99_999).Draw(t, "unit")).Times(int64(quantity)),
			})
		}
		off := money.Euro(-rapid.Int64Range(0, 99).Draw(t, "off"))
		positions = append(positions, invoice.Position{Kind: invoice.Discount, Quantity: 1, Amount: off, Rate: positions[0].Rate})
		if exempt {
			positions = append(positions, invoice.Position{Kind: invoice.Service, Quantity: 1, Amount: money.Euro(990), Reverse: true})
		}
		n := document(exempt, positions...)
		if n.Paid = rapid.Bool().Draw(t, "paid"); !n.Paid {
			n.Came = money.Euro(rapid.Int64Range(0, n.Total.Minor-1).Draw(t, "came"))
		}
		if rapid.Bool().Draw(t, "credit") {
			n.Kind, n.Corrects = invoice.Credit, []invoice.Reference{{Number: "2026-000001", IssuedAt: issued}}
		}
		xml, err := paper.XML(n)
		require.NoError(t, err)
		e := read(t, xml)
		require.Equal(t, fmt.Sprintf("%d.%02d", n.Total.Minor/100, n.Total.Minor%100), e.GrandTotal.StringFixed(2))
		require.Equal(t, n.Paid, e.DuePayableAmount.IsZero())
	})
}

// What is bought may be called anything, and an order has up to a hundred lines and, in the end, many documents.
func TestAnyNameAndAnyLengthMakeADocument(t *testing.T) {
	names := []string{"🎧 Kopfhörer 👩‍👩‍👧", "سماعة رأس ABC", "超長産品名稱", strings.Repeat("W", 200), "Zeile\nzwei\tTab", "\u202eKabel\u200b 2\u00a0m", "Ku\u0308che Łódź 4,7 kΩ"}
	var positions []invoice.Position
	for i := range 100 {
		positions = append(positions, invoice.Position{
			Kind: invoice.Goods, Article: fmt.Sprintf("NB-%d", i), Name: names[i%len(names)], Quantity: 1 + i%7,
			Amount: money.Euro(12345).Times(int64(1 + i%7)), Rate: []int64{1900, 700}[i%2],
		})
	}
	n := document(false, positions...)
	n.Buyer.Company = "Gesellschaft für Informationsverarbeitung Nord mbH"
	n.ShipTo.StreetName = "Straße der Freundschaft zwischen allen Völkern"
	n.Kind = invoice.Credit
	for i := range 8 {
		n.Corrects = append(n.Corrects, invoice.Reference{Number: fmt.Sprintf("2026-%06d", i), IssuedAt: issued})
	}
	made, err := paper.PDF(n)
	require.NoError(t, err)
	pages := written(t, made)
	require.Greater(t, len(pages), 5)
	for i, page := range pages {
		require.Contains(t, page, "2026-000042", "page %d says what it is of", i+1)
		require.Contains(t, page, "Einzelpreis", "page %d", i+1)
	}
	require.Contains(t, pages[0], "Informationsverarbeitung Nord mbH")
	all := strings.Join(pages, "\n")
	for _, name := range []string{"Kopfhörer", "ﺱﺃﺭ ﺔﻋﺎﻤﺳ", "超長産品名稱", "Kabel 2\u00a0m", "Küche Łódź 4,7 kΩ"} {
		require.Contains(t, all, name)
	}
	xml, err := paper.XML(n)
	require.NoError(t, err)
	require.Len(t, read(t, xml).InvoiceLines, 100)
}

// written gives the texts on each page, one a line.
func written(t *testing.T, made []byte) []string {
	var pages []string
	for _, stream := range regexp.MustCompile(`(?s)/Filter /FlateDecode /Length \d+>>\nstream\n(.*?)\nendstream`).FindAllSubmatch(made, -1) {
		r, err := zlib.NewReader(bytes.NewReader(stream[1]))
		require.NoError(t, err)
		content, err := io.ReadAll(r)
		require.NoError(t, err)
		var page strings.Builder
		for _, m := range regexp.MustCompile(`(?s)\(((?:\\.|[^\\)])*)\) ?Tj`).FindAllSubmatch(content, -1) {
			raw := regexp.MustCompile(`(?s)\\(.)`).ReplaceAllFunc(m[1], func(escaped []byte) []byte {
				if escaped[1] == 'r' {
					return []byte{'\r'}
				}
				return escaped[1:]
			})
			for i := 0; i+1 < len(raw); i += 2 {
				page.WriteRune(rune(binary.BigEndian.Uint16(raw[i:])))
			}
			page.WriteByte('\n')
		}
		if page.Len() > 0 {
			pages = append(pages, page.String())
		}
	}
	return pages
}

func TestDataSayWhoWhatAndHow(t *testing.T) {
	n := document(true, invoice.Position{Kind: invoice.Goods, Article: "NB-1", Name: "Notebook", Quantity: 1, Amount: money.Euro(100000)})
	xml, err := paper.XML(n)
	require.NoError(t, err)
	e := read(t, xml)
	require.Equal(t, []string{"2026-000042", "380", "DE136695976", "ATU13585627", "AT", "Büro AG"}, []string{
		e.InvoiceNumber, e.InvoiceTypeCode.String(), e.Seller.VATaxRegistration, e.Buyer.VATaxRegistration, e.ShipTo.PostalAddress.CountryID, e.Buyer.Name,
	})
	require.Equal(t, "K", e.TradeTaxes[0].CategoryCode)
	require.Contains(t, e.Notes[0].Text, "§ 6a UStG")

	n.Seller.VATID = ""
	_, err = paper.XML(n)
	require.ErrorContains(t, err, "invoice_invalid")
	pdf, err := paper.PDF(n)
	require.NoError(t, err, "the customer gets a paper all the same")
	require.NotContains(t, string(pdf), "/AFRelationship")
}

func TestAnInvoiceToPaySaysWhereTo(t *testing.T) {
	n := document(false, invoice.Position{Kind: invoice.Goods, Article: "NB-1", Name: "Notebook", Quantity: 1, Rate: 1900, Amount: money.Euro(100000)})
	n.Transfer = map[string]string{
		"account_holder": "Kontor GmbH", "iban": "DE02 1203 0000 0000 2020 51", "bic": "BYLADEM1001", "purpose": "100001", "due_date": "24.12.2026",
	}
	n.DueAt = time.Date(2026, 12, 28, 22, 59, 59, 0, time.UTC) // its own goods left later
	for _, write := range []func(*invoice.Invoice) ([]byte, error){paper.XML, paper.XRechnung} {
		xml, err := write(n)
		require.NoError(t, err)
		require.Contains(t, string(xml), "Kontor GmbH, IBAN DE02 1203 0000 0000 2020 51, Verwendungszweck 100001, bis zum 28.12.2026.")
		e := read(t, xml)
		require.Equal(t, "100001", e.PaymentReference)
		require.Equal(t, "2026-12-28", e.SpecifiedTradePaymentTerms[0].DueDate.Format(time.DateOnly), "BT-9")
		require.Len(t, e.PaymentMeans, 1)
		m := e.PaymentMeans[0]
		require.Equal(t, []any{58, "DE02120300000000202051", "Kontor GmbH", "BYLADEM1001"}, []any{
			m.TypeCode, m.PayeePartyCreditorFinancialAccountIBAN, m.PayeePartyCreditorFinancialAccountName, m.PayeeSpecifiedCreditorFinancialInstitutionBIC,
		}, "BG-16, BG-17")
	}
	n.Came = money.Euro(10000)
	made, err := paper.PDF(n)
	require.NoError(t, err)
	require.Contains(t, strings.Join(written(t, made), ""), "Kontoinhaber\nKontor GmbH\nIBAN\nDE02 1203 0000 0000 2020 51\nBIC\nBYLADEM1001\nBetrag\n"+
		"900,00\u00a0€\nVerwendungszweck\n100001\nZahlbar bis\n28.12.2026\n", "a line each: what goes over two is typed in wrong")
	n.Came = money.Amount{}
	n.DueAt = time.Time{} // as those that were issued before it was kept
	xml, err := paper.XML(n)
	require.NoError(t, err)
	require.Contains(t, string(xml), "bis zum 24.12.2026.")
	n.Transfer = nil
	xml, err = paper.XML(n)
	require.NoError(t, err)
	require.NotContains(t, string(xml), "IBAN")
}

// What a payment method tells in words of its own is on the invoice as on the page, and nothing but words.
func TestAnInvoiceToPaySaysWhatThePluginSays(t *testing.T) {
	n := document(false, invoice.Position{Kind: invoice.Goods, Article: "NB-1", Name: "Notebook", Quantity: 1, Rate: 1900, Amount: money.Euro(100000)})
	n.Further = []checkout.Instruction{
		{Label: catalog.Text{DE: "Zahlcode", EN: "Payment code"}, Value: "4711\n#SKONTO#TAGE=7#PROZENT=99.00#"},
		{Label: catalog.Text{DE: "Filiale"}, Value: "Kiosk <b>\x0b"},
	}
	for _, write := range []func(*invoice.Invoice) ([]byte, error){paper.XML, paper.XRechnung} {
		xml, err := write(n)
		require.NoError(t, err)
		require.Equal(t, "Zahlbar nach der Zahlungsart deiner Bestellung. Zahlcode: 4711 SKONTOTAGE=7PROZENT=99.00. Filiale: Kiosk <b> .",
			read(t, xml).SpecifiedTradePaymentTerms[0].Description)
	}
	_, err := paper.PDF(n)
	require.NoError(t, err)
}

// A credit note of what was never paid promises nothing.
func TestACreditNoteOfWhatWasNotPaidPromisesNoMoney(t *testing.T) {
	for paid, says := range map[bool]string{true: "wird auf dem Weg erstattet", false: "Ausgezahlt wird nichts"} {
		n := document(false, invoice.Position{Kind: invoice.Refund, Quantity: 1, Amount: money.Euro(1190), Rate: 1900})
		n.Kind, n.Paid, n.Corrects = invoice.Credit, paid, []invoice.Reference{{Number: "2026-000001", IssuedAt: issued}}
		xml, err := paper.XRechnung(n)
		require.NoError(t, err)
		require.Contains(t, string(xml), says)
		require.Equal(t, paid, bytes.Contains(bytes.ToLower(xml), []byte("erstattung")))
		_, err = paper.PDF(n)
		require.NoError(t, err)
	}
}

// What ISO 19005-3 asks for is looked at as far as it can be without a validator of it: structure, metadata, colours,
// fonts and the associated file.
func TestPaperIsAnArchiveWithItsData(t *testing.T) {
	n := document(false, goods, invoice.Position{Kind: invoice.Shipping, Quantity: 1, Amount: money.Euro(499), Rate: 1900})
	pdf, err := paper.PDF(n)
	require.NoError(t, err)
	again, err := paper.PDF(n)
	require.NoError(t, err)
	require.True(t, bytes.Equal(pdf, again), "the same invoice is the same paper")
	if path := os.Getenv("KONTOR_TEST_PAPER"); path != "" {
		require.NoError(t, os.WriteFile(path, pdf, 0o600))
	}
	for _, wanted := range []string{
		"<pdfaid:part>3</pdfaid:part>", "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>", "Kontor &amp; Söhne GmbH", "/S /GTS_PDFA1", "/FontFile2",
		"/AFRelationship /Alternative", "/F (factur-x.xml)", "/Subtype /text#2Fxml", "/Lang (de)", "/DisplayDocTitle true",
	} {
		require.Contains(t, string(pdf), wanted)
	}
	require.NotContains(t, string(pdf), "/Type1", "fonts are embedded")
	require.Regexp(t, `/EmbeddedFiles << /Names \[\n \(factur-x.xml\) \d+ 0 R`, string(pdf))
	require.Regexp(t, `/AF \[\d+ 0 R\]`, string(pdf))
	require.Regexp(t, `/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]`, string(pdf))
	require.Contains(t, string(pdf), "/Info "+string(regexp.MustCompile(`(\d+) 0 obj\n<<\n/Producer`).FindSubmatch(pdf)[1])+" 0 R\n/Prev")
	objects(t, pdf)

	file := objectStream(t, pdf, `/Subtype /text#2Fxml `)
	xml, err := paper.XML(n)
	require.NoError(t, err)
	require.Equal(t, string(xml), string(file))
	profile := objectStream(t, pdf, `<< /N 3 /Alternate /DeviceRGB `)
	require.Equal(t, int(binary.BigEndian.Uint32(profile)), len(profile), "the profile says how long it is")
	require.Equal(t, "acsp", string(profile[36:40]))
}

// objects follows both cross-reference tables: each entry leads to its object.
func objects(t *testing.T, pdf []byte) {
	t.Helper()
	starts := regexp.MustCompile(`startxref\n(\d+)\n%%EOF`).FindAllSubmatch(pdf, -1)
	require.Len(t, starts, 2)
	last, err := strconv.Atoi(string(starts[1][1]))
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(pdf[last:], []byte("xref\n")))
	entries := regexp.MustCompile(`(\d+) 1\n(\d{10}) 00000 n `).FindAllSubmatch(pdf[last:], -1)
	require.Len(t, entries, 3)
	for _, e := range entries {
		at, err := strconv.Atoi(string(e[2]))
		require.NoError(t, err)
		require.True(t, bytes.HasPrefix(pdf[at:], []byte(string(e[1])+" 0 obj\n")))
	}
	require.Contains(t, string(pdf[last:]), "/Prev "+string(starts[0][1]))
}

// objectStream gives the last stream whose dictionary begins so.
func objectStream(t *testing.T, pdf []byte, dictionary string) []byte {
	t.Helper()
	at := bytes.LastIndex(pdf, []byte(dictionary))
	require.Positive(t, at)
	_, body, _ := bytes.Cut(pdf[at:], []byte("stream\n"))
	r, err := zlib.NewReader(bytes.NewReader(body))
	require.NoError(t, err)
	content, err := io.ReadAll(r)
	require.NoError(t, err)
	return content
}

func TestALongInvoiceTakesSeveralPages(t *testing.T) {
	many := make([]invoice.Position, 60)
	for i := range many {
		many[i] = goods
	}
	n := document(false, many...)
	n.Lang = catalog.English
	pdf, err := paper.PDF(n)
	require.NoError(t, err)
	require.Greater(t, bytes.Count(pdf, []byte("/Type /Page\n")), 1)
	require.Equal(t, "Invoice-2026-000042.pdf", paper.File(n))
}

// The sums never stand on a page alone: somebody would have to look for what they are of.
func TestTheSumsStandBelowAPosition(t *testing.T) {
	cable := invoice.Position{Kind: invoice.Goods, Article: "CB-1", Name: "Kabel", Quantity: 1, Amount: money.Euro(999), Rate: 1900}
	for count := range 30 {
		many := slices.Repeat([]invoice.Position{cable}, count+1)
		made, err := paper.PDF(document(false, many...))
		require.NoError(t, err)
		pages := written(t, made)
		last := pages[len(pages)-1]
		require.Contains(t, last, "Gesamtbetrag", count)
		require.Contains(t, last, "Artikel CB-1", count)
	}
}

// The goods of a sale without VAT are exempt, and of the service the customer owes it: an accountant books them apart.
func TestWhatIsExemptAndWhatIsReversedAreToldApart(t *testing.T) {
	n := document(true, invoice.Position{Kind: invoice.Goods, Article: "NB-1", Name: "Notebook", Bundle: "1 × Maus", Quantity: 1, Amount: money.Euro(100000)},
		invoice.Position{Kind: invoice.Warranty, Name: "Notebook", Warranty: "Garantieverlängerung auf 5 Jahre", Quantity: 1, Amount: money.Euro(5000)},
		invoice.Position{Kind: invoice.Service, Quantity: 1, Amount: money.Euro(2392), Reverse: true})
	made, err := paper.PDF(n)
	require.NoError(t, err)
	page := strings.Join(written(t, made), "\n")
	require.Contains(t, page, "Netto, steuerfrei\n1.050,00\u00a0€")
	require.Contains(t, page, "Netto, Steuerschuld beim Empfänger\n23,92\u00a0€")
	require.Contains(t, page, "Garantieverlängerung auf 5 Jahre für Notebook")
	require.Contains(t, page, "Im Paket dabei: 1 × Maus")
}

// A sole trader has nobody to be represented by, and a small one no VAT id: the paper promises neither.
func TestWhatTheSellerDoesNotTellIsNotAnnounced(t *testing.T) {
	n := document(false, goods)
	for _, told := range []bool{true, false} {
		if !told {
			n.Seller.Representative, n.Seller.VATID = "", ""
		}
		pdf, err := paper.PDF(n)
		require.NoError(t, err)
		require.Equal(t, []bool{told, told, true}, []bool{shows(t, pdf, "Vertreten durch"), shows(t, pdf, "USt-IdNr."), shows(t, pdf, "Seite")})
	}
}

// shows reports whether a text stands on a page.
func shows(t *testing.T, pdf []byte, text string) bool {
	t.Helper()
	var wanted []byte
	for _, c := range text {
		wanted = append(wanted, 0, byte(c))
	}
	for _, part := range bytes.Split(pdf, []byte("stream\n"))[1:] {
		r, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue
		}
		content, _ := io.ReadAll(r)
		if bytes.Contains(content, wanted) {
			return true
		}
	}
	return false
}
