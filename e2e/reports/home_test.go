// SPDX-License-Identifier: Apache-2.0

package reports

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"image"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/api/lametric"
	"github.com/ledpost/ledpost/api/live"
	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/calendar"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/data"
	"github.com/ledpost/ledpost/apps/date"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/playing"
	"github.com/ledpost/ledpost/apps/room"
	"github.com/ledpost/ledpost/apps/tronbyt"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/internal/webfetch/webtest"
	"github.com/ledpost/ledpost/render"
)

const theKey = "8adaa0c98278dbb1ecb218d1c3e11f9312317ba474ab3361f80c0bd4f13a6749"

var silent = slog.New(slog.DiscardHandler)

var faces = sync.OnceValue(func() *fonts.Set {
	set, err := fonts.Open(fonts.Options{})
	if err != nil {
		panic(err)
	}
	return set
})

// home is a device in fake time with its ways in, for which the files of a report are the
// web.
type home struct {
	*apptest.Home
	size image.Point
	http http.Handler
	mqtt *awtrix.Server

	widget string // that is the only one

	mu   sync.Mutex
	told map[string]string // what the device has published last, by topic
}

// begin runs f with a new device in the bubble of the test.
func begin(t *testing.T, r *report, f func(*home)) {
	h := &home{size: image.Pt(32, 8), told: map[string]string{}}
	if r.head["panel"] == "64x32" {
		h.size = image.Pt(64, 32)
	}
	zone := must.Get(time.LoadLocation(r.head["zone"]))(t)
	if at := r.head["at"]; at != "" {
		time.Sleep(time.Until(must.Get(time.Parse(time.RFC3339, at))(t)))
	}
	web := must.Get(webfetch.New(webfetch.Config{Dial: webtest.Serve(t, http.HandlerFunc(r.serve))}))(t)
	store := icons.New(icons.Config{Dir: t.TempDir()}, silent)
	var pages *custom.Custom
	list := []kit.App{
		clock.App, date.App, calendar.App, data.App, tronbyt.App, playing.App, room.App,
		{Package: custom.Package, New: func(env kit.Env, kept json.RawMessage, version int) device.App {
			pages = custom.New(env, kept, version)
			return pages
		}},
	}
	var runners []device.Runner
	for i, a := range list {
		list[i].New = func(env kit.Env, kept json.RawMessage, version int) device.App {
			app := a.New(env, kept, version)
			if r, ok := app.(device.Runner); ok {
				runners = append(runners, r)
			}
			return app
		}
	}
	env := kit.Env{Size: h.size, Fonts: faces(), Icons: store, Zone: zone, Web: web}
	apptest.LiveOn(t, env, device.Fresh(), list, func(live *apptest.Home) {
		h.Home = live
		for _, r := range runners {
			must.Run(t, func(ctx context.Context) error { return r.Run(ctx, live.Post) })
		}
		h.ways(t, store, pages)
		if slices.ContainsFunc(r.steps, func(s string) bool { return strings.HasPrefix(s, "told ") }) {
			must.Run(t, h.publish)
		}
		synctest.Wait()
		f(h)
	})
}

// ways opens the device's ways in until f has ended.
func (h *home) ways(t *testing.T, store *icons.Store, pages *custom.Custom) {
	h.mqtt = awtrix.New(awtrix.Config{Enabled: true, Prefix: "awtrix"}, h.Device, pages, awtrix.Machine{Screen: h.frame}, silent)
	guard := keys.New(keys.Config{Key: theKey, Log: silent})
	own := live.New(live.Config{Device: h.Device, Keys: guard, Coming: store.Coming, Log: silent})
	h.http = api.New(api.Config{
		Device: h.Device, Keys: guard, Memory: budget.Divide(512 << 20), Log: silent, Version: "1.2.3",
		Rooms: []api.Room{lametric.New(lametric.Config{Device: h.Device, Version: "1.2.3"}), own, own.Icons(store), h.mqtt},
	}).Handler()
	must.Run(t, store.Run)
	must.Run(t, h.mqtt.Run)
}

// publish notes what the device publishes until ctx ends.
func (h *home) publish(ctx context.Context) error {
	_ = h.mqtt.Serve(ctx, func(_ context.Context, topic string, payload []byte, _ bool) error {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.told[topic] = string(payload)
		return nil
	})
	return nil
}

// ask sends a request with the key.
func (h *home) ask(method, target, body string) (status int, answer string) {
	q := httptest.NewRequest(method, "http://192.168.1.5"+target, strings.NewReader(body))
	q.SetBasicAuth("dev", theKey)
	w := httptest.NewRecorder()
	h.http.ServeHTTP(w, q)
	raw, _ := io.ReadAll(w.Body)
	synctest.Wait()
	return w.Code, string(raw)
}

// frame is the picture on the panel.
func (h *home) frame() *image.RGBA {
	s, now := h.Scene(), time.Now()
	m := image.NewRGBA(image.Rectangle{Max: h.size})
	render.Clear(m)
	if s.Root != nil {
		s.Root.Draw(m, image.Point{}, now.Sub(s.Start))
	}
	if s.Front != nil {
		s.Front.Draw(m, image.Point{}, now.Sub(s.FrontStart))
	}
	return m
}

// only makes the widget of this package the only visible one, with these settings.
func (h *home) only(pkg, settings string) {
	list := must.Get(h.Apps(h.T.Context()))(h.T)
	for i := range list {
		if list[i].Visible = list[i].Package == pkg; list[i].Visible {
			h.widget, list[i].Settings = list[i].ID, json.RawMessage(settings)
		}
	}
	h.Must(second(h.SetApps(h.T.Context(), list)))
}

func second[T any](_ T, err error) error { return err }

// says returns what the visible widget tells.
func (h *home) says() string {
	return must.Get(h.Says(h.T.Context()))(h.T)[h.widget].Line
}

// serve answers with the file of the report that has the name of the path, as it is or in base64.
func (r *report) serve(w http.ResponseWriter, q *http.Request) {
	for line := range strings.Lines(r.files["headers"]) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		w.Header().Set(key, value)
	}
	name := path.Base(q.URL.Path)
	if raw, err := base64.StdEncoding.DecodeString(r.files[name+".b64"]); err == nil && len(raw) > 0 {
		_, _ = w.Write(raw)
	} else if text, ok := r.files[name]; ok {
		_, _ = io.WriteString(w, text)
	} else {
		http.NotFound(w, q)
	}
}
