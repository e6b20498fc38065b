// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// TestSettingsAreSavedOnce: what a client sets is on the disk, and in the answer, at once;
// setting it again writes nothing.
func TestSettingsAreSavedOnce(t *testing.T) {
	display := func(p DisplayPatch) func(*rig) error {
		return func(r *rig) error { _, err := r.SetDisplay(background, p); return err }
	}
	saver := func(p ScreensaverPatch) func(*rig) error { return display(DisplayPatch{Screensaver: &p}) }
	look := func(p LookPatch) func(*rig) error {
		return func(r *rig) error { _, err := r.SetLook(background, p); return err }
	}
	hours := func(p QuietPatch) func(*rig) error {
		return func(r *rig) error { _, err := r.SetQuietHours(background, p); return err }
	}
	second := FirstWidget("second")
	for _, row := range []struct {
		name string
		set  func(*rig) error
		want string // in the file, as the client sees it too
	}{
		{"off", display(DisplayPatch{On: new(false)}), `{"on":false}`},
		{"brightness", display(DisplayPatch{Brightness: new(61)}), `{"brightness":61}`},
		{"brightness mode", display(DisplayPatch{BrightnessMode: new(ManualBrightness)}), `{"brightness_mode":"manual"}`},
		{"screensaver's switch", saver(ScreensaverPatch{Enabled: new(true)}),
			`{"screensaver":{"enabled":true,"time_based":true}}`},
		{"screensaver's brightness", saver(ScreensaverPatch{Brightness: new(7)}), `{"screensaver":{"brightness":7}}`},
		{"screensaver's widget", saver(ScreensaverPatch{Widget: &second}), `{"screensaver":{"widget":"` + second + `"}}`},
		{"screensaver in darkness", saver(ScreensaverPatch{Mode: new(WhenDark), ModeEnabled: new(true)}),
			`{"screensaver":{"when_dark":true,"time_based":false,"last":"when_dark"}}`},
		{"screensaver's beginning", saver(ScreensaverPatch{Mode: new(TimeBased), Start: new(at("20:15"))}),
			`{"screensaver":{"start":"20:15:00","end":"06:00:00","time_based":false}}`},
		{"screensaver's end", saver(ScreensaverPatch{Mode: new(TimeBased), End: new(at("05:15"))}),
			`{"screensaver":{"start":"22:00:00","end":"05:15:00"}}`},
		{"volume", func(r *rig) error { _, err := r.SetVolume(background, 51); return err }, `{"volume":51}`},
		{"mode", func(r *rig) error { _, err := r.SetMode(background, ScheduleMode); return err }, `{"mode":"schedule"}`},
		{"an app that stays", func(r *rig) error { return r.Activate(background, "second", "") }, `{"app":"` + second + `"}`},
		{"quiet hours", hours(QuietPatch{Enabled: new(true)}),
			`{"quiet":{"enabled":true,"start":"22:00:00","end":"07:00:00"}}`},
		{"quiet beginning", hours(QuietPatch{Start: new(at("21:00"))}), `{"quiet":{"enabled":false,"start":"21:00:00"}}`},
		{"quiet volume", hours(QuietPatch{Volume: new(9)}), `{"quiet":{"volume":9}}`},
		{"text colour", look(LookPatch{TextColor: &red}), `{"look":{"text_color":"#FF0000"}}`},
		{"speed", look(LookPatch{ScrollSpeed: new(33.0)}), `{"look":{"scroll_speed":33}}`},
		{"smooth", look(LookPatch{Smooth: new(true)}), `{"look":{"smooth":true}}`},
		{"transition", look(LookPatch{Transition: new(paint.FadeTransition)}), `{"look":{"transition":"fade"}}`},
		{"effect", look(LookPatch{TextEffect: new(note.EffectBlink)}), `{"look":{"text_effect":"blink"}}`},
		{"colours", look(LookPatch{TextColors: &[]note.Color{red, red}}), `{"look":{"text_colors":["#FF0000","#FF0000"]}}`},
		{"background", look(LookPatch{Background: &note.Background{Name: "plasma"}}), `{"look":{"background":"plasma"}}`},
		{"indicator", func(r *rig) error {
			_, err := r.SetIndicators(background, IndicatorPatch{1: {Color: red}})
			return err
		}, `{"indicators":[{},{"color":"#FF0000"},{}]}`},
		{"mood light", func(r *rig) error { _, err := r.SetMood(background, note.Mood{Color: red}); return err },
			`{"mood":{"color":"#FF0000"}}`},
		{"somebody uses it", func(r *rig) error { return r.Used(background) }, `{"new":null}`},
		{"overlay", look(LookPatch{Overlay: new(note.OverlaySnow)}), `{"look":{"overlay":"snow"}}`},
	} {
		story(t, nil, func(t *testing.T, r *rig) {
			time.Sleep(time.Minute)
			before := r.saves()
			r.must(row.set(r))
			if n := r.saves() - before; n != 1 {
				t.Errorf("%s: saved %d times, want once", row.name, n)
			}
			file := must.Get(json.Marshal(r.saved().Settings))(t)
			var got, want map[string]any
			must.Do(t, errors.Join(json.Unmarshal(file, &got), json.Unmarshal([]byte(row.want), &want)))
			if key := differs(got, want); key != "" {
				t.Errorf("%s: %s is in the file in\n%s, want\n%s", row.name, key, file, row.want)
			}
			r.must(row.set(r))
			if n := r.saves() - before; n != 1 {
				t.Errorf("%s: the same again is saved", row.name)
			}
		})
	}
}

