// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/devicetest"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/light"
	"github.com/ledpost/ledpost/hw/sense"
	"github.com/ledpost/ledpost/hw/source"
)

// probe is a sensor of light and of the air that the test plugs in and out.
type probe struct {
	mu  sync.Mutex // the test writes, the loop reads
	err error
}

func (p *probe) set(err error) { p.mu.Lock(); defer p.mu.Unlock(); p.err = err }
func (p *probe) fault() error  { p.mu.Lock(); defer p.mu.Unlock(); return p.err }

func (p *probe) Lux(context.Context) (float64, error) { return 42, p.fault() }
func (p *probe) Read(context.Context) (sense.Reading, error) {
	return sense.Reading{Temperature: sense.Value{Is: 21, Known: true}, CO2: sense.Value{Is: 700, Known: true}}, p.fault()
}
func (p *probe) Close() error { return nil }

// lamp and nose are p as the drivers of the two tables have it.
type (
	lamp struct{ p *probe }
	nose struct{ p *probe }
)

func (l *lamp) Plan() (source.Plan[light.Sensor], error) {
	return source.Plan[light.Sensor]{Open: func() (light.Sensor, error) { return l.p, l.p.fault() }}, nil
}

func (n *nose) Plan() (source.Plan[sense.Sensor], error) {
	return source.Plan[sense.Sensor]{Open: func() (sense.Sensor, error) { return n.p, n.p.fault() }}, nil
}

// TestSensors: what is measured reaches the device; a sensor that fails is said once and
// degrades the device, and once that it works again.
func TestSensors(t *testing.T) {
	for _, row := range []struct {
		name        string
		run         func(t *testing.T, p *probe, d *device.Device, log *slog.Logger) owner
		measured    func(device.Status) bool
		kept        bool // the last reading stays while nothing is measured
		fault, mend string
	}{
		{"light", func(t *testing.T, p *probe, d *device.Device, log *slog.Logger) owner {
			l := &lightSensor{cfg: hw.Config{Light: hw.NewLightConfig("probe", &lamp{p})}, log: log, read: newAttempt()}
			go func() { _ = l.run(t.Context(), d) }()
			return l
		}, func(s device.Status) bool {
			return s.Light && s.Lux == 42
		}, true, "the light sensor gives no reading", "the light sensor works again"},
		{"air", func(t *testing.T, p *probe, d *device.Device, log *slog.Logger) owner {
			a := &airSensor{cfg: hw.NewSenseConfig("probe", &nose{p}), log: log}
			go func() { _ = a.run(t.Context(), d) }()
			return a
		}, func(s device.Status) bool {
			return s.Climate == device.Climate{Temperature: device.Measured{Value: 21, Known: true},
				CO2: device.Measured{Value: 700, Known: true}}
		}, false, "the air sensor gives no reading", "the air sensor works again"},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var text bytes.Buffer
				p, d := &probe{}, devicetest.Run(t)
				owner := row.run(t, p, d, slog.New(slog.NewTextHandler(&text, nil)))
				for i, c := range []struct {
					err    error
					status api.Status
					want   string // the one line of the log
				}{
					{nil, api.OK, ""},
					{errors.New("bus error"), api.Degraded, row.fault},
					{nil, api.OK, row.mend},
				} {
					text.Reset()
					p.set(c.err)
					time.Sleep(time.Minute)
					synctest.Wait()
					if got := owner.health(); len(got) != 1 || got[0].Name != row.name || got[0].Status != c.status ||
						(got[0].Detail == "") != (c.err == nil) {
						t.Errorf("%d: health %+v, want %s", i, got, c.status)
					}
					if got := text.String(); strings.Count(got, "\n") != min(len(c.want), 1) || !strings.Contains(got, c.want) {
						t.Errorf("%d: log %q, want one line with %q", i, got, c.want)
					}
					if got := row.measured(d.Status()); got != (c.err == nil || row.kept) {
						t.Errorf("%d: the device has the reading: %v", i, got)
					}
				}
			})
		})
	}
}

// TestSensorsThatAreNotThere: without a light sensor nobody waits for one, a simulator
// stands in a bright room, and without a sensor of the air nothing runs.
func TestSensorsThatAreNotThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var text bytes.Buffer
		log, d := slog.New(slog.NewTextHandler(&text, nil)), devicetest.Run(t)
		none := &lightSensor{log: log, read: newAttempt()}
		if err := none.run(t.Context(), d); err != nil || !strings.Contains(text.String(), "stays at its middle") {
			t.Errorf("%v, %s", err, text.String())
		}
		select {
		case <-none.read.made:
		default:
			t.Error("the doctor waits for a sensor that there is not")
		}
		if s := d.Status(); s.Light {
			t.Errorf("%v lx without a sensor", s.Lux)
		}
		air := &airSensor{log: log}
		if err := air.run(t.Context(), d); err != nil || air.health() != nil {
			t.Errorf("%v, %+v", err, air.health())
		}
		room := &lightSensor{simulated: true, log: log, read: newAttempt()}
		go func() { _ = room.run(t.Context(), d) }()
		time.Sleep(time.Second)
		if s := d.Status(); !s.Light || s.Lux != roomLight || room.read.wait(t.Context()) != nil || room.health() != nil {
			t.Errorf("the simulator's room has %v lx, %+v", s.Lux, room.health())
		}
		if !room.simulate(5) || none.simulate(5) {
			t.Error("only a room that is made up has another light")
		}
		time.Sleep(time.Second)
		if s := d.Status(); s.Lux != 5 {
			t.Errorf("the simulator's room has %v lx, want 5", s.Lux)
		}
	})
}
