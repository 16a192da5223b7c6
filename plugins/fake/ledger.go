package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"kontor.dev/kontor/plugins/sdk/base"
)

// charge is what the provider remembers of an attempt, found by idempotency key and by reference.
type charge struct {
	Reference string
	Key       string
	Order     string
	Amount    base.Money
	Word      string // the script that it follows
	Paid      bool   // the money is there
	Captured  int64
	Refunded  int64
	Voided    bool
	Done      map[string]int64 // amounts of captures and refunds by their key
}

// ledger is the provider.
type ledger struct {
	mu  sync.Mutex
	dir string
	mem map[string]charge
}

func newLedger(dir string) *ledger { return &ledger{dir: dir, mem: map[string]charge{}} }

func referenceOf(key string) string {
	sum := sha256.Sum256([]byte(key))
	return "FAKE-" + hex.EncodeToString(sum[:8])
}

// update runs f on the charge of a reference, the zero charge when there is none, and keeps what f leaves unless it
// fails. Updates are one after the other.
func (l *ledger) update(reference string, f func(c *charge) error) (charge, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c, err := l.load(reference)
	if err != nil {
		return charge{}, err
	}
	if err := f(&c); err != nil {
		return charge{}, err
	}
	if c.Reference == "" {
		return c, nil
	}
	return c, l.store(c)
}

func (l *ledger) load(reference string) (charge, error) {
	if l.dir == "" {
		return l.mem[reference], nil
	}
	data, err := os.ReadFile(l.file(reference))
	if errors.Is(err, os.ErrNotExist) {
		return charge{}, nil
	}
	if err != nil {
		return charge{}, err
	}
	var c charge
	return c, json.Unmarshal(data, &c)
}

func (l *ledger) store(c charge) error {
	if l.dir == "" {
		l.mem[c.Reference] = c
		return nil
	}
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	// Written aside and renamed, because the plugin is killed at any moment.
	aside := l.file(c.Reference) + ".new"
	if err := os.WriteFile(aside, data, 0o600); err != nil {
		return err
	}
	return os.Rename(aside, l.file(c.Reference))
}

func (l *ledger) file(reference string) string {
	return filepath.Join(l.dir, filepath.Base(reference)+".json")
}