// differs returns the first key of want that got has otherwise, "" if there is none.
func differs(got, want map[string]any) string {
	for key, v := range want {
		inner, ok := v.(map[string]any)
		if !ok {
			is, _ := json.Marshal(got[key])
			if wants, _ := json.Marshal(v); string(is) != string(wants) {
				return key
			}
			continue
		}
		outer, _ := got[key].(map[string]any)
		if key := differs(outer, inner); key != "" {
			return key
		}
	}
	return ""
}

// TestAfterTheEnd: a device that has stopped says so, whoever asks; and a caller that
// waits no longer is free before it has begun.
func TestAfterTheEnd(t *testing.T) {
	asks := map[string]func(*Device, context.Context) error{
		"notify": func(d *Device, ctx context.Context) error {
			_, err := d.Notify(ctx, notice(note.PriorityInfo), "")
			return err
		},
		"queue":   func(d *Device, ctx context.Context) error { _, err := d.Queue(ctx); return err },
		"current": func(d *Device, ctx context.Context) error { _, _, err := d.Current(ctx); return err },
		"display": func(d *Device, ctx context.Context) error { _, err := d.Display(ctx); return err },
		"set":     func(d *Device, ctx context.Context) error { _, err := d.SetVolume(ctx, 3); return err },
		"preview": func(d *Device, ctx context.Context) error {
			_, _, err := d.Preview(ctx, notice(note.PriorityInfo), time.Minute)
			return err
		},
		"press":    func(d *Device, ctx context.Context) error { return d.Press(ctx, ButtonRight) },
		"stats":    func(d *Device, ctx context.Context) error { _, err := d.Stats(ctx); return err },
		"overview": func(d *Device, ctx context.Context) error { _, err := d.Overview(ctx); return err },
	}
	cfg := testConfig(t)
	synctest.Test(t, func(t *testing.T) {
		r := &rig{t: t}
		d := New(cfg, Fresh(), Edges{r, r, r})
		gone, leave := context.WithCancel(background)
		leave()
		for name, ask := range asks {
			if err := ask(d, gone); !errors.Is(err, context.Canceled) {
				t.Errorf("%s before the device runs, by a caller that is gone: %v", name, err)
			}
		}
		ctx, stop := context.WithCancel(background)
		time.AfterFunc(time.Millisecond, stop)
		must.Do(t, d.Run(ctx))
		for name, ask := range asks {
			if err := ask(d, background); !errors.Is(err, ErrStopped) {
				t.Errorf("%s after its end: %v", name, err)
			}
		}
		if last := r.saved(); !last.Clean || last.Unclean != 0 {
			t.Errorf("the last state is clean: %v, after %d ends", last.Clean, last.Unclean)
		}
	})
}

