package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

const (
	firstPause = 200 * time.Millisecond
	longPause  = 10 * time.Second
	steady     = 30 * time.Second // a run this long ends the series of growing pauses
)

func (p *Process) supervise() {
	defer close(p.ended)
	defer p.log.Close()
	// The kernel sends the parent's death signal when the thread that forked ends, so this thread must last.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	pause := firstPause
	for {
		began := time.Now()
		err := p.runOnce()
		if p.isStopping() {
			return
		}
		if p.failedFirst(err) {
			return
		}
		if p.wasAsked() {
			pause = firstPause
			continue
		}
		if time.Since(began) > steady {
			pause = firstPause
		}
		p.spec.Note("%s ended (%v); starting again in %s, log: %s", p.spec.Name, err, pause, p.log.Name())
		select {
		case <-p.stopping:
			return
		case <-time.After(pause):
		}
		pause = min(pause*2, longPause)
		p.mu.Lock()
		p.restarts++
		p.mu.Unlock()
	}
}

func (p *Process) runOnce() error {
	cmd := exec.Command(p.spec.Command[0], p.spec.Command[1:]...)
	cmd.Dir = p.spec.Dir
	cmd.Env = append(os.Environ(), p.spec.Env...)
	cmd.Stdout, cmd.Stderr = p.log, p.log
	cmd.SysProcAttr = attributes(p.spec)
	_, _ = fmt.Fprintf(p.log, "--- %s %s\n", time.Now().Format(time.RFC3339), strings.Join(p.spec.Command, " "))
	if err := cmd.Start(); err != nil {
		return err
	}
	p.setPID(cmd.Process.Pid)
	if p.isStopping() { // Stop came between Start and setPID and saw no process
		_ = cmd.Process.Signal(p.spec.StopSignal)
	}
	err := cmd.Wait()
	p.setPID(0)
	// What the child started and left behind goes with it.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	if err == nil {
		return errors.New("exit status 0")
	}
	return err
}

func (p *Process) setPID(pid int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pid = pid
}

func (p *Process) isStopping() bool {
	select {
	case <-p.stopping:
		return true
	default:
		return false
	}
}

// tail gives the last lines of a log file, each from its beginning, for an error message.
func tail(path string) string {
	const keep = 32 << 10 // Temporal's last line alone may have a stack of several kB behind its reason
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	info, err := f.Stat()
	cut := err == nil && info.Size() > keep
	if cut {
		_, _ = f.Seek(-keep, io.SeekEnd)
	}
	body, _ := io.ReadAll(f)
	lines := strings.Split(strings.TrimRight(string(body), "\n"), "\n")
	if cut && len(lines) > 1 {
		lines = lines[1:] // which begins somewhere
	}
	lines = lines[max(0, len(lines)-12):]
	for i, line := range lines {
		lines[i] = line[:min(len(line), 400)]
	}
	return strings.Join(lines, "\n") + "\n(whole log: " + path + ")"
}
