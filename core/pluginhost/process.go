package pluginhost

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// process runs one plugin program for go-plugin, in place of go-plugin's own runner, because a plugin is not trusted:
//   - its log lines are read by us; go-plugin's parser panics, in the host, on a line whose "@message" is not a text;
//   - what it prints after its greeting goes to the log; go-plugin stops reading at a long line, and then the program hangs;
//   - it has no standard input, or it could read the operator's terminal;
//   - it leads a process group, so that killing it kills what it started;
//   - a leak of it is its own end and not the shop's;
//   - its end is noticed even if a child of it keeps the pipes open.
type process struct {
	cmd    *exec.Cmd
	stdout *os.File
	stderr *os.File
	pipes  []*os.File // our ends for the child, closed once it runs
	lines  func(io.Reader)
	words  tail           // of the standard error
	greets *io.PipeReader // the first line of the standard output
	done   chan struct{}
	err    error // of the program; set when done is closed

	launch context.Context // when it ends before ready is called, the process is killed
	ready  func() bool
}

// startTries bounds how often a start is repeated while the program's file is still open for writing somewhere.
const startTries = 10

// oneThread lets the Go of a plugin run on one processor at a time, unless the entry's env names the variable. A plugin's calls are
// short, and with more of them most of its processor time goes into waking threads that find nothing to do.
const oneThread = "GOMAXPROCS=1"

// newProcess takes the environment that go-plugin prepared in spec. lines gets the standard error.
func newProcess(launch context.Context, spec *exec.Cmd, path string, args, env []string, lines func(io.Reader)) (*process, error) {
	p := &process{launch: launch, lines: lines, done: make(chan struct{})}
	stdout, childOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	stderr, childErr, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, stdout.Close(), childOut.Close())
	}
	p.stdout, p.stderr, p.pipes = stdout, stderr, []*os.File{childOut, childErr}
	p.cmd = exec.Command(path, args...)
	p.cmd.Env = append(append(append(p.cmd.Env, oneThread), env...), spec.Env...)
	p.cmd.Stdout, p.cmd.Stderr = childOut, childErr
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return p, nil
}

// Start implements runner.Runner.
func (p *process) Start(context.Context) error {
	err := p.cmd.Start()
	for try := 1; errors.Is(err, syscall.ETXTBSY) && try < startTries; try++ {
		// Another goroutine forked while the copy of the program was being written; its child closes the file at exec.
		time.Sleep(time.Duration(try) * time.Millisecond)
		again := exec.Command(p.cmd.Path, p.cmd.Args[1:]...)
		again.Env, again.Stdout, again.Stderr, again.SysProcAttr = p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr, p.cmd.SysProcAttr
		p.cmd = again
		err = p.cmd.Start()
	}
	for _, f := range p.pipes {
		_ = f.Close()
	}
	if err != nil {
		_ = p.stdout.Close()
		_ = p.stderr.Close()
		close(p.done)
		p.err = err
		return err
	}
	endsFirst(p.pid())
	greets, greeting := io.Pipe()
	p.greets = greets
	var reading sync.WaitGroup
	reading.Go(func() { p.lines(io.TeeReader(p.stderr, &p.words)) })
	reading.Go(func() { p.printed(greeting) })
	read := make(chan struct{})
	go func() { reading.Wait(); close(read) }()
	go p.reap(read)
	// go-plugin waits for a program that is slow to greet, or hangs while it does; killing it ends the wait.
	p.ready = context.AfterFunc(p.launch, func() { _ = p.Kill(context.Background()) })
	return nil
}

// endsFirst has the kernel, where memory runs out, end a plugin before the shop, unless the shop itself has taken most of it. Where it
// cannot be told so, it decides as it does for all.
func endsFirst(pid int) {
	_ = os.WriteFile("/proc/"+strconv.Itoa(pid)+"/oom_score_adj", []byte("500"), 0)
}

// pipeGrace is how long the last lines of a program that ended may take to be read.
const pipeGrace = 200 * time.Millisecond

func (p *process) reap(read <-chan struct{}) {
	p.err = p.cmd.Wait()
	select {
	case <-read:
	case <-time.After(pipeGrace):
	}
	_ = p.stderr.Close()
	close(p.done)
	_ = p.stdout.Close()
	_ = p.greets.Close()
}

// printed gives the first line of the standard output to go-plugin, and the others to the log.
func (p *process) printed(greeting *io.PipeWriter) {
	out := bufio.NewReaderSize(p.stdout, maxLogLine)
	line, _ := out.ReadSlice('\n') // one that is too long is no greeting
	_, _ = greeting.Write(line)
	_ = greeting.Close()
	p.lines(out)
}

// Wait implements runner.Runner.
func (p *process) Wait(context.Context) error {
	<-p.done
	return p.err
}

// Kill implements runner.Runner. It kills the whole process group and may be called at any time.
func (p *process) Kill(context.Context) error {
	if p.cmd.Process == nil {
		return nil
	}
	err := syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return nil
	}
	return err
}

// Stdout implements runner.Runner; go-plugin reads the handshake from it.
func (p *process) Stdout() io.ReadCloser { return p.greets }

// Stderr implements runner.Runner with an empty stream; the lines go to the host's log.
func (p *process) Stderr() io.ReadCloser { return io.NopCloser(eof{}) }

// Name implements runner.Runner.
func (p *process) Name() string { return p.cmd.Path }

// ID implements runner.Runner.
func (p *process) ID() string { return strconv.Itoa(p.pid()) }

// Diagnose implements runner.Runner.
func (p *process) Diagnose(context.Context) string { return "" }

// PluginToHost implements runner.Runner.
func (p *process) PluginToHost(network, address string) (string, string, error) {
	return network, address, nil
}

// HostToPlugin implements runner.Runner.
func (p *process) HostToPlugin(network, address string) (string, string, error) {
	return network, address, nil
}

func (p *process) pid() int {
	if p.cmd.Process == nil {
		return 0
	}
	return p.cmd.Process.Pid
}

type eof struct{}

func (eof) Read([]byte) (int, error) { return 0, io.EOF }
