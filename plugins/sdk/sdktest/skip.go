package sdktest

import "errors"

// Skip is the answer of a check that does not apply, with the reason.
type Skip string

// Error is the reason.
func (s Skip) Error() string { return string(s) }

// Omission is something that a target may lack, so that checks which need it are skipped.
type Omission string

// The omissions.
const (
	NoProvider Omission = "provider" // no World, or no Script of any method
	NoWebhooks Omission = "webhooks" // no notifications
	NoDecline  Omission = "decline"  // no way to have a payment declined
)

// What the checks say where the target has no reason of its own.
const (
	noWorld    = Skip("no simulated provider to lead it through")
	noWebhooks = Skip("the provider sends no webhooks for it")
	noDecline  = Skip("the simulator has no way to decline")
)

var omissions = map[Skip]Omission{noWorld: NoProvider, noWebhooks: NoWebhooks, noDecline: NoDecline}

// Lacks gives what the target lacks and does not explain; "" when the skip has a reason.
func (s Skip) Lacks() Omission { return omissions[s] }

// explained puts the target's own reason in the place of the kit's.
func (t Target) explained(err error) error {
	var skip Skip
	if !errors.As(err, &skip) {
		return err
	}
	if reason := t.LeftOut[skip.Lacks()]; reason != "" {
		return Skip(reason)
	}
	return err
}
