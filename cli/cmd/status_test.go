package cmd

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAStartIsShownWithoutAnEmptyTable(t *testing.T) {
	var out bytes.Buffer
	s := &session{out: printer{out: &out}}
	require.ErrorIs(t, s.printStatus(stackStatus{Running: true, PID: 7, Parts: []partStatus{}}), exitCode(1))
	require.Contains(t, out.String(), "(process 7)")
	require.NotContains(t, out.String(), "PART")
	out.Reset()
	s.out.json = true
	require.ErrorIs(t, s.printStatus(stackStatus{Running: true, PID: 7, Parts: []partStatus{}}), exitCode(1))
	require.Contains(t, out.String(), `"parts": []`)
}
