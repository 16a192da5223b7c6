package paper

import (
	"bytes"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"

	"kontor.dev/kontor/core/girocode"
	"kontor.dev/kontor/core/invoice"
	"kontor.dev/kontor/core/money"
)

// The page, in millimetres: DIN 5008, form B.
const (
	left, right, bottom = 25.0, 20.0, 32.0
	width               = 210 - left - right
	addressTop          = 50.0
	bodyTop             = 98.0
	line                = 5.0
	gray                = 110
)

// The columns of the table.
var columns = []float64{86, 14, 15, 25, 25}

// PDF makes the document. The same invoice gives the same bytes. Where the seller's data do not make a valid electronic
// invoice, it is a plain PDF and the log says why.
func PDF(n *invoice.Invoice) ([]byte, error) {
	data, err := XML(n)
	if err != nil {
		slog.Warn("invoice without electronic data: check the trader section", "invoice", n.Number, "error", err)
	}
	p := sheet{Fpdf: fpdf.New("P", "mm", "A4", ""), n: n, words: words{n.Lang}, loaded: map[int]bool{}, carried: money.Euro(0)}
	p.setUp(data)
	p.AddPage()
	p.head()
	p.SetHeaderFunc(p.header)
	p.table()
	p.sums()
	p.foot()
	var b bytes.Buffer
	if err := p.Output(&b); err != nil {
		return nil, fmt.Errorf("invoice %s: %w", n.Number, err)
	}
	if data == nil {
		return b.Bytes(), nil
	}
	return archive(b.Bytes(), n.Number)
}

// sheet is the document being drawn.
type sheet struct {
	*fpdf.Fpdf
	n *invoice.Invoice
	words
	loaded  map[int]bool // fonts beside the own one, by their number
	carried money.Amount // of the positions so far
}

func (p *sheet) setUp(data []byte) {
	title := p.say(string(p.n.Kind)) + " " + p.n.Number
	p.SetCreationDate(p.n.IssuedAt.UTC())
	p.SetModificationDate(p.n.IssuedAt.UTC())
	p.SetCatalogSort(true)
	p.SetTitle(title, true)
	p.SetAuthor(p.n.Seller.Name, true)
	p.SetProducer(producer, true)
	p.SetLang(string(p.lang))
	p.AddUTF8FontFromBytes(ownFont, "", goregular.TTF)
	p.AddUTF8FontFromBytes(ownFont, "B", gobold.TTF)
	p.SetMargins(left, 20, right)
	p.SetAutoPageBreak(true, bottom)
	p.AliasNbPages("{pages}")
	p.SetFooterFunc(p.footer)
	if data != nil {
		p.SetXmpMetadata(metadata(title, p.n))
		p.AddOutputIntent(fpdf.OutputIntentType{
			SubtypeIdent: fpdf.OutputIntent_GTS_PDFA1, OutputConditionIdentifier: "sRGB", Info: "sRGB", ICCProfile: sRGB(),
		})
		p.SetAttachments([]fpdf.Attachment{{Content: data, Filename: dataFile, Description: "Factur-X/ZUGFeRD"}})
	}
}

// head is the window of the envelope, the facts beside it and the title.
func (p *sheet) head() {
	s := p.n.Seller
	p.SetFont(ownFont, "B", 16)
	p.CellFormat(width, 8, s.Name, "", 1, "L", false, 0, "")
	p.SetXY(left, addressTop-5)
	p.SetFont(ownFont, "", 7)
	p.SetTextColor(gray, gray, gray)
	p.CellFormat(85, 4, strings.Join([]string{s.Name, s.StreetName + " " + s.StreetNumber, s.ZipCode + " " + s.City}, " · "), "", 1, "L", false, 0, "")
	p.SetTextColor(0, 0, 0)
	p.SetFont(ownFont, "", 10)
	for _, l := range p.lines(p.n.Buyer) {
		p.MultiCell(85, line, l, "", "L", false)
	}
	under := p.GetY()
	p.facts()
	p.SetXY(left, max(bodyTop, under+line, p.GetY()+line))
	p.SetFont(ownFont, "B", 14)
	p.CellFormat(width, 8, p.title(), "", 1, "L", false, 0, "")
	p.Ln(2)
}

func (p *sheet) title() string { return p.say(string(p.n.Kind)) + " " + p.n.Number }

// header is at the begin of each page but the first, which has an envelope's window: a page that lies alone says what it is of.
func (p *sheet) header() {
	p.SetFont(ownFont, "", 8.5)
	p.SetTextColor(gray, gray, gray)
	p.CellFormat(width, line, p.title(), "", 1, "R", false, 0, "")
	p.SetTextColor(0, 0, 0)
	p.Ln(2)
}

