// Package stack is what `kontor up` runs: the shop, everything that it needs, and how they depend on each other.
package stack

import (
	"context"
	"errors"
	"maps"
	"os"
	"sync"
	"syscall"
	"time"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/process"
)

// Options say what to run and how.
type Options struct {
	Config  config.Config
	Dev     bool // rebuild and restart when sources change
	Console *devstack.Console
}

// Stack is a running shop with its servers.
type Stack struct {
	dev     bool
	console *devstack.Console
	state   *devstack.State
	parts   *devstack.Stack
	began   time.Time

	storefront string // the folder of its build

	mu   sync.Mutex
	cfg  config.Config // grows the addresses of what has been started
	shop *process.Process
	stop []func() // ends the watching of sources
}

// list is what runs. A part starts when those it comes after are up; one whose address is configured is left out.
func (s *Stack) list() []devstack.Part {
	c := s.cfg
	migrate := s.command("migrate")
	if c.Database.URL == "" { // nobody else runs on it
		migrate = s.command("migrate", "--contract")
	}
	parts := []devstack.Part{
		{Name: "Programs", Start: s.buildPrograms},
		{Name: "Schema", After: []string{"Programs", "PostgreSQL"}, Start: migrate},
		{Name: "Demo catalogue", After: []string{"Schema"}, Start: s.importDemo},
		{Name: "Demo content", After: []string{"Demo catalogue"}, Start: s.importContent}, // whose categories it leads to
		{Name: "Simulator", Address: "http://" + c.Simulator.Addr, After: []string{"Programs"}, Start: s.startSimulator},
		{
			Name: "Shop", Address: "http://" + c.HTTP.Addr + "/openapi.json", Start: s.startShop,
			After: []string{"Demo catalogue", "Demo content", "Temporal", "Search", "Mail", "Simulator"},
		},
		{Name: "Storefront", Address: "http://" + c.Storefront.Addr, After: []string{"Storefront build"}, Start: s.startStorefront},
		{Name: "Front door", Address: c.HTTP.PublicURL, After: []string{"Shop", "Storefront"}, Start: s.openFrontDoor},
	}
	if !s.dev {
		parts = append(parts, devstack.Part{Name: "Storefront build", Start: s.buildStorefront})
	}
	if c.Database.URL == "" {
		parts = append(parts, devstack.Part{Name: "PostgreSQL", Address: devstack.Loopback(c.Devstack.PostgresPort), Start: s.startPostgres})
	}
	if c.Temporal.Address == "" {
		parts = append(parts,
			devstack.Part{Name: "Temporal build", Start: s.buildTemporal},
			devstack.Part{Name: "Temporal", Address: devstack.Loopback(c.Devstack.TemporalPort), After: []string{"Temporal build", "PostgreSQL"}, Start: s.startTemporal})
	}
	if c.Mail.SMTP == "" {
		parts = append(parts, devstack.Part{Name: "Mail", Address: "http://" + devstack.Loopback(c.Devstack.MailPort), Start: s.startMail})
	}
	if program, err := meilisearch(c); err == nil && program != "" {
		parts = append(parts, devstack.Part{Name: "Search", Address: "http://" + devstack.Loopback(c.Devstack.MeiliPort), Start: s.startMeilisearch})
	}
	return parts
}

// Start checks the machine, takes possession of the state folder and brings everything up. A *devstack.RunningError
// says that a stack is running there already. On any other error nothing is left running.
func Start(ctx context.Context, o Options) (*Stack, error) {
	if err := checkMachine(ctx, o.Config); err != nil {
		if info, running := devstack.Running(o.Config.State.Dir); running {
			return nil, &devstack.RunningError{Info: info} // it is what holds the ports
		}
		return nil, err
	}
	syscall.Umask(0o022) // PostgreSQL's user must be able to read the programs that are installed now
	state, err := devstack.Own(o.Config.State.Dir)
	if err != nil {
		return nil, err
	}
	s := &Stack{cfg: o.Config, dev: o.Dev, console: o.Console, state: state, parts: devstack.NewStack(o.Console), began: time.Now()}
	if err := s.up(ctx, s.list()); err != nil {
		return nil, errors.Join(err, state.Release())
	}
	err = state.Publish(s.Info())
	s.stop = append(s.stop, watchDisk(state.Dir, lowDisk, lookAtDisk, o.Console.Note))
	if err == nil && o.Dev {
		err = s.watch()
	}
	if err != nil {
		return nil, errors.Join(err, s.Stop(context.WithoutCancel(ctx)))
	}
	return s, nil
}

func (s *Stack) up(ctx context.Context, parts []devstack.Part) error {
	err := s.keepKey()
	if err == nil {
		err = s.parts.Up(ctx, parts)
	}
	if DiskFull(err) { // it fills while something is started: the error is of whoever happened to write
		err = errors.Join(diskAdvice(s.cfg), err)
	}
	return err
}

// Info describes the running stack.
func (s *Stack) Info() devstack.Info {
	return devstack.Info{PID: os.Getpid(), Started: s.began, Parts: s.parts.Parts(), Env: config.Environment(s.config())}
}

// Stop ends everything in order and gives the state folder up.
func (s *Stack) Stop(ctx context.Context) error {
	for _, stop := range s.stop {
		stop()
	}
	return errors.Join(s.parts.Down(ctx), s.state.Release())
}

func (s *Stack) config() config.Config {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cfg
}

// learn adds what a started part brings to the settings that later ones get.
func (s *Stack) learn(change func(*config.Config)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.cfg)
}

// environment is what the shop's processes get, "KEY=value".
func (s *Stack) environment(more map[string]string) []string {
	env := config.Environment(s.config())
	maps.Copy(env, more)
	list := make([]string, 0, len(env))
	for name, value := range env {
		list = append(list, name+"="+value)
	}
	return list
}
