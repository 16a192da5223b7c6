package customer

import (
	"context"
	"encoding/json"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"time"

	"kontor.dev/kontor/core/clock"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/ident"
)

// Card is a credit card that a customer saved: the provider's stand-in for the number, never the number. All of it but
// the ID is kept sealed.
type Card struct {
	ID     string `json:"-"`      // the shop's own name of it, which the browser may know
	Alias  string `json:"alias"`  // the provider's stand-in: whoever has it can charge the card, so it stays in the shop
	Type   string `json:"type"`   // the provider's letter for the brand
	Masked string `json:"masked"` // 411111XXXXXX1111
	Expiry string `json:"expiry"` // YYMM
	Holder string `json:"holder"`
}

// MaxCards bounds a customer's saved cards.
const MaxCards = 20

// brands are the kinds of cards by the provider's letter, as people know them.
var brands = map[string]string{"V": "VISA", "M": "MasterCard", "A": "AmericanExpress", "D": "Diners", "C": "Discover"}

// Brand names the kind of card, "" for one that the shop does not know.
func (c *Card) Brand() string { return brands[c.Type] }

// Expired reports whether the card's last month is over, in UTC.
func (c *Card) Expired(now time.Time) bool {
	year, month := expiryOf(c.Expiry)
	return now.Year()*12+int(now.Month()) > year*12+month
}

// expiryOf reads YYMM as a year and a month; both are 0 for anything else.
func expiryOf(text string) (year, month int) {
	n, err := strconv.Atoi(text)
	if len(text) != 4 || err != nil || n < 0 || n%100 < 1 || n%100 > 12 {
		return 0, 0
	}
	return 2000 + n/100, n % 100
}

var (
	aliasForm  = regexp.MustCompile(`^[0-9A-Za-z-]{8,64}$`)
	maskedForm = regexp.MustCompile(`^[0-9]{2,6}[Xx*]{4,12}[0-9]{2,4}$`)
	holderForm = regexp.MustCompile(`^[\p{L}' .-]{2,50}$`)
)

// Check gives what is wrong with a card that is to be saved. A number of a card is refused wherever it stands: real
// ones pass Luhn's check, and so do the stand-ins, but those begin with 9, as no card does.
func (c *Card) Check(now time.Time) []fault.Field {
	var wrong fields
	if !aliasForm.MatchString(c.Alias) || (!strings.HasPrefix(c.Alias, "9") && isCardNumber(c.Alias)) {
		wrong.add("pseudocardpan", "card_invalid")
	}
	if !maskedForm.MatchString(c.Masked) {
		wrong.add("truncatedcardpan", "card_invalid")
	}
	if c.Brand() == "" {
		wrong.add("cardtype", "card_invalid")
	}
	if year, _ := expiryOf(c.Expiry); year == 0 {
		wrong.add("cardexpiredate", "card_invalid")
	} else if c.Expired(now) {
		wrong.add("cardexpiredate", "card_expired")
	}
	if !holderForm.MatchString(c.Holder) {
		wrong.add("cardholder", "card_holder")
	}
	return wrong
}

// isCardNumber reports whether a text is 12 to 19 digits that pass Luhn's check, dashes aside.
func isCardNumber(text string) bool {
	digits := strings.ReplaceAll(text, "-", "")
	if len(digits) < 12 || len(digits) > 19 {
		return false
	}
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if d < 0 || d > 9 {
			return false
		}
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}

// SealedCard is a card as it is stored.
type SealedCard struct {
	ID     string
	Digest []byte // the same for the same card of the same customer
	Sealed []byte
}

