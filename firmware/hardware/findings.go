// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/doctor"
)

// attempt is the first attempt to use some hardware, with its result once that
// is known. Make one with newAttempt.
type attempt struct {
	once sync.Once
	made chan struct{}
	err  error // valid once made is closed
}

func newAttempt() *attempt { return &attempt{made: make(chan struct{})} }

// end stores the result; only the first call counts.
func (a *attempt) end(err error) {
	a.once.Do(func() {
		a.err = err
		close(a.made)
	})
}

// wait returns the result, or nil if it is not known when ctx ends.
func (a *attempt) wait(ctx context.Context) error {
	select {
	case <-a.made:
		return a.err
	case <-ctx.Done():
		return nil
	}
}

// advice is an error in the doctor's words, with the fix.
type advice struct {
	lines []doctor.Line
	err   error // in the words of the owner
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

// advise returns err, an error of the owner of some hardware area, in the
// doctor's words if the doctor finds errors in that area.
func advise(cfg hw.Config, area string, err error) error {
	if err == nil {
		return nil
	}
	m := doctor.Here()
	m.Light, m.Sense, m.Ask = measured(err), nil, nil
	found := faults(doctor.Check(context.Background(), cfg, m))
	found = slices.DeleteFunc(found, func(l doctor.Line) bool { return !concerns(l, area) })
	if len(found) == 0 {
		return err
	}
	return &advice{found, err}
}

// measured replaces the doctor's own reading of a light sensor that is already
// in use; err is the error that its owner got.
func measured(err error) func(context.Context, hw.LightConfig) (float64, string, error) {
	return func(_ context.Context, c hw.LightConfig) (float64, string, error) { return 0, c.Source(), err }
}

// concerns reports whether l is about the area, or about one within it.
func concerns(l doctor.Line, area string) bool {
	return l.Area == area || strings.HasPrefix(l.Area, area+" ")
}

func faults(lines []doctor.Line) []doctor.Line {
	return slices.DeleteFunc(lines, func(l doctor.Line) bool { return l.Level != doctor.Fault })
}
