// SPDX-License-Identifier: Apache-2.0

package reports

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
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
	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/calendar"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/data"
	"github.com/ledpost/ledpost/apps/date"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/playing"
	"github.com/ledpost/ledpost/apps/radio"
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
	"github.com/ledpost/ledpost/sounds"
	"github.com/ledpost/ledpost/sounds/fetch"
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

	pixels *stream.Server
	sounds *fetch.Client
	heard  chan sounds.Heard // what the player tells the radio

	widget string // that is the only one

	mu   sync.Mutex
	told map[string]string // what the device has published last, by topic
}

// begin runs f with a new device in the bubble of the test.
func begin(t *testing.T, r *report, f func(*home)) {
	h := &home{size: image.Pt(32, 8), heard: make(chan sounds.Heard), told: map[string]string{}}
	if r.head["panel"] == "64x32" {
		h.size = image.Pt(64, 32)
	}
	zone := must.Get(time.LoadLocation(r.head["zone"]))(t)
	if at := r.head["at"]; at != "" {
		time.Sleep(time.Until(must.Get(time.Parse(time.RFC3339, at))(t)))
	}
	dial := webtest.Serve(t, http.HandlerFunc(r.serve))
	web := must.Get(webfetch.New(webfetch.Config{Dial: dial}))(t)
	h.sounds = must.Get(fetch.New(fetch.Config{Dial: dial}))(t)
	store := icons.New(icons.Config{Dir: t.TempDir()}, silent)
	var pages *custom.Custom
	list := []kit.App{
		clock.App, date.App, calendar.App, data.App, tronbyt.App, playing.App, radio.App, room.App,
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
	env := kit.Env{Size: h.size, Fonts: faces(), Icons: store, Zone: device.NewZone(zone), Web: web, Heard: h.heard}
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
	h.mqtt = awtrix.New(awtrix.Config{Enabled: true, Prefix: "awtrix"}, h.Device, pages,
		awtrix.Machine{Screen: h.frame}, silent)
	guard := keys.New(keys.Config{Key: theKey, Log: silent})
	own := live.New(live.Config{Device: h.Device, Keys: guard, Coming: store.Coming, Log: silent})
	h.http = api.New(api.Config{
		Device: h.Device, Keys: guard, Memory: budget.Divide(512 << 20), Log: silent, Version: "1.2.3",
		Rooms: []api.Room{lametric.New(lametric.Config{Device: h.Device, Version: "1.2.3"}), own, own.Icons(store), h.mqtt},
	}).Handler()
	must.Run(t, store.Run)
	must.Run(t, h.mqtt.Run)
	other := netip.MustParseAddr("192.0.2.1") // where no port opens: packets come from steps alone
	allowed := stream.Options{DDP: true, ArtNet: true, SACN: true, Universe: 1, Address: other}
	h.pixels = stream.New(h.Device, render.NewLive(h.size, func() {}), allowed, stream.About{}, silent)
	must.Run(t, h.pixels.Run)
}

// stream takes a packet of pixels from the network.
func (h *home) stream(protocol string, packet []byte) {
	h.pixels.Take(protocol, packet, netip.MustParseAddr("192.168.1.9"), netip.Addr{})
	synctest.Wait()
}

// tune plays a station while another widget shows what plays: what it sends is read to its end, as
// the player reads it, and its titles are told to the radio.
func (h *home) tune(url string) error {
	h.only(radio.Package, `{"stations":[{"name":"Station","url":"`+url+`"}]}`)
	h.Must(h.Do(h.T.Context(), radio.Package, "", "radio.play", nil, true))
	h.only(playing.Package, "{}")
	synctest.Wait()
	track := h.Track()
	in, err := h.sounds.Stream(h.T.Context(), track.URL, func(title string) {
		h.heard <- sounds.Heard{Key: track.Key, Sounding: true, Title: title}
	})
	if err != nil {
		return err
	}
	defer in.Body.Close()
	_, err = io.Copy(io.Discard, in.Body)
	synctest.Wait()
	return err
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
func (h *home) says() string { return must.Get(h.Says(h.T.Context()))(h.T)[h.widget].Line }

// serve answers with the file of the report that has the name of the path, as it is or in base64.
func (r *report) serve(w http.ResponseWriter, q *http.Request) {
	for line := range strings.Lines(r.files["headers"]) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		w.Header().Set(key, value)
	}
	name := path.Base(q.URL.Path)
	if title, ok := r.file(name + ".title"); ok {
		icy(w, bytes.TrimSpace(title))
	} else if raw, ok := r.file(name); ok {
		_, _ = w.Write(raw)
	} else {
		http.NotFound(w, q)
	}
}

// file returns a file of the report, whose text may be in base64.
func (r *report) file(name string) (data []byte, ok bool) {
	if raw, err := base64.StdEncoding.DecodeString(r.files[name+".b64"]); err == nil && len(raw) > 0 {
		return raw, true
	}
	text, ok := r.files[name]
	return []byte(text), ok
}

// icy sends a stream of one title, which is in it after each 16 bytes of sound.
func icy(w http.ResponseWriter, title []byte) {
	w.Header().Set("Icy-Metaint", "16")
	w.Header().Set("Content-Type", "audio/mpeg")
	text := fmt.Sprintf("StreamTitle='%s';", title)
	blocks := (len(text) + 15) / 16
	once := make([]byte, 16+1+16*blocks)
	once[16] = byte(blocks)
	copy(once[17:], text)
	for range 3 {
		_, _ = w.Write(once)
	}
}
