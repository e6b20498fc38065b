// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/internal/webfetch"
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
func (x *diagnosis) examine(ctx context.Context) (found []live.Finding) {
	m := doctor.Here()
	m.Light, m.Sense = nil, nil
	for _, l := range diagnoseHardware(ctx, x.cfg, m) {
		found = append(found, live.Finding{Area: l.Area, Name: l.Name, Level: l.Level.String(), Text: l.Text, Fix: l.Fix, Code: string(l.Code)})
	}
	return found
}

// faultsAtStart returns what the doctor finds, and the areas whose owners
// report their own errors.
func (x *diagnosis) faultsAtStart(ctx context.Context) (found []doctor.Line, reported []string) {
	within, cancel := context.WithTimeout(ctx, examination)
	defer cancel()
	m := doctor.Here()
	m.Sense = nil // its owner reads it
	if x.panel.opened.wait(within) != nil {
		reported = append(reported, "panel")
	}
	dark := x.light.read.wait(within)
	if m.Light = measured(dark); dark != nil {
		reported = append(reported, "light")
	}
	return faults(diagnoseHardware(ctx, x.cfg, m)), reported
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

// examination is the time limit of reading the light sensor.
const examination = 5 * time.Second

// Diagnose examines the machine m for the hardware and the sound that cfg
// selects, tests whether the configured broker accepts us and whether other programs
// have our ports, and what the configured channel of releases has. It takes at most 15 s.
func Diagnose(ctx context.Context, cfg config.Config, m doctor.Machine) []doctor.Line {
	lines := diagnoseHardware(ctx, cfg, m)
	lines = append(lines, limited(ctx, func(ctx context.Context) []doctor.Line { return diagnoseMQTT(ctx, cfg.MQTT) })...)
	lines = append(lines, diagnosePorts(cfg, m.Root)...)
	web, err := webfetch.New(webfetch.Config{Allow: cfg.Audio.Allow})
	if err != nil {
		return lines // cannot happen with a configuration that was checked
	}
	return append(lines, limited(ctx, func(ctx context.Context) []doctor.Line { return diagnoseUpdates(ctx, cfg.Update, web) })...)
}

// limited runs an examination under its time limit.
func limited(ctx context.Context, f func(context.Context) []doctor.Line) []doctor.Line {
	ctx, cancel := context.WithTimeout(ctx, examination)
	defer cancel()
	return f(ctx)
}

// diagnoseHardware is Diagnose without the network.
func diagnoseHardware(ctx context.Context, cfg config.Config, m doctor.Machine) []doctor.Line {
	ctx, cancel := context.WithTimeout(ctx, examination)
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
