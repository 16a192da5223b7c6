package httpapi

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync"
	"time"

	"kontor.dev/kontor/core/catalog"
)

const (
	maxAnswers = 64 << 20
	// answerLife bounds how long an answer outlives a change whose notice was lost.
	answerLife = 60 * time.Second
	worthZip   = 2 << 10
	maxAddress = 1 << 10
)

// answerCache keeps encoded listings and product pages until a product changes: the same ones are asked for again and
// again, mostly by the same address. They are the same for everyone who reads the language on the same site.
type answerCache struct {
	mu         sync.RWMutex
	generation uint64
	size       int
	entries    map[string]*cachedAnswer
	addresses  map[asked]*cachedAnswer // what was answered to an address, to the letter
}

// asked is an address with the language of the answer and the site that it is for.
type asked struct {
	lang    catalog.Lang
	site    string
	address string
}

type cachedAnswer struct {
	plain   []byte
	zipped  func() []byte
	expires time.Time
}

// maker makes an answer and says whether it is to be kept.
type maker func(context.Context) (encoded []byte, keep bool, err error)

func (v *visit) asks() asked { return asked{lang: v.lang, site: v.site.Key, address: v.address} }

func newAnswerCache() *answerCache {
	return &answerCache{entries: map[string]*cachedAnswer{}, addresses: map[asked]*cachedAnswer{}}
}

// get gives the answer of a key, made by make when there is none. One that make does not want kept is not. What make
// read before a drop is not kept after it.
func (c *answerCache) get(ctx context.Context, key string, make maker) (*cachedAnswer, error) {
	return c.answer(ctx, key, visitOf(ctx).asks(), make)
}

// file is get for what is no JSON: its address is not remembered, because serveKept would answer it as JSON.
func (c *answerCache) file(ctx context.Context, key string, make maker) (*cachedAnswer, error) {
	return c.answer(ctx, key, asked{}, make)
}

func (c *answerCache) answer(ctx context.Context, key string, a asked, make maker) (*cachedAnswer, error) {
	c.mu.RLock()
	found, generation := c.entries[key], c.generation
	c.mu.RUnlock()
	if found != nil && time.Now().Before(found.expires) {
		c.put(key, a, found, generation)
		return found, nil
	}
	encoded, keep, err := make(ctx)
	if err != nil {
		return nil, err
	}
	made := &cachedAnswer{
		plain: encoded, expires: time.Now().Add(answerLife), zipped: sync.OnceValue(func() []byte { return zip(encoded) }),
	}
	if keep {
		c.put(key, a, made, generation)
	}
	return made, nil
}

// at gives the answer to an address that was asked for before, or nil.
func (c *answerCache) at(a asked) *cachedAnswer {
	c.mu.RLock()
	found := c.addresses[a]
	c.mu.RUnlock()
	if found == nil || time.Now().After(found.expires) {
		return nil
	}
	return found
}

func (c *answerCache) put(key string, a asked, made *cachedAnswer, generation uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation != c.generation {
		return
	}
	if c.size > maxAnswers {
		c.empty()
	}
	if old := c.entries[key]; old != made {
		c.entries[key] = made
		c.size += len(key) + len(made.plain)
		if old != nil {
			c.size -= len(key) + len(old.plain)
		}
	}
	if a == (asked{}) {
		return
	}
	if _, known := c.addresses[a]; !known {
		if len(a.address) > maxAddress {
			return
		}
		c.size += len(a.address)
	}
	c.addresses[a] = made
}

func (c *answerCache) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	c.empty()
}

func (c *answerCache) empty() {
	clear(c.entries)
	clear(c.addresses)
	c.size = 0
}

// keep answers with the JSON of what read gives, or with that of the last time where it still holds.
func (s *Server) keep(ctx context.Context, key string, read func(context.Context) (any, error)) (*raw, error) {
	kept, err := s.answers.get(ctx, key, func(ctx context.Context) ([]byte, bool, error) {
		page, err := read(ctx)
		if err != nil {
			return nil, false, err
		}
		encoded, err := json.Marshal(page)
		return encoded, true, err
	})
	if err != nil {
		return nil, err
	}
	return kept.raw(visitOf(ctx)), nil
}

// raw gives the answer in the encoding that the visitor takes.
func (a *cachedAnswer) raw(v *visit) *raw {
	h, body := v.w.Header(), a.plain
	h.Set("Cache-Control", catalogueLife)
	h.Add("Vary", "Accept-Encoding, "+byLanguage)
	if v.zip && len(a.plain) >= worthZip {
		if zipped := a.zipped(); zipped != nil {
			h.Set("Content-Encoding", "gzip")
			body = zipped
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	return &raw{ContentType: "application/json", Body: body}
}

// serveKept answers at once what the same address was answered before and has not changed since.
func (s *Server) serveKept(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			v := visitOf(r.Context())
			if kept := s.answers.at(v.asks()); kept != nil {
				answer := kept.raw(v)
				w.Header().Set("Content-Type", answer.ContentType)
				_, _ = w.Write(answer.Body)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

func zip(plain []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return nil
	}
	if _, err := w.Write(plain); err != nil {
		return nil
	}
	if err := w.Close(); err != nil {
		return nil
	}
	return b.Bytes()
}
