package content

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"kontor.dev/kontor/core/fault"
	"kontor.dev/kontor/core/typo"
)

// Targets are the places for ads that the storefront has; one of an operator's own may have more.
var Targets = []string{"home-middle", "listing-top"}

// keywords are those that the storefront's pages tell of themselves.
var keywords = []string{"pagetype", "search"}

// pageTypes are what the storefront's pages say that they are.
var pageTypes = []string{"home", "category", "search", "pdp"}

// Check finds what the items of a folder name and the shop does not have: pictures of slides and ads, whose key picture is asked for
// (fault NotFound for none), and the categories that these lead to or are shown in and articles of deals, of which store knows. What is
// sold out or inactive for now is right.
func Check(ctx context.Context, folder fs.FS, items []Item, picture func(key string) error, store Store) ([]Problem, error) {
	categories, err := store.Categories(ctx)
	if err != nil {
		return nil, err
	}
	c := &shopChecker{folder: folder, picture: picture, categories: categories}
	for _, item := range items {
		for i, s := range item.Slides {
			c.named(item, []string{"slides", strconv.Itoa(i)}, s.Image, s.URL)
		}
		for i, ad := range item.Ads {
			at := []string{"ads", strconv.Itoa(i)}
			c.named(item, at, ad.Image, ad.URL)
			for n, slug := range ad.Categories {
				c.category(item, append(slices.Clone(at), "categories", strconv.Itoa(n)), slug, "in which the ad could be shown")
			}
		}
		unknown, err := store.Unknown(ctx, item.Deals)
		if err != nil {
			return nil, err
		}
		for _, number := range unknown {
			at := []string{"deals", strconv.Itoa(slices.Index(item.Deals, number))}
			c.add(item, at, "the catalogue has no article "+number+": `kontor search query TEXT` finds those that are sold")
		}
	}
	return c.problems, c.err
}

// Doubts finds what the shop would take and its own storefront would never show: ads for places and pages that it does not have. Only a
// storefront of the operator's own can make them right.
func Doubts(folder fs.FS, items []Item) []Problem {
	c := &shopChecker{folder: folder}
	for _, item := range items {
		for i, ad := range item.Ads {
			at := []string{"ads", strconv.Itoa(i)}
			c.doubt(item, append(slices.Clone(at), "target"), "place", ad.Target, Targets)
			for key, value := range ad.Keywords {
				at := append(slices.Clone(at), "keywords", key)
				c.doubt(item, at, "keyword", key, keywords)
				if strings.EqualFold(key, "pagetype") {
					c.doubt(item, at, "pagetype", value, pageTypes)
				}
			}
		}
	}
	slices.SortFunc(c.problems, func(a, b Problem) int { return cmp.Or(a.Line-b.Line, cmp.Compare(a.Reason, b.Reason)) })
	return c.problems
}

// shopChecker holds items against what a shop has.
type shopChecker struct {
	folder     fs.FS
	picture    func(key string) error
	categories []string
	problems   []Problem
	err        error // of what could not be asked
}

func (c *shopChecker) add(item Item, at []string, reason string) {
	file := item.Name + ".yaml"
	c.problems = append(c.problems, Problem{File: file, Line: lineIn(c.folder, file, at), Reason: reason})
}

// named checks the picture and the link of a slide or an ad.
func (c *shopChecker) named(item Item, at []string, image, link string) {
	if image != "" {
		err := c.picture(image)
		if fault.CodeOf(err) == fault.NotFound {
			c.add(item, append(slices.Clone(at), "image"), fmt.Sprintf("there is no picture %q: `kontor catalog show NUMBER -o json` "+
				"has the keys of an article's pictures, and `kontor catalog photo` prints those of the photographs that it takes", image))
		} else if err != nil && c.err == nil {
			c.err = err
		}
	}
	if u, err := url.Parse(link); err == nil && u.Host == "" {
		if slug, ok := strings.CutPrefix(u.Path, "/kategorie/"); ok {
			c.category(item, append(slices.Clone(at), "url"), slug, "to lead to")
		}
	}
}

func (c *shopChecker) category(item Item, at []string, slug, what string) {
	if !slices.Contains(c.categories, slug) {
		c.add(item, at, fmt.Sprintf("there is no category %q %s%s", slug, what, meant(slug, c.categories)))
	}
}

func (c *shopChecker) doubt(item Item, at []string, what, word string, known []string) {
	if !slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, word) }) {
		c.add(item, at, fmt.Sprintf("the shop's storefront has no %s %q, and never shows the ad: it has %s%s",
			what, word, strings.Join(known, ", "), meant(word, known)))
	}
}

func meant(word string, known []string) string {
	if near := typo.Nearest(word, known); near != "" {
		return " (did you mean " + near + "?)"
	}
	return ""
}

// lineIn finds the line of a value in a file; 0 where the file is no longer as it was read.
func lineIn(folder fs.FS, file string, at []string) int {
	text, err := fs.ReadFile(folder, file)
	var doc yaml.Node
	if err != nil || yaml.Unmarshal(text, &doc) != nil {
		return 0
	}
	return lineOf(&doc, at)
}
