package stack

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"kontor.dev/kontor/cli/config"
	"kontor.dev/kontor/deploy/devstack"
)

// Check is one thing that the machine should have.
type Check struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`           // what was found
	Advice string `json:"advice,omitempty"` // what to do when it is not OK
}

// Checks looks at what `kontor up` needs. By is what runs on these settings without it, as "kontor serve (process 7)": the ports on
// which the shop itself listens are not another program's then; "" for nothing.
func Checks(ctx context.Context, c config.Config, by string) []Check {
	checks := []Check{
		sources(c.Root),
		tool(ctx, "Go", []string{"go", "version"}, 1, 26, "install it from https://go.dev/dl/"),
		tool(ctx, "Node.js", []string{"node", "--version"}, 20, 19, "install it from https://nodejs.org/"),
		tool(ctx, "npm", []string{"npm", "--version"}, 9, 0, "it comes with Node.js"),
	}
	if program, err := meilisearch(c); err != nil {
		checks = append(checks, Check{Name: "Meilisearch", Detail: "not found", Advice: err.Error()})
	} else if program != "" {
		checks = append(checks, Check{Name: "Meilisearch", OK: true, Detail: program})
	}
	if err := devstack.Foreign(c.State.Dir); err != nil {
		checks = append(checks, Check{Name: "Running shop", Detail: "another user's", Advice: err.Error()})
	}
	checks = append(checks, disks(c)...)
	_, running := devstack.Running(c.State.Dir)
	own := len(shopPorts(c))
	for i, p := range ports(c) {
		check := Check{Name: "Port " + p.Address, OK: true, Detail: "free, for " + p.Part}
		if err := devstack.CheckPorts([]devstack.Port{p}); running {
			check.Detail = "used by the running stack, for " + p.Part
		} else if err != nil && by != "" && i < own {
			check.Detail = "used, for " + p.Part + ": " + by + " runs on these settings"
		} else if err != nil {
			check.OK, check.Detail, check.Advice = false, "taken", err.Error()
		}
		checks = append(checks, check)
	}
	return checks
}

// Deployed reports whether a built program runs here on servers that are elsewhere, as in an image: `kontor up` is nothing for it.
func Deployed(c config.Config) bool {
	return !sources(c.Root).OK && c.Database.URL != "" && c.Temporal.Address != ""
}

// DeployedChecks looks at what such a program needs of its machine.
func DeployedChecks(c config.Config) []Check {
	return append([]Check{{Name: "Kontor's sources", OK: true, Detail: "not here, and not needed: PostgreSQL and Temporal are elsewhere"}}, disks(c)...)
}

// sources looks for what is built in a folder.
func sources(root string) Check {
	check := Check{Name: "Kontor's sources", OK: true, Detail: root}
	if _, err := os.Stat(filepath.Join(root, "storefront", "package-lock.json")); err != nil {
		check.OK, check.Detail = false, "not in "+root
		check.Advice = "`kontor up` builds the shop from its sources, which are not in " + root + ": give it in their folder"
	}
	return check
}

// checkMachine is nil when everything that is needed is there, else one sentence for each thing that is not.
func checkMachine(ctx context.Context, c config.Config) error {
	var errs []error
	for _, check := range Checks(ctx, c, "") {
		if !check.OK {
			errs = append(errs, errors.New(check.Advice))
		}
	}
	return errors.Join(errs...)
}

// shopPorts are those on which the shop's own programs listen.
func shopPorts(c config.Config) []devstack.Port {
	return []devstack.Port{
		{Part: "the shop", Address: c.HTTP.Addr, Setting: "http.addr"},
		{Part: "the storefront", Address: c.Storefront.Addr, Setting: "storefront.addr"},
		{Part: "the simulator", Address: c.Simulator.Addr, Setting: "simulator.addr"},
	}
}

// ports are those that this configuration listens on, the shop's first.
func ports(c config.Config) []devstack.Port {
	list := shopPorts(c)
	d := c.Devstack
	add := func(wanted bool, part string, port int, setting string) {
		if wanted {
			list = append(list, devstack.Port{Part: part, Address: devstack.Loopback(port), Setting: setting})
		}
	}
	add(c.Database.URL == "", "PostgreSQL", d.PostgresPort, "devstack.postgresPort")
	add(c.Temporal.Address == "", "Temporal", d.TemporalPort, "devstack.temporalPort")
	add(c.Mail.SMTP == "", "mail capture", d.SMTPPort, "devstack.smtpPort")
	add(c.Mail.SMTP == "", "the mail page", d.MailPort, "devstack.mailPort")
	program, err := meilisearch(c)
	add(err == nil && program != "", "Meilisearch", d.MeiliPort, "devstack.meiliPort")
	for i := range list {
		list[i].Setting += " (" + config.EnvName(list[i].Setting) + ")"
	}
	return list
}

var version = regexp.MustCompile(`(\d+)\.(\d+)(\.\d+)?`)

func tool(ctx context.Context, name string, command []string, major, minor int, advice string) Check {
	check := Check{Name: name}
	out, err := exec.CommandContext(ctx, command[0], command[1:]...).Output()
	if err != nil {
		check.Detail = "not found"
		check.Advice = fmt.Sprintf("%s is missing (no %q on PATH): %s", name, command[0], advice)
		return check
	}
	found := version.FindStringSubmatch(string(out))
	if found == nil {
		check.Detail = strings.TrimSpace(string(out))
		check.Advice = fmt.Sprintf("cannot tell the version of %s from %q", name, check.Detail)
		return check
	}
	a, _ := strconv.Atoi(found[1])
	b, _ := strconv.Atoi(found[2])
	check.Detail = found[0]
	check.OK = a > major || a == major && b >= minor
	if !check.OK {
		check.Advice = fmt.Sprintf("%s %s is too old, %d.%d or newer is needed: %s", name, found[0], major, minor, advice)
	}
	return check
}
