// Package plugindev is what `kontor plugin new` and `kontor plugin verify` do: it writes plugins, and holds any plugin's
// program against the contract with the checks of plugins/sdk/sdktest.
package plugindev

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"kontor.dev/kontor/core/pluginhost"
	"kontor.dev/kontor/plugins/sdk/sdktest"
)

// ProfileName is the file that says how a plugin is verified.
const ProfileName = "verify.yaml"

// Profile says what the kit must know of a plugin to verify it. Texts may hold ${simulator}, the address under which the
// plugin reaches its simulator; ${listen}, the address on which the simulator listens; ${webhook}, where webhooks arrive;
// ${dir}, a folder of this verification, in which the simulator may leave files such as keys.
type Profile struct {
	dir       string
	Args      []string          `yaml:"args"` // of the plugin's program
	Simulator *Simulator        `yaml:"simulator"`
	Settings  map[string]string `yaml:"settings"`
	Secrets   map[string]string `yaml:"secrets"` // for tests only; "@FILE" is what that file holds once the simulator answers
	Wait      time.Duration     `yaml:"wait"`    // for a call while the provider is spoiled; 3s when missing
	Payment   *PaymentProfile   `yaml:"payment"`
	Shipping  *ShippingProfile  `yaml:"shipping"`
	Tracking  *struct{}         `yaml:"tracking"`
	Unchecked map[string]string `yaml:"unchecked"` // kinds that have no examples here, with the reason
	LeftOut   map[string]string `yaml:"left_out"`  // provider, webhooks or decline, with the reason why it is left out
}

// Simulator plays the plugin's provider. Either a command or the address of one that runs is given.
type Simulator struct {
	Command []string `yaml:"command"` // started in the profile's folder
	URL     string   `yaml:"url"`
	Control string   `yaml:"control"` // path of its controls, "/_control/acme"
	Counter string   `yaml:"counter"` // that grows when the thing really happens; charge, shipment or event when missing
}

// PaymentProfile lists the methods to lead through.
type PaymentProfile struct {
	Methods []MethodProfile `yaml:"methods"`
}

// MethodProfile is an example of a payment, and what its customer does.
type MethodProfile struct {
	Code       string            `yaml:"code"`
	Amount     int64             `yaml:"amount"`   // minor units; 12345 when missing
	Currency   string            `yaml:"currency"` // EUR when missing
	Customer   string            `yaml:"customer"` // private or business; private when missing
	Email      string            `yaml:"email"`
	Delivery   string            `yaml:"delivery"` // home, packstation, parcel_shop, pickup or freight; home when missing
	Address    *AddressProfile   `yaml:"address"`  // one in Germany when missing
	ClientData map[string]string `yaml:"client_data"`
	Session    string            `yaml:"session"` // action of the simulator on the id of a session from Start; "-" only starts one
	Express    bool              `yaml:"express"` // the session is of an express checkout
	Approve    string            `yaml:"approve"` // action of the simulator
	Decline    string            `yaml:"decline"` // action of the simulator, instead of approve
	Refuse     string            `yaml:"refuse"`  // action of the simulator, instead of session, after which Authorize declines
	Webhooks   bool              `yaml:"webhooks"`
	Unsigned   bool              `yaml:"unsigned"`         // its notifications carry no proof; the plugin asks the provider
	Told       bool              `yaml:"told_by_webhooks"` // the provider cannot be asked what became of a payment
	Only       bool              `yaml:"only_answers"`     // true when the simulator cannot lead it to its end
}

// ShippingProfile is an example of a delivery.
type ShippingProfile struct {
	Option   string          `yaml:"option"` // of the shipment; empty when the plugin makes none
	Address  *AddressProfile `yaml:"address"`
	Grams    int64           `yaml:"grams"`   // 2000 when missing
	Deliver  string          `yaml:"deliver"` // action of the simulator
	Webhooks bool            `yaml:"webhooks"`
}

// AddressProfile is a place.
type AddressProfile struct {
	Kind         string `yaml:"kind"` // postal, packstation, parcel_shop or store; postal when missing
	Company      string `yaml:"company"`
	FirstName    string `yaml:"first_name"`
	LastName     string `yaml:"last_name"`
	Street       string `yaml:"street"`
	StreetNumber string `yaml:"street_number"`
	PostalCode   string `yaml:"postal_code"`
	City         string `yaml:"city"`
	Country      string `yaml:"country"`
	Phone        string `yaml:"phone"`
	PostNumber   string `yaml:"post_number"`
	PointID      string `yaml:"point_id"`
}

// FindProfile gives the profile for a program: beside it, else in the working directory.
func FindProfile(program string) (string, error) {
	for _, dir := range []string{filepath.Dir(program), "."} {
		path := filepath.Join(dir, ProfileName)
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no %s beside %s or here; name one with --profile (`kontor plugin new` writes an example)", ProfileName, program)
}

// LoadProfile reads a profile. What it does not know is an error, so that a slip of the pen is not a check left out.
func LoadProfile(path string) (Profile, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return Profile{}, err
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return Profile{}, err
	}
	p := Profile{dir: dir}
	if err := pluginhost.DecodeYAML(raw, &p); err != nil && !errors.Is(err, io.EOF) {
		return Profile{}, fmt.Errorf("%s: %w", path, err)
	}
	if err := p.check(); err != nil {
		return Profile{}, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

var omissions = []sdktest.Omission{sdktest.NoProvider, sdktest.NoWebhooks, sdktest.NoDecline}

// check looks for what makes no sense.
func (p Profile) check() error {
	var wrong []error
	if s := p.Simulator; s != nil && (len(s.Command) == 0) == (s.URL == "") {
		wrong = append(wrong, errors.New("simulator: either command or url"))
	}
	for kind, reason := range p.Unchecked {
		if !slices.Contains(Kinds, kind) || reason == "" {
			wrong = append(wrong, fmt.Errorf("unchecked: %q with the reason %q", kind, reason))
		}
	}
	for what, reason := range p.LeftOut {
		if !slices.Contains(omissions, sdktest.Omission(what)) || reason == "" {
			wrong = append(wrong, fmt.Errorf("left_out: %q with the reason %q", what, reason))
		}
	}
	if p.Payment != nil {
		if len(p.Payment.Methods) == 0 {
			wrong = append(wrong, errors.New("payment: at least one method"))
		}
		for _, m := range p.Payment.Methods {
			if m.Code == "" {
				wrong = append(wrong, errors.New("payment: a method without a code"))
			}
			if _, ok := customers[m.Customer]; !ok {
				wrong = append(wrong, fmt.Errorf("payment: customer %q", m.Customer))
			}
			if _, ok := deliveries[m.Delivery]; !ok {
				wrong = append(wrong, fmt.Errorf("payment: delivery %q", m.Delivery))
			}
			wrong = append(wrong, m.Address.check("payment"))
		}
	}
	if p.Shipping != nil {
		wrong = append(wrong, p.Shipping.Address.check("shipping"))
	}
	return errors.Join(wrong...)
}

func (a *AddressProfile) check(where string) error {
	if a == nil {
		return nil
	}
	if _, ok := places[a.Kind]; !ok {
		return fmt.Errorf("%s: address of kind %q", where, a.Kind)
	}
	return nil
}
