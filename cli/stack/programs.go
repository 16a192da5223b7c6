package stack

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/process"
)

// pluginKinds are the folders of plugins/ whose programs the shop starts. A provider's program is built to
// <plugins.dir>/<kind>/<provider>.
var pluginKinds = []string{"payment", "shipping", "tracking"}

// demoFiles is the catalogue that a new shop starts with.
const demoFiles = "configs/demo/*.jsonl.gz"

// demoFolder is the folder of its pages, slides and ads.
const demoFolder = "configs/demo/content"

// providersFile has what the simulated providers know of the orders in the database.
const providersFile = "providers.jsonl"

// envProviders tells the plugins' settings (configs/plugins.yaml) where the simulated providers are.
const envProviders = "KONTOR_SIMULATOR_URL"

func (s *Stack) program(name string) string { return filepath.Join(s.state.Dir, "bin", name) }

// buildPrograms compiles kontor, the simulator and the plugins. The compiler skips what has not changed.
func (s *Stack) buildPrograms(ctx context.Context, say devstack.Say) (devstack.Stop, error) {
	say("go build")
	c := s.config()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		return goBuild(ctx, c.Root, s.program(""), "./cli/kontor", "./plugins/simulator")
	})
	for _, kind := range pluginKinds {
		mains, err := filepath.Glob(filepath.Join(c.Root, "plugins", kind, "*", "main.go"))
		if err != nil {
			return nil, err
		}
		var packages []string
		for _, main := range mains {
			packages = append(packages, "./plugins/"+kind+"/"+filepath.Base(filepath.Dir(main)))
		}
		if len(packages) > 0 {
			group.Go(func() error { return goBuild(ctx, c.Root, filepath.Join(c.Plugins.Dir, kind), packages...) })
		}
	}
	return nil, group.Wait()
}

func goBuild(ctx context.Context, root, into string, packages ...string) error {
	if err := os.MkdirAll(into, 0o755); err != nil {
		return err
	}
	args := append([]string{"build", "-o", into + string(filepath.Separator)}, packages...)
	return run(ctx, root, nil, "go", args...)
}

// run runs a command to its end; when it fails, the error carries what it wrote. Who stops waiting for it ends all that it has
// started: npm's build is a grandchild, which outlives npm and holds on to what npm writes to.
func run(ctx context.Context, dir string, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	cmd.WaitDelay = stopping
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what did not listen; all have ended, most times
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, beginning(out))
	}
	return nil
}

// stopping is how long a command that was told to end, and what it started, may take to do so.
const stopping = 5 * time.Second

// beginning keeps an error message readable: compilers and npm say first what is wrong.
func beginning(out []byte) string {
	const keep = 20
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) > keep {
		lines = append(lines[:keep], fmt.Sprintf("(and %d more lines)", len(lines)-keep))
	}
	return strings.Join(lines, "\n")
}

// command is a task that runs a command of kontor.
func (s *Stack) command(args ...string) func(context.Context, devstack.Say) (devstack.Stop, error) {
	return func(ctx context.Context, _ devstack.Say) (devstack.Stop, error) {
		return nil, run(ctx, s.config().Root, s.environment(nil), s.program("kontor"), args...)
	}
}

// demo is what a new shop begins with: files, and the stamp that remembers which of them it has.
type demo struct {
	files []string
	stamp stamp
}

func demoCatalogue(c config.Config) demo {
	files, _ := filepath.Glob(filepath.Join(c.Root, demoFiles)) // the pattern is a good one
	return demo{files, stamp(filepath.Join(c.State.Dir, "demo-catalogue"))}
}

func demoContent(c config.Config) demo {
	var files []string
	_ = filepath.WalkDir(filepath.Join(c.Root, demoFolder), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, path)
		}
		return nil // what cannot be read, the import names
	})
	return demo{files, stamp(filepath.Join(c.State.Dir, "demo-content"))}
}

// once does what brings the files into the shop, once per version of them.
func (d demo) once(bring func() error) error {
	sum, err := hashFiles("", d.files...)
	if err != nil || d.stamp.is(sum) || d.stamp.is(ownGoods) {
		return err
	}
	if err := bring(); err != nil {
		return err
	}
	return d.stamp.set(sum)
}

// ownGoods is the stamp of a shop that has goods and pages of its own: the demo's never come over them, in no version.
const ownGoods = "own"

func (s *Stack) importDemo(ctx context.Context, say devstack.Say) (devstack.Stop, error) {
	d := demoCatalogue(s.config())
	if len(d.files) == 0 {
		return nil, fmt.Errorf("no demo catalogue at %s", demoFiles)
	}
	return nil, d.once(func() error {
		say("importing the demo catalogue (once)")
		_, err := s.command(append([]string{"catalog", "import", "--output", "json"}, d.files...)...)(ctx, say)
		return err
	})
}

func (s *Stack) importContent(ctx context.Context, say devstack.Say) (devstack.Stop, error) {
	return nil, demoContent(s.config()).once(func() error {
		_, err := s.command("content", "import", "--output", "json", filepath.Join(s.config().Root, demoFolder))(ctx, say)
		return err
	})
}

func (s *Stack) startSimulator(ctx context.Context, _ devstack.Say) (devstack.Stop, error) {
	addr := s.config().Simulator.Addr
	p, err := process.Start(ctx, process.Spec{
		Name: "simulator", Command: []string{s.program("simulator"), "-addr", addr, "-public-url", "http://" + addr,
			"-books", filepath.Join(s.state.Dir, providersFile), "-books-lazy"},
		// Where configs/plugins.yaml looks for it.
		Env: []string{"KONTOR_AMAZONPAY_KEY_FILE=" + filepath.Join(s.config().Plugins.Dir, "keys", "amazonpay.pem")},
		Dir: s.state.Dir, LogDir: s.logs(), Ready: process.AnswersHTTP("http://" + addr + "/"), Note: s.console.Note,
	})
	if err != nil {
		return nil, err
	}
	return p.Stop, nil
}

func (s *Stack) startShop(ctx context.Context, _ devstack.Say) (devstack.Stop, error) {
	c := s.config()
	p, err := process.Start(ctx, process.Spec{
		Name: "shop", Command: []string{s.program("kontor"), "serve", "--worker"},
		Env: s.environment(map[string]string{envProviders: "http://" + c.Simulator.Addr}),
		Dir: c.Root, LogDir: s.logs(), Ready: process.AnswersHTTP("http://" + c.HTTP.Addr + "/readyz"), Note: s.console.Note,
	})
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shop = p
	return p.Stop, nil
}

// openFrontDoor waits until the first page has come all the way through.
func (s *Stack) openFrontDoor(ctx context.Context, _ devstack.Say) (devstack.Stop, error) {
	ready := process.AnswersHTTP("http://" + s.config().HTTP.Addr + "/")
	if err := process.Await(ctx, ready); err != nil {
		return nil, errors.Join(err, fmt.Errorf("see the logs in %s", s.logs()))
	}
	return nil, nil
}
