package stack

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
	"kontor.dev/kontor/deploy/devstack/process"
)

// The storefront is built in its folder and run from a copy named after the hash of its sources, so that a new build
// does not pull files from under a running server.

func (s *Stack) storefrontDir() string { return filepath.Join(s.config().Root, "storefront") }

func (s *Stack) storefrontBuilds() string { return filepath.Join(s.config().State.Tools, "storefront") }

// notSources are in the storefront's folder and do not change what is built.
var notSources = []string{"node_modules", ".next", "docs", "e2e", "test-results", "playwright-report", "next-env.d.ts", "tsconfig.tsbuildinfo"}

func (s *Stack) buildStorefront(ctx context.Context, say devstack.Say) (devstack.Stop, error) {
	sum, err := hashTree(s.storefrontDir(), notSources...)
	if err != nil {
		return nil, err
	}
	build := filepath.Join(s.storefrontBuilds(), sum)
	s.storefront = build // the storefront starts after this part, so nothing reads it now
	unlock, err := devstack.Lock(ctx, s.storefrontBuilds()+".lock", say)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if err := s.installNodePackages(ctx, say); err != nil {
		return nil, err
	}
	if release, there, err := useBuild(build); there || err != nil {
		return release, err
	}
	say("next build")
	if err := run(ctx, s.storefrontDir(), []string{"NEXT_TELEMETRY_DISABLED=1"}, "npm", "run", "build"); err != nil {
		return nil, err
	}
	fresh := build + freshBuild
	if err := os.RemoveAll(fresh); err != nil {
		return nil, err
	}
	if err := os.CopyFS(fresh, os.DirFS(filepath.Join(s.storefrontDir(), ".next", "standalone"))); err != nil {
		return nil, err
	}
	if err := os.Rename(fresh, build); err != nil {
		return nil, err
	}
	release, there, err := useBuild(build)
	if err == nil && !there {
		err = fmt.Errorf("%s was removed as soon as it was built", build)
	}
	if err != nil {
		return nil, err
	}
	if err := forgetOldBuilds(s.storefrontBuilds()); err != nil {
		return nil, errors.Join(err, release(ctx))
	}
	return release, nil
}

// installNodePackages runs npm ci when the lock file is newer than what is installed, as the Makefile does.
func (s *Stack) installNodePackages(ctx context.Context, say devstack.Say) error {
	wanted, err := os.Stat(filepath.Join(s.storefrontDir(), "package-lock.json"))
	if err != nil {
		return err
	}
	installed := filepath.Join(s.storefrontDir(), "node_modules", ".package-lock.json") // npm writes it last
	if have, err := os.Stat(installed); err == nil && !have.ModTime().Before(wanted.ModTime()) {
		return nil
	}
	say("npm ci")
	if err := run(ctx, s.storefrontDir(), nil, "npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"); err != nil {
		return err
	}
	now := time.Now()
	return os.Chtimes(installed, now, now)
}

// node is the program that the storefront runs on: the one of its packages, or the machine's where they have none for it.
func (s *Stack) node() string {
	node := filepath.Join(s.storefrontDir(), "node_modules", ".bin", "node")
	if _, err := os.Stat(node); err != nil {
		return "node"
	}
	return node
}

func (s *Stack) startStorefront(ctx context.Context, say devstack.Say) (devstack.Stop, error) {
	c := s.config()
	host, port, resolve, err := nextListens(ctx, c.Storefront.Addr, net.DefaultResolver.LookupHost)
	if err != nil {
		return nil, err
	}
	spec := process.Spec{
		Name: "storefront", LogDir: s.logs(), Ready: process.AcceptsTCP(c.Storefront.Addr), Note: s.console.Note,
		// All it is told: the shop's other settings have secrets among them, and it needs none.
		Env: []string{
			"HOSTNAME=" + host, "PORT=" + port, "KONTOR_API_URL=http://" + c.HTTP.Addr, "NEXT_TELEMETRY_DISABLED=1",
			"NODE_OPTIONS=" + resolve,
			fmt.Sprintf("KONTOR_STOREFRONT_BENCH_PAGE=%t", c.Storefront.BenchPage),
		},
	}
	if s.dev {
		if err := s.installNodePackages(ctx, say); err != nil {
			return nil, err
		}
		spec.Dir = s.storefrontDir()
		spec.Command = []string{s.node(), "node_modules/next/dist/bin/next", "dev", "--hostname", host, "--port", port}
	} else {
		spec.Dir = s.storefront
		spec.Command = []string{s.node(), "server.js"}
		spec.Env = append(spec.Env, "NODE_ENV=production")
	}
	p, err := process.Start(ctx, spec)
	if err != nil {
		return nil, err
	}
	return p.Stop, nil
}

// nextListens gives what Next is told to listen at an address, and Node's option by which it resolves that host to the address.
func nextListens(ctx context.Context, addr string, lookup func(context.Context, string) ([]string, error)) (host, port, resolve string, err error) {
	host, port, err = net.SplitHostPort(addr)
	resolve = "--dns-result-order=ipv4first"
	ip := net.ParseIP(host)
	if err != nil || ip == nil || !ip.IsLoopback() {
		return host, port, resolve, err
	}
	if ip.To4() == nil {
		resolve = "--dns-result-order=ipv6first"
	}
	// Next calls every loopback address localhost, and takes a rewrite of its own for one to a foreign host unless
	// it listens under that name.
	named, err := lookup(ctx, "localhost")
	if err == nil && !slices.ContainsFunc(named, func(n string) bool { return ip.Equal(net.ParseIP(n)) }) {
		err = fmt.Errorf("storefront.addr (%s) is %s, and the storefront can listen there as localhost alone, which is %s on this machine: choose that",
			config.EnvName("storefront.addr"), addr, strings.Join(named, " or "))
	}
	return "localhost", port, resolve, err
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
