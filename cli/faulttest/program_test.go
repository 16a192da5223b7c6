package faulttest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/deploy/devstack/process"
)

// program is a process of the shop that is killed and started again. Each run has a log of its own.
type program struct {
	t       testing.TB
	name    string
	command []string
	env     []string
	ready   func(context.Context) error // nil: it is once it has logged "working"
	logs    string
	runs    int
	process *process.Process

	reading sync.Mutex
	lines   []line // of the current run, as far as they were read
	read    int64
	of      int // the run that they are of
}

// start runs it and waits until it is ready.
func (p *program) start() {
	p.t.Helper()
	p.runs++
	ready := p.ready
	if ready == nil {
		ready = func(context.Context) error { return p.said("working") }
	}
	var err error
	p.process, err = process.Start(p.t.Context(), process.Spec{
		Name: fmt.Sprintf("%s-%d", p.name, p.runs), Command: p.command, Dir: root, Env: p.env, LogDir: p.logs,
		Ready: ready, ReadyWithin: patience,
		StopSignal: syscall.SIGKILL, // no goodbyes: every stop of these tests is a death
	})
	require.NoError(p.t, err)
}

// kill ends it with SIGKILL and returns when it is gone.
func (p *program) kill() {
	p.t.Helper()
	require.Zero(p.t, p.process.Restarts(), "%s died by itself", p.name)
	require.NoError(p.t, p.process.Stop(context.Background()))
}

// freeze stops it in its tracks, with its connections open, until it is killed.
func (p *program) freeze() {
	p.t.Helper()
	require.NoError(p.t, syscall.Kill(p.process.PID(), syscall.SIGSTOP))
}

// line is a line of the log, as far as the tests read it.
type line struct {
	Time   time.Time `json:"time"`
	Msg    string    `json:"msg"`
	Plugin string    `json:"plugin"`
	PID    int       `json:"pid"`
}

// log gives the lines of the current run. It reads only what is new: tests ask many times a second.
func (p *program) log() []line {
	p.reading.Lock()
	defer p.reading.Unlock()
	if p.of != p.runs {
		p.lines, p.read, p.of = nil, 0, p.runs
	}
	file, err := os.Open(fmt.Sprintf("%s/%s-%d.log", p.logs, p.name, p.runs))
	if err != nil {
		return nil
	}
	defer file.Close()
	if _, err := file.Seek(p.read, io.SeekStart); err != nil {
		return nil
	}
	for reader := bufio.NewReader(file); ; {
		text, err := reader.ReadBytes('\n')
		if err != nil {
			return slices.Clone(p.lines) // a line that is still being written is read next time
		}
		p.read += int64(len(text))
		var l line
		if json.Unmarshal(text, &l) == nil {
			p.lines = append(p.lines, l)
		}
	}
}

func (p *program) said(msg string) error {
	for _, l := range p.log() {
		if l.Msg == msg {
			return nil
		}
	}
	return errors.New("has not said " + msg)
}

// plugins gives the processes that were started for a plugin, the current one last.
func (p *program) plugins(name string) []int {
	var pids []int
	for _, l := range p.log() {
		if l.Msg == "plugin runs" && (name == "" || l.Plugin == name) {
			pids = append(pids, l.PID)
		}
	}
	return pids
}

// began gives when the running process of a plugin was started.
func (p *program) began(name string) (at time.Time) {
	for _, l := range p.log() {
		if l.Msg == "plugin runs" && l.Plugin == name {
			at = l.Time
		}
	}
	return at
}

// killPlugin kills a plugin's process and waits until its host has started another.
func (p *program) killPlugin(name string) {
	p.t.Helper()
	before := p.plugins(name)
	require.NotEmpty(p.t, before, "%s runs no plugin %s", p.name, name)
	require.NoError(p.t, syscall.Kill(before[len(before)-1], syscall.SIGKILL))
	eventually(p.t, "the plugin is started again", func() bool { return len(p.plugins(name)) > len(before) })
}

// freezePlugin stops a plugin's process in its tracks, with its connection open. It does not end with its host, but with the test.
func (p *program) freezePlugin(name string) {
	p.t.Helper()
	pids := p.plugins(name)
	require.NotEmpty(p.t, pids, "%s runs no plugin %s", p.name, name)
	pid := pids[len(pids)-1]
	require.NoError(p.t, syscall.Kill(pid, syscall.SIGSTOP))
	p.t.Cleanup(func() { _ = syscall.Kill(pid, syscall.SIGKILL) })
}

// leavesNothing waits until no plugin of the killed program is left.
func (p *program) leavesNothing() {
	for _, pid := range p.plugins("") {
		eventually(p.t, "plugins end with their host", func() bool { return !alive(pid) })
	}
}

// alive reports whether a process runs; one that only waits to be noticed by its parent does not.
func alive(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return !errors.Is(err, os.ErrNotExist)
	}
	_, state, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(state, "Z")
}

// patience bounds every wait. It is for a machine under load: what is waited for comes much sooner.
const patience = 2 * time.Minute

// retryAfter is when a crowded shop wants to be asked again, as its Retry-After says.
const retryAfter = time.Second

func eventually(t testing.TB, what string, is func() bool) {
	t.Helper()
	deadline := time.Now().Add(patience)
	for !is() {
		if time.Now().After(deadline) {
			require.FailNow(t, "waited in vain", what)
		}
		time.Sleep(50 * time.Millisecond)
	}
}
