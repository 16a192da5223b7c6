package httpapi

import (
	"context"
	_ "embed"
	"html/template"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/content"
	"kontor.dev/kontor/core/money"
)

//go:embed card.html
var cardHTML string

var cardTemplate = template.Must(template.New("card").Parse(cardHTML))

// htmlCard is what card.html shows.
type htmlCard struct {
	Card
	Lang     catalog.Lang
	Discount int
	IsUVP    bool // the manufacturer's price is above the shop's
}

func (c htmlCard) Path() string { return c.Lang.Prefix() + productPath + c.Slug }

// Text gives one of the API's texts in the card's language.
func (c htmlCard) Text(key string) string { return texts[key].In(c.Lang) }

// State says in which state it is sold, unless it is new.
func (c htmlCard) State() string { return stateText(catalog.Condition(c.Condition), c.Lang) }

// stateText says in which state a product is sold, "" of a new one.
func stateText(c catalog.Condition, lang catalog.Lang) string {
	return texts["condition."+string(c)].In(lang)
}

// Percent writes the discount as "−25 %".
func (c htmlCard) Percent() string {
	return strings.Replace(c.Text("discount"), "{}", strconv.Itoa(c.Discount), 1)
}

// Stars writes the average of a rated card as "4,3 von 5 Sternen".
func (c htmlCard) Stars() string {
	point := ","
	if c.Lang == catalog.English {
		point = "."
	}
	return strconv.Itoa(c.Rating.Tenths/10) + point + strconv.Itoa(c.Rating.Tenths%10) + " " + c.Text("ofStars")
}

// Amount writes an amount as the storefront does.
func (c htmlCard) Amount(a money.Amount) string { return c.Lang.Money(a) }

type rememberedSeen struct {
	Seen string `cookie:"kontor_seen" doc:"ids of the products, the newest first, with dots between them"`
}

func (s *Server) registerLastSeen(api huma.API) {
	register(api, get("home", "lastSeenProducts", "/api/last-seen-products",
		"The products that the visitor looked at, each as an HTML card; its buttons belong into the elements with data-slot"), s.lastSeen)
}

func (s *Server) lastSeen(ctx context.Context, in *rememberedSeen) ([]string, error) {
	cards, err := s.cards(ctx, remembered(in.Seen, MaxSeen))
	if err != nil {
		return nil, err
	}
	list := make([]string, len(cards))
	for i, c := range cards {
		if list[i], err = cardMarkup(c, language(ctx)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func cardMarkup(c Card, lang catalog.Lang) (string, error) {
	var b strings.Builder
	err := cardTemplate.Execute(&b, htmlCard{
		Card: c, Lang: lang, Discount: content.Discount(catalog.Prices(c.Prices)), IsUVP: c.Prices.UVP.Minor > c.Prices.Price.Minor,
	})
	return b.String(), err
}
