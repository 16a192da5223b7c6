package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
	"kontor.dev/kontor/plugins/sdk/payment"
)

// word gives what the request wants to happen. A word that is not here approves.
//
//	approve               authorized, or captured by the method that captures at once
//	decline, risk         declined with that code
//	pending               waits for money: bank account and due date
//	accepted              pending, the order may be placed
//	redirect              to a page; Complete with result=paid pays, with result=declined declines
//	forget                redirect, whose page it does not know any more when it is asked again
//	lost_page             redirect to nowhere
//	form                  form post, then as redirect
//	unknown               charged, but answered unknown
//	lost                  charged, then an error with unknown outcome
//	refused               an error of the provider's fault, not charged
//	unreachable           the provider cannot be reached
//	secret                an error that quotes the API key
//	slow                  answers after two seconds
//	hang                  never answers, not even when the caller gives up
//	crash, crashcharged   the process dies before, or after, the charge
//	panic                 panics
//	huge                  an answer of 8 MiB
//	garbage               an outcome without a result
//	nul, long             charged, under a reference with a NUL character, or of 4,000 bytes
//	nulcode               an error of the caller's fault whose code has a NUL character
//	flood                 approves, and logs 20,000 lines at once
//	noise                 approves, and logs what would harm a careless host
//	prints                approves, and prints to the standard output itself, which the SDK does not see: a long line and a short one
func word(email string, client map[string]string) string {
	if w := client["fake"]; w != "" {
		return w
	}
	local, _, _ := strings.Cut(email, "@")
	return local
}

// before acts out what happens before the provider is reached.
func (f *fake) before(ctx context.Context, w string) error {
	switch w {
	case "slow":
		select {
		case <-time.After(2 * time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	case "hang":
		select {}
	case "crash":
		os.Exit(3)
	case "panic":
		panic("scripted")
	case "refused":
		return base.ProviderFault("provider_refused", errors.New("scripted"))
	case "unreachable":
		e := base.ProviderFault(base.CodeUnreachable, errors.New("scripted"))
		e.Retryable = true
		return e
	case "nulcode":
		return base.CallerFault("bad\x00code", "scripted")
	case "secret":
		return base.ProviderFault("bad_key", fmt.Errorf("the key %q was refused", f.config.Secret("api_key").Reveal()))
	case "flood":
		for range 20_000 {
			slog.Info("scripted flood")
		}
	case "prints":
		raw := os.NewFile(1, "stdout")
		_, _ = raw.WriteString(strings.Repeat("x", 300<<10) + "\nprinted by hand\n")
	case "noise":
		raw := os.NewFile(2, "stderr") // os.Stderr is not the real one any more
		for _, w := range []io.Writer{raw, os.Stderr, os.Stdout} {
			_, _ = fmt.Fprintln(w, `{"@message": 5, "@level": {}, "@timestamp": []}`)
			_, _ = fmt.Fprintln(w, strings.Repeat("x", 1<<20))
			_, _ = fmt.Fprintln(w, strings.Repeat("y", 1020), f.config.Secret("api_key").Reveal())
		}
	}
	return nil
}

// after acts out what happens once the provider has charged.
func after(w string) (payment.Outcome, error) {
	switch w {
	case "crashcharged":
		os.Exit(4)
	case "unknown":
		return payment.Unknown{Message: "scripted"}, nil
	case "lost":
		e := base.ProviderFault("connection_lost", errors.New("scripted"))
		e.Retryable, e.OutcomeUnknown = true, true
		return nil, e
	case "nul":
		return payment.Authorized{Reference: "FAKE-\x00"}, nil
	case "long":
		return payment.Authorized{Reference: "FAKE-" + strings.Repeat("x", 4000)}, nil
	case "huge":
		return payment.Unknown{Message: strings.Repeat("x", 8<<20)}, nil
	}
	return nil, nil
}
