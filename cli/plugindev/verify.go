package plugindev

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"kontor.dev/kontor/plugins/sdk"
	"kontor.dev/kontor/plugins/sdk/sdktest"
)

// State is how a check ended.
type State string

// The states.
const (
	Passed  State = "passed"
	Failed  State = "failed"
	Skipped State = "skipped"
)

// Result is one check.
type Result struct {
	Name    string  `json:"name"`
	Proves  string  `json:"proves"`
	State   State   `json:"state"`
	Reason  string  `json:"reason,omitempty"` // why it failed or was skipped
	Seconds float64 `json:"seconds"`
}

// Report is what a verification found.
type Report struct {
	Program  string   `json:"program"`
	Name     string   `json:"name,omitempty"` // as the plugin describes itself; empty when it does not start
	Version  string   `json:"version,omitempty"`
	Kinds    []string `json:"kinds,omitempty"`
	Contract int      `json:"contract"` // version that it was held against
	Passed   int      `json:"passed"`
	Failed   int      `json:"failed"`
	Skipped  int      `json:"skipped"`
	Results  []Result `json:"results"`
}

// Verify holds a program against the contract. Each result is told as it comes; tell may be nil. The error is for what
// kept it from looking, such as a simulator that does not start; a plugin that fails checks is a report, not an error.
func Verify(ctx context.Context, program string, p Profile, tell func(Result)) (Report, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return Report{}, err
	}
	world, words, closing, err := p.open(ctx)
	if err != nil {
		return Report{}, err
	}
	defer closing()
	t := p.target(program, world, words)
	r := Report{Program: program, Contract: sdk.ProtocolVersion}
	_, m, end, err := t.Open(ctx)
	if err != nil {
		return Report{}, fmt.Errorf("%s does not start as a plugin: %w", program, err)
	}
	end()
	r.Name, r.Version = m.Name, m.Version
	for _, k := range m.Kinds {
		r.Kinds = append(r.Kinds, string(k))
	}
	for _, c := range sdktest.Checks(t) {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		result := run(ctx, t, c)
		r.add(result)
		if tell != nil {
			tell(result)
		}
	}
	return r, nil
}

func run(ctx context.Context, t sdktest.Target, c sdktest.Check) Result {
	result := Result{Name: c.Name, Proves: c.Proves, State: Skipped, Reason: c.Skip}
	if c.Skip != "" {
		return result
	}
	start := time.Now()
	err := c.Do(ctx, t)
	result.Seconds = time.Since(start).Round(time.Millisecond).Seconds()
	var skip sdktest.Skip
	switch {
	case err == nil:
		result.State = Passed
	case errors.As(err, &skip):
		result.Reason = string(skip)
	default:
		result.State, result.Reason = Failed, err.Error()
	}
	return result
}

func (r *Report) add(result Result) {
	r.Results = append(r.Results, result)
	switch result.State {
	case Passed:
		r.Passed++
	case Failed:
		r.Failed++
	case Skipped:
		r.Skipped++
	}
}
