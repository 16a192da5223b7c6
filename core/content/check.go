package content

import (
	"context"
	"fmt"
	"net/url"
	"strings"

	"kontor.dev/kontor/core/fault"
)

// Check finds what the items name and the shop does not have: pictures of slides and ads, whose key picture is asked for (fault
// NotFound for none), and the categories that these lead to and articles of deals, of which store knows. What is sold out or inactive
// for now is right.
func Check(ctx context.Context, items []Item, picture func(key string) error, store Store) ([]Problem, error) {
	var problems []Problem
	check := func(item Item, of, key string) error {
		err := picture(key)
		if fault.CodeOf(err) == fault.NotFound {
			problems = append(problems, Problem{File: item.Name + ".yaml", Reason: fmt.Sprintf("%s: there is no picture %q", of, key)})
			return nil
		}
		return err
	}
	for _, item := range items {
		for _, s := range item.Slides {
			if err := check(item, fmt.Sprintf("slide %d", s.ID), s.Image); err != nil {
				return nil, err
			}
		}
		for _, ad := range item.Ads {
			if ad.Image == "" {
				continue
			}
			if err := check(item, ad.ID, ad.Image); err != nil {
				return nil, err
			}
		}
		wanting, err := store.UnknownCategories(ctx, categoriesOf(item))
		if err != nil {
			return nil, err
		}
		for _, slug := range wanting {
			problems = append(problems, Problem{File: item.Name + ".yaml", Reason: fmt.Sprintf("there is no category %q to lead to", slug)})
		}
		unknown, err := store.Unknown(ctx, item.Deals)
		if err != nil {
			return nil, err
		}
		for _, number := range unknown {
			problems = append(problems, Problem{File: item.Name + ".yaml", Reason: "the catalogue has no article " + number})
		}
	}
	return problems, nil
}

// categoriesOf gives the slugs of the categories that slides and ads lead to.
func categoriesOf(item Item) []string {
	var slugs []string
	add := func(link string) {
		u, err := url.Parse(link)
		if err != nil || u.Host != "" {
			return
		}
		if slug, ok := strings.CutPrefix(u.Path, "/kategorie/"); ok {
			slugs = append(slugs, slug)
		}
	}
	for _, s := range item.Slides {
		add(s.URL)
	}
	for _, ad := range item.Ads {
		add(ad.URL)
	}
	return slugs
}
