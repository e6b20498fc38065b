// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"image"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// edges are those of a device in memory.
type edges struct {
	mu    sync.Mutex
	scene render.Scene
	track sounds.Track
	saved device.Saved
}

func (e *edges) Show(s render.Scene) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.scene = s
}

func (e *edges) shown() render.Scene {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.scene
}

func (e *edges) Play(t sounds.Track, _ ...sounds.Track) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.track = t
}

func (e *edges) Save(s device.Saved) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.saved = s
}

func (e *edges) heard() sounds.Track {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.track
}

func (e *edges) kept() device.Saved {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.saved
}

// plainIcon answers every reference with a dark square.
type plainIcon struct{}

func (plainIcon) Icon(icons.Ref) *icons.Icon {
	return &icons.Icon{Frames: []icons.Frame{{Image: image.NewRGBA(image.Rect(0, 0, 8, 8))}}}
}

// rig is a device with a clock, and the server before it.
type rig struct {
	*Server
	*edges
	t   *testing.T
	app *custom.Custom
	end func()
}

var faces = sync.OnceValue(func() *fonts.Set {
	set, err := fonts.Open(fonts.Options{})
	if err != nil {
		panic(err)
	}
	return set
})

// start runs a device from saved in the bubble of the test.
func start(t *testing.T, saved device.Saved) *rig {
	t.Helper()
	r := &rig{edges: &edges{}, t: t}
	env := kit.Env{Size: image.Pt(32, 8), Fonts: faces(), Icons: plainIcon{}, Zone: device.NewZone(time.UTC)}
	r.app = custom.New(env, saved.Apps[custom.Package].Keep, saved.Apps[custom.Package].Version)
	dev := device.New(device.Config{
		Width: 32, Height: 8, PanelType: "color", Limits: device.DefaultLimits, Audio: func() bool { return true },
		Apps: append(apps.All(env, saved.Apps).Apps, r.app), Widgets: apps.First(clock.Config{Hours: 24}, 0),
		Fonts: env.Fonts, Icons: plainIcon{}, Zone: device.NewZone(time.UTC),
	}, saved, device.Edges{Screen: r.edges, Speaker: r.edges, Keeper: r.edges})
	r.Server = New(Config{Enabled: true}, dev, r.app, Machine{
		Screen: func() *image.RGBA {
			m := image.NewRGBA(image.Rect(0, 0, 2, 1))
			copy(m.Pix, []byte{1, 2, 3, 255})
			return m
		},
	}, slog.New(slog.DiscardHandler))
	endDevice, end := must.Run(t, dev.Run), must.Run(t, r.Run)
	r.end = func() { end(); endDevice() }
	synctest.Wait() // the first sweep is over
	return r
}

// story runs f with a new device in a bubble of fake time.
func story(t *testing.T, f func(*testing.T, *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, start(t, fresh())) })
}

// fresh is what a new device has saved.
func fresh() device.Saved {
	saved := device.Fresh()
	saved.Identity = device.Identity{ID: "18", Serial: "SA150600000100W00BS9", Name: "Kitchen",
		UUID: "0a1b2c3d-0000-4000-8000-0123456789ab"}
	return saved
}

// ask sends a request and returns the status and the text of the answer.
func (r *rig) ask(method, path, body string) (int, string) {
	r.t.Helper()
	q := httptest.NewRequest(method, path, strings.NewReader(body))
	q.Host = "192.168.1.9"
	w := httptest.NewRecorder()
	r.Handler().ServeHTTP(w, q)
	text, _ := io.ReadAll(w.Body)
	return w.Code, strings.TrimSpace(string(text))
}

// post wants OK.
func (r *rig) post(path, body string) {
	r.t.Helper()
	if status, text := r.ask("POST", path, body); status != 200 || text != "OK" {
		r.t.Errorf("POST %s %s: %d %s", path, body, status, text)
	}
}

// sees wants an answer to GET.
func (r *rig) sees(why, path, want string) {
	r.t.Helper()
	if _, text := r.ask("GET", path, ""); text != want {
		r.t.Errorf("%s: GET %s is %s, want %s", why, path, text, want)
	}
}
