package sim

import (
	"embed"
	"net/http"
	"slices"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page/payer.html
var pageFiles embed.FS

var pages = stage.Pages(pageFiles, stage.Look{Ink: "#1b2733", Soft: "#5a6a79", Line: "#d6dfe7", Ground: "#f2f5f8", Deep: "#1d4f7c", Hover: "#143a5c"})

type payerView struct {
	Token, Total, Currency, Description, Order, Return string
	State                                              string // open, challenge, ended, gone
	Cards                                              []card
	ClickToPay                                         bool
	Chosen                                             card
}

// payerPage is where the payer enters a card.
func (s *Sim) payerPage(w http.ResponseWriter, r *http.Request) {
	s.showPage(w, r, payerView{})
}

// payerDecision takes the payer's click. A card with a challenge asks first; all else sends the browser back to the shop.
func (s *Sim) payerDecision(w http.ResponseWriter, r *http.Request) {
	s.stage.Count("decision")
	token, decision, number := r.PathValue("token"), r.FormValue("decision"), r.FormValue("card")
	chosen, _ := findCard(number)
	if decision == "pay" && chosen.challenged {
		s.showPage(w, r, payerView{State: "challenge", Chosen: chosen})
		return
	}
	wallet := ""
	switch decision {
	case "click_to_pay":
		wallet, number, decision = "CLICKTOPAY", decisions["approve"], "pay"
	case "challenge_failed":
		number, decision = decisions["authentication"], "pay"
	}
	wait, err := s.decide(token, decision, number, wallet)
	if err != nil {
		http.Redirect(w, r, s.url("/vt2/PaymentPage/", token), http.StatusSeeOther)
		return
	}
	s.courier.Await(wait, r.Context().Done())
	s.mu.Lock()
	target := s.pages[token].req.ReturnUrl.Url
	s.mu.Unlock()
	http.Redirect(w, r, target, http.StatusSeeOther)
}

func (s *Sim) showPage(w http.ResponseWriter, r *http.Request, v payerView) {
	s.mu.Lock()
	p := s.pages[r.PathValue("token")]
	if p == nil {
		v = payerView{State: "gone"}
	} else {
		v.Token, v.Return = p.token, p.req.ReturnUrl.Url
		v.Total, v.Currency = stage.FormatDecimal(p.minor), p.req.Payment.Amount.CurrencyCode
		v.Description, v.Order = p.req.Payment.Description, p.req.Payment.OrderId
		v.ClickToPay = slices.Contains(p.req.Wallets, "CLICKTOPAY")
		for _, c := range cards {
			if len(p.req.PaymentMethods) == 0 || slices.Contains(p.req.PaymentMethods, c.brand) {
				v.Cards = append(v.Cards, c)
			}
		}
		switch {
		case !p.open():
			v.State = "ended"
		case v.State == "":
			v.State = "open"
		}
	}
	s.mu.Unlock()
	status := http.StatusOK
	if v.State == "gone" {
		status = http.StatusNotFound
	}
	stage.Show(w, pages, "payer.html", status, v)
}

// Number is the card's number in groups, for the page.
func (c card) Number() string {
	return c.number[:4] + " " + c.number[4:8] + " " + c.number[8:12] + " " + c.number[12:]
}

// Title says what the card does, for the page.
func (c card) Title() string { return c.title }
