package stage

import (
	"cmp"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"strings"
)

// Addresses are what a simulator that runs alone is told, by flags that are the same for every provider.
type Addresses struct {
	Public  string // where callers and browsers reach it, without a slash at the end
	Webhook string // where webhooks go that no call names an address for, as one would enter in the provider's portal; "" sends none
}

// Main runs one provider alone, under its name and with its controls under /_control/, until the program is ended:
//
//	-addr 127.0.0.1:8091    where it listens; port 0 picks one
//	-public-url URL         Addresses.Public, else http:// and where it listens
//	-webhook-url URL        Addresses.Webhook
func Main(open func(Addresses) Provider) {
	var a Addresses
	addr := flag.String("addr", "127.0.0.1:8091", "address to listen on; port 0 picks one")
	flag.StringVar(&a.Public, "public-url", "", "address under which browsers and plugins reach it (default http://ADDR)")
	flag.StringVar(&a.Webhook, "webhook-url", "", "where to send webhooks that no call names an address for")
	flag.Parse()
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal(err)
	}
	a.Public = strings.TrimSuffix(cmp.Or(a.Public, "http://"+listener.Addr().String()), "/")
	p := open(a)
	fmt.Println(p.Name(), "simulated at", a.Public+"/"+p.Name())
	log.Fatal(http.Serve(listener, alone(p)))
}

func alone(p Provider) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/"+p.Name()+"/", http.StripPrefix("/"+p.Name(), p.Handler()))
	mux.Handle("/_control/"+p.Name()+"/", http.StripPrefix("/_control/"+p.Name(), Control(p)))
	return mux
}