func (p *sheet) facts() {
	rows := [][2]string{
		{p.say("number"), p.n.Number}, {p.say("issued"), p.date(p.n.IssuedAt)}, {p.say("supplied"), p.date(p.n.SuppliedAt)},
		{p.say("order"), strconv.FormatInt(p.n.OrderID, 10)}, {p.say("ordered"), p.date(p.n.OrderedAt)},
	}
	if p.n.VATID != "" {
		rows = append(rows, [2]string{p.say("customerVat"), p.n.VATID})
	}
	for _, r := range p.n.Corrects {
		rows = append(rows, [2]string{p.say("corrects"), p.say("correctsOf", r.Number, p.date(r.IssuedAt))})
	}
	if p.n.ShipTo != p.n.Buyer {
		for i, l := range p.lines(p.n.ShipTo) {
			label := ""
			if i == 0 {
				label = p.say("shipTo")
			}
			rows = append(rows, [2]string{label, l})
		}
	}
	p.SetFont(ownFont, "", 8.5)
	p.SetY(addressTop - 5)
	for _, r := range rows {
		p.SetX(118)
		p.CellFormat(28, 4.2, r[0], "", 0, "L", false, 0, "")
		p.MultiCell(44, 4.2, r[1], "", "L", false)
	}
}

func (p *sheet) table() {
	p.columnHeads()
	for i, position := range p.n.Positions {
		unit, below := "", carriedHeight
		if i == len(p.n.Positions)-1 {
			below = p.sumsHeight() // a page with the sums alone says nothing of what they are of
		}
		if position.Quantity > 1 {
			unit = p.money(position.Amount.Share(1, int64(position.Quantity)))
		}
		name := p.name(p.n, position)
		if position.Bundle != "" {
			name += "\n" + p.say("bundle", position.Bundle)
		}
		if position.Kind == invoice.Goods && position.Article != "" {
			name += "\n" + p.say("article", position.Article)
		}
		p.row("", "", below, name, strconv.Itoa(position.Quantity), p.rate(position.Rate)+" %", unit, p.money(position.Amount))
		p.carried = p.carried.Add(position.Amount)
	}
}

const carriedHeight = line + 1

// turn goes on with the table on another page.
func (p *sheet) turn() {
	p.carry()
	p.AddPage()
	p.columnHeads()
	p.carry()
}

// carry says at the end of a page and at the begin of the next what the positions come to so far, if there were any.
func (p *sheet) carry() {
	if p.carried.IsZero() {
		return
	}
	p.SetFont(ownFont, "", 9)
	p.CellFormat(width-columns[4], line, p.say("carried"), "", 0, "R", false, 0, "")
	p.CellFormat(columns[4], line, p.money(p.carried), "", 1, "R", false, 0, "")
	p.Ln(1)
}

func (p *sheet) columnHeads() {
	p.row("B", "B", 0, p.say("position"), p.say("quantity"), p.say("vat"), p.say("unit"), p.say("amount"))
}

// row writes a line of the table, whose first cell may take several; it never breaks over pages, nor is it parted from what is
// below, and each page has the heads of the columns.
func (p *sheet) row(style, border string, below float64, cells ...string) {
	p.SetFont(ownFont, style, 9)
	var text []string
	for _, part := range strings.Split(cells[0], "\n") {
		text = append(text, p.SplitText(part, columns[0]-2)...)
	}
	_, height := p.GetPageSize()
	if p.GetY()+float64(len(text))*line+below > height-bottom {
		p.turn()
		p.SetFont(ownFont, style, 9)
	}
	for i, l := range text {
		x, y := p.GetXY()
		p.CellFormat(columns[0], line, l, "", 0, "L", false, 0, "")
		if i == 0 {
			for c, cell := range cells[1:] {
				p.CellFormat(columns[c+1], line, cell, "", 0, "R", false, 0, "")
			}
		}
		p.SetXY(x, y+line)
	}
	if border != "" {
		p.rule()
	}
	p.Ln(1)
}

func (p *sheet) rule() { p.Line(left, p.GetY(), left+width, p.GetY()) }

func (p *sheet) sumsHeight() float64 { return float64(2*len(p.n.Taxes)+5) * line }

