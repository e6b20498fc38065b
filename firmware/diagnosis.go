package firmware

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

// diagnosis is the doctor's look at the hardware once it has been tried.
type diagnosis struct {
	cfg        config.Config
	panel      *panel
	light      *lightSensor
	buttons    *buttons
	log        *slog.Logger
	unreported atomic.Pointer[doctor.Line] // the first fault that its owner does not report; nil = none
}

// run lets the doctor look for faults when the owners have tried their
// hardware, and puts the code of the first one on the panel: the page that
// explains it must be found. It logs those that no owner reports by itself.
func (x *diagnosis) run(ctx context.Context, d *device.Device) error {
	if !x.panel.simulated() || x.cfg.Light.Source != "" || len(x.buttons.sources) > 0 { // no simulator
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
	<-ctx.Done()
	return nil
}

// health is what the doctor found and no owner reports.
func (x *diagnosis) health() []api.Component {
	l := x.unreported.Load()
	if l == nil {
		return nil
	}
	return []api.Component{{Name: "doctor", Status: api.Absent, Detail: inWords(*l)}}
}

// faultsAtStart are what the doctor finds, and the areas whose owners report theirs.
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

// showCode puts the code of a fault on the panel.
func (x *diagnosis) showCode(ctx context.Context, d *device.Device, code doctor.Code) {
	n := note.Notification{
		Origin: note.OriginInternal, IconType: note.IconTypeAlert, Lifetime: note.DefaultLifetime, Cycles: 3,
		Frames: []note.Frame{{Text: []note.Fragment{{Text: string(code)}}}},
	}
	if _, err := d.Notify(ctx, n, ""); err != nil {
		x.log.Debug("the code of the fault is not shown", "err", err)
	}
}

// examination bounds the reading of the light sensor.
const examination = 5 * time.Second

// Diagnose examines the machine m for the hardware and the sound that cfg
// chooses, and whether the broker that it names takes us; it takes at most 10 s.
func Diagnose(ctx context.Context, cfg config.Config, m doctor.Machine) []doctor.Line {
	lines := diagnoseHardware(ctx, cfg, m)
	ctx, cancel := context.WithTimeout(ctx, examination)
	defer cancel()
	return append(lines, diagnoseMQTT(ctx, cfg.MQTT)...)
}

// diagnoseHardware is Diagnose for what is in and on the machine.
func diagnoseHardware(ctx context.Context, cfg config.Config, m doctor.Machine) []doctor.Line {
	ctx, cancel := context.WithTimeout(ctx, examination)
	defer cancel()
	m.Sound = func() doctor.Sound { return soundOf(cfg) }
	return doctor.Check(ctx, cfg.Config, m)
}

// soundOf is what the sound says of itself.
func soundOf(cfg config.Config) doctor.Sound {
	spec, _ := cfg.Panel.Spec()
	cfg.Audio.Simulator = spec.Kind == ""
	name, card, err := sounds.Probe(cfg.Audio.Config)
	return doctor.Sound{Output: name, Card: card, Err: err, Chosen: cfg.Audio.Chosen()}
}
