package sdktest

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync"
	"time"
)

// Fault is what a Proxy does to the provider's answers. But for FaultDown and FaultMirror the provider does what it was
// asked to.
type Fault string

// The faults.
const (
	FaultDown    Fault = "down"    // nothing reaches the provider
	FaultLost    Fault = "lost"    // the connection is cut before the answer
	FaultSlow    Fault = "slow"    // the answer comes after slowBy
	FaultHang    Fault = "hang"    // no answer comes
	FaultGarbage Fault = "garbage" // 200 with bytes that are no JSON
	FaultHuge    Fault = "huge"    // 200 with hugeSize of JSON
	FaultMirror  Fault = "mirror"  // 400 with all of the request, credentials included
)

const (
	slowBy   = time.Second
	hugeSize = 64 << 20
	// hugeTaken is how much of a huge answer a plugin may take, the network's buffers included.
	hugeTaken = 24 << 20
)

// Proxy stands between a plugin and its provider. Point the plugin's address setting at URL.
type Proxy struct {
	URL    string // "http://127.0.0.1:41234"
	target *url.URL
	server *http.Server
	client *http.Client

	mu      sync.Mutex
	fault   Fault
	skip    int           // requests that pass before the fault
	spoiled int           // requests that met it
	taken   int64         // most bytes of a huge answer that were taken
	news    chan struct{} // closed when spoiled grows
	mended  chan struct{} // closed by Mend
}

// NewProxy listens on a free port of the loopback interface and passes everything to the target, which need not serve yet.
func NewProxy(target string) (*Proxy, error) {
	u, err := url.Parse(target)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("sdktest: %q is no address", target)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{
		URL: "http://" + listener.Addr().String(), target: &url.URL{Scheme: u.Scheme, Host: u.Host},
		client: &http.Client{
			Transport:     &http.Transport{MaxIdleConnsPerHost: 16},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		news: make(chan struct{}), mended: make(chan struct{}),
	}
	p.server = &http.Server{Handler: p, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = p.server.Serve(listener) }()
	return p, nil
}

// Close ends the proxy and all that hangs in it.
func (p *Proxy) Close() {
	p.Mend()
	_ = p.server.Close()
	p.client.CloseIdleConnections()
}

// Spoil lets skip requests pass and spoils all that follow, until Mend.
func (p *Proxy) Spoil(f Fault, skip int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault, p.skip, p.spoiled, p.taken = f, skip, 0, 0
}

// Mend ends the fault, lets go what hangs, and says how many requests met it.
func (p *Proxy) Mend() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.fault = ""
	close(p.mended)
	p.mended = make(chan struct{})
	return p.spoiled
}

// met gives a channel that is closed once a request has met the fault, its effect at the provider being done.
func (p *Proxy) met() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.spoiled > 0 {
		done := make(chan struct{})
		close(done)
		return done
	}
	return p.news
}

func (p *Proxy) mostTaken() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.taken
}

// next decides the fate of a request.
func (p *Proxy) next() (f Fault, mended <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fault != "" && p.skip > 0 {
		p.skip--
		return "", p.mended
	}
	return p.fault, p.mended
}

func (p *Proxy) meet() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spoiled++
	close(p.news)
	p.news = make(chan struct{})
}

// ServeHTTP passes the request on and spoils the answer.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	fault, mended := p.next()
	if fault != "" && fault != FaultHang { // a plugin may be done with it before the answer is
		p.meet()
	}
	switch fault {
	case FaultDown:
		panic(http.ErrAbortHandler)
	case FaultMirror:
		mirror(w, r)
		return
	}
	status, header, body, err := p.forward(r)
	if err != nil {
		http.Error(w, "the simulator does not answer", http.StatusBadGateway)
		return
	}
	switch fault {
	case FaultLost:
		panic(http.ErrAbortHandler)
	case FaultHang:
		p.meet() // now that the provider has acted
		select {
		case <-mended:
		case <-r.Context().Done():
		}
		panic(http.ErrAbortHandler)
	case FaultGarbage:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte("\x00\x1f{\"id\": <html>"))
		return
	case FaultHuge:
		p.flood(w)
		return
	case FaultSlow:
		select {
		case <-time.After(slowBy):
		case <-r.Context().Done():
		}
	}
	for name, values := range header {
		w.Header()[name] = values
	}
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

func (p *Proxy) forward(r *http.Request) (status int, header http.Header, body []byte, err error) {
	sent, err := io.ReadAll(r.Body)
	if err != nil {
		return 0, nil, nil, err
	}
	u := *r.URL
	u.Scheme, u.Host = p.target.Scheme, p.target.Host
	// The provider finishes what it began, even when the plugin is gone.
	out, err := http.NewRequest(r.Method, u.String(), bytes.NewReader(sent))
	if err != nil {
		return 0, nil, nil, err
	}
	out.Header = r.Header.Clone()
	out.Host = r.Host
	answer, err := p.client.Do(out)
	if err != nil {
		return 0, nil, nil, err
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(answer.Body)
	return answer.StatusCode, answer.Header, body, err
}

func (p *Proxy) flood(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	chunk := bytes.Repeat([]byte("a"), 64<<10)
	_, err := w.Write([]byte(`{"x":"`))
	taken := int64(0)
	for taken < hugeSize && err == nil {
		var n int
		n, err = w.Write(chunk)
		taken += int64(n)
	}
	if err == nil {
		_, _ = w.Write([]byte(`"}`))
	}
	p.mu.Lock()
	p.taken = max(p.taken, taken)
	p.mu.Unlock()
}

func mirror(w http.ResponseWriter, r *http.Request) {
	raw, err := httputil.DumpRequest(r, true)
	if err != nil {
		raw = []byte(err.Error())
	}
	w.WriteHeader(http.StatusBadRequest)
	_, _ = fmt.Fprintf(w, `{"error":%q,"message":%q}`, raw, raw)
}
