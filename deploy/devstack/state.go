// Package devstack starts, supervises and stops everything that Kontor needs on one machine, without containers.
//
// A Stack is a set of parts with dependencies: parts that do not depend on each other start at the same time, and
// stopping goes the other way round. The folders below it hold the parts that bring a server of their own: process
// (supervised children), pgserver (PostgreSQL), temporal (Temporal), mailbox (captured mail). All state is under one
// folder, usually .kontor, and one stack at a time owns it.
package devstack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// Info describes a running stack to other processes.
type Info struct {
	PID     int               `json:"pid"`
	Started time.Time         `json:"started"`
	Parts   []PartInfo        `json:"parts"`
	Env     map[string]string `json:"env"` // settings that reach this stack's servers, KONTOR_... → value
}

// PartInfo describes one running part.
type PartInfo struct {
	Name    string        `json:"name"`
	Address string        `json:"address,omitempty"`
	Took    time.Duration `json:"took_ns"`
}

// LockFile is the file in a state folder whose lock says who owns the folder.
const LockFile = "lock"

// State is a state folder that this process owns.
type State struct {
	Dir  string
	lock *os.File
}

// RunningError says that another stack owns the state folder.
type RunningError struct{ Info Info }

// Error is one sentence for logs.
func (e *RunningError) Error() string {
	return fmt.Sprintf("a stack is already running (process %d, since %s)", e.Info.PID, e.Info.Started.Format(time.TimeOnly))
}

// Own creates the state folder if need be, takes possession of it and tells other processes. When another live process
// has it, the error is a *RunningError. A process that dies loses possession by itself.
func Own(dir string) (*State, error) {
	s, err := Hold(dir)
	if err != nil {
		return nil, err
	}
	if err := s.Publish(Info{PID: os.Getpid(), Started: time.Now()}); err != nil {
		return nil, errors.Join(err, s.Release())
	}
	return s, nil
}

// Hold is Own without telling anybody, for what only clears up: it writes nothing, which a full disk would refuse.
func Hold(dir string) (*State, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, LockFile), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("lock %s: %w", dir, err)
		}
		info, _ := readInfo(dir) // still starting: not there yet
		return nil, &RunningError{Info: info}
	}
	return &State{Dir: dir, lock: lock}, nil
}

// Publish tells other processes about the stack.
func (s *State) Publish(info Info) error {
	body, err := json.MarshalIndent(info, "", "  ")
	if err != nil {
		return err
	}
	path := infoFile(s.Dir)
	if err := os.WriteFile(path+".new", body, 0o600); err != nil { // the addresses hold passwords
		return errors.Join(err, os.Remove(path+".new"))
	}
	return os.Rename(path+".new", path)
}

// Release gives the folder up.
func (s *State) Release() error {
	err := os.Remove(infoFile(s.Dir))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, s.lock.Close())
}

// Running describes the live stack that owns dir; false when there is none.
func Running(dir string) (Info, bool) {
	if !owned(dir) {
		return Info{}, false
	}
	info, err := readInfo(dir)
	return info, err == nil
}

// Foreign is an error when a stack of another user owns dir, of which this one may not read where its servers are: Running does not
// see it then.
func Foreign(dir string) error {
	if !owned(dir) {
		return nil
	}
	_, err := readInfo(dir)
	if !errors.Is(err, fs.ErrPermission) {
		return nil
	}
	who := "another user"
	if info, err := os.Stat(infoFile(dir)); err == nil {
		if stat, ok := info.Sys().(*syscall.Stat_t); ok {
			who = "the user " + nameOf(stat.Uid)
		}
	}
	return fmt.Errorf("the shop in %s is run by %s: give the command as that user, or as root", dir, who)
}

func nameOf(uid uint32) string {
	id := strconv.FormatUint(uint64(uid), 10)
	if u, err := user.LookupId(id); err == nil {
		return u.Username
	}
	return id
}

// StopRunning asks the stack that owns dir to stop and waits until it has. False: there was none, or it is not this user's to stop.
func StopRunning(ctx context.Context, dir string) (bool, error) {
	info, ok := Running(dir)
	if !ok {
		return false, Foreign(dir)
	}
	if err := syscall.Kill(info.PID, syscall.SIGTERM); err != nil && !errors.Is(err, syscall.ESRCH) {
		return true, fmt.Errorf("stop process %d: %w", info.PID, err)
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for owned(dir) {
		select {
		case <-ctx.Done():
			return true, fmt.Errorf("process %d is still stopping: %w", info.PID, ctx.Err())
		case <-tick.C:
		}
	}
	return true, nil
}

func owned(dir string) bool {
	f, err := os.Open(filepath.Join(dir, LockFile))
	if err != nil {
		return false
	}
	defer f.Close()
	return errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}

func infoFile(dir string) string { return filepath.Join(dir, "stack.json") }

func readInfo(dir string) (Info, error) {
	var info Info
	body, err := os.ReadFile(infoFile(dir))
	if err != nil {
		return info, err
	}
	return info, json.Unmarshal(body, &info)
}
