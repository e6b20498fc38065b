package firmware

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/light"
)

// roomLight is what the simulator's sensor reads: a bright room.
const roomLight = 800 // lux

// sensors are what the device feels: light and buttons.
type sensors struct {
	inputs input.Sources
	dark   atomic.Pointer[error]
	read   *attempt // at the light
}

// openInputs makes the buttons; they are taken when they run.
func (b *builder) openInputs() (err error) {
	b.sensors.inputs, err = hw.OpenInput(b.Config.Input)
	return err
}

// light feeds the brain with readings. Without a sensor the simulator's room is
// bright, and a real panel stays at the middle of its curve.
func (b *builder) light(ctx context.Context) error {
	source := b.Config.Light
	if none := source.Source == "" || source.Source == "none"; none && b.panel == nil {
		source = hw.LightConfig{Source: "constant", Constant: light.ConstantConfig{Lux: roomLight}}
	} else if none {
		b.Log.Info("no light sensor: automatic brightness stays at its middle")
		b.sensors.read.end(nil)
		return nil
	}
	return light.Loop{
		Open: func() (light.Sensor, error) { return hw.OpenLight(source) },
		Yield: func(lux float64) {
			b.sensors.read.end(nil)
			_ = b.device.SetLux(ctx, lux)
		},
		Fault: b.lightFault,
	}.Run(ctx)
}

// lightFault is told when the sensor stops and when it works again.
func (b *builder) lightFault(err error) {
	err = b.advise("light", err)
	b.sensors.dark.Store(&err)
	if err != nil {
		b.sensors.read.end(err)
		b.Log.Warn("no light is measured; trying again every 5 s", "err", err)
	} else {
		b.Log.Info("light is measured again")
	}
}

// lightErr is why no light is measured, nil if it is.
func (s *sensors) lightErr() error {
	if err := s.dark.Load(); err != nil {
		return *err
	}
	return nil
}

// buttonFaults says once which buttons do nothing, and once that all work.
func (b *builder) buttonFaults(ctx context.Context) error {
	said := ""
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(time.Second):
		}
		now := ""
		if err := b.sensors.inputs.Fault(); err != nil {
			now = err.Error()
		}
		switch {
		case now == said:
		case now == "":
			b.Log.Info("all buttons work")
		default:
			b.Log.Warn("some buttons do nothing; they are tried again", "err", now)
		}
		said = now
	}
}

// buttons does what is pressed; without them the device goes on.
func (b *builder) buttons(ctx context.Context) error {
	defer b.sensors.inputs.Close()
	err := b.sensors.inputs.Run(ctx, func(e input.Event) {
		if !e.Acts() {
			return
		}
		button, err := device.ParseButton(string(e.Button))
		if err == nil {
			err = b.device.Press(ctx, button)
		}
		if err != nil && ctx.Err() == nil {
			b.Log.Debug("a press did nothing", "button", e.Button, "err", err)
		}
	})
	if err != nil {
		b.Log.Warn("some buttons do nothing", "err", err)
	}
	return nil
}
