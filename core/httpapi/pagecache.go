package httpapi

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	maxPage      = 2 << 20
	maxPageCache = 128 << 20
	mostVarying  = 10_000  // of which is known on what their pages depend
	maxPageKey   = 2 << 10 // of an address and of what its page depends on, which are as long as who asks makes them

	// A page that cannot be rendered is shown as it was for so long, and the storefront asked for it again after each pause.
	lastLife  = time.Hour
	lastPause = 3 * time.Second

	missingLife = 10 * time.Second // of what is no page, in caches in front of the shop
)

// pageCache keeps rendered pages that are the same for everyone, for as long as their Cache-Control allows shared
// caches, and has a page that many ask for at once rendered once. A drop empties it; a page whose rendering began before
// the drop is not stored after it. What has expired stays until then, for when the storefront cannot render it anew.
type pageCache struct {
	mu         sync.RWMutex
	generation uint64
	size       int
	vary       map[string][]string // address → request headers on which its page depends; outlives a drop
	pages      map[string]*page
	renderings map[string]*rendering // of this generation, by the page's key
}

type page struct {
	key     string
	header  http.Header
	body    []byte
	expires time.Time
	last    time.Time // until when it may be shown although it has expired
}

// rendering is a page under way.
type rendering struct {
	generation uint64
	key        string // "" where nobody waits for it
	settled    bool   // done is closed
	done       chan struct{}

	// Of what is done. No page: what came is not for everyone, or nothing came because its visitor went away.
	page      *page
	abandoned bool
}

type renderingKey struct{}

func newPageCache() *pageCache {
	return &pageCache{vary: map[string][]string{}, pages: map[string]*page{}, renderings: map[string]*rendering{}}
}

// get gives the page for a request, if it is kept or if another visitor is having it rendered: then it waits, as long as
// the request lasts. A page that was rendered for someone else since the request came is as new as one of its own.
func (c *pageCache) get(r *http.Request) (p *page, mine *rendering) {
	for {
		p, theirs, mine := c.begin(r)
		if theirs == nil {
			return p, mine
		}
		select {
		case <-theirs.done:
		case <-r.Context().Done():
			return nil, c.alone()
		}
		if theirs.page != nil {
			return theirs.page, nil
		}
		if !theirs.abandoned {
			return nil, c.alone()
		}
	}
}

// begin gives what there is: the page, another's rendering of it, or one that is the caller's, whose request is to be ended by end.
func (c *pageCache) begin(r *http.Request) (p *page, theirs, mine *rendering) {
	address := addressOf(r)
	c.mu.RLock()
	vary, known := c.vary[address]
	if !known {
		defer c.mu.RUnlock()
		return nil, nil, &rendering{generation: c.generation}
	}
	key := pageKey(address, vary, r.Header)
	p = c.pages[key]
	c.mu.RUnlock()
	if p.fresh() {
		return p, nil, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if p = c.pages[key]; p.fresh() {
		return p, nil, nil
	}
	if theirs = c.renderings[key]; theirs != nil {
		return nil, theirs, nil
	}
	mine = &rendering{generation: c.generation, key: key, done: make(chan struct{})}
	c.renderings[key] = mine
	return nil, nil, mine
}

// alone begins a rendering for which nobody waits.
func (c *pageCache) alone() *rendering {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return &rendering{generation: c.generation}
}

// put keeps the page that was rendered, and gives it to those who wait for it.
func (c *pageCache) put(res *http.Response, body []byte, lifetime time.Duration) {
	vary := varyOf(res.Header)
	address := addressOf(res.Request)
	p := &page{
		key: pageKey(address, vary, res.Request.Header), header: res.Header.Clone(), body: body, expires: time.Now().Add(lifetime),
	}
	p.last = p.expires.Add(lastLife)
	p.header.Del("Date") // each answer has its own
	of := renderingOf(res.Request)
	c.mu.Lock()
	defer c.mu.Unlock()
	if of.generation == c.generation && len(p.key) <= maxPageKey {
		if c.size+p.size() > maxPageCache {
			c.empty()
		}
		if old := c.pages[p.key]; old != nil {
			c.size -= old.size()
		}
		c.vary[address], c.pages[p.key] = vary, p
		c.size += p.size()
	}
	if p.key != of.key { // it depends on more than it did
		p = nil
	}
	c.settle(of, p, false)
}

// instead gives the page that was last kept for a request whose own cannot be rendered now, to all who wait for it; nil if
// there is none. For a moment it is as good as new: the next visitors do not each wait to hear the same.
func (c *pageCache) instead(r *http.Request) *page {
	address := addressOf(r)
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.pages[pageKey(address, c.vary[address], r.Header)]
	if kept == nil || r.Method != http.MethodGet || time.Now().After(kept.last) {
		return nil
	}
	p := *kept
	p.expires = time.Now().Add(lastPause)
	c.pages[p.key] = &p
	c.settle(renderingOf(r), &p, false)
	return &p
}

// end lets go of those who still wait for what a request renders: of a visitor who went away one of them takes the place.
func (c *pageCache) end(r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settle(renderingOf(r), nil, r.Context().Err() != nil)
}

// settle is done once; later calls change nothing. The caller holds the lock.
func (c *pageCache) settle(of *rendering, p *page, abandoned bool) {
	if of.key == "" || of.settled {
		return
	}
	of.settled, of.page, of.abandoned = true, p, abandoned
	close(of.done)
	if c.renderings[of.key] == of {
		delete(c.renderings, of.key)
	}
}

// drop forgets every page: a listing may show any product. Who asks from now on waits for no rendering that began before.
func (c *pageCache) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	c.empty()
	clear(c.renderings)
}

