package sim

import (
	"embed"
	"net/http"

	"kontor.dev/kontor/plugins/simulator/stage"
)

//go:embed page/*.html
var pageFiles embed.FS

var pages = stage.Pages(pageFiles, stage.Look{Ink: "#1b2733", Soft: "#5a6a79", Line: "#d6dfe7", Ground: "#f2f5f8", Deep: "#24364b", Hover: "#131f2e"})

// cardList is the page that lists the test cards.
func (s *Sim) cardList(w http.ResponseWriter, _ *http.Request) {
	stage.Show(w, pages, "cards.html", http.StatusOK, cards)
}

type secureView struct {
	Total, Currency, Reference, Card string
	Open                             bool
	Back                             string
}

// securePage is the bank's page of 3-D Secure.
func (s *Sim) securePage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	p := s.processes[r.PathValue("txid")]
	v := secureView{}
	if p != nil {
		v = secureView{stage.FormatDecimal(p.minor), p.form.Get("currency"), p.reference, masked(p.card.Number), p.state == "redirected", p.form.Get("backurl")}
	}
	s.mu.Unlock()
	status := http.StatusOK
	if p == nil {
		status = http.StatusNotFound
	}
	stage.Show(w, pages, "secure.html", status, v)
}

// secureDecision takes the customer's click and sends the browser back to the shop.
func (s *Sim) secureDecision(w http.ResponseWriter, r *http.Request) {
	s.stage.Count("decision")
	target, wait, err := s.decide(r.PathValue("txid"), r.FormValue("decision"))
	if err != nil {
		http.Redirect(w, r, s.url("/3ds/", r.PathValue("txid")), http.StatusSeeOther)
		return
	}
	s.courier.Await(wait, r.Context().Done())
	http.Redirect(w, r, target, http.StatusSeeOther)
}

// decide does what the customer clicked, and gives where the browser goes. Decisions: approve, decline, cancel, expire,
// and other_amount, at which the bank reserves a cent less.
func (s *Sim) decide(id, decision string) (target string, wait <-chan struct{}, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.find(id)
	if p == nil || p.state != "redirected" {
		return "", nil, stage.Refuse("no process %q waits for 3-D Secure", id)
	}
	s.stage.Note("3ds", p.txid, "%s", decision)
	switch decision {
	case "approve":
		return p.form.Get("successurl"), s.approve(p), nil
	case "other_amount":
		p.minor--
		return p.form.Get("successurl"), s.approve(p), nil
	case "decline", "expire":
		p.state = "failed"
		return p.form.Get("errorurl"), s.notify(p, "failed"), nil
	case "cancel":
		return p.form.Get("backurl"), nil, nil
	}
	return "", nil, stage.Refuse("no decision %q", decision)
}

// find gives a process by txid or reference. The caller holds the lock.
func (s *Sim) find(id string) *process {
	if p := s.processes[id]; p != nil {
		return p
	}
	return s.references[id]
}

// Act implements stage.Provider. The id is a txid or a reference; for the action "release" it is "webhooks". Beside the
// decisions at 3-D Secure there are notify, which sends the notification of the preauthorization again, and chargeback, by which
// the card's holder gets captured money back from the bank.
func (s *Sim) Act(id, action string) (any, error) {
	if id == "webhooks" && action == "release" {
		return map[string]int{"released": s.courier.Release()}, nil
	}
	if action == "notify" {
		s.mu.Lock()
		defer s.mu.Unlock()
		p := s.find(id)
		if p == nil || p.state == "redirected" {
			return nil, stage.Refuse("no decided process %q", id)
		}
		s.notify(p, "appointed")
		return map[string]string{"txid": p.txid}, nil
	}
	if action == "chargeback" {
		s.mu.Lock()
		defer s.mu.Unlock()
		p := s.find(id)
		if p == nil || p.captured <= p.refunded {
			return nil, stage.Refuse("no process %q of which money was taken", id)
		}
		p.sequence++
		s.notify(p, "cancelation")
		return map[string]string{"txid": p.txid}, nil
	}
	target, wait, err := s.decide(id, action)
	if err != nil {
		return nil, err
	}
	s.courier.Await(wait, nil)
	return map[string]string{"redirect": target}, nil
}

// state is what tests see.
type state struct {
	Processes  []processView    `json:"processes"`
	Cards      int              `json:"cards"`
	Deliveries []stage.Delivery `json:"deliveries"`
}

type processView struct {
	Txid      string `json:"txid"`
	Reference string `json:"reference"`
	State     string `json:"state"`
	Minor     int64  `json:"amount"`
	Captured  int64  `json:"captured"`
	Refunded  int64  `json:"refunded"`
	Sequence  int    `json:"sequencenumber"`
}

// State gives the processes, how many cards have a pseudo number, and the notifications.
func (s *Sim) State() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := state{Processes: []processView{}, Cards: len(s.cards), Deliveries: s.courier.Deliveries()}
	for _, p := range s.processes {
		out.Processes = append(out.Processes, processView{p.txid, p.reference, p.state, p.minor, p.captured, p.refunded, p.sequence})
	}
	return out
}
