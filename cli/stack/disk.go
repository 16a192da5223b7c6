package stack

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"kontor.dev/kontor/cli/config"
)

const (
	gigabyte  = 1 << 30
	leastDisk = 1 * gigabyte
	firstDisk = 5 * gigabyte // for the first start, which compiles Temporal

	lowDisk    = gigabyte / 2 // while the shop runs: PostgreSQL stops when it cannot write
	lookAtDisk = 15 * time.Second

	readOnly = 1 // ST_RDONLY of statvfs
)

// space is what is left of the disk that a folder is on.
type space struct {
	folder string // that is there
	device uint64
	free   uint64 // bytes
	files  bool   // another one can be made
	locked bool   // read-only, as after an error of the disk
}

// trouble says what keeps a shop from going on where less than so much is free; "" for nothing.
func (s space) trouble(least uint64) string {
	switch {
	case s.locked:
		return "the disk at " + s.folder + " is read-only: see in the system's log why, and mount it for writing again"
	case !s.files:
		return "the disk at " + s.folder + " holds as many files as it can: delete some, before the shop cannot store any more orders"
	case s.free < least:
		return fmt.Sprintf("only %.1f GB are free at %s: make room, before the shop cannot store any more orders", float64(s.free)/gigabyte, s.folder)
	}
	return ""
}

// Cramped says what is wrong with the disk of a state folder for a shop that runs; "" where nothing is.
func Cramped(dir string) string {
	s, err := spaceAt(dir)
	if err != nil {
		return err.Error()
	}
	return s.trouble(lowDisk)
}

// spaceAt looks at a folder, or the nearest one above that is there.
func spaceAt(dir string) (space, error) {
	for !isDir(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	var fs syscall.Statfs_t
	if err := syscall.Statfs(dir, &fs); err != nil {
		return space{}, fmt.Errorf("cannot tell the free space at %s: %w", dir, err)
	}
	s := space{folder: dir, free: fs.Bavail * uint64(fs.Bsize), files: fs.Files == 0 || fs.Ffree > 0, locked: fs.Flags&readOnly != 0}
	if info, err := os.Stat(dir); err == nil {
		if stat, ok := info.Sys().(*syscall.Stat_t); ok {
			s.device = uint64(stat.Dev) //nolint:unconvert // it is narrower elsewhere
		}
	}
	return s, nil
}

// disks checks each disk that `kontor up` writes to, once.
func disks(c config.Config) []Check {
	need := uint64(leastDisk)
	if !isDir(c.State.Tools) {
		need = firstDisk
	}
	checks := []Check{disk("Disk space", c.State.Dir, need, "put the state elsewhere with state.dir ("+config.EnvName("state.dir")+") and state.tools")}
	seen := map[uint64]bool{deviceOf(c.State.Dir): true}
	for _, other := range []struct{ name, dir, way string }{
		{"Disk space of the tools", c.State.Tools, "put them elsewhere with state.tools (" + config.EnvName("state.tools") + ")"},
		{"Disk space for temporary files", os.TempDir(), "set TMPDIR to a folder elsewhere"},
	} {
		if at, err := spaceAt(other.dir); err == nil && at.locked && other.dir == c.State.Tools {
			continue // they are only read, once they are there
		}
		if device := deviceOf(other.dir); !seen[device] {
			seen[device] = true
			checks = append(checks, disk(other.name, other.dir, need, other.way))
		}
	}
	return checks
}

func deviceOf(dir string) uint64 {
	s, err := spaceAt(dir)
	if err != nil {
		return 0
	}
	return s.device
}

func disk(name, dir string, need uint64, way string) Check {
	check := Check{Name: name}
	s, err := spaceAt(dir)
	if err != nil {
		check.Detail, check.Advice = "unknown", err.Error()
		return check
	}
	check.Detail = fmt.Sprintf("%.1f GB free at %s", float64(s.free)/gigabyte, s.folder)
	switch {
	case s.locked:
		check.Detail = "read-only at " + s.folder
		check.Advice = s.trouble(0) + ", or " + way
	case !s.files:
		check.Detail = "no file can be made at " + s.folder
		check.Advice = fmt.Sprintf("the disk at %s holds as many files as it can: delete some, or %s", s.folder, way)
	case s.free < need:
		check.Advice = fmt.Sprintf("only %.1f GB are free at %s and %d GB are needed: make room, or %s", float64(s.free)/gigabyte, s.folder, need/gigabyte, way)
	default:
		check.OK = true
	}
	return check
}

// DiskFull reports whether something failed for want of room on a disk. Programs that were started say so in words.
func DiskFull(err error) bool {
	return err != nil && (errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) ||
		strings.Contains(strings.ToLower(err.Error()), "no space left on device"))
}

// diskAdvice says where there is no room, and what to do about it.
func diskAdvice(c config.Config) error {
	var errs []error
	for _, check := range disks(c) {
		if !check.OK {
			errs = append(errs, errors.New(check.Advice))
		}
	}
	if len(errs) == 0 { // whoever wrote has cleared up after itself
		errs = append(errs, fmt.Errorf("a disk was full: make room at %s, and start again", c.State.Dir))
	}
	return errors.Join(errs...)
}

// watchDisk tells when less than so much is left for the running shop, and when there is room again, until it is stopped.
func watchDisk(dir string, least uint64, every time.Duration, note func(string, ...any)) (stop func()) {
	done := make(chan struct{})
	var ended sync.WaitGroup
	ended.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		low := false
		for {
			s, err := spaceAt(dir)
			switch trouble := s.trouble(least); {
			case err == nil && trouble != "" && !low:
				note("%s", trouble)
				low = true
			case err == nil && trouble == "" && low:
				note("there is room again at %s", s.folder)
				low = false
			}
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	})
	return func() { close(done); ended.Wait() }
}