func (c *pageCache) empty() {
	if len(c.vary) > mostVarying {
		clear(c.vary)
	}
	clear(c.pages)
	c.size = 0
}

// size is what a kept page takes: its headers and its key, too, are long where somebody wants them to be.
func (p *page) size() int {
	size := len(p.key) + len(p.body)
	for name, values := range p.header {
		for _, value := range values {
			size += len(name) + len(value)
		}
	}
	return size
}

// fresh reports whether there is a page that may still be shown.
func (p *page) fresh() bool { return p != nil && time.Now().Before(p.expires) }

// with notes in a request of which rendering it is.
func (of *rendering) with(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), renderingKey{}, of))
}

// renderingOf gives the rendering of which a request is; one that cannot be kept where it is of none.
func renderingOf(r *http.Request) *rendering {
	if of, ok := r.Context().Value(renderingKey{}).(*rendering); ok {
		return of
	}
	return &rendering{generation: ^uint64(0)}
}

// write answers with the page. Caches in front of the shop may keep it no longer than it is kept here, or it would live twice.
func (p *page) write(w http.ResponseWriter) {
	maps.Copy(w.Header(), p.header)
	sharedFor(w.Header(), time.Until(p.expires))
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

// sharedLife is how long shared caches may keep an answer, as next.config.ts writes it.
var sharedLife = regexp.MustCompile(`s-maxage=\d+`)

// sharedFor lets shared caches keep an answer, if they may, for so long and not as long as it says itself.
func sharedFor(h http.Header, lifetime time.Duration) {
	const name = "Cache-Control"
	h.Set(name, sharedLife.ReplaceAllLiteralString(h.Get(name), "s-maxage="+strconv.Itoa(max(0, int(lifetime.Seconds())))))
}

// shareNoFailure has no cache keep for minutes that there is no page: a product may come in that was asked for before, and a
// renamed one have its name again. What failed is tried anew at once.
func shareNoFailure(res *http.Response) {
	switch {
	case !sharedLife.MatchString(res.Header.Get("Cache-Control")):
	case res.StatusCode >= http.StatusInternalServerError:
		res.Header.Set("Cache-Control", "no-store")
	case res.StatusCode >= http.StatusMultipleChoices && res.StatusCode != http.StatusNotModified:
		sharedFor(res.Header, missingLife)
	}
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
