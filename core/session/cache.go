package session

import (
	"sync"
	"time"
)

// maxEntries bounds the cache. A full one starts over: what is lost costs one read each.
const maxEntries = 50_000

type entry struct {
	session Session
	readAt  time.Time
}

// cache remembers sessions by token for as long as they are trusted.
type cache struct {
	mu      sync.RWMutex
	entries map[string]entry
}

func (c *cache) get(token string, now time.Time) (Session, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	e, ok := c.entries[token]
	return e.session, ok && now.Sub(e.readAt) < trust
}

func (c *cache) put(token string, s Session, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) >= maxEntries {
		clear(c.entries)
	}
	c.entries[token] = entry{session: s, readAt: now}
}

func (c *cache) drop(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.entries, token)
}

func (c *cache) dropCustomer(id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for token, e := range c.entries {
		if e.session.CustomerID == id {
			delete(c.entries, token)
		}
	}
}
