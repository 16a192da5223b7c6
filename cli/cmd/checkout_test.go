package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/core/audit"
	"kontor.dev/kontor/core/checkout"
)

// runCommand runs the command line and gives what it prints.
func runCommand(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	root := newRoot(&session{out: printer{out: &out}})
	root.SetArgs(args)
	root.SetErr(&out)
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

func TestActsOnAttemptsNeedAReason(t *testing.T) {
	for _, a := range checkoutActs {
		_, err := runCommand(t, "checkout", a.use, "100001")
		require.ErrorAs(t, err, new(usageError), a.use)
		require.ErrorContains(t, err, "--reason")
	}
}

func TestWhatMovesMoneyIsAsked(t *testing.T) {
	asked := map[string]bool{"reconcile": true, "compensate": true, "repaid": true, "unpaid": true}
	for _, a := range checkoutActs {
		require.Equal(t, asked[a.use], a.ask != nil, a.use)
		require.Equal(t, asked[a.use], a.may != nil, a.use)
	}
}

func TestReplayOfFiles(t *testing.T) {
	files, err := filepath.Glob("../../workflows/checkout/testdata/replay/wallet-*.json")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	out, err := runCommand(t, "checkout", "replay", "--file", files[0])
	require.NoError(t, err)
	require.Contains(t, out, "follows")

	garbage := filepath.Join(t.TempDir(), "garbage.json")
	require.NoError(t, os.WriteFile(garbage, []byte(`{"events": 7}`), 0o600))
	_, err = runCommand(t, "checkout", "replay", "--file", garbage)
	require.ErrorContains(t, err, "not a history")
	_, err = runCommand(t, "checkout", "replay")
	require.ErrorAs(t, err, new(usageError))
}

func TestAStoryIsTold(t *testing.T) {
	var out bytes.Buffer
	s := &checkout.Story{Case: &checkout.Case{}, Stands: "It stands.", Wrong: "it is late", WaitsFor: "for money", Advice: []string{"kontor order paid 1"}}
	require.NoError(t, printStory(&printer{out: &out}, s))
	for _, want := range []string{"Temporal does not answer", "It stands.", "What is wrong: it is late.", "It waits for money.", "kontor order paid 1"} {
		require.Contains(t, out.String(), want)
	}
}

func TestAuditTellsHowItEnded(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, printAudit(&printer{out: &out}, []audit.Entry{{Actor: "erika", Action: "order.cancel"}}, 1))
	require.Contains(t, out.String(), "not ended")
}
