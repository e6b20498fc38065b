// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"context"
	"encoding/json"
	"image"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// Home is a running device with apps, in fake time.
type Home struct {
	*device.Device
	T    testing.TB
	mu   sync.Mutex // the device writes, the test reads
	sees render.Scene
	hear sounds.Track
	kept device.Saved
	card device.Saved // what a power cut would leave
	at   time.Time    // when card became due to be written; zero = all is written
}

// Runs runs an app beside the test. What the app posts is done while mu is locked, in place of the device's goroutine.
// stop ends the app, as the end of the test does.
func Runs(t testing.TB, a device.Runner, mu sync.Locker) (stop func()) {
	return must.Run(t, func(ctx context.Context) error {
		return a.Run(ctx, func(_ context.Context, f func(time.Time)) error {
			mu.Lock()
			defer mu.Unlock()
			f(time.Now())
			return nil
		})
	})
}

// Show implements the device's screen.
func (h *Home) Show(s render.Scene) { h.mu.Lock(); h.sees = s; h.mu.Unlock() }

// Play implements the device's speaker.
func (h *Home) Play(now sounds.Track, _ ...sounds.Track) { h.mu.Lock(); h.hear = now; h.mu.Unlock() }

// Save writes urgent changes at once, and the rest within 2 s.
func (h *Home) Save(s device.Saved) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s.Urgent {
		h.card, h.at = s, time.Time{}
	} else if h.at.IsZero() {
		h.at = time.Now().Add(2 * time.Second)
	} else if !time.Now().Before(h.at) {
		h.card, h.at = h.kept, time.Now().Add(2*time.Second)
	}
	h.kept = s
}

// Cut returns what a power cut leaves now.
func (h *Home) Cut() device.Saved {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.at.IsZero() || time.Now().Before(h.at) {
		return h.card
	}
	return h.kept
}

// Scene returns what the screen shows.
func (h *Home) Scene() render.Scene {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sees
}

// Track returns what the speaker plays.
func (h *Home) Track() sounds.Track {
	synctest.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.hear
}

// Live runs f with a device that was switched off with saved, and switches it off; it
// returns what the device saved. The device has the apps of list on a panel of 37×8
// pixels; on a new one only the widget of the first app is visible. It needs a bubble of
// synctest.
func Live(t testing.TB, saved device.Saved, list []kit.App, f func(*Home)) device.Saved {
	t.Helper()
	return LiveOn(t, kit.Env{Size: image.Pt(37, 8), Fonts: SmallFonts(t), Icons: BlankIcons{},
		Zone: device.NewZone(time.UTC)},
		saved, list, f)
}

// LiveOn is Live on the panel of env.
func LiveOn(t testing.TB, env kit.Env, saved device.Saved, list []kit.App, f func(*Home)) device.Saved {
	t.Helper()
	h := &Home{T: t, card: saved}
	env.Clock, env.Boot, env.Shared = device.NewWallClock(time.Time{}, saved.At), saved.Boot, new(kit.Shared)
	cfg := device.Config{
		Width: env.Size.X, Height: env.Size.Y, PanelType: "color", Audio: func() bool { return true },
		Limits: device.DefaultLimits, Fonts: env.Fonts, Icons: env.Icons, Zone: device.NewZone(time.UTC), Clock: env.Clock,
	}
	for i, a := range list {
		cfg.Apps = append(cfg.Apps, a.Make(env, saved.Apps))
		cfg.Widgets = append(cfg.Widgets,
			device.WidgetSettings{ID: a.FirstWidget(), Package: a.Package, Visible: i == 0,
				Seconds: int(device.DefaultDwell / time.Second)})
	}
	h.Device = device.New(cfg, saved, device.Edges{Screen: h, Speaker: h, Keeper: h})
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := h.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	synctest.Wait()
	f(h)
	synctest.Wait()
	cancel()
	wg.Wait()
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.kept
}

// Homes returns a Live with these apps, for tests whose home H has methods of its own.
func Homes[H any](own func(*Home) H, list ...kit.App) func(t testing.TB, saved device.Saved, f func(H)) device.Saved {
	return func(t testing.TB, saved device.Saved, f func(H)) device.Saved {
		t.Helper()
		return Live(t, saved, list, func(h *Home) { f(own(h)) })
	}
}

// Must ends the test if there is an error, and waits until the device is idle.
func (h *Home) Must(err error) {
	h.T.Helper()
	must.Do(h.T, err)
	synctest.Wait()
}

// Rings fails unless this rings; "" is nothing.
func (h *Home) Rings(want, why string) {
	h.T.Helper()
	synctest.Wait()
	it, there, err := h.Current(h.T.Context())
	h.Must(err)
	text := ""
	if there {
		text = it.Frames[0].Text[0].Text
	}
	if sound := h.Track().ID; text != want || (sound != "") != (want != "") {
		h.T.Errorf("%s: %q shows with the sound %q, want %q", why, text, sound, want)
	}
}

// Peek calls read while the device stands still, so that it may read state of the device's goroutine.
func (h *Home) Peek(read func()) {
	h.T.Helper()
	synctest.Wait()
	read()
	h.list() // a request orders these reads before all later writes, also for the race detector
}

// Set gives settings to all widgets of a package.
func (h *Home) Set(pkg, settings string) {
	h.T.Helper()
	list := h.list()
	for i := range list {
		if list[i].Package == pkg {
			list[i].Settings = json.RawMessage(settings)
		}
	}
	_, err := h.SetApps(h.T.Context(), list)
	h.Must(err)
}

// list returns the widgets of the device.
func (h *Home) list() []device.WidgetSettings {
	h.T.Helper()
	all, err := h.Apps(h.T.Context())
	h.Must(err)
	return all
}

// Until sleeps until that time of the day of January 2000, UTC: 15:04:05.
func Until(t testing.TB, day int, clock string) {
	t.Helper()
	at := must.Get(time.Parse("15:04:05", clock))(t)
	time.Sleep(time.Until(time.Date(2000, 1, day, at.Hour(), at.Minute(), at.Second(), 0, time.UTC)))
	synctest.Wait()
}
