package plugindev

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
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

// Options of a verification.
type Options struct {
	Only []string     // makes only the checks whose name contains one of these; empty makes all
	Tell func(Result) // gets each result as it comes; may be nil
}

// Verify holds a program against the contract. The error is for what kept it from looking, such as a simulator that does
// not start, or that no check has such a name; a plugin that fails checks is a report, not an error.
func Verify(ctx context.Context, program string, p Profile, o Options) (Report, error) {
	program, err := filepath.Abs(program)
	if err != nil {
		return Report{}, err
	}
	world, words, closing, err := p.open(ctx)
	if err != nil {
		return Report{}, err
	}
	defer closing()
	t, err := p.target(program, world, words)
	if err != nil {
		return Report{}, err
	}
	r := Report{Program: program, Contract: sdk.ProtocolVersion}
	_, m, end, err := t.Open(ctx)
	if err != nil {
		return Report{}, fmt.Errorf("%s does not start as a plugin: %w", program, notStarted(err))
	}
	end()
	r.Name, r.Version = m.Name, m.Version
	for _, k := range m.Kinds {
		r.Kinds = append(r.Kinds, string(k))
	}
	note := func(result Result) {
		r.add(result)
		if o.Tell != nil {
			o.Tell(result)
		}
	}
	err = sdktest.RunAll(ctx, t, o.picks, func(c sdktest.Check, err error, took time.Duration) { note(resultOf(c, err, took)) })
	if err == nil && len(o.Only) == 0 {
		note(r.silence())
	}
	if err == nil && len(r.Results) == 0 {
		err = fmt.Errorf("no check of this plugin has a name like %s", strings.Join(o.Only, ", "))
	}
	return r, err
}

// silence looks for checks that were skipped because the profile leaves something out and does not say why.
func (r Report) silence() Result {
	missing := map[sdktest.Omission]int{}
	for _, result := range r.Results {
		if lack := sdktest.Skip(result.Reason).Lacks(); result.State == Skipped && lack != "" {
			missing[lack]++
		}
	}
	last := Result{Name: "nothing left out in silence", Proves: "Where a check cannot be made, the profile says why.", State: Passed}
	var words []string
	for _, lack := range slices.Sorted(maps.Keys(missing)) {
		words = append(words, fmt.Sprintf("%d checks were skipped for want of %s, and left_out of the profile has no reason for it", missing[lack], lack))
	}
	if len(words) > 0 {
		last.State, last.Reason = Failed, strings.Join(words, "\n")
	}
	return last
}

func (o Options) picks(c sdktest.Check) bool {
	return len(o.Only) == 0 || slices.ContainsFunc(o.Only, func(part string) bool { return strings.Contains(c.Name, part) })
}

func resultOf(c sdktest.Check, err error, took time.Duration) Result {
	result := Result{Name: c.Name, Proves: c.Proves, State: Passed, Seconds: took.Round(time.Millisecond).Seconds()}
	var skip sdktest.Skip
	switch {
	case errors.As(err, &skip):
		result.State, result.Reason = Skipped, string(skip)
	case err != nil:
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
