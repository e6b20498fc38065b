package firmware

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/doctor"
)

// attempt is the first try at some hardware, and how it went once that is known.
// Make one with newAttempt.
type attempt struct {
	once sync.Once
	made chan struct{}
	err  error // once made is closed
}

func newAttempt() *attempt { return &attempt{made: make(chan struct{})} }

// end says how it went; only the first call counts.
func (a *attempt) end(err error) {
	a.once.Do(func() {
		a.err = err
		close(a.made)
	})
}

// wait gives how it went, nil if that is not known when ctx ends.
func (a *attempt) wait(ctx context.Context) error {
	select {
	case <-a.made:
		return a.err
	case <-ctx.Done():
		return nil
	}
}

// advice is a fault in the doctor's words, with what mends it.
type advice struct {
	lines []doctor.Line
	err   error // in the owner's own words
}

func (a *advice) Error() string {
	var all []string
	for _, l := range a.lines {
		all = append(all, inWords(l))
	}
	return strings.Join(all, "; ")
}

func (a *advice) Unwrap() error { return a.err }

func inWords(l doctor.Line) string { return fmt.Sprintf("%s: %s: %s", l.Code, l.Text, l.Fix) }

// advise returns err, which the owner of an area of the hardware got, in the
// doctor's words, if the doctor finds faults in that area.
func advise(cfg hw.Config, area string, err error) error {
	if err == nil {
		return nil
	}
	m := doctor.Here()
	m.Light, m.Sense = measured(err), nil
	found := faults(doctor.Check(context.Background(), cfg, m))
	found = slices.DeleteFunc(found, func(l doctor.Line) bool { return !concerns(l, area) })
	if len(found) == 0 {
		return err
	}
	return &advice{found, err}
}

// measured stands in for the doctor's own reading of a light sensor that is in
// use already; err is what its owner got from it.
func measured(err error) func(context.Context, hw.LightConfig) (float64, string, error) {
	return func(_ context.Context, c hw.LightConfig) (float64, string, error) { return 0, c.Source, err }
}

// concerns reports whether l is of the area, or of one within it.
func concerns(l doctor.Line, area string) bool {
	return l.Area == area || strings.HasPrefix(l.Area, area+" ")
}

func faults(lines []doctor.Line) []doctor.Line {
	return slices.DeleteFunc(lines, func(l doctor.Line) bool { return l.Level != doctor.Fault })
}
