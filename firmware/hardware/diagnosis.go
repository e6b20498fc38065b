// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/sounds"
)

// diagnosis is the doctor's examination of the hardware after the first
// attempts to use it.
type diagnosis struct {
	cfg        config.Config
	panel      *panel
	light      *lightSensor
	buttons    *buttons
	log        *slog.Logger
	unreported atomic.Pointer[doctor.Line] // the first error that its owner does not report; nil = none
}

// run lets the doctor look for errors when the owners have tried their
// hardware, and shows the code of the first one on the panel, so that the user
// can find the page that explains it. It logs the errors that no owner reports.
func (x *diagnosis) run(ctx context.Context, d *device.Device) error {
	if !x.panel.simulated() || x.cfg.Light.Chosen() || len(x.buttons.sources) > 0 { // not for a simulator without hardware
		found, reported := x.faultsAtStart(ctx)
		for _, l := range found {
			if !slices.ContainsFunc(reported, func(area string) bool { return concerns(l, area) }) {
				x.log.Error("doctor: "+l.Text, "part", l.Area, "name", l.Name, "fix", l.Fix, "code", l.Code)
				x.unreported.CompareAndSwap(nil, &l)
			}
		}
		if code := doctor.FirstCode(found); code != "" {
			x.showCode(ctx, d, code)
		}
	}
	return nil
}

// health returns what the doctor found and no owner reports.
func (x *diagnosis) health() []api.Component {
	l := x.unreported.Load()
	if l == nil {
		return nil
	}
	return []api.Component{{Name: "doctor", Status: api.Absent, Detail: inWords(*l)}}
}

// examine returns what the doctor finds now. The sensors are left to their owners.
func (x *diagnosis) examine(ctx context.Context) []doctor.Line {
	m := doctor.Here()
	m.Light, m.Sense = nil, nil
	return Diagnose(ctx, x.cfg, m)
}

// faultsAtStart returns what the doctor finds, and the areas whose owners
// report their own errors.
func (x *diagnosis) faultsAtStart(ctx context.Context) (found []doctor.Line, reported []string) {
	within, cancel := context.WithTimeout(ctx, Examination)
	defer cancel()
	m := doctor.Here()
	m.Sense, m.Ask = nil, nil // their owners know
	if x.panel.opened.wait(within) != nil {
		reported = append(reported, "panel")
	}
	dark := x.light.read.wait(within)
	if m.Light = measured(dark); dark != nil {
		reported = append(reported, "light")
	}
	return faults(Diagnose(ctx, x.cfg, m)), reported
}

// showCode shows the code of an error on the panel.
func (x *diagnosis) showCode(ctx context.Context, d *device.Device, code doctor.Code) {
	n := note.Notification{
		Origin: note.OriginInternal, IconType: note.IconTypeAlert, Lifetime: note.DefaultLifetime, Cycles: 3,
		Frames: []note.Frame{{Text: []note.Fragment{{Text: string(code)}}}},
	}
	// The key keeps one that waits from being shown once for each start.
	if _, err := d.Notify(ctx, n, "doctor "+string(code)); err != nil {
		x.log.Debug("the panel cannot show the code of the fault", "err", err)
	}
}

// Examination is the time limit of one examination.
const Examination = 5 * time.Second

// Diagnose examines the machine m for the hardware and the sound that cfg selects, within
// Examination.
func Diagnose(ctx context.Context, cfg config.Config, m doctor.Machine) []doctor.Line {
	ctx, cancel := context.WithTimeout(ctx, Examination)
	defer cancel()
	m.Sound = func() doctor.Sound { return soundOf(cfg) }
	return doctor.Check(ctx, cfg.Config, m)
}

// soundOf returns the sound settings for the doctor.
func soundOf(cfg config.Config) doctor.Sound {
	spec, _ := cfg.Panel.Spec()
	cfg.Audio.Simulator = spec.Kind == ""
	name, card, err := sounds.Probe(cfg.Audio.Config)
	return doctor.Sound{Output: name, Card: card, Err: err, Chosen: cfg.Audio.Chosen()}
}

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
