// Command program runs the simulated Muster alone, with its controls for tests under /_control/muster.
package main

import (
	"kontor.dev/kontor/plugins/example/shipping/sim"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func main() {
	stage.Main(func(a stage.Addresses) stage.Provider {
		return sim.New(sim.Config{APIKey: "key-of-the-api", WebhookKey: "key-of-the-webhooks", WebhookURL: a.Webhook})
	})
}
