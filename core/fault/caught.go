package fault

import (
	"fmt"
	"log/slog"
	"runtime/debug"
)

// Caught makes a fault Internal ("error_internal") of a panic, and logs where it was. Defer it where a goroutine treats what others
// wrote, as plugins and servers do: nothing that they say may end the process.
func Caught(err *error) {
	if p := recover(); p != nil {
		slog.Error("panic", "value", p, "stack", string(debug.Stack()))
		*err = Wrap(fmt.Errorf("panic: %v", p), Internal, "error_internal")
	}
}
