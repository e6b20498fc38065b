// SPDX-License-Identifier: Apache-2.0

package device

import (
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// TestWidgetBehind: a view lies in front of the dimmed picture of the widget that it names, which its app is told;
// one that names itself, or nobody, shows alone.
func TestWidgetBehind(t *testing.T) {
	p, q := newPuppet("time"), newPuppet("photo")
	front, back := FirstWidget("time"), FirstWidget("photo")
	size := blank.Image.Rect.Size()
	digits := image.NewRGBA(blank.Image.Rect)
	digits.SetRGBA(5, 3, color.RGBA{255, 255, 255, 255})
	photo := &render.Fill{Bounds: size, Color: color.RGBA{200, 100, 40, 255}}
	both := func(c *Config, s *Saved) {
		with(p)(c, s)
		c.Apps = append(c.Apps, q)
		c.Widgets = append(c.Widgets, WidgetSettings{ID: back, Package: "photo", Seconds: 10})
	}
	story(t, both, func(t *testing.T, r *rig) {
		r.must(r.Activate(background, "time", front))
		for _, row := range []struct {
			why, over string
			seen      bool
		}{
			{"a widget", back, true},
			{"itself", front, false},
			{"a widget that is gone", "gone", false},
			{"nothing", "", false},
		} {
			r.pull(func() {
				p.now.Views = map[string]View{front: {Root: &render.Still{Image: digits}, Over: row.over}}
				q.now.Views = map[string]View{back: {Root: photo}}
			})
			m, scene := image.NewRGBA(blank.Image.Rect), r.scene()
			scene.Root.Draw(m, image.Point{}, time.Since(scene.Start))
			far, ink := m.RGBAAt(30, 3), m.RGBAAt(5, 3)
			if far.R > 0 != row.seen || far.R >= 200 || ink != (color.RGBA{255, 255, 255, 255}) {
				t.Errorf("%s: %v behind %v", row.why, far, ink)
			}
			if n := testing.AllocsPerRun(20, func() { scene.Root.Draw(m, image.Point{}, 0) }); n > 0 {
				t.Errorf("%s: %v allocations a frame", row.why, n)
			}
			if again := r.scene(); again.Root != scene.Root {
				t.Errorf("%s: another picture, though nothing has changed", row.why)
			}
		}
		if r.post(notice(note.PriorityInfo)); r.scene().Root == nil {
			t.Error("a message shows nothing")
		}
	})
}

// TestNothingBehindOnMonochrome: LEDs that are only on or off show the time alone, and nobody draws a picture behind it.
func TestNothingBehindOnMonochrome(t *testing.T) {
	p, q := newPuppet("time"), newPuppet("photo")
	front, back := FirstWidget("time"), FirstWidget("photo")
	digits := image.NewRGBA(blank.Image.Rect)
	digits.SetRGBA(5, 3, color.RGBA{255, 255, 255, 255})
	photo := &render.Fill{Bounds: digits.Rect.Size(), Color: color.RGBA{200, 100, 40, 255}}
	story(t, func(c *Config, s *Saved) {
		with(p)(c, s)
		c.PanelType, c.Apps = Monochrome, append(c.Apps, q)
		c.Widgets = append(c.Widgets, WidgetSettings{ID: back, Package: "photo", Seconds: 10})
	}, func(t *testing.T, r *rig) {
		r.must(r.Activate(background, "time", front))
		r.pull(func() {
			p.now.Views = map[string]View{front: {Root: &render.Still{Image: digits}, Over: back}}
			q.now.Views = map[string]View{back: {Root: photo}}
		})
		m, scene := image.NewRGBA(blank.Image.Rect), r.scene()
		scene.Root.Draw(m, image.Point{}, time.Since(scene.Start))
		for i, v := range m.Pix {
			if i%4 != 3 && v != digits.Pix[i] {
				t.Fatalf("%v at (%d, %d), where the digits alone have %d", v, i/4%37, i/4/37, digits.Pix[i])
			}
		}
	})
}
