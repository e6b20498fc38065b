// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/firmware/selftest"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/doctor"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/version"
	"github.com/ledpost/ledpost/render/testcard"
)

// stepTime is how long a step waits for its answer, stepPatience how long the device may take
// to show one or to measure.
const stepTime, stepPatience = 2 * time.Minute, time.Second

// selfTester leads a person through the self-test. It implements live.SelfTester.
type selfTester struct {
	about   func() selftest.Device
	device  *device.Device
	rate    func() (refresh.Stats, bool)
	network func() netinfo.Wifi
	synced  func(context.Context) (bool, error)
	trial   *trial
	log     *slog.Logger

	mu    sync.Mutex
	run   *selftest.Run // nil = none
	shows bool          // the panel shows the step that stands
	until time.Time
	over  *time.Timer
	tone  string // id of the notification that plays it

	awaited atomic.Pointer[awaited] // nil = no press
}

// awaited is a button of which a press is awaited.
type awaited struct {
	button input.Button
	run    *selftest.Run
	taken  atomic.Bool                  // it was pressed
	other  atomic.Pointer[input.Button] // that was pressed in its place
}

// newSelfTester returns the tester of a, which must have its device.
func (a *appliance) newSelfTester() *selfTester {
	t := &selfTester{device: a.device, rate: a.hardware.Refreshed, network: a.network.Read, synced: a.clock.ask,
		trial: a.trial, log: a.Log}
	t.about = func() selftest.Device {
		d := aboutTest(a.Config, a.trial, doctor.Here())
		size, kind := a.hardware.Size(), a.hardware.Kind()
		d.Size, d.Colours, d.Levels = size, kind == hw.Color || kind == hw.Mixed, kind != hw.Monochrome
		_, d.Refreshed = a.hardware.Refreshed()
		d.Sound = a.hardware.Audible() && !d.Simulator
		return d
	}
	a.hardware.OnTest(t.press)
	return t
}

// aboutTest describes a device by its configuration and its machine, without secrets.
func aboutTest(cfg config.Config, t *trial, m doctor.Machine) selftest.Device {
	d := selftest.Device{Board: m.Board(), Driver: cfg.Panel.Driver(),
		Version: fmt.Sprintf("%s %s/%s", version.Number, runtime.GOOS, runtime.GOARCH)}
	if d.Simulator = d.Driver == "" || d.Driver == "none"; d.Simulator {
		d.Driver = "simulator"
	}
	d.Simulator = d.Simulator || cfg.Panel.Records()
	d.Light = cfg.Light.Chosen() && !slices.Contains([]string{"constant", "schedule"}, cfg.Light.Source())
	d.Air = cfg.Sense.Chosen()
	d.Keys = len(cfg.Input.Devices) > 0
	seen := map[input.Button]bool{}
	add := func(b input.Button) {
		if !seen[b] {
			seen[b], d.Buttons = true, append(d.Buttons, string(b))
		}
	}
	for _, l := range cfg.Input.Lines {
		add(l.Button)
	}
	for _, k := range cfg.Input.Knobs {
		add(k.Clockwise)
		add(k.Counter)
	}
	var err error
	if d.Settings, err = t.layers.Shared(t.Text()); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.log.Debug("the report of the self-test has no configuration", "err", err)
	}
	return d
}

// Begin implements live.SelfTester.
func (t *selfTester) Begin() (live.TestState, error) {
	about := t.about()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rest()
	t.run = selftest.New(about)
	t.log.Info("a self-test begins; the panel shows each step")
	return t.asks()
}

// again is the answer that shows a step once more.
const again = "again"

// Answer implements live.SelfTester.
func (t *selfTester) Answer(step, answer string) (live.TestState, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.run == nil {
		return live.TestState{}, live.ErrNoTest
	}
	s, _, _ := t.run.Step()
	if s == nil || s.ID != step {
		return live.TestState{}, live.ErrOtherStep
	}
	if answer != again {
		if stats, ok := t.rate(); ok && t.shows && s.Act == selftest.Look {
			t.run.Refreshed(stats.Hz, stats.Late)
		}
		if err := t.run.Answer(step, answer, t.reading(s)); err != nil {
			return live.TestState{}, live.BadAnswer(err)
		}
	}
	return t.asks()
}

// press takes a press of the button that is asked for; all others do what they always do, and so does this one while
// a notification is on the panel, which may be an alarm. It does not block.
func (t *selfTester) press(b input.Button) bool {
	a := t.awaited.Load()
	if a == nil || t.device.Status().Showing.Kind == device.NotificationShows {
		return false
	}
	if b != a.button {
		a.other.Store(&b)
		return false
	}
	if !a.taken.Swap(true) {
		go t.advance(a)
	}
	return true
}

// advance goes on after a press, unless the step is over.
func (t *selfTester) advance(a *awaited) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.awaited.Load() == a && a.run.Pressed(string(a.button)) {
		_, _ = t.asks()
	}
}

