package httpapi

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	maxPage      = 2 << 20
	maxPageCache = 128 << 20
)

// pageCache keeps rendered pages that are the same for everyone, for as long as their Cache-Control allows shared
// caches. A drop empties it; a page whose rendering began before the drop is not stored after it.
type pageCache struct {
	mu         sync.RWMutex
	generation uint64
	size       int
	vary       map[string][]string // address → request headers on which its page depends
	pages      map[string]*page
}

type page struct {
	header  http.Header
	body    []byte
	expires time.Time
}

type generationKey struct{}

func newPageCache() *pageCache {
	return &pageCache{vary: map[string][]string{}, pages: map[string]*page{}}
}

func (c *pageCache) get(r *http.Request) (*page, bool) {
	address := addressOf(r)
	c.mu.RLock()
	defer c.mu.RUnlock()
	vary, known := c.vary[address]
	if !known {
		return nil, false
	}
	p, ok := c.pages[pageKey(address, vary, r.Header)]
	return p, ok && time.Now().Before(p.expires)
}

// begin notes in the request the state of the cache from which its page will be rendered.
func (c *pageCache) begin(r *http.Request) *http.Request {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return r.WithContext(context.WithValue(r.Context(), generationKey{}, c.generation))
}

func (c *pageCache) put(res *http.Response, body []byte, lifetime time.Duration) {
	vary := varyOf(res.Header)
	began, _ := res.Request.Context().Value(generationKey{}).(uint64)
	p := &page{header: res.Header.Clone(), body: body, expires: time.Now().Add(lifetime)}
	p.header.Del("Date") // each answer has its own
	address := addressOf(res.Request)
	c.mu.Lock()
	defer c.mu.Unlock()
	if began != c.generation {
		return
	}
	if c.size+len(body) > maxPageCache {
		c.empty()
	}
	key := pageKey(address, vary, res.Request.Header)
	if old := c.pages[key]; old != nil {
		c.size -= len(old.body)
	}
	c.vary[address], c.pages[key] = vary, p
	c.size += len(body)
}

// drop forgets every page: a listing may show any product.
func (c *pageCache) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	c.empty()
}

func (c *pageCache) empty() {
	clear(c.vary)
	clear(c.pages)
	c.size = 0
}

func (p *page) write(w http.ResponseWriter) {
	maps.Copy(w.Header(), p.header)
	w.Header().Set("X-Cache", "hit")
	_, _ = w.Write(p.body)
}

// addressOf names a page: the same path is another page on the partner's site.
func addressOf(r *http.Request) string { return r.Header.Get(siteHeader) + r.URL.RequestURI() }

func newBody(b []byte) *bytes.Reader { return bytes.NewReader(b) }

func pageKey(address string, vary []string, h http.Header) string {
	var b strings.Builder
	b.WriteString(address)
	for _, name := range vary {
		b.WriteByte('\n')
		b.WriteString(strings.Join(h.Values(name), ","))
	}
	return b.String()
}

func varyOf(h http.Header) []string {
	var names []string
	for _, line := range h.Values("Vary") {
		for name := range strings.SplitSeq(line, ",") {
			names = append(names, http.CanonicalHeaderKey(strings.TrimSpace(name)))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// sharedLifetime says how long a shared cache may keep the page: only a 200 with s-maxage that sets no cookie and does
// not depend on one.
func sharedLifetime(res *http.Response) (time.Duration, bool) {
	if res.StatusCode != http.StatusOK || res.Request.Method != http.MethodGet || res.Header.Get("Set-Cookie") != "" {
		return 0, false
	}
	if vary := varyOf(res.Header); slices.Contains(vary, "*") || slices.Contains(vary, "Cookie") {
		return 0, false
	}
	var lifetime time.Duration
	for part := range strings.SplitSeq(res.Header.Get("Cache-Control"), ",") {
		name, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(part)), "=")
		switch name {
		case "private", "no-store", "no-cache":
			return 0, false
		case "s-maxage":
			seconds, err := strconv.Atoi(value)
			if err != nil {
				return 0, false
			}
			lifetime = time.Duration(seconds) * time.Second
		}
	}
	return lifetime, lifetime > 0
}