// TestPreviewIsDrawnAsItWouldBe, in the look of the moment.
func TestPreviewIsDrawnAsItWouldBe(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		done(r.SetLook(background, LookPatch{TextColor: &red}))(r)
		w, size, err := r.Preview(background, notice(note.PriorityInfo), time.Minute)
		r.must(err)
		if size.X != 37 || size.Y != 8 || w.Size() != size || w.Period() != stand {
			t.Errorf("%v of %v, a pass takes %v", w.Size(), size, w.Period())
		}
		if c := firstLit(w); c != red.Opaque() {
			t.Errorf("its letters are %v", c)
		}
		if all, err := r.Queue(background); err != nil || len(all) != 0 {
			t.Errorf("it waits: %+v, %v", all, err)
		}
	})
}

// TestStatsAreCounted: those of the device itself are received, but not sent.
func TestStatsAreCounted(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		own := notice(note.PriorityInfo)
		own.Origin = note.OriginInternal
		r.post(own)
		shown, gone := r.post(notice(note.PriorityInfo)), r.post(notice(note.PriorityInfo))
		r.must(r.Dismiss(background, gone))
		time.Sleep(time.Minute)
		r.outcome(shown, note.OutcomeShown)
		s, err := r.Stats(background)
		if err != nil || s.Received != 3 || s.Sent != 2 || s.Outcomes[note.OutcomeShown] != 2 ||
			s.Outcomes[note.OutcomeDismissed] != 1 {
			t.Errorf("%+v, %v", s, err)
		}
		s.Outcomes[note.OutcomeShown] = 99
		if again, _ := r.Stats(background); again.Outcomes[note.OutcomeShown] != 2 {
			t.Error("the map is the device's own")
		}
	})
}

// TestLevels: which brightness a panel has, by what is on it.
func TestLevels(t *testing.T) {
	off := func(r *rig) { r.display(DisplayPatch{On: new(false)}) }
	for _, row := range []struct {
		why   string
		limit Range
		set   int // 0 = dark
		do    func(*rig)
		want  float64
	}{
		{"as it is set", Range{Min: 2, Max: 90}, 40, func(*rig) {}, 0.4},
		{"within its limits above", Range{Min: 2, Max: 30}, 40, func(*rig) {}, 0.3},
		{"dark is below its limits", Range{Min: 2, Max: 90}, 0, func(*rig) {}, 0},
		{"off", Range{Min: 2, Max: 90}, 40, off, 0},
		{"a critical one lights a panel that is off", Range{Min: 2, Max: 90},
			40, func(r *rig) { off(r); r.post(notice(note.PriorityCritical)) }, 0.4},
		{"and one that is set to dark, as little as its limits allow", Range{Min: 5, Max: 90},
			0, func(r *rig) { r.post(notice(note.PriorityCritical)) }, 0.05},
		{"also if it is off, too", Range{Min: 5, Max: 90},
			0, func(r *rig) { off(r); r.post(notice(note.PriorityCritical)) }, 0.05},
		{"and no longer", Range{Min: 5, Max: 90},
			0, func(r *rig) { r.post(notice(note.PriorityCritical)); time.Sleep(stand) }, 0},
		{"at least by 1 %", Range{Min: 0, Max: 90}, 0, func(r *rig) { r.post(notice(note.PriorityCritical)) }, 0.01},
		{"another one does not", Range{Min: 5, Max: 90}, 0, func(r *rig) { r.post(notice(note.PriorityWarning)) }, 0},
		{"a question does", Range{Min: 5, Max: 90}, 0, func(r *rig) { r.ask() }, 0.05},
		{"also on a panel that is off", Range{Min: 5, Max: 90}, 40, func(r *rig) { off(r); r.ask() }, 0.4},
		{"a mood light has its own", Range{Min: 2, Max: 90},
			40, func(r *rig) { r.mood(note.Mood{Color: red, Brightness: 20}) }, 0.2},
		{"within the limits", Range{Min: 30, Max: 90},
			40, func(r *rig) { r.mood(note.Mood{Color: red, Brightness: 20}) }, 0.3},
		{"or the display's", Range{Min: 2, Max: 90}, 40, func(r *rig) { r.mood(note.Mood{Color: red}) }, 0.4},
		{"but not a notification over it", Range{Min: 2, Max: 90},
			40, func(r *rig) { r.mood(note.Mood{Color: red, Brightness: 20}); r.post(notice(note.PriorityInfo)) }, 0.4},
	} {
		t.Run(row.why, func(t *testing.T) {
			story(t, func(c *Config, s *Saved) {
				c.Limits.BrightnessLimit = row.limit
				s.Settings.BrightnessMode, s.Settings.Brightness = ManualBrightness, row.set
			}, func(t *testing.T, r *rig) {
				row.do(r)
				if got := r.scene().Level; got != row.want {
					t.Errorf("%v, want %v", got, row.want)
				}
			})
		})
	}
}

