package chaos

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"go.temporal.io/sdk/client"

	"kontor.dev/kontor/deploy/devstack/process"
)

// Victims, as the report names them.
const (
	killAPI       = "API"
	killWorker    = "worker"
	killPlugin    = "plugin"
	killTemporal  = "Temporal"
	killPostgres  = "PostgreSQL"
	killProviders = "providers"
	killLine      = "line to providers"
)

// round is what dies, over and over, each time in an order of its own.
var round = []string{killAPI, killWorker, killPlugin, killPlugin, killProviders, killLine, killPostgres, killTemporal}

// perDeath is how many orders are made between two deaths, and recovery how long they are waited for: a shop that never comes
// up proves nothing, and one that does not sell has to be killed all the same.
const (
	perDeath = 3
	recovery = 15 * time.Second
)

// kill lets parts die at random moments until everybody has bought, each at least once.
func (s *shop) kill(ctx context.Context, bought <-chan struct{}, random *rand.Rand, kills map[string]int) {
	for n := 0; ; n++ {
		victims := slices.Clone(round)
		random.Shuffle(len(victims), func(i, j int) { victims[i], victims[j] = victims[j], victims[i] })
		for _, victim := range victims {
			moment := time.Duration(200+random.IntN(2300)) * time.Millisecond
			if again(ctx, s.answers) != nil {
				return
			}
			s.sells(ctx, bought)
			if over(bought) && n > 0 {
				return
			}
			time.Sleep(moment)
			if s.die(victim, random) {
				kills[victim]++
				s.say("killed %s", victim)
			}
		}
	}
}

// sells waits until some have bought, nobody is left, or patience ends.
func (s *shop) sells(ctx context.Context, bought <-chan struct{}) {
	sold, patient := s.sold.Load(), time.Now().Add(recovery)
	_ = again(ctx, func(context.Context) error {
		if s.sold.Load() < sold+perDeath && time.Now().Before(patient) && !over(bought) {
			return errQuiet
		}
		return nil
	})
}

func over(bought <-chan struct{}) bool {
	select {
	case <-bought:
		return true
	default:
		return false
	}
}

var errQuiet = errors.New("nobody has bought yet")

// answers reports whether a customer could buy.
func (s *shop) answers(ctx context.Context) error {
	if err := process.AnswersHTTP(s.base + "/readyz")(ctx); err != nil {
		return err
	}
	if s.worker.PID() == 0 {
		return errors.New("no worker runs")
	}
	if err := s.pool.Ping(ctx); err != nil {
		return err
	}
	_, err := s.workflows.CheckHealth(ctx, &client.CheckHealthRequest{})
	return err
}

// die kills a part and reports whether there was something to kill.
func (s *shop) die(victim string, random *rand.Rand) bool {
	switch victim {
	case killAPI:
		s.api.Restart()
		return true
	case killWorker:
		s.worker.Restart()
		return true
	case killTemporal:
		return shoot(s.temporal.PID())
	case killPostgres:
		return shoot(s.postgres.PID())
	case killProviders:
		s.simulator.Restart()
		return true
	case killLine:
		s.gate.cut(time.Duration(200+random.IntN(1500)) * time.Millisecond)
		return true
	case killPlugin:
		host := []int{s.api.PID(), s.worker.PID()}[random.IntN(2)]
		children := childrenOf(host)
		return len(children) > 0 && shoot(children[random.IntN(len(children))])
	}
	panic(fmt.Sprintf("nobody knows how to kill %s", victim))
}

func shoot(pid int) bool { return pid > 0 && syscall.Kill(pid, syscall.SIGKILL) == nil }

// childrenOf gives the processes that a process has started.
func childrenOf(parent int) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(stat), ") ") // the name before may have blanks
		fields := strings.Fields(rest)
		if len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}
