package sdktest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

var (
	countryForm  = regexp.MustCompile(`^[A-Z]{2}$`)
	currencyForm = regexp.MustCompile(`^[A-Z]{3}$`)
)

func checkMethods(ctx context.Context, p sdk.Plugin, _ Target) error {
	methods, err := timely("methods", time.Second, func() ([]payment.Method, error) { return p.Payment.Methods(ctx) })
	if err != nil {
		return err
	}
	if len(methods) == 0 {
		return errors.New("methods: at least one")
	}
	var wrong []error
	seen := map[string]bool{}
	for _, m := range methods {
		if !codeForm.MatchString(m.Code) || seen[m.Code] {
			wrong = append(wrong, fmt.Errorf("method %q: lower case, and once", m.Code))
		}
		seen[m.Code] = true
		wrong = append(wrong, checkMethod(m))
	}
	again, err := p.Payment.Methods(ctx)
	if err != nil || !reflect.DeepEqual(methods, again) {
		wrong = append(wrong, errors.New("methods: the same answer each time"))
	}
	return errors.Join(wrong...)
}

func checkMethod(m payment.Method) error {
	wrong := []error{checkText(m.Code+" title", m.Title), checkImage(m.Code+" logo", m.Logo)}
	refuse := func(when bool, text string, args ...any) {
		if when {
			wrong = append(wrong, fmt.Errorf("method %q: "+text, append([]any{m.Code}, args...)...))
		}
	}
	for _, text := range []base.Text{m.Hint, m.ToggleTip} {
		if len(text) > 0 {
			wrong = append(wrong, checkText(m.Code+" hint or tip", text))
		}
	}
	refuse(m.Flow < payment.FlowSimple || m.Flow > payment.FlowWallet, "a flow")
	refuse(m.Min.IsSet() && m.Max.IsSet() && m.Min.Minor > m.Max.Minor, "min above max")
	refuse(m.MaxPrivate.IsSet() && m.Max.IsSet() && m.MaxPrivate.Minor > m.Max.Minor, "max of private customers above max")
	for _, amount := range []base.Money{m.Min, m.Max, m.MaxPrivate, m.Fee} {
		refuse(amount.Minor < 0 || (amount.Minor != 0 && !amount.IsSet()), "amount %+v: not negative, and with a currency", amount)
		refuse(amount.Currency != "" && len(m.Currencies) > 0 && !slices.Contains(m.Currencies, amount.Currency),
			"amount %+v: in a currency in which it is offered, or it never is", amount)
	}
	refuse(m.Retired && m.RetiredReason == "", "a reason for the operator why it is retired")
	for _, c := range m.Countries {
		refuse(!countryForm.MatchString(c), "country %q: ISO 3166-1 alpha-2, upper case", c)
	}
	for _, c := range m.Currencies {
		refuse(!currencyForm.MatchString(c), "currency %q: ISO 4217", c)
	}
	for _, t := range m.CustomerTypes {
		refuse(t != base.CustomerPrivate && t != base.CustomerBusiness, "customer type %d: private or business", t)
	}
	for _, k := range m.DeliveryKinds {
		refuse(k < base.DeliveryHome || k > base.DeliveryFreight, "delivery kind %d: one of the contract", k)
	}
	for _, r := range m.Requirements {
		refuse(r < payment.RequireApplePayBrowser || r > payment.RequireAccount, "requirement %d: one of the contract", r)
	}
	for _, o := range m.BrowserOrigins {
		refuse(!base.IsOrigin(o), "browser origin %q: scheme and host alone, or no browser is let through to it", o)
	}
	refuse(len(m.BrowserOrigins) > payment.MaxOrigins, "%d browser origins: at most %d", len(m.BrowserOrigins), payment.MaxOrigins)
	return errors.Join(wrong...)
}
