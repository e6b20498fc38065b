// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"context"
	"log/slog"
	"sync/atomic"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/light"
	"github.com/ledpost/ledpost/hw/sense"
)

// roomLight is the reading of the simulator's sensor: a bright room.
const roomLight = 800 // lux

// lightSensor reads the brightness around the device.
type lightSensor struct {
	cfg       hw.Config
	simulated bool // the panel is
	log       *slog.Logger
	broken    atomic.Pointer[error] // nil, or a pointer to nil, while it works
	read      *attempt
	room      atomic.Pointer[float64] // lux that a client has set for a room that is made up; nil = no client has
}

// chosen reports whether the configuration names a sensor.
func (l *lightSensor) chosen() bool { return l.cfg.Light.Chosen() }

// made reports whether the readings are made up: the simulator's room, or a constant of
// the configuration.
func (l *lightSensor) made() bool {
	return !l.chosen() && l.simulated || l.cfg.Light.Source() == "constant"
}

// simulate makes lux the light of a room that is made up, and reports whether it is.
func (l *lightSensor) simulate(lux float64) bool {
	if l.made() {
		l.room.Store(&lux)
	}
	return l.made()
}

// run gives readings to d. Without a sensor, the simulator's room is bright,
// and a real panel stays in the middle of its curve.
func (l *lightSensor) run(ctx context.Context, d *device.Device) error {
	source := l.cfg.Light
	if !l.chosen() && l.simulated {
		source = hw.NewLightConfig("constant", &light.ConstantConfig{Lux: roomLight})
	} else if !l.chosen() {
		l.log.Info("no light sensor: automatic brightness stays at its middle")
		l.read.end(nil)
		return nil
	}
	return light.Loop{
		Open: func() (light.Sensor, error) { return hw.OpenLight(source) },
		Yield: func(lux float64) {
			l.read.end(nil)
			if set := l.room.Load(); set != nil {
				lux = *set
			}
			_ = d.SetLux(ctx, lux)
		},
		Fault: l.changed,
	}.Run(ctx)
}

// changed is called when the sensor fails, and with nil when it works again.
func (l *lightSensor) changed(err error) {
	err = advise(l.cfg, "light", err)
	l.broken.Store(&err)
	if err != nil {
		l.read.end(err)
		l.log.Warn("the light sensor gives no reading; trying again every 5 s", "err", err)
	} else {
		l.log.Info("the light sensor works again")
	}
}

func (l *lightSensor) health() []api.Component {
	if !l.chosen() {
		return nil
	}
	return []api.Component{api.Condition("light", l.fault(), api.Degraded)}
}

// fault returns why the brightness is not measured, or nil while it is.
func (l *lightSensor) fault() error {
	if err := l.broken.Load(); err != nil {
		return *err
	}
	return nil
}

// airSensor reads the temperature and the humidity around the device.
type airSensor struct {
	cfg    hw.SenseConfig
	log    *slog.Logger
	broken atomic.Pointer[error] // nil, or a pointer to nil, while it works
}

// run gives readings to d, if a sensor is configured.
func (a *airSensor) run(ctx context.Context, d *device.Device) error {
	if !a.cfg.Chosen() {
		return nil
	}
	return sense.Loop{
		Open:   func() (sense.Sensor, error) { return hw.OpenSense(a.cfg) },
		Config: a.cfg.Common(),
		Yield: func(r sense.Reading) {
			_ = d.SetClimate(ctx,
				device.Climate{Temperature: valueOf(r.Temperature), Humidity: valueOf(r.Humidity), CO2: valueOf(r.CO2)})
		},
		Fault: func(err error) { a.changed(ctx, d, err) },
	}.Run(ctx)
}

// valueOf converts v to the type of the device.
func valueOf(v sense.Value) device.Measured { return device.Measured{Value: v.Is, Known: v.Known} }

// changed is called when the sensor fails, and with nil when it works again. An
// outdated reading is worse than none.
func (a *airSensor) changed(ctx context.Context, d *device.Device, err error) {
	a.broken.Store(&err)
	if err == nil {
		a.log.Info("the air sensor works again")
		return
	}
	a.log.Warn("the air sensor gives no reading; trying again every 10 s", "err", err)
	_ = d.SetClimate(ctx, device.Climate{})
}

func (a *airSensor) health() []api.Component {
	if !a.cfg.Chosen() {
		return nil
	}
	var fault error
	if err := a.broken.Load(); err != nil {
		fault = *err
	}
	return []api.Component{api.Condition("air", fault, api.Degraded)}
}

// presence tells the device whether somebody is there, and how far. nil is no sensor.
type presence struct {
	sensor   *input.Presence
	measures bool // the sensor knows how far; else a client may tell it
}

func newPresence(cfg input.PresenceConfig) *presence {
	if !cfg.Chosen() {
		return nil
	}
	return &presence{input.NewPresence(cfg), cfg.Radar != ""}
}

func (p *presence) run(ctx context.Context, d *device.Device) error {
	if p == nil {
		return nil
	}
	return p.sensor.Run(ctx, func(s input.Seen) {
		_ = d.SetPresence(ctx, s.Here)
		if p.measures {
			_, _ = d.SetDistance(ctx, device.Measured{Value: s.Metres, Known: s.Measured})
		}
	})
}

func (p *presence) health() []api.Component {
	if p == nil {
		return nil
	}
	return []api.Component{api.Condition("presence", p.sensor.Fault(), api.Degraded)}
}
