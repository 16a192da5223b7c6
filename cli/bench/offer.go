package bench

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Outcome is how a visit ended.
type Outcome int

// The outcomes.
const (
	Done    Outcome = iota
	Refused         // told to come again later: the shop had too much to do
	SoldOut         // told that there is no more of it, which is a right answer
	Failed          // anything else
)

// Visit is one visitor's doing, from the first call to the last. N counts visitors from 0. It ends when ctx does.
type Visit func(ctx context.Context, n int) (Outcome, error)

// Rate says how many visitors come a second, by the time since the first could.
type Rate func(since time.Duration) float64

// Spike is a rate with one rise to so many times as much in the middle fifth of a run.
func Spike(perSecond, times float64, run time.Duration) Rate {
	return func(since time.Duration) float64 {
		if since >= run*2/5 && since < run*3/5 {
			return perSecond * times
		}
		return perSecond
	}
}

// Slice is what came of the visits that ended within a stretch of a run. Times are of visits that were done.
type Slice struct {
	From      time.Duration `json:"from"`
	For       time.Duration `json:"for"`
	Came      int           `json:"came"`
	Done      int           `json:"done"`
	Refused   int           `json:"refused"`
	SoldOut   int           `json:"soldOut"`
	Failed    int           `json:"failed"`
	PerSecond float64       `json:"perSecond"` // done
	P50       time.Duration `json:"p50"`
	P95       time.Duration `json:"p95"`
	P99       time.Duration `json:"p99"`
	Usage     *Usage        `json:"usage,omitempty"` // of the shop at the end of the slice, where it was looked at

	times []time.Duration
}

// Offered is a whole run.
type Offered struct {
	Total    Slice     `json:"total"`
	Slices   []Slice   `json:"slices"`
	Failures []Failure `json:"failures,omitempty"` // why visits failed, the most frequent reason first
}

// Failure is a reason for which visits failed.
type Failure struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
	First  string `json:"first,omitempty"` // the whole error of the first of them; of what was not kept there is none
}

// mostReasons is how many reasons of failures a run keeps; what fails for yet another is counted as otherReasons.
const (
	mostReasons  = 20
	otherReasons = "other reasons"
)

// crowd is how many visitors may be under way at once: one more is not let in by the bench, and has failed.
const crowd = 8192

// Offer lets visitors come at a rate, whether or not those before them are done: unlike workers who wait for each answer,
// they do not come more slowly because the shop is slow. It returns when the last visit has ended. What came of them is
// told in slices of the given length, by the time at which a visit ended; the last takes what ends after the run. At the end
// of each slice look is asked what the shop holds then; it may be nil.
func Offer(ctx context.Context, rate Rate, run, slice time.Duration, visit Visit, look func() *Usage) Offered {
	o := &offering{slices: make([]Slice, max(1, int((run+slice-1)/slice))), slice: slice, began: time.Now()}
	var looking sync.WaitGroup
	if look != nil {
		looking.Go(func() { o.look(ctx, run, look) })
	}
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	var under sync.WaitGroup
	places := make(chan struct{}, crowd)
	owed, last, n := 0.0, time.Duration(0), 0
	for since := time.Duration(0); since < run && ctx.Err() == nil; since = time.Since(o.began) {
		owed += rate(since) * (since - last).Seconds()
		last = since
		for ; owed >= 1; owed-- {
			o.came()
			select {
			case places <- struct{}{}:
			default:
				o.ended(Failed, errCrowd, 0)
				continue
			}
			visitor := n
			n++
			under.Go(func() {
				defer func() { <-places }()
				start := time.Now()
				outcome, err := visit(ctx, visitor)
				o.ended(outcome, err, time.Since(start))
			})
		}
		<-tick.C
	}
	under.Wait()
	looking.Wait()
	return o.report(run)
}

type offering struct {
	began time.Time
	slice time.Duration

	mu       sync.Mutex
	slices   []Slice
	failures []Failure // in the order in which their reasons came up
}

// now gives the slice of this moment. The caller holds the lock.
func (o *offering) now() *Slice {
	return &o.slices[min(int(time.Since(o.began)/o.slice), len(o.slices)-1)]
}

// look asks at the end of each slice, of the last one at the end of the run.
func (o *offering) look(ctx context.Context, run time.Duration, ask func() *Usage) {
	for i := range o.slices {
		end := time.NewTimer(time.Until(o.began.Add(min(o.slice*time.Duration(i+1), run))))
		select {
		case <-ctx.Done():
			end.Stop()
			return
		case <-end.C:
		}
		usage := ask()
		o.mu.Lock()
		o.slices[i].Usage = usage
		o.mu.Unlock()
	}
}

func (o *offering) came() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.now().Came++
}

func (o *offering) ended(outcome Outcome, err error, took time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := o.now()
	switch outcome {
	case Done:
		s.Done++
		s.times = append(s.times, took)
	case Refused:
		s.Refused++
	case SoldOut:
		s.SoldOut++
	default:
		s.Failed++
		o.failed(err)
	}
}

// failed counts the reason of a failure. The caller holds the lock.
func (o *offering) failed(err error) {
	f := Failure{Reason: reasonOf(err), First: err.Error()}
	at := slices.IndexFunc(o.failures, func(g Failure) bool { return g.Reason == f.Reason })
	if at < 0 && len(o.failures) >= mostReasons {
		f = Failure{Reason: otherReasons}
		at = slices.IndexFunc(o.failures, func(g Failure) bool { return g.Reason == otherReasons })
	}
	if at < 0 {
		o.failures = append(o.failures, f)
		at = len(o.failures) - 1
	}
	o.failures[at].Count++
}

func (o *offering) report(run time.Duration) Offered {
	r := Offered{Total: Slice{For: run}, Slices: o.slices}
	for i := range r.Slices {
		s := &r.Slices[i]
		s.From = time.Duration(i) * o.slice
		s.For = min(o.slice, run-s.From)
		if i == len(r.Slices)-1 {
			s.For = max(s.For, time.Since(o.began)-s.From)
		}
		r.Total.Came += s.Came
		r.Total.Done += s.Done
		r.Total.Refused += s.Refused
		r.Total.SoldOut += s.SoldOut
		r.Total.Failed += s.Failed
		r.Total.times = append(r.Total.times, s.times...)
		s.sum()
	}
	r.Total.For = max(run, time.Since(o.began))
	r.Total.sum()
	slices.SortStableFunc(o.failures, func(a, b Failure) int { return b.Count - a.Count })
	r.Failures = o.failures
	return r
}

func (s *Slice) sum() {
	slices.Sort(s.times)
	s.PerSecond = float64(s.Done) / s.For.Seconds()
	s.P50, s.P95, s.P99 = quantile(s.times, 50), quantile(s.times, 95), quantile(s.times, 99)
}
