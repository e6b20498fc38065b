// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"bytes"
	"context"
	"errors"
	"image"
	"log/slog"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/mqtt"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/sounds"
)

// TestHealth: each owner says how what it owns is, and nothing of what nobody
// asked for.
func TestHealth(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	simulator, err := newPanel(hw.Config{}, image.Point{}, quiet)
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("no ADC")
	dark := &lightSensor{cfg: hw.Config{Light: hw.NewLightConfig("iio", nil)}}
	dark.broken.Store(&broken)
	owners := health{simulator, &lightSensor{}, &buttons{}, &diagnosis{}, &broker{cfg: mqtt.Config{}}, &discovery{}, dark, &frames{loop: beating{}}}
	want := []api.Component{{Name: "panel", Status: api.OK}, {Name: "light", Status: api.Degraded, Detail: "no ADC"}, {Name: "frames", Status: api.OK}}
	if got := owners.components(); !slices.Equal(got, want) {
		t.Errorf("health %+v, want %+v", got, want)
	}
}

// TestMadeLight: the simulator's room and a constant are not measured.
func TestMadeLight(t *testing.T) {
	for _, row := range []struct {
		source    string
		simulated bool
		want      bool
	}{{"", true, true}, {"none", true, true}, {"constant", false, true}, {"", false, false}, {"bh1750", true, false}, {"bh1750", false, false}} {
		l := &lightSensor{cfg: hw.Config{Light: hw.NewLightConfig(row.source, nil)}, simulated: row.simulated}
		if got := l.made(); got != row.want {
			t.Errorf("source %q, simulator %v: made up %v, want %v", row.source, row.simulated, got, row.want)
		}
	}
}

// beating is a frame loop that goes on.
type beating struct{}

func (beating) Alive(context.Context) error { return nil }

// hung is a frame loop that hangs, and counts who asked.
type hung struct{ asked *int }

func (h hung) Alive(ctx context.Context) error {
	*h.asked++
	<-ctx.Done()
	return ctx.Err()
}

// TestFrames: a loop that hangs has failed, and many questions wake it once a second.
func TestFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		f := &frames{loop: hung{&asked}}
		for range 5 {
			if got := f.health(); got[0].Status != api.Failed || got[0].Detail == "" {
				t.Fatalf("%+v", got)
			}
		}
		if asked != 1 {
			t.Errorf("the loop was asked %d times, want once", asked)
		}
		f.loop = beating{}
		time.Sleep(framesTime)
		if got := f.health(); got[0].Status != api.OK {
			t.Errorf("%+v", got)
		}
	})
}

// TestAbsentBroker: a broker that is away makes the device degraded, not failed.
func TestAbsentBroker(t *testing.T) {
	dev := device.New(device.Config{Width: 8, Height: 8}, device.Fresh(), device.Edges{Screen: edges{}, Speaker: edges{}, Keeper: edges{}})
	for source, want := range map[string]api.Status{"tcp://127.0.0.1:1": api.Degraded, mqtt.FindBroker: api.Absent} {
		b := &broker{cfg: mqtt.Config{Broker: source}}
		b.client = mqtt.New(b.cfg, dev, nil, mqtt.About{}, slog.New(slog.DiscardHandler)) // never runs: not connected
		if got := b.health(); len(got) != 1 || got[0].Status != want || got[0].Detail == "" {
			t.Errorf("%s: %+v, want %s", source, got, want)
		}
	}
}

// debt is a saver with that error.
type debt struct{ error }

func (d debt) Unsaved() error { return d.error }

// TestUnsaved: whatever was acknowledged and is not on the disk fails the part state.
func TestUnsaved(t *testing.T) {
	d := openData(Options{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}, nil)
	d.savers = []saver{debt{}, debt{}}
	if got := d.health(); got[0] != (api.Component{Name: "state", Status: api.OK}) {
		t.Errorf("%+v", got)
	}
	d.savers = []saver{debt{errors.New("the keys")}, debt{errors.New("the configuration")}}
	if got := d.health(); got[0] != (api.Component{Name: "state", Status: api.Failed, Detail: "the keys; the configuration"}) {
		t.Errorf("%+v", got)
	}
}

// TestGreeting: the key is not written where it would be kept.
func TestGreeting(t *testing.T) {
	plain, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	for _, row := range []struct{ name, given, want string }{
		{"a file gets the command", "", `$(ledpost key --data '/a b')`},
		{"and the command alone, to copy", "", "\nKey:   ledpost key --data '/a b'\n"},
		{"who gave a key knows it", "SECRET", "dev:KEY"},
	} {
		var out bytes.Buffer
		g := greeting{
			out: &out, data: &data{dir: "/a b", given: row.given, key: "SECRET"},
			listeners: &listeners{plain: plain}, network: netinfo.New(slog.New(slog.DiscardHandler)),
		}
		g.print()
		if got := out.String(); !strings.Contains(got, row.want) || strings.Contains(got, "SECRET") || strings.Contains(got, newDevice) || !strings.Contains(got, plain.Addr().String()[len("127.0.0.1"):]) {
			t.Errorf("%s: %s", row.name, got)
		}
	}
}

// TestAudible: a device whose sound goes nowhere says that it has none.
func TestAudible(t *testing.T) {
	for output, want := range map[string]bool{"null": false, "browser": true} {
		var s sound
		s.cfg.Output = output
		s.Player = sounds.NewPlayer(s.cfg.Config, slog.New(slog.DiscardHandler))
		if got := s.audible(); got != want {
			t.Errorf("%q: %v (%v)", output, got, s.Err())
		}
	}
}
