package pluginhost

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"kontor.dev/kontor/plugins/sdk/base"
)

// A program that hangs is killed, and go-plugin then says that it ended.
func TestAProgramThatHangsIsSaidToHang(t *testing.T) {
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	<-late.Done()
	i := &instance{process: &process{launch: late, done: make(chan struct{})}, redactor: base.Config{}.Redactor()}
	close(i.process.done)
	for _, text := range []string{"Failed to read any lines from plugin's stdout", "timeout while waiting for plugin to start"} {
		require.ErrorContains(t, i.notStarted(errors.New(text)), "it did not say where it listens within 15s")
	}
}
