package httpapi

import (
	"context"
	"encoding/json"
	"regexp"

	"github.com/danielgtaylor/huma/v2"

	"kontor.dev/kontor/core/catalog"
	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/money"
)

// Suggestions is the answer of the search provider's operation getSearchResult.
type Suggestions struct {
	Result SuggestResult `json:"result"`
}

// SuggestResult holds the findings and the ID of this query.
type SuggestResult struct {
	Findings Findings `json:"findings"`
	QID      string   `json:"qid"`
}

// Findings is the list of suggestions, five at most.
type Findings struct {
	Finding []Finding `json:"finding"`
}

// Finding is one suggestion: a product, or the text in a category.
type Finding struct {
	Text    string       `json:"text"`
	FoundIn *Link        `json:"foundIn,omitempty" doc:"the category in which it was found"`
	Image   string       `json:"image,omitempty" doc:"key: /images/{size}/{key}"`
	URL     string       `json:"url,omitempty"`
	Price   money.Amount `json:"price,omitzero"`

	Base *catalog.BasePrice `json:"base,omitempty" doc:"of a whole unit, of goods by measure"`

	EnergyClass string `json:"energyClass,omitempty" doc:"of the product, with its scale"`
	EnergyScale string `json:"energyScale,omitempty"`
}

type suggestRequest struct {
	Query    string `query:"query" maxLength:"200"`
	Limit    int    `query:"limit" minimum:"1" default:"5" doc:"how many at most; never more than five"`
	Callback string `query:"callback" maxLength:"64" doc:"JSONP: name of the function to call with the answer"`
}

var callbackName = regexp.MustCompile(`^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$`)

func (s *Server) registerSuggest(api huma.API) {
	registerRaw[suggestRequest, Suggestions](api, get("search", "suggest", "/api/suggest",
		"Suggestions for the search box: none below three characters, five at most"), s.suggest)
}

func (s *Server) suggest(ctx context.Context, in *suggestRequest) (*raw, error) {
	found, err := s.suggestions(ctx, in.Query)
	if err != nil {
		return nil, err
	}
	if list := &found.Result.Findings.Finding; len(*list) > in.Limit {
		*list = (*list)[:in.Limit]
	}
	encoded, err := json.Marshal(found)
	if err != nil {
		return nil, err
	}
	if in.Callback == "" {
		return &raw{ContentType: "application/json", Body: encoded}, nil
	}
	if !callbackName.MatchString(in.Callback) {
		return nil, fault.InvalidFields("input_invalid", fault.Field{Name: "callback", Reason: "invalid"})
	}
	// The comment keeps the answer from being taken for another kind of file by its first bytes.
	script := append([]byte("/**/"+in.Callback+"("), encoded...)
	return &raw{ContentType: "text/javascript; charset=utf-8", Body: append(script, ");\n"...)}, nil
}
