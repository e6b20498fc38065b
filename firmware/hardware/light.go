// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"context"
	"log/slog"
	"sync/atomic"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/light"
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
	room      atomic.Pointer[float64] // lux that a client has set for a room that is made up; nil = none has
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
