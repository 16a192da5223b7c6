package stack

import (
	"context"
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long sources must be quiet before they are built: editors save in several steps.
const settle = 300 * time.Millisecond

// unwatched are folders without Go sources.
var unwatched = []string{".git", ".kontor", "bin", "node_modules", "storefront", "testdata"}

// watch rebuilds the programs when a Go source changes and restarts the shop when its own program came out different.
// A plugin's new program is taken over by the plugin host; the storefront's development server reloads by itself.
func (s *Stack) watch() error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	if err := watchTree(w, s.config().Root); err != nil {
		_ = w.Close()
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { s.follow(ctx, w) })
	s.stop = append(s.stop, func() { cancel(); _ = w.Close(); wg.Wait() })
	return nil
}

func watchTree(w *fsnotify.Watcher, root string) error {
	return filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case path != root && slices.Contains(unwatched, d.Name()):
			return fs.SkipDir
		}
		return w.Add(path)
	})
}

func (s *Stack) follow(ctx context.Context, w *fsnotify.Watcher) {
	quiet := time.NewTimer(settle)
	quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case event, open := <-w.Events:
			if !open {
				return
			}
			if isDir(event.Name) && event.Has(fsnotify.Create) {
				_ = watchTree(w, event.Name)
			}
			if isSource(event.Name) && !event.Has(fsnotify.Chmod) {
				quiet.Reset(settle)
			}
		case <-quiet.C:
			s.rebuild(ctx)
		}
	}
}

func isSource(path string) bool {
	ext := filepath.Ext(path)
	return slices.Contains([]string{".go", ".sql", ".html", ".tmpl", ".json", ".yaml"}, ext) && !strings.HasSuffix(path, "_test.go")
}

func (s *Stack) rebuild(ctx context.Context) {
	began, before := time.Now(), fileSum(s.program("kontor"))
	if _, err := s.buildPrograms(ctx, func(string, ...any) {}); err != nil {
		if ctx.Err() == nil {
			s.console.Note("%v", err)
		}
		return
	}
	if fileSum(s.program("kontor")) == before {
		s.console.Note("built in %.1f s", time.Since(began).Seconds())
		return
	}
	if _, err := s.command("migrate")(ctx, nil); err != nil {
		s.console.Note("%v", err)
		return
	}
	s.shop.Restart()
	s.console.Note("built in %.1f s, the shop restarts", time.Since(began).Seconds())
}

func fileSum(path string) [sha256.Size]byte {
	var sum [sha256.Size]byte
	f, err := os.Open(path)
	if err != nil {
		return sum
	}
	defer f.Close()
	h := sha256.New()
	_, _ = io.Copy(h, f)
	h.Sum(sum[:0])
	return sum
}
