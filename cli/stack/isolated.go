package stack

import (
	"path/filepath"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/temporal"
)

// The variables that tell end-to-end tests where the shop is.
const (
	EnvURL       = "KONTOR_E2E_URL"  // the shop's front door
	EnvMail      = "KONTOR_E2E_MAIL" // captured mail: GET /api/mails?to=&subject=, DELETE /api/mails
	EnvSimulator = "KONTOR_E2E_SIM"  // the simulated providers
)

// Isolated changes the settings to those of a shop for tests: state of its own under the state folder, free ports, and
// every server started, also those that are configured or running for the development stack.
func Isolated(c config.Config) (config.Config, error) {
	const own = 7
	ports, err := devstack.FreePorts(own + temporal.Ports)
	if err != nil {
		return c, err
	}
	c.State.Dir = filepath.Join(c.State.Dir, "e2e")
	c.Search.Dir = "" // which nothing reads
	c.Media.Dir = filepath.Join(c.State.Dir, "media")
	c.Plugins.Dir, c.Plugins.Installed = filepath.Join(c.State.Dir, "plugins"), ""
	c.Database.URL, c.Temporal.Address, c.Mail.SMTP, c.Search.Meili = "", "", "", config.Meili{}
	c.HTTP.Addr = devstack.Loopback(ports[0])
	c.HTTP.PublicURL = "http://" + c.HTTP.Addr
	c.Storefront.Addr = devstack.Loopback(ports[1])
	c.Simulator.Addr = devstack.Loopback(ports[2])
	c.Devstack = config.Devstack{
		PostgresPort: ports[3], SMTPPort: ports[4], MailPort: ports[5], MeiliPort: ports[6], TemporalPort: ports[own],
		MeiliProgram: c.Devstack.MeiliProgram,
	}
	// All that a shop may have is there to be seen. What is not this machine's, the tests answer for themselves.
	c.Chat = config.Chat{Script: "https://chat.example/widget.js", Hours: "mon-sun 00:00-24:00"}
	c.PayLater = config.PayLater{Script: "https://offers.example/consent.js", Name: "Später & Co"}
	c.Ratings = config.Ratings{Script: "https://ratings.example/badge.js", Name: "Sterne & Co"}
	c.Trader = config.Trader{
		Name: "Kontor GmbH", Representative: "Kim Muster", StreetName: "Speicherstraße", StreetNumber: "1", ZipCode: "20457", City: "Hamburg",
		Phone: "+49 40 1234567", Email: "betreiber@kontor.example", RegisterCourt: "Amtsgericht Hamburg", RegisterNumber: "HRB 1", VATID: "DE136695976",
		WEEE: "DE 1", Packaging: "DE2", Battery: "3", ConsumerDisputes: "no",
	}
	c.Market.WithdrawalExcluded = "betriebssysteme"
	c.WhiteLabel = config.WhiteLabel{Name: "Grafikwerk", Hosts: "grafik.localhost", Category: "grafikkarten", Accent: "#0b6e4f"}
	return c, nil
}

// TestVars are the variables for a command that tests this shop, "KEY=value": where it is, and every setting, so that
// kontor's own commands reach it.
func (s *Stack) TestVars() []string {
	c := s.config()
	return s.environment(map[string]string{
		EnvURL: c.HTTP.PublicURL, EnvMail: "http://" + devstack.Loopback(c.Devstack.MailPort), EnvSimulator: "http://" + c.Simulator.Addr,
	})
}
