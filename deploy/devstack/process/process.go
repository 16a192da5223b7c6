// Package process runs and supervises child processes of the development stack.
//
//	Start ──▶ starting ──ready──▶ running ──dies──▶ backing off ──▶ starting …
//	              └─dies─▶ error        └──Stop──▶ stopped
//
// A child has its own process group, writes to its own log file, and is told to end when this process dies, however
// that happens.
package process

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"
)

// Spec describes a child process.
type Spec struct {
	Name        string                           // names the log file too
	Command     []string                         // program and arguments
	Dir         string                           // working directory
	Env         []string                         // added to this process's environment, "KEY=value"
	Credential  *syscall.Credential              // the user to run as; nil: this one
	LogDir      string                           // <LogDir>/<Name>.log is appended to
	LogSize     int64                            // what is beyond becomes <Name>.log.1, in place of the one before; 0: 32 MB
	Ready       func(ctx context.Context) error  // nil error: it is ready; called again and again until then
	ReadyWithin time.Duration                    // 0: a minute
	StopSignal  syscall.Signal                   // asks it to end, also when this process dies; 0: SIGTERM
	StopWithin  time.Duration                    // then its group is killed; 0: 15 s
	Note        func(format string, args ...any) // told of crashes and restarts; nil: nobody
}

// Process is a supervised child.
type Process struct {
	spec     Spec
	log      *os.File
	stopping chan struct{}
	stopOnce sync.Once
	ended    chan struct{} // closed when the supervisor has returned

	mu       sync.Mutex
	pid      int // 0 while not running
	restarts int
	asked    bool // to restart
	ready    bool
	first    error // why the first run ended, if it did before it was ready
}

// Start runs the command and waits until it is ready. When it dies before that, or is not ready in time, it is stopped
// and the error carries the end of its log. Afterwards it is restarted whenever it dies, with growing pauses, until Stop.
func Start(ctx context.Context, spec Spec) (*Process, error) {
	spec = withDefaults(spec)
	log, err := openLog(spec.LogDir, spec.Name)
	if err != nil {
		return nil, err
	}
	p := &Process{spec: spec, log: log, stopping: make(chan struct{}), ended: make(chan struct{})}
	go p.supervise()
	go p.boundLog()
	if err := p.awaitReady(ctx); err != nil {
		stopErr := p.Stop(context.WithoutCancel(ctx))
		return nil, errors.Join(fmt.Errorf("%s %w\n%s", spec.Name, err, tail(log.Name())), stopErr)
	}
	return p, nil
}

func withDefaults(s Spec) Spec {
	if s.Ready == nil {
		s.Ready = func(context.Context) error { return nil }
	}
	if s.ReadyWithin == 0 {
		s.ReadyWithin = time.Minute
	}
	if s.LogSize == 0 {
		s.LogSize = logSize
	}
	if s.StopSignal == 0 {
		s.StopSignal = syscall.SIGTERM
	}
	if s.StopWithin == 0 {
		s.StopWithin = 15 * time.Second
	}
	if s.Note == nil {
		s.Note = func(string, ...any) {}
	}
	return s
}

func (p *Process) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, p.spec.ReadyWithin)
	defer cancel()
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	last := errors.New("no answer yet")
	for {
		if p.PID() != 0 {
			try, done := context.WithTimeout(ctx, 2*time.Second)
			err := p.spec.Ready(try)
			done()
			if err == nil && p.markReady() {
				return nil
			}
			last = err
		}
		select {
		case <-p.ended:
			return fmt.Errorf("ended before it was ready: %w", p.first)
		case <-ctx.Done():
			return fmt.Errorf("was not ready within %s: %w", p.spec.ReadyWithin, last)
		case <-tick.C:
		}
	}
}

// markReady reports whether the child may count as ready: not if it died at that very moment.
func (p *Process) markReady() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ready = p.first == nil
	return p.ready
}

// failedFirst notes why the child died if it has never been ready.
func (p *Process) failedFirst(err error) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ready {
		p.first = err
	}
	return !p.ready
}

// wasAsked reports, once, whether the child ended because of Restart.
func (p *Process) wasAsked() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	asked := p.asked
	p.asked = false
	return asked
}

// PID is the child's process id, 0 while it is not running.
func (p *Process) PID() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pid
}

// Restarts counts how often the child was started again after it died.
func (p *Process) Restarts() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.restarts
}

// Restart ends the child and starts it again at once, for a new build. It does not wait for readiness.
func (p *Process) Restart() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pid != 0 { // else it is about to be started anyway
		p.asked = true
		_ = syscall.Kill(p.pid, p.spec.StopSignal)
	}
}

// Stop asks the child to end, kills its group when it does not end in time, and returns when it is gone. Stopping again
// does nothing.
func (p *Process) Stop(ctx context.Context) error {
	p.stopOnce.Do(func() { close(p.stopping) })
	if pid := p.PID(); pid != 0 {
		_ = syscall.Kill(pid, p.spec.StopSignal)
	}
	select {
	case <-p.ended:
		return nil
	case <-ctx.Done():
	case <-time.After(p.spec.StopWithin):
	}
	pid := p.PID()
	if pid == 0 {
		<-p.ended
		return nil
	}
	p.spec.Note("%s did not end within %s and was killed", p.spec.Name, p.spec.StopWithin)
	_ = syscall.Kill(-pid, syscall.SIGKILL)
	<-p.ended
	return nil
}
