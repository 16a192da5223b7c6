package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// process writes what the kernel says of one.
func process(t *testing.T, proc string, pid, parent int, program string, kilobytes int) {
	t.Helper()
	dir := filepath.Join(proc, strconv.Itoa(pid))
	require.NoError(t, os.Mkdir(dir, 0o755))
	stat := fmt.Sprintf("%d (a name) with (brackets)) S %d 1 1 0", pid, parent)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "stat"), []byte(stat), 0o600))
	rollup := fmt.Sprintf("00400000-7fff rollup\nRss:  %8d kB\nPss:  %8d kB\nPss_Dirty:  1 kB\n", 10*kilobytes, kilobytes)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "smaps_rollup"), []byte(rollup), 0o600))
	require.NoError(t, os.Symlink(program, filepath.Join(dir, "exe")))
}

func TestWhatAStackHoldsIsToldByPart(t *testing.T) {
	proc := t.TempDir()
	process(t, proc, 1, 0, "/sbin/init", 5000)
	process(t, proc, 10, 1, "/shop/bin/kontor", 30)
	process(t, proc, 11, 10, "/shop/.kontor/bin/kontor (deleted)", 200) // rebuilt while it runs
	process(t, proc, 12, 11, "/shop/.kontor/pluginhost/paypal", 15)
	process(t, proc, 13, 11, "/shop/.kontor/pluginhost/dhl", 15)
	process(t, proc, 14, 13, "/usr/bin/python3", 7)
	process(t, proc, 20, 10, "/tools/bin/postgres", 100)
	process(t, proc, 21, 20, "/tools/bin/postgres", 4)
	process(t, proc, 30, 10, "/tools/temporal/server", 90)
	process(t, proc, 40, 10, "/usr/bin/node", 60)
	process(t, proc, 50, 10, "/shop/.kontor/bin/simulator", 20)
	process(t, proc, 60, 10, "/usr/bin/go", 1)
	process(t, proc, 99, 1, "/other/bin/kontor", 5000) // of another stack

	for pid, files := range map[int]int{11: 40, 12: 9, 13: 8, 20: 70} {
		require.NoError(t, os.Mkdir(filepath.Join(proc, strconv.Itoa(pid), "fd"), 0o755))
		for n := range files {
			require.NoError(t, os.Symlink("/dev/null", filepath.Join(proc, strconv.Itoa(pid), "fd", strconv.Itoa(n))))
		}
	}

	got, files, err := heldBelow(proc, 10)
	require.NoError(t, err)
	require.Equal(t, 57, files, "of the shop and its plugins")
	require.Equal(t, map[string]int64{
		"stack": 31 << 10, "shop": 200 << 10, "plugins": 37 << 10, "PostgreSQL": 104 << 10, "Temporal": 90 << 10, "storefront": 60 << 10, "simulator": 20 << 10,
	}, got)
	require.EqualValues(t, 542<<10, Usage{Memory: got}.Total())
	for part := range got {
		require.Contains(t, Parts, part)
	}
}
