// SPDX-License-Identifier: Apache-2.0

package custom

import (
	"encoding/json"
	"image"
	"image/color"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/sounds"
)

// customs returns a custom app with these widgets.
func customs(t *testing.T, saved map[string]device.SavedApp, settings ...string) *Custom {
	t.Helper()
	set := must.Get(fonts.Open(fonts.Options{Rows: 8}))(t)
	c := New(kit.Env{Size: image.Pt(16, 8), Fonts: set}, saved[Package].Keep, 2)
	apptest.Set(t, c, settings...)
	return c
}

func textFrames(s string) []note.Frame { return []note.Frame{{Text: []note.Fragment{{Text: s}}}} }

// TestCustomShows: nothing before the first page, then the page, the same view
// while it is the same, and a red frame when it is over and stays.
func TestCustomShows(t *testing.T) {
	c := customs(t, nil, `{"name":"x","lifetime":10,"mark":true}`)
	now := time.Unix(0, 0)
	if v := c.Step(now).Views["a"]; v.Root != nil {
		t.Error("it shows something before anything has come")
	}
	must.Do(t, c.Push("a", textFrames("1"), now))
	out := c.Step(now)
	first := out.Views["a"]
	if first.Root == nil || !out.Again.Equal(now.Add(10*time.Second)) {
		t.Fatalf("%+v", out)
	}
	must.Do(t, c.Push("a", textFrames("1"), now.Add(time.Second)))
	if v := c.Step(now.Add(time.Second)).Views["a"]; v != first {
		t.Error("the same page starts again")
	}
	out = c.Step(now.Add(11 * time.Second))
	if v := out.Views["a"]; v.Root == nil || v.Root == first.Root {
		t.Error("it is over, and looks as before")
	}
	m := image.NewRGBA(image.Rect(0, 0, 16, 8))
	out.Views["a"].Root.Draw(m, image.Point{}, 0)
	if got := m.RGBAAt(0, 0); got != (color.RGBA{0x6e, 7, 0, 255}) || m.RGBAAt(15, 7) != got {
		t.Errorf("the frame is %v", got)
	}
	if gone, _ := c.Gone(now.Add(20 * time.Second)); gone != nil {
		t.Errorf("%v are gone", gone)
	}
	if c.Push("z", nil, now) != device.ErrNoWidget {
		t.Error("a widget that is not there takes frames")
	}
}

// TestCustomGone: what is over, and what nothing has come for.
func TestCustomGone(t *testing.T) {
	c := customs(t, nil, `{"name":"x","lifetime":10}`, `{"name":"y"}`, `{"name":"z"}`)
	now := time.Unix(0, 0)
	for _, w := range []string{"a", "b"} {
		must.Do(t, c.Push(w, textFrames("1"), now))
	}
	c.Step(now)
	gone, next := c.Gone(now)
	if !slices.Equal(gone, []string{"c"}) || !next.Equal(now.Add(10*time.Second)) {
		t.Errorf("%v, %v", gone, next)
	}
	gone, next = c.Gone(next)
	if !slices.Equal(gone, []string{"a", "c"}) || !next.IsZero() {
		t.Errorf("%v, %v", gone, next)
	}
}

// TestCustomKeeps only what is to be saved.
func TestCustomKeeps(t *testing.T) {
	c := customs(t, nil, `{"name":"x","save":true}`, `{"name":"y"}`)
	now := time.Unix(0, 0)
	if keep := c.Step(now).Keep; keep != nil {
		t.Errorf("it keeps %s", keep)
	}
	for _, w := range []string{"a", "b"} {
		must.Do(t, c.Push(w, textFrames("1"), now))
	}
	keep := c.Step(now).Keep
	again := customs(t, map[string]device.SavedApp{Package: {Keep: keep}}, `{"name":"x","save":true}`, `{"name":"y"}`)
	if gone, _ := again.Gone(now); !slices.Equal(gone, []string{"b"}) {
		t.Errorf("%v are gone after a restart", gone)
	}
	if got := again.Step(now).Keep; string(got) != string(keep) {
		t.Errorf("it keeps %s, want %s", got, keep)
	}
	broken := customs(t, map[string]device.SavedApp{Package: {Keep: json.RawMessage(`{"pages":{"a":[{}]}}`)}},
		`{"name":"x","save":true}`)
	if v := broken.Step(now).Views["a"]; v.Root != nil {
		t.Error("a frame that is none shows")
	}
}

// TestCustomPlays: every track is another one.
func TestCustomPlays(t *testing.T) {
	c := customs(t, nil)
	c.Play(sounds.Track{ID: "cat", Category: "notifications", Repeat: 1})
	first := c.Step(time.Time{}).Track
	c.Play(sounds.Track{ID: "cat", Category: "notifications", Repeat: 1})
	if second := c.Step(time.Time{}).Track; first.Key == "" || second.Key == first.Key || second.ID != "cat" {
		t.Errorf("%+v, %+v", first, second)
	}
}

// TestCustomPasses: a text that scrolls takes so long for its passes; any other text counts none.
func TestCustomPasses(t *testing.T) {
	c, long := customs(t, nil), "a text that is wider than the panel"
	frame := func(text string, form note.Form, passes int) *note.Frame {
		return &note.Frame{Text: []note.Fragment{{Text: text}}, Form: form, Passes: passes}
	}
	once := c.Passes(frame(long, note.FormAwtrixApp, 1))
	for _, row := range []struct {
		why   string
		frame *note.Frame
		want  time.Duration
	}{
		{"twice", frame(long, note.FormAwtrixApp, 2), 2 * once}, {"uncounted", frame(long, note.FormAwtrixApp, 0), 0},
		{"a short one", frame("a", note.FormAwtrixApp, 2), 0},
		{"a text of the device", frame(long, note.FormOwn, 2), 0},
	} {
		if got := c.Passes(row.frame); got != row.want || once <= 0 {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

// TestCustomKeepsCapitals: the setting survives a restart, and so do the pages of version 1.
func TestCustomKeepsCapitals(t *testing.T) {
	c := customs(t, nil, `{"name":"x"}`)
	now := time.Unix(0, 0)
	if !c.Capitals() {
		t.Error("not in capitals at first")
	}
	before := c.Step(now).Keep // before any change
	c.SetCapitals(false)
	saved := c.Step(now).Keep
	if again := New(kit.Env{Size: image.Pt(16, 8), Fonts: c.Env.Fonts}, saved, 2); again.Capitals() {
		t.Error("in capitals after a restart")
	}
	c.SetCapitals(true)
	if got := c.Step(now).Keep; string(got) != string(before) {
		t.Errorf("%s after the change back, want %s", got, before)
	}
	old := New(kit.Env{Size: image.Pt(16, 8), Fonts: c.Env.Fonts}, json.RawMessage(`{"a":[{"text":[{"t":"1"}]}]}`), 1)
	if !old.Capitals() || len(old.kept["a"]) != 1 {
		t.Errorf("%v, %v", old.Capitals(), old.kept)
	}
}

// TestCustomLifetimes: a page lives for at most a year, which the device checks by the
// schema.
func TestCustomLifetimes(t *testing.T) {
	const year = 366 * 24 * 60 * 60
	for _, p := range customs(t, nil).About().Settings.Properties {
		if p.Name == "lifetime" && (p.Schema.Max != year || p.Schema.Min != 0) {
			t.Errorf("%v to %v s", p.Schema.Min, p.Schema.Max)
		}
	}
}
