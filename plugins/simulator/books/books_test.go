package books_test

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/simulator/books"
	"kontor.dev/kontor/plugins/simulator/stage"
)

// purse is a provider that knows one number by name.
type purse struct {
	stage *stage.Stage
	mu    sync.Mutex
	coins map[string]int
}

func newPurse() *purse                           { return &purse{stage: stage.New(), coins: map[string]int{}} }
func (p *purse) Name() string                    { return "purse" }
func (p *purse) Stage() *stage.Stage             { return p.stage }
func (p *purse) State() any                      { return p.coins }
func (p *purse) Reset()                          { clear(p.coins) }
func (p *purse) Act(string, string) (any, error) { return nil, nil }

func (p *purse) Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.coins[r.URL.Path]++
		w.WriteHeader(http.StatusCreated)
	})
}

func (p *purse) Pages() map[string]any {
	p.mu.Lock()
	defer p.mu.Unlock()
	pages := map[string]any{}
	for name, n := range p.coins {
		pages[name] = n
	}
	return pages
}

func (p *purse) Restore(pages map[string]json.RawMessage) error {
	for name, page := range pages {
		var n int
		if err := json.Unmarshal(page, &n); err != nil {
			return err
		}
		p.coins[name] = n
	}
	return nil
}

// restored opens the books as a program does that was killed before, and gives what it knows.
func restored(t *testing.T, path string) (*books.Books, *purse) {
	t.Helper()
	b, err := books.Open(path)
	require.NoError(t, err)
	p := newPurse()
	require.NoError(t, b.Restore(p))
	t.Cleanup(func() { _ = b.Close() })
	return b, p
}

func TestWhatWasAnsweredIsWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "books.jsonl")
	b, p := restored(t, path)
	calls := b.Behind(p, p.Handler())
	for _, name := range []string{"/a", "/a", "/b"} {
		w := httptest.NewRecorder()
		calls.ServeHTTP(w, httptest.NewRequest(http.MethodPost, name, nil))
		require.Equal(t, http.StatusCreated, w.Code)
		_, later := restored(t, path) // the first is not closed: it was killed
		require.True(t, maps.Equal(p.coins, later.coins), "%v is not %v", later.coins, p.coins)
	}
	delete(p.coins, "/b")
	require.NoError(t, b.Write(p))
	_, later := restored(t, path)
	require.Equal(t, map[string]int{"/a": 2}, later.coins)
}

func TestALineThatWasCutOffIsNobodysAnswer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "books.jsonl")
	b, p := restored(t, path)
	p.coins["/a"] = 1
	require.NoError(t, b.Write(p))
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, append(whole, `{"provider":"purse","pages":{"/a":`...), 0o600))
	again, later := restored(t, path)
	require.Equal(t, map[string]int{"/a": 1}, later.coins)
	later.coins["/a"] = 2
	require.NoError(t, again.Write(later))
	_, last := restored(t, path)
	require.Equal(t, map[string]int{"/a": 2}, last.coins)
}

func TestBooksThatCannotBeReadAreNotWrittenOver(t *testing.T) {
	path := filepath.Join(t.TempDir(), "books.jsonl")
	require.NoError(t, os.WriteFile(path, []byte("something else\n"), 0o600))
	_, err := books.Open(path)
	require.ErrorContains(t, err, "line 1")
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "something else\n", string(kept))
}

// lazily opens the books as restored does, for calls that do not wait.
func lazily(t *testing.T, path string) (b *books.Books, p *purse, call func(name string)) {
	t.Helper()
	b, err := books.Open(path)
	require.NoError(t, err)
	b.Lazily()
	p = newPurse()
	require.NoError(t, b.Restore(p))
	calls := b.Behind(p, p.Handler())
	return b, p, func(name string) {
		w := httptest.NewRecorder()
		calls.ServeHTTP(w, httptest.NewRequest(http.MethodPost, name, nil))
		require.Equal(t, http.StatusCreated, w.Code)
	}
}

func TestLazyBooksAreWrittenAfterTheAnswer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "books.jsonl")
	b, _, call := lazily(t, path)
	t.Cleanup(func() { _ = b.Close() })
	call("/a")
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		// A copy: who opens books cuts off what is not whole, and this file is being written.
		copied := filepath.Join(t.TempDir(), "copy.jsonl")
		require.NoError(t, os.WriteFile(copied, text, 0o600))
		_, later := restored(t, copied)
		return later.coins["/a"] == 1
	}, 20*time.Second, 50*time.Millisecond)
}

func TestLazyBooksAreWholeAtTheEnd(t *testing.T) {
	path := filepath.Join(t.TempDir(), "books.jsonl")
	b, p, call := lazily(t, path)
	call("/a")
	p.mu.Lock()
	p.coins["/b"] = 1 // by the passing of time: no call tells of it
	p.mu.Unlock()
	require.NoError(t, b.Close())
	_, later := restored(t, path)
	require.Equal(t, map[string]int{"/a": 1, "/b": 1}, later.coins)
}

// miser is a purse that cannot be read as it was written.
type miser struct{ *purse }

func (m miser) Restore(map[string]json.RawMessage) error { return errors.New("no more of that") }

func TestBooksThatAProviderDoesNotUnderstandStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "books.jsonl")
	b, p := restored(t, path)
	p.coins["/a"] = 1
	require.NoError(t, b.Write(p))
	again, err := books.Open(path)
	require.NoError(t, err)
	require.ErrorContains(t, again.Restore(miser{newPurse()}), "no more of that")
	require.NoError(t, again.Close())
	_, later := restored(t, path)
	require.Equal(t, map[string]int{"/a": 1}, later.coins)
}
