// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/effects"
)

var (
	_ render.Panel  = (*live.Preview)(nil)
	_ render.Dimmer = (*live.Preview)(nil)
)

func TestFramePNG(t *testing.T) {
	r := newRig(t, nil)
	m := image.NewRGBA(image.Rect(0, 0, 37, 8))
	m.Set(3, 2, color.RGBA{255, 128, 0, 255})
	r.preview.Draw(m.Rect, m, image.Point{})
	for _, c := range []struct {
		query string
		scale int // 0 = refused
	}{{"", 1}, {"?scale=1", 1}, {"?scale=5", 5}, {"?scale=59", 59}, {"?scale=60", 0}, {"?scale=0", 0}, {"?scale=-1", 0},
		{"?scale=x", 0}, {"?scale=1e9", 0}} {
		w := r.do("GET", "/live/frame.png"+c.query, "")
		if c.scale == 0 {
			if got := messages(t, w.Body.Bytes()); w.Code != http.StatusBadRequest ||
				!matches(got[0], "scale: …, want 1 to 59") {
				t.Errorf("%s: %d %q", c.query, w.Code, got)
			}
			continue
		}
		got, err := png.Decode(w.Body)
		if err != nil || got.Bounds() != image.Rect(0, 0, 37*c.scale, 8*c.scale) {
			t.Fatalf("%s: %v %v", c.query, got.Bounds(), err)
		}
		for y := range 8 * c.scale {
			for x := range 37 * c.scale {
				if color.RGBAModel.Convert(got.At(x, y)) != opaque(m.RGBAAt(x/c.scale, y/c.scale)) {
					t.Fatalf("%s: pixel %d,%d is %v", c.query, x, y, got.At(x, y))
				}
			}
		}
	}
}

func opaque(c color.RGBA) color.Color { c.A = 255; return c }

// corner is an app that shows one white pixel.
type corner struct{ ground }

func (corner) Step(time.Time) device.Now {
	m := image.NewRGBA(image.Rect(0, 0, 37, 8))
	m.Set(36, 0, color.White)
	return device.Now{Views: map[string]device.View{"": {Root: &render.Still{Image: m}}}}
}

// TestWidgetPicture: what a widget would show, in squares, though the display is
// off; and the errors.
func TestWidgetPicture(t *testing.T) {
	story(t, func(s *setup) { s.dev.Apps = []device.App{corner{}} }, func(t *testing.T, r *rig) {
		r.do("PUT", "/api/v2/device/display", `{"on":false}`)
		w := r.do("GET", "/live/apps/"+clockWidget.ID+".png?scale=2", "")
		m, err := png.Decode(w.Body)
		if err != nil || m.Bounds() != image.Rect(0, 0, 74, 16) || w.Header().Get("Content-Type") != "image/png" {
			t.Fatalf("%d, %v: %v", w.Code, w.Header(), err)
		}
		for y := range 16 {
			for x := range 74 {
				want := color.RGBA{0, 0, 0, 255}
				if x >= 72 && y < 2 {
					want = color.RGBA{255, 255, 255, 255}
				}
				if got := color.RGBAModel.Convert(m.At(x, y)); got != want {
					t.Fatalf("pixel %d,%d is %v, want %v", x, y, got, want)
				}
			}
		}
		for _, row := range []struct {
			target string
			code   int
		}{
			{"/live/apps/" + clockWidget.ID, http.StatusNotFound},
			{"/live/apps/0123.png", http.StatusNotFound},
			{"/live/apps/.png", http.StatusNotFound},
			{"/live/apps/" + clockWidget.ID + ".png?scale=0", http.StatusBadRequest},
		} {
			wants(t, r.do("GET", row.target, ""), row.code, "", row.target)
		}
	})
}

// TestPoses: every effect, and what an app says a setting looks like, has a picture of
// the panel's size; who has it already is answered without it.
func TestPoses(t *testing.T) {
	paths := []string{"/live/apps/catalogue/com.lametric.clock/face/big.gif"}
	for kind, names := range map[string][]string{"backgrounds": effects.Backgrounds(), "overlays": effects.Overlays(),
		"text": note.Effects(), "transitions": note.Transitions()} {
		for _, name := range names {
			paths = append(paths, "/live/effects/"+kind+"/"+name+".gif")
		}
	}
	story(t, nil, func(t *testing.T, r *rig) { // in real time a slow machine cuts a picture
		for i, path := range paths {
			req := request("GET", path, "")
			req.RemoteAddr = fmt.Sprintf("10.0.%d.1:1", i) // each address has its own limit
			w := r.ask(req)
			g, err := gif.DecodeAll(bytes.NewReader(w.Body.Bytes()))
			if err != nil || w.Code != http.StatusOK {
				t.Errorf("%s: %d: %v", path, w.Code, err)
				continue
			}
			fps := 10
			if strings.Contains(path, "/transitions/") {
				fps = 20
			}
			if g.Config.Width != 37 || g.Config.Height != 8 || len(g.Image) > 3*fps {
				t.Errorf("%s: %d frames of %d by %d", path, len(g.Image), g.Config.Width, g.Config.Height)
			}
			again := request("GET", path, "")
			again.RemoteAddr = req.RemoteAddr
			again.Header.Set("If-None-Match", w.Header().Get("ETag"))
			if w := r.ask(again); w.Code != http.StatusNotModified || w.Body.Len() > 0 {
				t.Errorf("%s: who has it is answered %d with %d bytes", path, w.Code, w.Body.Len())
			}
		}
	})
}

// slow is an app whose picture takes 0.4 s to draw, and is another one after 0.1 s.
type slow struct{ ground }

func (slow) Pose(string, string) render.Widget { return drawnSlowly{dark} }

type drawnSlowly struct{ *render.Still }

func (drawnSlowly) Period() time.Duration              { return time.Second }
func (drawnSlowly) Next(t time.Duration) time.Duration { return t + 100*time.Millisecond }

func (drawnSlowly) Draw(dst *image.RGBA, _ image.Point, t time.Duration) {
	time.Sleep(400 * time.Millisecond)
	dst.Set(int(t/(100*time.Millisecond)), 0, color.White)
}

// TestCutPose: nobody keeps a picture whose end a busy device had no time to draw.
func TestCutPose(t *testing.T) {
	story(t, func(s *setup) { s.dev.Apps = []device.App{slow{}} }, func(t *testing.T, r *rig) {
		w := r.do("GET", "/live/apps/catalogue/com.lametric.clock/face/big.gif", "")
		g := must.Get(gif.DecodeAll(w.Body))(t)
		if len(g.Image) != 4 || w.Header().Get("ETag") != "" || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%d frames with %v", len(g.Image), w.Header())
		}
	})
}

// TestNoPose: a request for a thing without a picture answers 404.
func TestNoPose(t *testing.T) {
	r := newRig(t, nil)
	for _, path := range []string{
		"/live/effects/backgrounds/snow.gif", "/live/effects/overlays/snow.png", "/live/effects/transitions/snow.gif",
		"/live/effects/text/.gif", "/live/apps/catalogue/com.lametric.clock/hours/12.gif",
		"/live/apps/catalogue/com.lametric.clock/face/none.gif", "/live/apps/catalogue/com.lametric.countdown/face/big.gif",
		"/live/apps/catalogue/nobody/face/big.gif",
	} {
		wants(t, r.do("GET", path, ""), http.StatusNotFound, "", path)
	}
}
