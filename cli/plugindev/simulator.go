package plugindev

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"kontor.dev/kontor/plugins/sdk/sdktest"
)

// simulatorStart is how long a simulator may take until it listens; `go run` compiles it first.
const simulatorStart = 3 * time.Minute

// open starts the simulator and what stands around it. It gives a nil world for a plugin without a provider.
func (p Profile) open(ctx context.Context) (world *sdktest.World, words *strings.Replacer, closing func(), err error) {
	if p.Simulator == nil {
		return nil, strings.NewReplacer(), func() {}, nil
	}
	address := strings.TrimRight(p.Simulator.URL, "/")
	if address == "" {
		free, err := freeAddress()
		if err != nil {
			return nil, nil, nil, err
		}
		address = "http://" + free
	}
	dir, err := os.MkdirTemp("", "kontor-verify-")
	if err != nil {
		return nil, nil, nil, err
	}
	if world, err = sdktest.OpenWorld(address); err != nil {
		return nil, nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	closing = func() { world.Close(); _ = os.RemoveAll(dir) }
	world.Counter, world.Wait = p.Simulator.Counter, p.Wait
	if p.Simulator.Control != "" {
		world.Control = address + "/" + strings.Trim(p.Simulator.Control, "/")
	}
	words = strings.NewReplacer(
		"${simulator}", world.Proxy.URL, "${listen}", strings.TrimPrefix(address, "http://"), "${webhook}", world.Inbox.URL, "${dir}", dir,
	)
	if len(p.Simulator.Command) == 0 {
		return world, words, closing, nil
	}
	stop, err := p.startSimulator(ctx, strings.TrimPrefix(address, "http://"), words)
	if err != nil {
		closing()
		return nil, nil, nil, err
	}
	return world, words, func() { world.Close(); stop(); _ = os.RemoveAll(dir) }, nil
}

// startSimulator runs the simulator's command and waits until it answers.
func (p Profile) startSimulator(ctx context.Context, listen string, words *strings.Replacer) (stop func(), err error) {
	args := make([]string, len(p.Simulator.Command))
	for i, a := range p.Simulator.Command {
		args[i] = words.Replace(a)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = p.dir
	said := &words10k{}
	cmd.Stdout, cmd.Stderr = said, said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // `go run` has the simulator as a child
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("the simulator does not start: %w", err)
	}
	var exit error
	ended := make(chan struct{})
	go func() { exit = cmd.Wait(); close(ended) }()
	stop = func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // it may have ended by itself
		<-ended
	}
	ctx, cancel := context.WithTimeout(ctx, simulatorStart)
	defer cancel()
	for {
		if answers(ctx, "http://"+listen) {
			return stop, nil
		}
		select {
		case <-ended:
			return nil, fmt.Errorf("the simulator ended before it listened: %w\n%s", cmp.Or(exit, errors.New("code 0")), said)
		case <-ctx.Done():
			stop()
			return nil, fmt.Errorf("the simulator does not listen on %s: %w\n%s", listen, ctx.Err(), said)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// answers reports whether the address answers by HTTP, with whatever it may be.
func answers(ctx context.Context, address string) bool {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return false
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	_ = answer.Body.Close()
	return true
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// words10k keeps the first 10,000 bytes that are written to it.
type words10k struct {
	mu sync.Mutex
	b  []byte
}

// Write never fails.
func (w *words10k) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.b = append(w.b, b[:min(len(b), 10_000-len(w.b))]...)
	return len(b), nil
}

func (w *words10k) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return string(w.b)
}
