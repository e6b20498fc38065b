// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"context"
	"errors"
	"image"
	"log/slog"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/sounds"
)

// TestHealth: each owner says how what it owns is, and nothing of what nobody
// asked for.
func TestHealth(t *testing.T) {
	quiet := slog.New(slog.DiscardHandler)
	simulator := must.Get(newPanel(hw.Config{}, image.Point{}, quiet))(t)
	broken := errors.New("no ADC")
	dark := &lightSensor{cfg: hw.Config{Light: hw.NewLightConfig("iio", nil)}}
	dark.broken.Store(&broken)
	owners := []owner{simulator, &lightSensor{}, &buttons{}, &diagnosis{}, dark, &frames{loop: beating{}}}
	want := []api.Component{{Name: "panel", Status: api.OK}, {Name: "light", Status: api.Degraded, Detail: "no ADC"}, {Name: "frames", Status: api.OK}}
	var got []api.Component
	for _, o := range owners {
		got = append(got, o.health()...)
	}
	if !slices.Equal(got, want) {
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

// lent is a button that notes that it was let go.
type lent struct {
	input.Source
	closed int
}

func (l *lent) Close() error { l.closed++; return errors.New("line 5 stays busy") }

// TestClose: hardware that is not going to run lets go of its buttons.
func TestClose(t *testing.T) {
	button := &lent{}
	h := &Hardware{buttons: &buttons{sources: input.Sources{button}}}
	if err := h.Close(); err == nil || button.closed != 1 {
		t.Errorf("%v, the button is let go %d times", err, button.closed)
	}
}