func (r *rig) mood(m note.Mood) {
	r.t.Helper()
	done(r.SetMood(background, m))(r)
}

// firstLit returns the colour of the first pixel that is lit.
func firstLit(w render.Widget) color.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: w.Size()})
	w.Draw(m, image.Point{}, 0)
	for i := 0; i < len(m.Pix); i += 4 {
		if c := (color.RGBA{m.Pix[i], m.Pix[i+1], m.Pix[i+2], m.Pix[i+3]}); c.R|c.G|c.B != 0 {
			return c
		}
	}
	return color.RGBA{}
}

// painted is an app that shows a picture for the city in its settings, and moves on to
// another one when it is told to.
type painted struct {
	ground
	city, next string
	pictures   map[string]render.Widget
}

func (p *painted) About() About {
	a := p.ground.About()
	a.Settings = Schema{Properties: []Property{{Name: "city", Schema: Schema{Type: "string"}}}}
	return a
}

func (p *painted) Configure(widgets []WidgetSettings) error {
	var set struct{ City string }
	err := json.Unmarshal(widgets[0].Settings, &set)
	p.city = set.City
	return err
}

func (p *painted) Step(time.Time) Now {
	now := Now{Views: map[string]View{"": {Root: p.pictures[p.city]}}}
	if p.next != "" {
		now.Settings = map[string]json.RawMessage{FirstWidget(p.name): json.RawMessage(`{"city":"` + p.next + `"}`)}
	}
	return now
}

// TestAppShowsItsOwnChangeAtOnce, and not with the next thing that happens.
func TestAppShowsItsOwnChangeAtOnce(t *testing.T) {
	before, after := &render.Still{Image: blank.Image}, &render.Still{Image: blank.Image}
	p := &painted{ground: ground{"city"}, pictures: map[string]render.Widget{"": before, "Oslo": after}}
	story(t, func(c *Config, _ *Saved) { c.Apps, c.Widgets = []App{p}, nil }, func(t *testing.T, r *rig) {
		if r.scene().Root != before {
			t.Error("it does not begin without a city")
		}
		r.must(r.Post(background, func(time.Time) { p.next = "Oslo" }))
		if r.scene().Root != after {
			t.Error("it still shows what it was before")
		}
	})
}

// TestAlertsAreRememberedInALimit: the newest 32 of each app.
func TestAlertsAreRememberedInALimit(t *testing.T) {
	p := newPuppet("bell")
	story(t, with(p), func(t *testing.T, r *rig) {
		n := notice(note.PriorityInfo)
		for i := range 40 {
			r.pull(func() { p.now.Alert = Alert{Key: strconv.Itoa(i), Note: &n} })
		}
		raised := r.saved().Apps["bell"].Raised
		if len(raised) != 32 || raised[0] != "8" || raised[31] != "39" {
			t.Errorf("%d are remembered: %v", len(raised), raised)
		}
	})
}
