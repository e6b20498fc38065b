// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
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
