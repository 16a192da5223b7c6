package sim

import (
	"net/http"
	"strings"
)

// card is one of Saferpay's test cards and what it does.
type card struct {
	number        string
	brand         string
	title         string // on the page
	shift         bool   // liability goes to the issuer
	authenticated bool
	challenged    bool
	word          string // of the refusal, "" for none
	result        string // of the processor
}

// cards are from Saferpay's list of test cards for 3-D Secure 2. The one that answers by amount takes the last two digits.
var cards = []card{
	{number: "9010003150000001", brand: "VISA", title: "Visa, ohne Rückfrage bestätigt", shift: true, authenticated: true},
	{number: "9010004950000001", brand: "VISA", title: "Visa, mit Rückfrage bestätigt", shift: true, authenticated: true, challenged: true},
	{number: "9030003150000007", brand: "MASTERCARD", title: "Mastercard, ohne Rückfrage bestätigt", shift: true, authenticated: true},
	{number: "9010003750000005", brand: "VISA", title: "Visa, ohne Haftungsübergang"},
	{number: "9010004350000007", brand: "VISA", title: "Visa, 3-D Secure gescheitert", word: "3DS_AUTHENTICATION_FAILED"},
	{number: "9010403153150003", brand: "VISA", title: "Visa, abgelehnt", word: "TRANSACTION_DECLINED", result: "05"},
	{number: "9030403153150009", brand: "MASTERCARD", title: "Mastercard, abgelehnt", word: "TRANSACTION_DECLINED", result: "05"},
	{number: "9010403153900001", brand: "VISA", title: "Visa, Antwort nach den letzten zwei Ziffern des Betrags", shift: true, authenticated: true, result: "amount"},
}

func findCard(number string) (card, bool) {
	number = strings.ReplaceAll(number, " ", "")
	for _, c := range cards {
		if c.number == number {
			return c, true
		}
	}
	return card{}, false
}

func (c card) masked() string { return c.number[:6] + "xxxxxx" + c.number[len(c.number)-4:] }

// resultsByAmount are the endings of an amount that the last test card refuses.
var resultsByAmount = []string{"62", "51", "43", "34", "33", "30", "14", "12", "09", "05", "04", "03"}

// refusal gives the error of a payment by this card, nil when it goes through.
func (c card) refusal(p *page) *failure {
	word, result := c.word, c.result
	if result == "amount" {
		value := p.req.Payment.Amount.Value
		result = ""
		for _, ending := range resultsByAmount {
			if strings.HasSuffix(value, ending) {
				word, result = "TRANSACTION_DECLINED", ending
			}
		}
	}
	needsShift := p.req.Condition == "THREE_DS_AUTHENTICATION_SUCCESSFUL_OR_ATTEMPTED" && !c.shift ||
		p.req.Condition == "WITH_SUCCESSFUL_THREE_DS_CHALLENGE" && !c.authenticated
	if word == "" && needsShift {
		word = "CONDITION_NOT_SATISFIED"
	}
	if word == "" {
		return nil
	}
	f := fail(http.StatusPaymentRequired, word, "The payment failed")
	f.TransactionId, f.OrderId, f.ProcessorResult = newID(28), p.req.Payment.OrderId, result
	if result == "51" {
		f.Behavior = "RETRY_LATER"
	}
	return f
}