// CardStore keeps cards, which it cannot read. Each call is one transaction.
type CardStore interface {
	// Cards gives a customer's cards, the one last used first.
	Cards(ctx context.Context, customerID int64) ([]SealedCard, error)
	// SaveCard stores a card and gives its ID; a card that is there already, under its digest or under the former one, nil for
	// none, is replaced and keeps its ID. Fault Conflict ("card_limit").
	SaveCard(ctx context.Context, customerID int64, c SealedCard, former []byte) (id string, err error)
	// UseCard makes a card the one last used; fault NotFound ("card_not_found").
	UseCard(ctx context.Context, customerID int64, id string, at time.Time) error
	// RemoveCards forgets cards, all or none; fault NotFound ("card_not_found").
	RemoveCards(ctx context.Context, customerID int64, ids []string) error
}

// Cards is what customers do with their saved cards.
type Cards struct {
	store CardStore
	seal  *Seal
	clock clock.Clock
}

// NewCards makes the service.
func NewCards(store CardStore, seal *Seal, c clock.Clock) *Cards { return &Cards{store, seal, c} }

// List gives the customer's cards, the one last used first. One that does not open, as after the key was lost, is left out and
// told of in the log: the others, and a new one, can still be paid by.
func (s *Cards) List(ctx context.Context, customerID int64) ([]Card, error) {
	kept, err := s.store.Cards(ctx, customerID)
	if err != nil {
		return nil, err
	}
	list := make([]Card, 0, len(kept))
	for _, k := range kept {
		one := Card{ID: k.ID}
		content, err := s.seal.Open(customerID, k.Sealed)
		if err == nil {
			err = json.Unmarshal(content, &one)
		}
		if err != nil {
			slog.ErrorContext(ctx, "a saved card cannot be read", "customer", customerID, "card", k.ID, "error", err)
			continue
		}
		list = append(list, one)
	}
	return list, nil
}

// Save keeps a card for the next time and gives the shop's own name of it. Saving it again gives the same. Faults:
// Invalid ("card_invalid") with the gateway's names of the fields, Conflict ("card_limit").
func (s *Cards) Save(ctx context.Context, customerID int64, c Card) (string, error) {
	c.Holder = squeeze(c.Holder)
	if wrong := c.Check(s.clock.Now()); len(wrong) > 0 {
		return "", fault.InvalidFields("card_invalid", wrong...)
	}
	content, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	sealed := SealedCard{ID: ident.New(), Digest: s.seal.digest(customerID, c.Alias), Sealed: s.seal.Close(customerID, content)}
	var former []byte
	if s.seal.former != nil {
		former = s.seal.former.digest(customerID, c.Alias)
	}
	return s.store.SaveCard(ctx, customerID, sealed, former)
}

// RenewCard is Renew for a saved card, whose digest is another under another key.
func (s *Seal) RenewCard(customerID int64, sealed []byte) (*SealedCard, error) {
	fresh, err := s.Renew(customerID, sealed)
	if fresh == nil || err != nil {
		return nil, err
	}
	content, err := s.Open(customerID, fresh)
	if err != nil {
		return nil, err
	}
	var c Card
	if err := json.Unmarshal(content, &c); err != nil {
		return nil, err
	}
	return &SealedCard{Digest: s.digest(customerID, c.Alias), Sealed: fresh}, nil
}

// Use gives a card to pay with and remembers that it was used last. Faults: NotFound ("card_not_found"), Conflict
// ("card_expired").
func (s *Cards) Use(ctx context.Context, customerID int64, id string) (*Card, error) {
	list, err := s.List(ctx, customerID)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if list[i].ID != id {
			continue
		}
		now := s.clock.Now()
		if list[i].Expired(now) {
			return nil, fault.New(fault.Conflict, "card_expired")
		}
		return &list[i], s.store.UseCard(ctx, customerID, id, now)
	}
	return nil, fault.New(fault.NotFound, "card_not_found")
}

// Remove forgets cards, all or none. Fault NotFound ("card_not_found") when one is not the customer's.
func (s *Cards) Remove(ctx context.Context, customerID int64, ids []string) error {
	return s.store.RemoveCards(ctx, customerID, ids)
}
