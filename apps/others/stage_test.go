// SPDX-License-Identifier: Apache-2.0

package others

import (
	"errors"
	"image"
	"image/color"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
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

// TestFaults: what is wrong with frames is said with their number, at the line where the key stands alone.
func TestFaults(t *testing.T) {
	for _, row := range []struct{ why, source, frames, want string }{
		{"a misspelt key", "def main():\n    return {\"é\": 1, 'txt' : 2}\n", `[{"txt":"Hi"}]`,
			"2:21: frame 1 has no \"txt\" (did you mean \"text\"?)"},
		{"a wrong value", "C = 1\n\ndef main():\n    return [1, {\"color\": \"red\"}]\n", `[{"text":"a"},{"color":"red"}]`,
			"4:17: frame 2: color: \"red\", want #RRGGBB"},
		{"a wrong value in a value", `"goalData":`, `[{"goalData":{"start":1,"current":"x","end":3}}]`,
			"1:1: frame 1: goalData.current: \"x\", want a number"},
		{"the key of a table above main, too", "L = {\"txt\": 1}\ndef main():\n    return {\"txt\": L[\"txt\"]}\n",
			`[{"txt":"Hi"}]`, "3:13: frame 1 has no"},
		{"a key that stands above main", "F = {\"txt\": 1}\ndef main():\n    return F\n", `[{"txt":"Hi"}]`,
			"1:6: frame 1 has no"},
		{"a key that stands twice", "def main():\n    return [{\"txt\": 1}, {\"txt\": 2}]\n", `[{"txt":"Hi"}]`,
			"frame 1 has no \"txt\""},
		{"a key that stands nowhere", "x", `[{"t.t":"Hi"}]`, "frame 1 has no \"t.t\", only align, "},
		{"no frame", "x", `[{"text":"a"},7]`, "frame 2: 7, want an object"},
		{"no frame, and a key of its words", `{"7": 1}`, `[{"text":"a"},7]`, "frame 2: 7, want an object"},
		{"too many", "x", "[" + strings.Repeat(`{"text":"x"},`, 99) + `{}]`, "model.frames: 100 frames"},
		{"nothing wrong", "x", `[{"text":"x"}]`, ""},
	} {
		r := newRig(t)
		r.says = says(row.frames)
		_, err := r.Draw(t.Context(), Own("x", []byte(row.source)), Permit{}, nil, "", image.Pt(64, 32))
		if row.want == "" {
			must.Do(t, err)
			continue
		}
		if err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v, want %s", row.why, err, row.want)
		}
	}
}

// TestIconFaults: an unknown icon is told with the nearest name, where it stands in the program; the panel shows a sign
// in its place.
func TestIconFaults(t *testing.T) {
	const near = "icon: there is no icon \"home-bni\" (did you mean \"home-bin\"?)"
	long := strings.Repeat("ö", 200)
	for _, row := range []struct{ why, source, frames, want string }{
		{"its name", "def main():\n    return {'icon': \"home-bni\"}\n", `[{"icon":"home-bni"}]`, "2:21: frame 1: " + near},
		{"in a table above main", "I = ['home-bni']\ndef main():\n    return {'icon': I[0]}\n", `["a",{"icon":"home-bni"}]`,
			"1:6: frame 2: " + near},
		{"made of two", "def main():\n    return {'icon': 'home' + '-bni'}\n", `[{"icon":"home-bni"}]`, "2:13: frame 1: " + near},
		{"stands twice", "def main():\n    return [{'icon': 'home-bni'}] * len('home-bni')\n", `[{"icon":"home-bni"}]`,
			"2:14: frame 1: " + near},
		{"a long one", "def main():\n    return {'icon': x}\n", `[{"icon":"` + long + `"}]`, "2:13: frame 1: icon: a reference of"},
		{"a short name", "", `[{"icon":"bin"}]`, ""},
		{"a number of the gallery that nobody has asked for", "", `[{"icon":"i99999"}]`, ""},
		{"none", "", `[{"text":"home-bni"}]`, ""},
		{"pixels", "", ``, ""},
	} {
		r := newRig(t)
		store := icons.New(icons.Config{Gallery: "http://127.0.0.1:1/{id}"}, slog.New(slog.DiscardHandler))
		d := applet.Drawing{Frames: []byte(strings.Replace(row.frames, `"a"`, `{"text":"a"}`, 1))}
		if row.frames == "" {
			d = dots(image.Pt(64, 32), red)
		}
		_, _, err := Own("x", []byte(row.source)).Checked(d, &paint.Painter{
			Size: image.Pt(64, 32), Fonts: r.env.Fonts, Icons: store, Look: kit.PlainLook})
		if row.want == "" {
			must.Do(t, err)
			continue
		}
		must.Fail(t, err, row.want, row.why)
		if _, _, err := Show(d, &paint.Painter{Size: image.Pt(64, 32), Fonts: r.env.Fonts, Icons: store}); err != nil {
			t.Errorf("%s: the panel shows nothing: %v", row.why, err)
		}
	}
}
