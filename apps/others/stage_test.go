// SPDX-License-Identifier: Apache-2.0

package others

import (
	"errors"
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/internal/applet"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// TestRequest: the canvas of an app.
func TestRequest(t *testing.T) {
	fixed := Own("a", []byte("def main():\n    pass\n"))
	whole := Own("a", []byte("def main():\n    canvas.width()\n"))
	twice := fixed
	twice.Twice = true
	for _, row := range []struct {
		name  string
		app   Program
		panel image.Point
		want  image.Point
	}{
		{"an app for a Tidbyt", fixed, image.Pt(128, 64), image.Pt(64, 32)},
		{"an app for a Tidbyt, small panel", fixed, image.Pt(37, 8), image.Pt(64, 32)},
		{"an app that asks for the size", whole, image.Pt(37, 8), image.Pt(37, 8)},
		{"an app that asks for the size, large panel", whole, image.Pt(256, 64), image.Pt(256, 64)},
		{"an app that asks for the size, wide panel", whole, image.Pt(320, 64), image.Pt(320, 64)},
		{"an app that asks for the size, panel beyond a message", whole, image.Pt(1024, 256), image.Pt(64, 32)},
		{"an app that draws twice as large", twice, image.Pt(128, 64), image.Pt(128, 64)},
		{"an app that draws twice as large, where that has no room", twice, image.Pt(128, 32), image.Pt(64, 32)},
	} {
		if got := row.app.Request(row.panel).Size(); got != row.want {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

// dots is a drawing of pictures that are black but for a dot in their first pixel.
func dots(size image.Point, dots ...color.RGBA) (d applet.Drawing) {
	for _, c := range dots {
		m := image.NewRGBA(image.Rectangle{Max: size})
		m.SetRGBA(0, 0, c)
		d.Images, d.Delays = append(d.Images, m), append(d.Delays, 100*time.Millisecond)
	}
	return d
}

var red, green = color.RGBA{200, 0, 0, 255}, color.RGBA{0, 200, 0, 255}

// TestFilm: where the first pixel of a picture is on the panel, how large, and when.
func TestFilm(t *testing.T) {
	for _, row := range []struct {
		name      string
		panel     image.Point
		at, after image.Point // a pixel of the dot, and one behind it
	}{
		{"as large", image.Pt(64, 32), image.Pt(0, 0), image.Pt(1, 0)},
		{"wider", image.Pt(96, 32), image.Pt(16, 0), image.Pt(17, 0)},
		{"doubled", image.Pt(128, 64), image.Pt(1, 1), image.Pt(2, 1)},
		{"doubled in the middle", image.Pt(256, 64), image.Pt(65, 1), image.Pt(66, 1)},
	} {
		f := newFilm(dots(image.Pt(64, 32), red, green), row.panel)
		m := image.NewRGBA(image.Rectangle{Max: row.panel})
		for at, want := range map[time.Duration]color.RGBA{
			0: red, 99 * time.Millisecond: red, 100 * time.Millisecond: green, 200 * time.Millisecond: red, -1: red,
		} {
			f.Draw(m, image.Point{}, at)
			if got := m.RGBAAt(row.at.X, row.at.Y); got != want {
				t.Errorf("%s, after %v: %v, want %v", row.name, at, got, want)
			}
			if got := m.RGBAAt(row.after.X, row.after.Y); got == want {
				t.Errorf("%s: the dot is too large", row.name)
			}
		}
		if f.Next(50*time.Millisecond) != 100*time.Millisecond || f.Next(350*time.Millisecond) != 400*time.Millisecond {
			t.Errorf("%s: next at %v and %v", row.name, f.Next(50*time.Millisecond), f.Next(350*time.Millisecond))
		}
	}
	still := newFilm(dots(image.Pt(64, 32), red), image.Pt(64, 32))
	if still.Period() != 0 || still.Next(time.Hour) != render.Forever {
		t.Error("one picture moves")
	}
	m := image.NewRGBA(image.Rect(0, 0, 64, 32))
	if n := testing.AllocsPerRun(10, func() { still.Draw(m, image.Point{}, 0) }); n > 0 {
		t.Errorf("a frame allocates %v times", n)
	}
	still.Draw(m, image.Pt(-10, 20), 0) // beside the panel, as in a transition
}

// TestShow: what there is to see of a drawing.
func TestShow(t *testing.T) {
	small := &paint.Painter{Size: image.Pt(37, 8)}
	if _, _, err := Show(dots(image.Pt(64, 32), red), small); !errors.Is(err, ErrNoRoom) {
		t.Error(err)
	}
	large := &paint.Painter{Size: image.Pt(64, 32)}
	w, pass, err := Show(dots(image.Pt(64, 32), red, green), large)
	must.Do(t, err)
	if w.Size() != large.Size || pass != 200*time.Millisecond {
		t.Errorf("%v, %v", w.Size(), pass)
	}
	for _, frames := range []string{"", "[]"} {
		if _, _, err := Show(applet.Drawing{Frames: []byte(frames)}, large); !errors.Is(err, ErrNothing) {
			t.Errorf("%q: %v", frames, err)
		}
	}
	if _, _, err := Show(applet.Drawing{Frames: []byte(`[{"chartData":"x"}]`)}, large); err == nil {
		t.Error("a bad frame is shown")
	}
}
