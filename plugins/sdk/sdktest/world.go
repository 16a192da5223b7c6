package sdktest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"kontor.dev/kontor/plugins/sdk/base"
)

// World is what stands around a plugin: its simulated provider, reached through a Proxy, and the address where the
// provider's webhooks arrive. The controls are those of plugins/simulator/stage.
type World struct {
	Proxy   *Proxy
	Inbox   *Inbox
	Control string        // address of the simulator's controls for this provider, ".../_control/acme"; empty when there are none
	Counter string        // of the simulator, grows each time a thing really happens; empty means "charge", "shipment" or "event"
	Wait    time.Duration // how long a call may take while the provider is spoiled; 0 means 3 s
}

// NewWorld makes a world around a simulator that listens, or will listen, at address. It ends with the test.
func NewWorld(tb testing.TB, address string) *World {
	tb.Helper()
	w, err := OpenWorld(address)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(w.Close)
	return w
}

// OpenWorld makes a world around a simulator that listens, or will listen, at address. Close ends it.
func OpenWorld(address string) (*World, error) {
	proxy, err := NewProxy(address)
	if err != nil {
		return nil, err
	}
	inbox, err := NewInbox()
	if err != nil {
		proxy.Close()
		return nil, err
	}
	return &World{Proxy: proxy, Inbox: inbox}, nil
}

// Close ends proxy and inbox.
func (w *World) Close() { w.Proxy.Close(); w.Inbox.Close() }

// wait gives the deadline of a call under a fault.
func (w *World) wait() time.Duration {
	if w.Wait > 0 {
		return w.Wait
	}
	return 3 * time.Second
}

// rest brings the world back to peace before a check.
func (w *World) rest() {
	if w != nil {
		w.Proxy.Mend()
		w.Inbox.empty()
	}
}

// act does to the thing what a person or time would do at the provider, and gives the texts of the simulator's answer.
// Where that is an address to go back to, its parameters are among them.
func (w *World) act(ctx context.Context, id, action string) (map[string]string, error) {
	var answer map[string]any
	err := w.control(ctx, http.MethodPost, "/"+url.PathEscape(id)+"/"+url.PathEscape(action), nil, &answer)
	if err != nil {
		return nil, fmt.Errorf("the simulator's action %s on %s: %w", action, id, err)
	}
	texts := map[string]string{}
	for key, value := range answer {
		if text, ok := value.(string); ok {
			texts[key] = text
		}
	}
	if back, err := url.Parse(texts["redirect"]); err == nil {
		for key, values := range back.Query() {
			texts[key] = values[0]
		}
	}
	delete(texts, "redirect")
	return texts, nil
}

// open has the simulator open a session from what Start gave the browser, as the provider's script does, and gives its id.
func (w *World) open(ctx context.Context, client map[string]string) (id string, err error) {
	var answer struct {
		ID string `json:"id"`
	}
	err = w.control(ctx, http.MethodPost, "/open", client, &answer)
	if err == nil && answer.ID == "" {
		err = errors.New("the simulator named no session")
	}
	return answer.ID, err
}

// count gives how often the thing really happened; known is false when the simulator does not count.
func (w *World) count(ctx context.Context, counter string) (n int, known bool) {
	if w.Counter != "" {
		counter = w.Counter
	}
	var view struct {
		Counts map[string]int `json:"counts"`
	}
	if w.Control == "" || w.control(ctx, http.MethodGet, "", nil, &view) != nil {
		return 0, false
	}
	return view.Counts[counter], true
}

func (w *World) control(ctx context.Context, method, path string, sent, into any) error {
	if w.Control == "" {
		return errors.New("the profile names no controls")
	}
	text, err := json.Marshal(sent)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, method, strings.TrimRight(w.Control, "/")+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 64<<20))
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", answer.Status, bytes.TrimSpace(body))
	}
	return json.Unmarshal(body, into)
}

// Inbox takes the provider's webhooks as the shop would, and keeps them for the checks to hand on.
type Inbox struct {
	URL    string
	server *http.Server

	mu   sync.Mutex
	mail []base.WebhookRequest
	news chan struct{} // closed when mail grows
}

// NewInbox listens on a free port of the loopback interface.
func NewInbox() (*Inbox, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	in := &Inbox{URL: "http://" + listener.Addr().String() + "/webhook", news: make(chan struct{})}
	in.server = &http.Server{Handler: in, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = in.server.Serve(listener) }()
	return in, nil
}

// Close ends the inbox.
func (in *Inbox) Close() { _ = in.server.Close() }

// ServeHTTP keeps the request and answers 200.
func (in *Inbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.mail = append(in.mail, base.WebhookRequest{
		Method: r.Method, Path: strings.TrimPrefix(r.URL.Path, "/webhook"), Query: r.URL.RawQuery, Headers: r.Header,
		Body: body, ReceivedAt: time.Now(),
	})
	close(in.news)
	in.news = make(chan struct{})
}

func (in *Inbox) empty() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.mail = nil
}

// look gives the mail so far, and a channel that is closed when more comes.
func (in *Inbox) look() ([]base.WebhookRequest, <-chan struct{}) {
	in.mu.Lock()
	defer in.mu.Unlock()
	return append([]base.WebhookRequest(nil), in.mail...), in.news
}
