// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"context"
	"log/slog"
	"sync/atomic"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/sense"
)

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
			_ = d.SetClimate(ctx, device.Climate{Temperature: valueOf(r.Temperature), Humidity: valueOf(r.Humidity), CO2: valueOf(r.CO2)})
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
