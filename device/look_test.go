// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding/json"
	"image"
	"image/color"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// inked is an app that takes the colour of text.
type inked struct {
	ground
	ink *color.RGBA
}

func (i inked) SetLook(l paint.Look) { *i.ink = l.TextColor.Opaque() }

var red = note.Color{R: 255, G: 0, B: 0, Set: true}

// TestLookIsTheConfigurationsUntilSet: what nobody has set follows config.toml,
// also after a restart with another one.
func TestLookIsTheConfigurationsUntilSet(t *testing.T) {
	var kept Saved
	first := func(c *Config, _ *Saved) {
		c.Look = paint.Look{ScrollSpeed: 30, Smooth: true, Transition: paint.FadeTransition}
	}
	story(t, first, func(t *testing.T, r *rig) {
		r.looks("before",
			paint.Look{TextColor: note.Color{R: 255, G: 255, B: 255, Set: true}, ScrollSpeed: 30, Smooth: true,
				Transition: paint.FadeTransition})
		done(r.SetLook(background, LookPatch{TextColor: &red, Transition: new(paint.SlideTransition)}))(r)
		r.looks("set", paint.Look{TextColor: red, ScrollSpeed: 30, Smooth: true, Transition: paint.SlideTransition})
		fancy := LookPatch{
			TextEffect: new(note.EffectGradient), TextColors: &[]note.Color{red, {B: 255, Set: true}},
			Background: &note.Background{Name: "plasma"}, Overlay: new(note.NoOverlay),
		}
		done(r.SetLook(background, fancy))(r)
		kept = throughFile(t, r.saved())
	})
	second := func(c *Config, s *Saved) {
		*s, c.Look = kept, paint.Look{ScrollSpeed: 50, Transition: paint.NoTransition, Overlay: note.OverlaySnow}
	}
	story(t, second, func(t *testing.T, r *rig) {
		r.looks("after a restart",
			paint.Look{TextColor: red, ScrollSpeed: 50, Smooth: false, Transition: paint.SlideTransition,
				TextEffect: note.EffectGradient, TextColors: []note.Color{red, {B: 255, Set: true}},
				Background: note.Background{Name: "plasma"}})
	})
	story(t, nil, func(t *testing.T, r *rig) {
		r.looks("neither set nor configured",
			paint.Look{TextColor: note.Color{R: 255, G: 255, B: 255, Set: true}, ScrollSpeed: render.DefaultSpeed, Smooth: false,
				Transition: paint.NoTransition})
	})
}

func (r *rig) looks(why string, want paint.Look) {
	r.t.Helper()
	if got, err := r.Look(background); err != nil || !reflect.DeepEqual(got, want) {
		r.t.Errorf("%s: %+v (%v), want %+v", why, got, err, want)
	}
}

// throughFile is s with its settings as the next start reads them.
func throughFile(t *testing.T, s Saved) Saved {
	t.Helper()
	data, err := json.Marshal(s.Settings)
	s.Settings = Settings{}
	if err == nil {
		err = json.Unmarshal(data, &s.Settings)
	}
	must.Do(t, err)
	return s
}

func TestLookFaults(t *testing.T) {
	rows := []struct {
		field string
		patch LookPatch
	}{
		{"text_color", LookPatch{TextColor: &note.Color{R: 1}}},
		{"scroll_speed", LookPatch{ScrollSpeed: new(0.9)}},
		{"scroll_speed", LookPatch{ScrollSpeed: new(200.1)}},
		{"scroll_speed", LookPatch{ScrollSpeed: new(math.NaN())}},
		{"text_effect", LookPatch{TextEffect: new(note.Effect(len(note.Effects()) + 1))}},
		{"text_colors", LookPatch{TextColors: &[]note.Color{red}}},
		{"text_colors", LookPatch{TextColors: new(make([]note.Color, note.MaxColors+1))}},
		{"text_colors[1]", LookPatch{TextColors: &[]note.Color{red, {}}}},
		{"background", LookPatch{Background: &note.Background{Name: "lawn"}}},
		{"overlay", LookPatch{Overlay: new(note.OverlayConfetti + 1)}},
		{"transition", LookPatch{Transition: new(paint.Transition(len(paint.Transitions())))}},
	}
	story(t, nil, func(t *testing.T, r *rig) {
		was, _ := r.Look(background)
		for _, row := range rows {
			row.patch.Smooth = new(true)
			_, err := r.SetLook(background, row.patch)
			faulty(t, err, row.field, row.patch)
			r.looks("nothing of it is applied", was)
		}
		_, err := r.SetLook(background, LookPatch{ScrollSpeed: new(0.0), Transition: new(paint.Transition(99))})
		if err == nil || strings.Count(err.Error(), "\n") != 1 {
			t.Errorf("%v, want both faults", err)
		}
	})
}

// TestTransitionOfANotification: it appears by the transition of its first frame, if that
// has one, and goes by the look's.
func TestTransitionOfANotification(t *testing.T) {
	change := func(c *Config, _ *Saved) { c.Look.Transition = paint.FadeTransition }
	story(t, change, func(t *testing.T, r *rig) {
		n := notice(note.PriorityInfo)
		n.Frames = text("hi")
		r.post(n)
		if got := r.scene().Enter.Style; got != render.Fade {
			t.Errorf("without one of its own it comes by %v", got)
		}
		r.must(r.DismissCurrent(background))
		n.Frames = text("hi")
		n.Frames[0].Transition = note.TransitionSlide
		r.post(n)
		if got := r.scene().Enter.Style; got != render.Slide {
			t.Errorf("it comes by %v, want a slide", got)
		}
		r.must(r.DismissCurrent(background))
		if got := r.scene().Enter.Style; got != render.Fade {
			t.Errorf("it goes by %v, want the look's", got)
		}
	})
}

