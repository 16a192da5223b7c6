package chaos

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"kontor.dev/kontor/cli/bench"
)

// stockUp gives every product of the shop so many pieces that all can buy, and lists them.
func (s *shop) stockUp(ctx context.Context) ([]bench.Goods, error) {
	rows, err := s.pool.Query(ctx, `
		with filled as (update stock s set available = case
		                    when warehouse = (select min(warehouse) from stock where product_id = s.product_id) then $1 else 0 end
		                returning product_id)
		select distinct p.id, p.slug from product p join filled f on f.product_id = p.id where p.active order by p.id`, s.stock)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[bench.Goods])
}

func (s *shop) address() string { return strings.TrimPrefix(s.base, "http://") }

// watch looks at what the API's process uses, until it is asked for the most of each.
func (s *shop) watch(ctx context.Context) (most func() (memory int64, files, database int)) {
	ctx, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	var memory int64
	var files, database int
	go func() {
		defer close(done)
		tick := time.NewTicker(250 * time.Millisecond)
		defer tick.Stop()
		for {
			memory = max(memory, residentOf(s.api.PID()))
			if open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.api.PID())); err == nil {
				files = max(files, len(open))
			}
			var connections int
			if s.pool.QueryRow(ctx, `select count(*) from pg_stat_activity where application_name like 'kontor %'`).Scan(&connections) == nil {
				database = max(database, connections)
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	return func() (int64, int, int) {
		stop()
		<-done
		return memory, files, database
	}
}

// residentOf gives the memory of a process in bytes, 0 when it is gone.
func residentOf(pid int) int64 {
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var kilobytes int64
		if n, _ := fmt.Sscanf(lines.Text(), "VmRSS: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	return 0
}
