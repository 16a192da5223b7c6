package sdktest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"strings"
	"time"
	"unicode"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/base"
)

var (
	nameForm    = regexp.MustCompile(`^[a-z][a-z0-9-]{1,40}$`)
	codeForm    = regexp.MustCompile(`^[a-z][a-z0-9_]{0,60}$`)
	versionForm = regexp.MustCompile(`^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$`)
)

func baseChecks() []Check {
	return []Check{
		{Name: "describe", Proves: "The manifest is complete, well formed, and always the same.", Run: checkDescribe},
		{Name: "configure refuses what does not fit", Proves: "A missing or unknown setting is refused by its name.", Run: checkConfigure},
		{Name: "nothing before configure", Proves: "A plugin without settings does nothing.", Run: checkUnconfigured},
		{Name: "healthy once configured", Proves: "A configured plugin says within a second that it can work.", Run: with(checkHealth)},
	}
}

func checkDescribe(ctx context.Context, t Target) error {
	p, m, closing, err := t.Open(ctx)
	if err != nil {
		return err
	}
	defer closing()
	var wrong []error
	if !nameForm.MatchString(m.Name) {
		wrong = append(wrong, fmt.Errorf("name %q: lower case letters, digits and hyphens", m.Name))
	}
	if !versionForm.MatchString(m.Version) {
		wrong = append(wrong, fmt.Errorf("version %q: three numbers, %q", m.Version, "1.4.0"))
	}
	if len(m.Kinds) == 0 {
		wrong = append(wrong, errors.New("kinds: at least one"))
	}
	for kind, missing := range map[base.Kind]bool{
		base.KindPayment: t.Payment == nil && p.Payment != nil, base.KindShipping: t.Shipping == nil && p.Shipping != nil,
		base.KindTracking: t.Tracking == nil && p.Tracking != nil,
	} {
		if missing && t.Unchecked[kind] == "" {
			wrong = append(wrong, fmt.Errorf("kind %s: the target has no examples for it, so it was not checked", kind))
		}
	}
	for _, s := range m.Settings {
		if !codeForm.MatchString(s.Key) || s.Help == "" {
			wrong = append(wrong, fmt.Errorf("setting %q: key in snake case, and a help text", s.Key))
		}
		if s.Secret && s.Default != "" {
			wrong = append(wrong, fmt.Errorf("setting %q: a secret has no default", s.Key))
		}
	}
	again, err := p.Base.Describe(ctx)
	if err != nil || !reflect.DeepEqual(m, again) {
		wrong = append(wrong, errors.New("describe: the same answer each time"))
	}
	return errors.Join(wrong...)
}

// checkConfigure takes each required setting away in turn, and adds one that does not exist.
func checkConfigure(ctx context.Context, t Target) error {
	_, m, closing, err := t.Open(ctx)
	if err != nil {
		return err
	}
	closing()
	bad := map[string]base.Config{"no_such_setting": copyConfig(t.Config)}
	bad["no_such_setting"].Values["no_such_setting"] = "x"
	for _, s := range m.Settings {
		if s.Required && s.Default == "" {
			c := copyConfig(t.Config)
			delete(c.Values, s.Key)
			delete(c.Secrets, s.Key)
			bad[s.Key] = c
		}
	}
	var wrong []error
	for key, c := range bad {
		if err := refusesConfig(ctx, t, key, c); err != nil {
			wrong = append(wrong, err)
		}
	}
	return errors.Join(wrong...)
}

func refusesConfig(ctx context.Context, t Target, key string, c base.Config) error {
	p, _, closing, err := t.Open(ctx)
	if err != nil {
		return err
	}
	defer closing()
	err = p.Base.Configure(ctx, c)
	var e *base.Error
	if !errors.As(err, &e) || e.Fault != base.FaultCaller {
		return failed(err, "configure with %q wrong: want an error of the caller's fault", key)
	}
	for _, f := range e.Fields {
		if f.Name == key {
			return nil
		}
	}
	return fmt.Errorf("configure with %q wrong: the error does not name it: %w", key, e)
}

func checkUnconfigured(ctx context.Context, t Target) error {
	p, _, closing, err := t.Open(ctx)
	if err != nil {
		return err
	}
	defer closing()
	switch {
	case p.Payment != nil:
		_, err = p.Payment.Methods(ctx)
	case p.Tracking != nil:
		_, err = p.Tracking.Service(ctx)
	case p.Shipping != nil && t.Shipping != nil:
		_, err = p.Shipping.Options(ctx, t.Shipping.Options)
	default:
		return nil
	}
	if !errors.Is(err, &base.Error{Fault: base.FaultCaller, Code: base.CodeNotConfigured}) {
		return failed(err, "a call before configure: want %s", base.CodeNotConfigured)
	}
	return nil
}

func checkHealth(ctx context.Context, p sdk.Plugin, _ Target) error {
	h, err := timely("health", time.Second, func() (base.Health, error) { return p.Base.Health(ctx) })
	if err != nil {
		return err
	}
	if !h.OK {
		return fmt.Errorf("not healthy with the given configuration: %s", h.Message)
	}
	return nil
}

// timely makes a call that somebody waits for, or that is made often, and fails when it takes longer than the contract gives it,
// three times in a row: once may be the machine's doing.
func timely[T any](what string, most time.Duration, call func() (T, error)) (answer T, err error) {
	var took time.Duration
	for range 3 {
		begun := time.Now()
		if answer, err = call(); err != nil {
			return answer, err
		}
		if took = time.Since(begun); took <= most {
			return answer, nil
		}
	}
	return answer, fmt.Errorf("%s: answered after %s, and the shop waits %s", what, took.Round(time.Millisecond), most)
}

func copyConfig(c base.Config) base.Config {
	out := base.Config{Values: map[string]string{}, Secrets: map[string]base.Secret{}}
	maps.Copy(out.Values, c.Values)
	maps.Copy(out.Secrets, c.Secrets)
	return out
}

// checkText asks for German and English, in one line.
func checkText(what string, t base.Text) error {
	if t["de"] == "" || t["en"] == "" {
		return fmt.Errorf("%s: German and English texts", what)
	}
	if t.TooLong() {
		return fmt.Errorf("%s: at most %d characters", what, base.MaxText)
	}
	for _, text := range t {
		if strings.ContainsFunc(text, unicode.IsControl) {
			return fmt.Errorf("%s: %q has a line break or another control character", what, text)
		}
	}
	return nil
}

func checkImage(what string, i base.Image) error {
	const most = 64 << 10
	switch {
	case len(i.Data) == 0 && i.MediaType == "":
		return nil
	case i.MediaType != "image/svg+xml" && i.MediaType != "image/png" && i.MediaType != "image/webp":
		return fmt.Errorf("%s: media type %q is not an SVG, PNG or WebP", what, i.MediaType)
	case len(i.Data) == 0 || len(i.Data) > most:
		return fmt.Errorf("%s: %d bytes, want 1 to %d", what, len(i.Data), most)
	}
	return nil
}
