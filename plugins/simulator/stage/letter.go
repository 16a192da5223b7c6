package stage

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
)

// Letter is a notice that is under way, as it can be sent again by a program that knows nothing else of it.
type Letter struct {
	ID     string      `json:"id"`
	What   string      `json:"what"`
	Method string      `json:"method"`
	URL    string      `json:"url"`
	Header http.Header `json:"header"`
	Body   []byte      `json:"body"`
}

const letterPrefix = "notice/"

// Letters adds what is under way to a provider's pages.
func (c *Courier) Letters(pages map[string]any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, l := range c.letters {
		pages[letterPrefix+key] = l
	}
}

// Resume sends the letters among a provider's pages. An answer with 2xx settles each.
func (c *Courier) Resume(pages map[string]json.RawMessage) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, page := range pages {
		if !strings.HasPrefix(key, letterPrefix) {
			continue
		}
		var l Letter
		if err := json.Unmarshal(page, &l); err != nil {
			return err
		}
		c.dispatch(Notice{ID: l.ID, What: l.What, Make: l.request}, c.delay, 1, false, make(chan struct{}))
	}
	return nil
}

func (l Letter) request(ctx context.Context, _ bool) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, l.Method, l.URL, bytes.NewReader(l.Body))
	if err == nil {
		r.Header = l.Header.Clone()
	}
	return r, err
}

// write keeps a notice of a provider with books until it is settled, and gives the key. One that cannot be made is told of when
// it is sent. The caller holds the lock.
func (c *Courier) write(n Notice) (key string) {
	if c.stage.noting() == nil {
		return ""
	}
	r, err := n.Make(c.ctx, false)
	if err != nil {
		return ""
	}
	l := Letter{ID: n.ID, What: n.What, Method: r.Method, URL: r.URL.String(), Header: maps.Clone(r.Header)}
	if r.Body != nil {
		if l.Body, err = io.ReadAll(r.Body); err != nil {
			return ""
		}
	}
	key = rand.Text()
	c.letters[key] = l
	return key
}

func (c *Courier) forget(n Notice) {
	c.mu.Lock()
	delete(c.letters, n.letter)
	c.mu.Unlock()
}