// TestLookTakesEffect: the visible notification ends as it began, also when an
// icon arrives in it; the next one and the apps follow at once.
func TestLookTakesEffect(t *testing.T) {
	var ink color.RGBA
	change := func(c *Config, _ *Saved) { c.Apps = []App{inked{ground{"clock"}, &ink}} }
	story(t, change, func(t *testing.T, r *rig) {
		if r.scene(); ink != (color.RGBA{255, 255, 255, 255}) {
			t.Errorf("an app starts with %v, want white", ink)
		}
		long := notice(note.PriorityInfo)
		long.Frames = text("a text that is longer than the panel")
		r.post(long)
		second := r.post(long)
		before := r.scene()
		done(r.SetLook(background,
			LookPatch{TextColor: &red, ScrollSpeed: new(200.0), Smooth: new(true), Transition: new(paint.FadeTransition)}))(r)
		r.must(r.Refresh(background))
		after := r.scene()
		if was, is := before.Root.Period(), after.Root.Period(); was != is {
			t.Errorf("a pass of the visible one took %v and takes %v", was, is)
		}
		if ink != red.Opaque() {
			t.Errorf("the app has %v, want red", ink)
		}
		if after.Enter.Style != render.Fade || after.Enter.For == 0 {
			t.Errorf("transition %+v, want a fade", after.Enter)
		}
		time.Sleep(after.Root.Period())
		r.shows(second, "the first one is over when it would have been")
		if was, is := after.Root.Period(), r.scene().Root.Period(); is >= was {
			t.Errorf("at ten times the speed a pass takes %v, before %v", is, was)
		}
	})
}

// TestNoSmoothScrollingWithoutGray: LEDs that are on or off have nothing between
// two pixels.
func TestNoSmoothScrollingWithoutGray(t *testing.T) {
	long := note.Notification{Frames: text("a text that is longer than the panel")}
	cfg := testConfig(t)
	for kind, want := range map[string]bool{Monochrome: false, "grayscale": true, "color": true, "": true} {
		cfg.PanelType = kind
		p := cfg.painter(paint.Look{Smooth: true})
		m := image.NewRGBA(image.Rectangle{Max: p.Size})
		p.Picture(&long).Draw(m, image.Point{}, render.Hold+20*time.Millisecond)
		between := slices.ContainsFunc(m.Pix, func(v uint8) bool { return v != 0 && v != 255 })
		if between != want {
			t.Errorf("%q: text moves between pixels: %v, want %v", kind, between, want)
		}
	}
}

// TestOverlayOverApps: it is in front of a widget, under the indicators; a
// notification has it in its own picture, and the screensaver has none.
func TestOverlayOverApps(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		rain := func(want bool, why string) {
			t.Helper()
			front := r.scene().Front
			if front == nil {
				if want {
					t.Errorf("%s: nothing is in front", why)
				}
				return
			}
			m := image.NewRGBA(image.Rect(0, 0, 37, 8))
			front.Draw(m, image.Point{}, time.Second)
			if got := slices.ContainsFunc(m.Pix, func(v uint8) bool { return v != 0 }); got != want {
				t.Errorf("%s: rain is seen: %v, want %v", why, got, want)
			}
			if n := testing.AllocsPerRun(10, func() { front.Draw(m, image.Point{}, time.Second) }); n != 0 {
				t.Errorf("%s: %v allocations a draw", why, n)
			}
		}
		rain(false, "at first")
		done(r.SetLook(background, LookPatch{Overlay: new(note.OverlayRain)}))(r)
		rain(true, "over a widget")
		front := r.scene().Front
		r.must(r.Refresh(background))
		if r.scene().Front != front {
			t.Error("it is made again, though nothing has changed")
		}
		done(r.SetIndicators(background, IndicatorPatch{{Color: red, Night: true}}))(r)
		m := image.NewRGBA(image.Rect(0, 0, 37, 8))
		r.scene().Front.Draw(m, image.Point{}, time.Second)
		if m.RGBAAt(36, 0) != red.Opaque() {
			t.Errorf("the corner is %v: the indicator is not over the rain", m.RGBAAt(36, 0))
		}
		done(r.SetIndicators(background, IndicatorPatch{{}}))(r)
		rain(true, "without indicators again")
		id := r.post(notice(note.PriorityInfo))
		rain(false, "a notification has its own")
		time.Sleep(stand)
		r.outcome(id, note.OutcomeShown)
		rain(true, "and it comes back")
		r.saver(true)
		rain(false, "the screensaver")
		r.saver(false)
		done(r.SetMood(background, note.Mood{Color: red}))(r)
		rain(false, "the mood light")
	})
}

// TestSmoothIsSet: the look that is not the configuration's.
func TestSmoothIsSet(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		if l, err := r.SetLook(background, LookPatch{Smooth: new(true)}); err != nil || !l.Smooth {
			t.Errorf("%+v, %v", l, err)
		}
	})
}

// TestSpeedsAtTheLimits are allowed, and no others.
func TestSpeedsAtTheLimits(t *testing.T) {
	for speed, ok := range map[float64]bool{
		paint.MinSpeed: true, paint.MaxSpeed: true,
		math.Nextafter(paint.MinSpeed, 0): false, math.Nextafter(paint.MaxSpeed, 1e9): false, math.NaN(): false,
	} {
		if err := (LookPatch{ScrollSpeed: &speed}).Validate(); (err == nil) != ok {
			t.Errorf("%v: %v", speed, err)
		}
	}
}
