// Command simulator runs every provider that Kontor's plugins talk to, on one address: the providers' APIs and hosted
// pages under /{provider}/, controls for tests under /_control/{provider}, and a page that lists what happened.
// State is kept in memory. Given a file, the providers that a shop pays and ships with keep books in it (stage.Keeper), and know
// again what they did before; without one all is gone when it ends.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:8090", "address to listen on; port 0 picks one")
	public := flag.String("public-url", "", "address under which browsers and plugins reach it (default http://ADDR)")
	delay := flag.Duration("webhook-delay", 300*time.Millisecond, "how long after an event its webhook leaves")
	ledger := flag.String("books", "", "file in which providers keep what they know; without one they forget it at the end")
	lazy := flag.Bool("books-lazy", false, "write the books now and then and at the end, not before each answer")
	shop := flag.String("shop", "", "address of the shop's front door from here, for notices, where its public one leads elsewhere, as https://localhost in a container")
	flag.Parse()
	if *shop != "" {
		to, err := url.Parse(*shop)
		if err != nil || to.Host == "" {
			slog.Error("-shop is no address, as http://serve:8080", "error", err)
			os.Exit(2)
		}
		http.DefaultClient.Transport = detour{to} // which all providers send their notices by
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, *addr, *public, *ledger, *lazy, *delay, func(url string) { fmt.Println("simulator listening on", url) }); err != nil {
		slog.Error("simulator ended", "error", err)
		os.Exit(1)
	}
}

// detour sends every call to one address, as if it were the one that was meant.
type detour struct{ to *url.URL }

// RoundTrip makes the call there; its Host is still that of the one that was meant.
func (d detour) RoundTrip(r *http.Request) (*http.Response, error) {
	there := r.Clone(r.Context())
	there.Host = r.URL.Host
	there.URL.Scheme, there.URL.Host = d.to.Scheme, d.to.Host
	return http.DefaultTransport.RoundTrip(there)
}

// run serves until ctx ends. ready is called with the public address once connections are accepted.
func run(ctx context.Context, addr, public, ledger string, lazy bool, delay time.Duration, ready func(url string)) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	if public == "" {
		public = "http://" + listener.Addr().String()
	}
	public = strings.TrimSuffix(public, "/")
	providers, err := open(public, delay)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer shut(providers)
	kept, err := keep(ledger, lazy, providers)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	if kept != nil {
		defer func() {
			if err := kept.Close(); err != nil {
				slog.Error("the books are not whole", "error", err)
			}
		}()
	}
	srv := &http.Server{Handler: newMux(providers, kept), ReadHeaderTimeout: 10 * time.Second}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(listener) }()
	ready(public)
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := srv.Shutdown(closing); err != nil {
		return srv.Close() // calls that a rule keeps hanging do not keep the program
	}
	return nil
}
