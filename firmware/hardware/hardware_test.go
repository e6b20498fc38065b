// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"bytes"
	"context"
	"errors"
	"image"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
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
	want := []api.Component{{Name: "panel", Status: api.OK}, {Name: "light", Status: api.Degraded, Detail: "no ADC"},
		{Name: "frames", Status: api.OK}}
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
	}{{"", true, true}, {"none", true, true}, {"constant", false, true}, {"", false, false}, {"bh1750", true, false},
		{"bh1750", false, false}} {
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

// sending is a panel over the network.
type sending struct{ away []hw.Away }

func (sending) SendsTo(netip.Addr) bool { return false }
func (s sending) Away() []hw.Away       { return s.away }

// TestHostsAreNamed: a host that is away degrades the panel, and never fails it; the log names
// it once, and once that it is back.
func TestHostsAreNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		p := &panel{output: &render.Output{}, log: slog.New(slog.NewTextHandler(&log, nil))}
		stop := must.Run(t, p.watch)
		gone := hw.Away{Host: "shelf.local", Err: errors.New("no route to host")}
		for _, step := range []struct {
			why  string
			away []hw.Away
			want api.Component
		}{
			{"all are there", nil, api.Component{Name: "panel", Status: api.OK}},
			{"one is away", []hw.Away{gone},
				api.Component{Name: "panel", Status: api.Degraded, Detail: "shelf.local: no route to host"}},
			{"for another reason", []hw.Away{{Host: gone.Host, Err: errors.New("timed out")}},
				api.Component{Name: "panel", Status: api.Degraded, Detail: "shelf.local: timed out"}},
			{"it is back", nil, api.Component{Name: "panel", Status: api.OK}},
		} {
			var s hw.Sending = sending{step.away}
			p.remote.Store(&s)
			time.Sleep(time.Minute)
			if got := p.health(); len(got) != 1 || got[0] != step.want {
				t.Errorf("%s: %+v, want %+v", step.why, got, step.want)
			}
		}
		stop()
		if n := strings.Count(log.String(), "host=shelf.local"); n != 2 || strings.Count(log.String(), "level=WARN") != 1 {
			t.Errorf("logged:\n%s", log.String())
		}
	})
}

// TestHold: what counts is one button, held for the whole time, once.
func TestHold(t *testing.T) {
	type event struct {
		after  time.Duration
		button input.Button
		kind   input.Kind
	}
	for _, c := range []struct {
		name   string
		events []event
		want   int
	}{
		{"long enough", []event{{0, input.Left, input.Down}, {holdFor, input.Left, input.Repeat}}, 1},
		{"not yet", []event{{0, input.Left, input.Down}, {holdFor - 1, input.Left, input.Repeat}}, 0},
		{"once",
			[]event{{0, input.Left, input.Down}, {holdFor, input.Left, input.Repeat}, {holdFor, input.Left, input.Repeat}}, 1},
		{"twice",
			[]event{{0, input.Left, input.Down}, {holdFor, input.Left, input.Repeat}, {0, input.Left, input.Up},
				{0, input.Left, input.Down}, {holdFor, input.Left, input.Repeat}}, 2},
		{"released meanwhile",
			[]event{{0, input.Left, input.Down}, {holdFor / 2, input.Left, input.Up}, {0, input.Left, input.Down},
				{holdFor / 2, input.Left, input.Repeat}}, 0},
		{"two buttons in turn",
			[]event{{0, input.Left, input.Down}, {holdFor / 2, input.Right, input.Down},
				{holdFor / 2, input.Right, input.Repeat}}, 0},
	} {
		got, now := 0, time.Now()
		h := hold{do: func() { got++ }}
		for _, e := range c.events {
			now = now.Add(e.after)
			h.event(input.Event{Button: e.button, Kind: e.kind}, now)
		}
		must.Equal(t, got, c.want, c.name)
	}
}

// TestFreedAfter: only a press that has lasted from the start for at least 10 s counts; a
// line that is not connected never ends it, or late.
func TestFreedAfter(t *testing.T) {
	for _, row := range []struct {
		after time.Duration
		want  bool
		why   string
	}{
		{time.Second, false, "somebody touched it"},
		{9900 * time.Millisecond, false, "not long enough"},
		{10 * time.Second, true, "held"},
		{59 * time.Second, true, "held patiently"},
		{61 * time.Second, false, "no hand is that patient"},
	} {
		done := false
		b := buttons{reset: func() { done = true }}
		if b.freed(row.after); done != row.want {
			t.Errorf("%s: after %v it resets: %v", row.why, row.after, done)
		}
	}
	(&buttons{}).freed(20 * time.Second) // nobody resets this one
}
