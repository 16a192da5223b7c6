package worker_test

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/stretchr/testify/require"
	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	"google.golang.org/protobuf/encoding/protojson"

	workflow "kontor.dev/kontor/workflows/checkout"
)

// record keeps the history of the attempt's newest run for the replay test, when KONTOR_RECORD_HISTORIES is set. Do so
// once for a new path through the workflow; never replace a history, because orders out there have run it.
func (s *shop) record(name, attemptID string) {
	s.Helper()
	s.recordWorkflow("checkout", name, workflow.WorkflowID(attemptID))
}

// recordWorkflow is record for the workflows of a folder.
func (s *shop) recordWorkflow(folder, name, workflowID string) {
	s.Helper()
	if os.Getenv("KONTOR_RECORD_HISTORIES") == "" {
		return
	}
	file := filepath.Join("..", folder, "testdata", "replay", name+".json")
	if _, err := os.Stat(file); err == nil {
		return
	}
	history := &historypb.History{}
	events := s.temporal.GetWorkflowHistory(s.ctx, workflowID, "", false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for events.HasNext() {
		e, err := events.Next()
		require.NoError(s, err)
		history.Events = append(history.Events, e)
	}
	content, err := protojson.MarshalOptions{Indent: " "}.Marshal(history)
	require.NoError(s, err)
	host, err := os.Hostname()
	require.NoError(s, err)
	content = bytes.ReplaceAll(content, []byte(`"`+host+`:`), []byte(`"host:`)) // names of sticky queues
	require.NoError(s, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(s, os.WriteFile(file, append(content, '\n'), 0o644))
}
