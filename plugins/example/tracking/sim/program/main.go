// Command program runs the simulated Muster alone, with its controls for tests under /_control/muster.
package main

import (
	"kontor.dev/kontor/plugins/example/tracking/sim"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func main() {
	stage.Main(func(_ stage.Addresses) stage.Provider {
		return sim.New(sim.Config{APIKey: "key-of-the-api"})
	})
}