// asks measures what nobody is asked about, shows the next step and waits for its answer. t.mu must be held.
func (t *selfTester) asks() (live.TestState, error) {
	t.rest()
	ctx, cancel := context.WithTimeout(context.Background(), stepPatience)
	defer cancel()
	s, _, _ := t.run.Step()
	for ; s != nil && s.Act == selftest.Measure; s, _, _ = t.run.Step() {
		t.run.Measured(t.measure(ctx, s.ID))
	}
	if s == nil {
		t.log.Info("the self-test has ended")
		return t.state(), nil
	}
	if err := t.show(ctx, s); err != nil {
		return live.TestState{}, err
	}
	t.trial.prolong(stepTime + findMargin)
	run, until := t.run, time.Now().Add(stepTime)
	t.shows, t.until = true, until
	if s.Act == selftest.Press {
		t.awaited.Store(&awaited{button: input.Button(s.Button), run: run})
	}
	t.over = time.AfterFunc(stepTime, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if t.run == run && t.until.Equal(until) {
			t.log.Info("the self-test waits no longer: nobody has answered")
			t.rest()
		}
	})
	return t.state(), nil
}

// toneCycles is how often the sign of the tone is shown: for some seconds, also if a power cut brings it back.
const toneCycles = 3

// show begins a step on the panel, or plays it.
func (t *selfTester) show(ctx context.Context, s *selftest.Step) (err error) {
	switch s.Act {
	case selftest.Hear:
		t.tone, err = t.device.Notify(ctx, note.Notification{
			Origin: note.OriginInternal, Priority: note.PriorityCritical, Lifetime: stepTime, Cycles: toneCycles,
			IconType: note.IconTypeInfo,
			Frames:   []note.Frame{{Text: []note.Fragment{{Text: "♪"}}}},
			Sound:    &note.Sound{Category: "notifications", ID: "positive1", Repeat: 1},
		}, "")
	default:
		err = t.device.Test(ctx, s.Shows, stepTime)
	}
	return err
}

// rest makes the panel again what it was. t.mu must be held.
func (t *selfTester) rest() {
	if t.over != nil {
		t.over.Stop()
	}
	t.awaited.Store(nil)
	if !t.shows {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), stepPatience)
	defer cancel()
	_ = t.device.Test(ctx, testcard.Dark, 0) // fails only when the device ends
	if t.tone != "" {
		_ = t.device.Dismiss(ctx, t.tone) // or it has ended
	}
	t.shows, t.tone = false, ""
}

// measure returns what the machine tells of a step.
func (t *selfTester) measure(ctx context.Context, id string) (selftest.Verdict, string) {
	switch id {
	case "rate":
		return t.run.Rate()
	case "keys": // too many to be asked for one by one, and the program does not know which a device has
		return selftest.Skipped, "nobody was asked to press one"
	case "clock":
		switch yes, err := t.synced(ctx); {
		case err != nil:
			return selftest.Skipped, "the system does not tell whether the clock is synchronised"
		case !yes:
			return selftest.Fails, "not synchronised"
		}
		return selftest.Works, "synchronised"
	}
	switch n := t.network(); {
	case n.Active:
		return selftest.Works, fmt.Sprintf("Wi-Fi, signal %d %%", n.Strength())
	case n.IP.IsValid() && !n.IP.IsUnspecified():
		return selftest.Works, "by cable"
	}
	return selftest.Fails, "not connected"
}

// reading is what a person compares at a step. t.mu must be held.
func (t *selfTester) reading(s *selftest.Step) string {
	st := t.device.Status()
	var all []string
	add := func(m device.Measured, unit string) {
		if m.Known {
			all = append(all, fmt.Sprintf("%g %s", m.Value, unit))
		}
	}
	switch a := t.awaited.Load(); {
	case a != nil && a.other.Load() != nil:
		return string(*a.other.Load()) + " was pressed"
	case s.Act != selftest.Read:
		return ""
	case s.ID == "light":
		add(device.Measured{Value: float64(int(st.Lux)), Known: st.Light && !st.LuxMade}, "lux")
	default:
		add(st.Climate.Temperature, "°C")
		add(st.Climate.Humidity, "%")
		add(st.Climate.CO2, "ppm")
	}
	return strings.Join(all, ", ")
}

// State implements live.SelfTester.
func (t *selfTester) State() live.TestState {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.state()
}

// state is State. t.mu must be held.
func (t *selfTester) state() (out live.TestState) {
	if t.run == nil {
		return out
	}
	var s *selftest.Step
	s, out.Number, out.Of = t.run.Step()
	if t.shows {
		out.Running, out.Left = true, max(time.Until(t.until), 0)
	}
	if s != nil {
		out.Step = &live.TestStep{ID: s.ID, Text: s.Text, Answers: s.Answers(), Reading: t.reading(s)}
		if s.Act == selftest.Read {
			out.Step.Reading = cmp.Or(out.Step.Reading, selftest.Unread)
		}
	}
	for _, r := range t.run.Results() {
		one := live.TestResult{ID: r.ID, Verdict: string(r.Verdict), Reading: r.Detail}
		if r.Verdict == selftest.Fails {
			one.Help, one.Page = r.Help, r.Page
		}
		out.Results = append(out.Results, one)
	}
	out.Report = t.run.Report()
	return out
}

// wait ends a test that goes on when the device ends, while the device still takes back what the test shows.
func (t *selfTester) wait(ctx context.Context) error {
	<-ctx.Done()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rest()
	return nil
}

// End implements live.SelfTester.
func (t *selfTester) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.rest()
	t.run = nil
}
