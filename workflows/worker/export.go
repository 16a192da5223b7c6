package worker

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	enumspb "go.temporal.io/api/enums/v1"
	historypb "go.temporal.io/api/history/v1"
	workflowpb "go.temporal.io/api/workflow/v1"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"
)

// exporter keeps the history of every workflow that has ended as <dir>/<day>/<workflow>-<run>.json, so that tomorrow's code
// can be replayed against what customers did today, also after Temporal has forgotten it. Several may share a folder.
type exporter struct {
	temporal client.Client
	dir      string
}

const (
	exportEvery = 15 * time.Second
	// exportOverlap is how much later than its end a workflow may be listed.
	exportOverlap = 10 * time.Minute
)

// run exports until ctx ends. The first round takes all that the server still has.
func (e *exporter) run(ctx context.Context) {
	tick := time.NewTicker(exportEvery)
	defer tick.Stop()
	var since time.Time
	for {
		begun := time.Now()
		if n, err := e.export(ctx, since); err != nil && ctx.Err() == nil {
			slog.WarnContext(ctx, "histories not exported", "error", err)
		} else if err == nil {
			since = begun.Add(-exportOverlap)
			if n > 0 {
				slog.InfoContext(ctx, "histories exported", "histories", n, "folder", e.dir)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// export writes what ended since a time and is not there yet, and counts it.
func (e *exporter) export(ctx context.Context, since time.Time) (n int, err error) {
	query := `ExecutionStatus != "Running"`
	if !since.IsZero() {
		query += ` AND CloseTime > "` + since.UTC().Format(time.RFC3339) + `"`
	}
	var page []byte
	for {
		list, err := e.temporal.ListWorkflow(ctx, &workflowservice.ListWorkflowExecutionsRequest{Query: query, NextPageToken: page})
		if err != nil {
			return n, err
		}
		for _, w := range list.GetExecutions() {
			if _, ours := Workflows[w.GetType().GetName()]; !ours {
				continue
			}
			written, err := e.keep(ctx, w)
			if err != nil {
				return n, err
			}
			if written {
				n++
			}
		}
		if page = list.GetNextPageToken(); len(page) == 0 {
			return n, nil
		}
	}
}

func (e *exporter) keep(ctx context.Context, w *workflowpb.WorkflowExecutionInfo) (bool, error) {
	id, run := w.GetExecution().GetWorkflowId(), w.GetExecution().GetRunId()
	folder := filepath.Join(e.dir, w.GetCloseTime().AsTime().Format(time.DateOnly))
	file := filepath.Join(folder, filepath.Base(id+"-"+run+".json"))
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	h := &historypb.History{}
	events := e.temporal.GetWorkflowHistory(ctx, id, run, false, enumspb.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
	for events.HasNext() {
		event, err := events.Next()
		if err != nil {
			return false, err
		}
		h.Events = append(h.Events, event)
	}
	document, err := WriteHistory(h)
	if err != nil {
		return false, err
	}
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return false, err
	}
	fresh := file + ".new"
	if err := os.WriteFile(fresh, document, 0o640); err != nil {
		return false, err
	}
	return true, os.Rename(fresh, file)
}
