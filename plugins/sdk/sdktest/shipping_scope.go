package sdktest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/shipping"
)

// farOff is what a range without end is tried at: a ton, or ten million euro.
const farOff = 1_000_000_000

// checkScope asks at the ends of what the example's offer holds for, and of what lies next to it, which has scopes of its own.
func checkScope(ctx context.Context, p sdk.Plugin, t Target) error {
	first, err := p.Shipping.Options(ctx, t.Shipping.Options)
	if err != nil {
		return err
	}
	if first.Scope.Area == shipping.AreaUnspecified {
		return Skip("each offer is for its request alone")
	}
	var wrong []error
	for _, r := range append(neighbours(t.Shipping.Options, first.Scope), t.Shipping.Options) {
		offer, err := p.Shipping.Options(ctx, r)
		if err != nil {
			return err
		}
		if offer.Scope.Area != shipping.AreaUnspecified {
			wrong = append(wrong, holds(ctx, p, r, offer))
		}
	}
	return errors.Join(wrong...)
}

// holds asks for what the offer holds for as well.
func holds(ctx context.Context, p sdk.Plugin, r shipping.OptionsRequest, offer shipping.Offer) error {
	heaviest, total := shipping.Weigh(r.Parcels)
	s := offer.Scope
	if !s.HeaviestGrams.Has(heaviest) || !s.TotalGrams.Has(total) || !s.GoodsTotal.Has(r.GoodsTotal.Minor) {
		return fmt.Errorf("scope %+v: without the request itself: heaviest %d g, all %d g, goods %d", s, heaviest, total, r.GoodsTotal.Minor)
	}
	var wrong []error
	for what, like := range within(r, s) {
		same, err := p.Shipping.Options(ctx, like)
		if err != nil || !reflect.DeepEqual(same.Options, offer.Options) {
			wrong = append(wrong, failed(err, "scope %+v: another offer for %s", s, what))
		}
	}
	return errors.Join(wrong...)
}

// within gives requests that the scope has: at the ends of each range that the parcels can reach, and to somebody else.
func within(r shipping.OptionsRequest, s shipping.Scope) map[string]shipping.OptionsRequest {
	out := map[string]shipping.OptionsRequest{"another address": elsewhere(r, s.Area)}
	for _, grams := range ends(s.HeaviestGrams) {
		if like := weighing(r, grams); fits(like, s) {
			out[fmt.Sprintf("parcels of %d g each", grams)] = like
		}
	}
	for _, grams := range ends(s.TotalGrams) {
		if like := weighing(r, grams/int64(len(r.Parcels))); fits(like, s) {
			out[fmt.Sprintf("parcels of %d g together", grams)] = like
		}
	}
	for _, minor := range ends(s.GoodsTotal) {
		like := r
		like.GoodsTotal.Minor = minor
		out[fmt.Sprintf("goods of %d", minor)] = like
	}
	return out
}

// neighbours gives requests just outside the scope.
func neighbours(r shipping.OptionsRequest, s shipping.Scope) []shipping.OptionsRequest {
	var out []shipping.OptionsRequest
	for _, edge := range []int64{s.HeaviestGrams.Below, s.TotalGrams.Below, s.HeaviestGrams.From - 1, s.TotalGrams.From - 1} {
		if edge > 0 {
			out = append(out, weighing(r, edge))
		}
	}
	for _, edge := range []int64{s.GoodsTotal.Below, s.GoodsTotal.From - 1} {
		if edge > 0 {
			like := r
			like.GoodsTotal.Minor = edge
			out = append(out, like)
		}
	}
	return out
}

func fits(r shipping.OptionsRequest, s shipping.Scope) bool {
	heaviest, total := shipping.Weigh(r.Parcels)
	return s.HeaviestGrams.Has(heaviest) && s.TotalGrams.Has(total)
}

func ends(r shipping.Range) []int64 {
	if r.Below == 0 {
		return []int64{r.From, max(r.From, farOff)}
	}
	return []int64{r.From, r.Below - 1}
}

// weighing gives the request with parcels of that weight each.
func weighing(r shipping.OptionsRequest, grams int64) shipping.OptionsRequest {
	r.Parcels = slices.Clone(r.Parcels)
	for i := range r.Parcels {
		r.Parcels[i].WeightGrams = grams
	}
	return r
}

// elsewhere gives the request to somebody else in the area.
func elsewhere(r shipping.OptionsRequest, a shipping.Area) shipping.OptionsRequest {
	if r.Address == nil {
		return r
	}
	to := *r.Address
	to.Company, to.FirstName, to.LastName, to.Street, to.StreetNumber, to.Phone = "Muster GmbH", "Kim", "Muster", "Am Markt", "1", "+49301234567"
	if a == shipping.AreaCountry {
		to.PostalCode, to.City = otherCode(to.PostalCode), "Andernorts"
	}
	r.Address = &to
	return r
}

// otherCode gives a postal code of the same form, far away: its first digit is another.
func otherCode(code string) string {
	b := []byte(code)
	if i := bytes.IndexAny(b, "0123456789"); i >= 0 {
		b[i] = '0' + (b[i]-'0'+1)%10
	}
	return string(b)
}