// sums are the total and what it is made of. They stay together.
func (p *sheet) sums() {
	_, height := p.GetPageSize()
	if p.GetY()+p.sumsHeight() > height-bottom {
		p.AddPage()
	}
	p.rule()
	p.Ln(1)
	sum := func(style, label, amount string) {
		p.SetFont(ownFont, style, 9)
		p.CellFormat(width-35, line, label, "", 0, "R", false, 0, "")
		p.CellFormat(35, line, amount, "", 1, "R", false, 0, "")
	}
	for _, t := range p.n.Taxes {
		if p.n.Exempt {
			label := "netOnly"
			if t.Reverse {
				label = "netReverse"
			}
			sum("", p.say(label), p.money(t.Net))
			continue
		}
		sum("", p.say("net", p.rate(t.Rate)), p.money(t.Net))
		sum("", p.say("tax", p.rate(t.Rate)), p.money(t.Amount))
	}
	label := "total"
	switch {
	case p.n.Kind == invoice.Credit && p.n.Paid:
		label = "totalCredit"
	case p.n.Kind == invoice.Credit:
		label = "totalUnpaid"
	}
	sum("B", p.say(label), p.money(p.n.Total))
	if p.n.Came.Minor > 0 {
		sum("", p.say("came"), p.money(money.Euro(-p.n.Came.Minor)))
		sum("B", p.say("rest"), p.money(p.n.Total.Sub(p.n.Came)))
	}
}

// foot says how the money goes and what the law wants said.
func (p *sheet) foot() {
	p.Ln(4)
	p.SetFont(ownFont, "", 9)
	how := p.how(p.n)
	if rows := p.account(p.n); len(rows) > 0 {
		p.transfer(rows)
		how = strings.TrimSpace(p.further(p.n))
	}
	for _, note := range append([]string{how}, p.notes(p.n)...) {
		if note == "" {
			continue
		}
		p.MultiCell(width, line, note, "", "L", false)
		p.Ln(1)
	}
}

// transfer is what to type in at a bank, line by line and on one page, and beside it the code from which an app does.
func (p *sheet) transfer(rows [][2]string) {
	code, room, wide := p.code(p.n), float64(len(rows)+1)*line+1, width-35
	if code != nil {
		room, wide = max(room, codeWidth+line), wide-codePlace
	}
	_, height := p.GetPageSize()
	if p.GetY()+room > height-bottom {
		p.AddPage()
		p.SetFont(ownFont, "", 9)
	}
	top := p.GetY()
	p.CellFormat(width, line, p.say("payTo"), "", 1, "L", false, 0, "")
	p.Ln(1)
	for _, r := range rows {
		p.CellFormat(35, line, r[0], "", 0, "L", false, 0, "")
		p.SetFont(ownFont, "B", 9)
		p.MultiCell(wide, line, r[1], "", "L", false)
		p.SetFont(ownFont, "", 9)
	}
	if code != nil {
		under := p.GetY()
		p.draw(code, top)
		p.SetXY(left, max(under, top+codeWidth+line))
	}
	p.Ln(1)
}

// The code's width with what stays white around it, and the width of its place at the right. In print a module is then half a
// millimetre, and phones read it from a hand's breadth.
const codeWidth, codePlace = 28.0, 45.0

// draw puts a code at the right, and below it what it is for.
func (p *sheet) draw(code *girocode.Code, top float64) {
	x := left + width - codePlace + (codePlace-codeWidth)/2
	module := codeWidth / float64(code.Size()+2*girocode.Quiet)
	p.SetFillColor(0, 0, 0)
	for _, b := range code.Bars() { // in one path, so that no reader shows seams
		x, y := x+float64(b.X+girocode.Quiet)*module, top+float64(b.Y+girocode.Quiet)*module
		p.MoveTo(x, y)
		p.LineTo(x+float64(b.Width)*module, y)
		p.LineTo(x+float64(b.Width)*module, y+module)
		p.LineTo(x, y+module)
		p.ClosePath()
	}
	p.DrawPath("F")
	p.SetFont(ownFont, "", 7)
	p.SetXY(left+width-codePlace, top+codeWidth-1)
	p.CellFormat(codePlace, 4, p.say("scan"), "", 1, "C", false, 0, "")
	p.SetFont(ownFont, "", 9)
}

// footer is at the end of each page.
func (p *sheet) footer() {
	s, by := p.n.Seller, ""
	if s.Representative != "" {
		by = p.say("representative", s.Representative)
	}
	vat := ""
	if s.VATID != "" {
		vat = p.say("sellerVat", s.VATID)
	}
	p.SetY(-25)
	p.SetFont(ownFont, "", 7)
	p.SetTextColor(gray, gray, gray)
	p.rule()
	p.Ln(1.5)
	for _, parts := range [][]string{
		{s.Name, s.StreetName + " " + s.StreetNumber, s.ZipCode + " " + s.City},
		{s.Email, s.Phone, vat},
		{by, s.Register},
	} {
		p.CellFormat(width, 3.5, strings.Trim(strings.Join(parts, " · "), " ·"), "", 1, "C", false, 0, "")
	}
	p.CellFormat(width, 3.5, p.say("page", strconv.Itoa(p.PageNo()), "{pages}"), "", 0, "C", false, 0, "")
	p.SetTextColor(0, 0, 0)
}
