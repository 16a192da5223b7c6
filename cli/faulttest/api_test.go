package faulttest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// The program that the API's page shows buys something.
func TestDocumentedOrderIsPlaced(t *testing.T) {
	t.Parallel()
	shop := start(t)
	page, err := os.ReadFile(filepath.Join(root, "core/docs/api.md"))
	require.NoError(t, err)
	program := regexp.MustCompile("(?s)```js\n(.*?)```").FindSubmatch(page)
	require.Len(t, program, 2)
	file := filepath.Join(shop.dir, "order.mjs")
	require.NoError(t, os.WriteFile(file, program[1], 0o600))
	cmd := exec.Command("node", file)
	cmd.Env = append(os.Environ(), "SHOP="+shop.base, fmt.Sprintf("PRODUCT=%d", shop.product))
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Equal(t, fmt.Sprintf("order %d\n", query[int64](shop, `select id from shop_order where email = 'erika@example.org'`)), string(out))
}
