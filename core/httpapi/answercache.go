package httpapi

import (
	"bytes"
	"compress/gzip"
	"context"
	"sync"
	"time"
)

const (
	maxAnswers = 64 << 20
	// answerLife bounds how long an answer outlives a change whose notice was lost.
	answerLife = 60 * time.Second
	worthZip   = 2 << 10
)

// answerCache keeps encoded listings and product pages until a product changes: the same ones are asked for again and
// again.
type answerCache struct {
	mu         sync.RWMutex
	generation uint64
	size       int
	entries    map[string]*cachedAnswer
}

type cachedAnswer struct {
	plain   []byte
	zipped  func() []byte
	expires time.Time
}

func newAnswerCache() *answerCache { return &answerCache{entries: map[string]*cachedAnswer{}} }

// get gives the answer of a key, made by make when there is none. One that make does not want kept is not. What make
// read before a drop is not kept after it.
func (c *answerCache) get(ctx context.Context, key string, make func(context.Context) (encoded []byte, keep bool, err error)) (*cachedAnswer, error) {
	c.mu.RLock()
	found, generation := c.entries[key], c.generation
	c.mu.RUnlock()
	if found != nil && time.Now().Before(found.expires) {
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
		c.put(key, made, generation)
	}
	return made, nil
}

func (c *answerCache) put(key string, made *cachedAnswer, generation uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation != c.generation {
		return
	}
	if c.size+len(made.plain) > maxAnswers {
		clear(c.entries)
		c.size = 0
	}
	if old := c.entries[key]; old != nil {
		c.size -= len(old.plain)
	}
	c.entries[key] = made
	c.size += len(made.plain)
}

func (c *answerCache) drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	clear(c.entries)
	c.size = 0
}

// raw gives the answer in the encoding that the visitor takes.
func (a *cachedAnswer) raw(v *visit) *raw {
	r := &raw{ContentType: "application/json", Body: a.plain}
	v.w.Header().Add("Vary", "Accept-Encoding")
	if v.zip && len(a.plain) >= worthZip {
		if zipped := a.zipped(); zipped != nil {
			v.w.Header().Set("Content-Encoding", "gzip")
			r.Body = zipped
		}
	}
	return r
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
