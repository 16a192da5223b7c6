package bench

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Usage is what a running shop holds at one moment.
type Usage struct {
	Memory      map[string]int64 `json:"memory"`      // bytes by part, what processes share counted once; empty where no stack runs
	Connections int              `json:"connections"` // to the database server, of all its clients but this bench
	Goroutines  int              `json:"goroutines"`  // of the process at admin.addr; 0 without one
	Files       int              `json:"files"`       // that the shop and its plugins have open, connections too; 0 where no stack runs
	Disk        int64            `json:"disk"`        // bytes of the databases on that server
}

// Total is the memory of all parts.
func (u Usage) Total() (sum int64) {
	for _, held := range u.Memory {
		sum += held
	}
	return sum
}

// Parts are what a Usage tells the memory of, in the order of reports. The shop is API and worker.
var Parts = []string{"shop", "plugins", "PostgreSQL", "Temporal", "storefront", "simulator", "Meilisearch", "stack"}

// Meter looks at a running shop.
type Meter struct {
	Proc     string        // the machine's processes; "" is /proc
	Stack    int           // the process that all others are below; 0: memory is not measured
	Database *pgxpool.Pool // whose application_name is "kontor bench"
	Admin    string        // host:port of the operator's listener; "" for none
}

// Look gives what the shop holds now.
func (m Meter) Look(ctx context.Context) (Usage, error) {
	u := Usage{Memory: map[string]int64{}}
	err := m.Database.QueryRow(ctx, `
		select (select count(*) from pg_stat_activity where backend_type = 'client backend' and application_name <> 'kontor bench'),
		       (select sum(pg_database_size(oid)) from pg_database where has_database_privilege(oid, 'connect'))`).
		Scan(&u.Connections, &u.Disk)
	if err != nil {
		return u, err
	}
	if m.Admin != "" {
		if u.Goroutines, err = goroutines(ctx, m.Admin); err != nil {
			return u, err
		}
	}
	if m.Stack != 0 {
		u.Memory, u.Files, err = heldBelow(cmp.Or(m.Proc, "/proc"), m.Stack)
	}
	return u, err
}

func goroutines(ctx context.Context, admin string) (int, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+admin+"/metrics", http.NoBody)
	if err != nil {
		return 0, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
		if text, ok := strings.CutPrefix(lines.Text(), "go_goroutines "); ok {
			return strconv.Atoi(text)
		}
	}
	return 0, fmt.Errorf("no go_goroutines among the metrics of %s", admin)
}

// programs are the parts that the processes right below the stack are, by the name of their program.
var programs = map[string]string{
	"kontor": "shop", "postgres": "PostgreSQL", "server": "Temporal", "node": "storefront", "simulator": "simulator", "meilisearch": "Meilisearch",
}

// heldBelow gives the memory of the stack's process and of all below it by part, and how many files the shop and its plugins
// have open. What ends meanwhile counts as nothing.
func heldBelow(proc string, stack int) (memory map[string]int64, files int, err error) {
	entries, err := os.ReadDir(proc)
	if err != nil {
		return nil, 0, err
	}
	children := map[int][]int{}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			parent := parentOf(proc, pid)
			children[parent] = append(children[parent], pid)
		}
	}
	memory = map[string]int64{}
	var add func(pid int, part string)
	add = func(pid int, part string) {
		memory[part] += shareOf(proc, pid)
		if part == "shop" || part == "plugins" {
			open, _ := os.ReadDir(filepath.Join(proc, strconv.Itoa(pid), "fd"))
			files += len(open)
		}
		for _, child := range children[pid] {
			switch {
			case pid == stack:
				add(child, partOf(proc, child))
			case part == "shop":
				add(child, "plugins")
			default:
				add(child, part)
			}
		}
	}
	add(stack, "stack")
	return memory, files, nil
}

// partOf tells by its program which part a process is; what is not known counts as the stack's.
func partOf(proc string, pid int) string {
	program, err := os.Readlink(filepath.Join(proc, strconv.Itoa(pid), "exe"))
	if err != nil {
		return "stack"
	}
	return cmp.Or(programs[filepath.Base(strings.TrimSuffix(program, " (deleted)"))], "stack")
}

// parentOf gives 0 for a process that is gone.
func parentOf(proc string, pid int) int {
	stat, err := os.ReadFile(filepath.Join(proc, strconv.Itoa(pid), "stat"))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) // the name before may have anything in it
	if len(fields) < 2 {
		return 0
	}
	parent, _ := strconv.Atoi(string(fields[1]))
	return parent
}

// shareOf gives the memory of a process in bytes, its share of what several have.
func shareOf(proc string, pid int) int64 {
	rollup, err := os.ReadFile(filepath.Join(proc, strconv.Itoa(pid), "smaps_rollup"))
	if err != nil {
		return 0
	}
	for line := range strings.SplitSeq(string(rollup), "\n") {
		var kilobytes int64
		if n, _ := fmt.Sscanf(line, "Pss: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return 0
}
