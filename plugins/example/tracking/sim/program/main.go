// Command program runs the simulated Muster alone, with its controls for tests under /_control/muster.
package main

import (
	"flag"
	"log"
	"net/http"

	"kontor.dev/kontor/plugins/example/tracking/sim"
	"kontor.dev/kontor/plugins/simulator/stage"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8091", "address to listen on")
	flag.Parse()
	s := sim.New(sim.Config{APIKey: "key-of-the-api"})
	mux := http.NewServeMux()
	mux.Handle("/muster/", http.StripPrefix("/muster", s.Handler()))
	mux.Handle("/_control/muster/", http.StripPrefix("/_control/muster", stage.Control(s)))
	log.Fatal(http.ListenAndServe(*addr, mux))
}
