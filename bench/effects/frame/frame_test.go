// SPDX-License-Identifier: Apache-2.0

// Package frame_test shows whole frames at 64×64 as a device on a Raspberry Pi makes
// them, and calls mark before each: who counts its instructions sees where one begins.
package frame_test

import (
	"context"
	"image"
	"log/slog"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/playing"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

//go:noinline
func mark() {}

// frames of each scene, 60 a second.
const frames = 120

// long is a text that scrolls through all frames.
const long = "A text that is longer than the panel is wide, and longer than it scrolls in two seconds, too"

// cover is a red picture.
const cover = "data:image/gif;base64,R0lGODlhAQABAIAAAMAgIAAAACwAAAAAAQABAAACAkQBADs="

// TestFrames shows an idle clock, a text that scrolls beside an icon, the text before the
// background $BACKGROUND, both below the overlay $OVERLAY, the text before fireworks, music in
// the colours of its cover, the clock below the fireworks of a new year, and an alarm before the sunrise.
func TestFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, stop := start(t)
		defer stop()
		s.show(t)
		icon := must.Get(icons.Parse("2867"))(t)
		f := note.Frame{Icon: icon, Text: []note.Fragment{{Text: long}}}
		s.notify(t, f)
		f.Background.Name = os.Getenv("BACKGROUND")
		s.notify(t, f)
		must.Do(t, f.Overlay.UnmarshalText([]byte(os.Getenv("OVERLAY"))))
		s.notify(t, f)
		f.Background.Name, f.Overlay = "fireworks", note.NoOverlay
		s.notify(t, f)
		_ = s.DismissAll(t.Context())
		s.album(t)
		s.newYear(t)
		s.sunrise(t)
	})
}

// album shows music whose title scrolls.
func (s *screen) album(t *testing.T) {
	for _, app := range s.apps {
		if r, ok := app.(*playing.Playing); ok {
			defer must.Run(t, func(ctx context.Context) error { return r.Run(ctx, s.Post) })()
		}
	}
	must.Get(s.SetPlaying(t.Context(), note.Playing{Title: long, Artist: "Somebody", Cover: cover}))(t)
	must.Do(t, s.Activate(t.Context(), playing.Package, ""))
	time.Sleep(2 * time.Second)
	s.show(t)
}

// newYear shows the clock in the first minutes of a year.
func (s *screen) newYear(t *testing.T) {
	s.clock(t, 0, `{"living":["new_year"]}`)
	s.show(t)
}

// sunrise shows the clock while an alarm rings, with all of its light.
func (s *screen) sunrise(t *testing.T) {
	s.clock(t, 7*time.Hour-time.Minute, `{"alarms":[{"time":"07:00","sunrise":10}]}`)
	time.Sleep(time.Minute)
	s.show(t)
}

// clock shows the clock with these settings, at so much past midnight and two seconds.
func (s *screen) clock(t *testing.T, past time.Duration, settings string) {
	s.zone.Set(time.FixedZone("here", int(past.Seconds())-int(time.Now().Unix()%(24*60*60))))
	w := must.Get(s.Kept(t.Context(), clock.Package, ""))(t)
	w.Settings = []byte(settings)
	must.Get(s.SetWidget(t.Context(), w))(t)
	must.Do(t, s.Activate(t.Context(), clock.Package, ""))
	time.Sleep(2 * time.Second)
}

// screen is the edge of a device: the newest scene, and the panel that shows it.
type screen struct {
	*device.Device
	scene render.Scene
	frame *image.RGBA
	panel *hub75.Panel
	apps  []device.App
	zone  *device.Zone
}

// Show implements [device.Screen].
func (s *screen) Show(scene render.Scene) { s.scene = scene }

// silent implements the other edges of a device.
type silent struct{}

func (silent) Play(sounds.Track, ...sounds.Track) {}
func (silent) Save(device.Saved)                  {}

// start runs a new device with the usual configuration, at noon.
func start(t *testing.T) (s *screen, stop func()) {
	panel := must.Get(hub75.Discard(hub75.Config{Rows: 64}))(t)
	size := panel.Bounds().Size()
	faces := must.Get(fonts.Open(fonts.Options{Rows: size.Y}))(t)
	zone := device.NewZone(time.FixedZone("noon", 12*60*60)) // time begins at midnight, UTC
	store := icons.New(icons.Config{Size: 8 * paint.IconScale(size.X, size.Y)}, slog.New(slog.DiscardHandler))
	env := kit.Env{Size: size, Fonts: faces, Icons: store,
		Clock: device.NewWallClock(time.Time{}, time.Time{}), Zone: zone}
	usual := config.Default()
	s = &screen{panel: panel, frame: image.NewRGBA(panel.Bounds()), apps: apps.All(env, nil).Apps, zone: zone}
	s.Device = device.New(device.Config{
		Width: size.X, Height: size.Y, PanelType: "color", Limits: usual.Limits, Look: usual.Text, Light: usual.Brightness,
		Apps: s.apps, Fonts: faces, Icons: store, Zone: zone, Clock: env.Clock,
	}, device.Fresh(), device.Edges{Screen: s, Speaker: silent{}, Keeper: silent{}})
	stop = must.Run(t, s.Run)
	synctest.Wait()
	return s, stop
}

// notify shows f in place of the notification before, once its text scrolls.
func (s *screen) notify(t *testing.T, f note.Frame) {
	_ = s.DismissAll(t.Context())
	must.Get(s.Notify(t.Context(), note.Notification{Frames: []note.Frame{f}}, ""))(t)
	time.Sleep(2 * time.Second)
	s.show(t)
}

// show draws the frames of two seconds: decided, painted and packed. A frame that equals
// the one before is packed, too.
func (s *screen) show(t *testing.T) {
	for range frames {
		mark()
		time.Sleep(time.Second / render.FPS)
		synctest.Wait()
		now := time.Now()
		render.Clear(s.frame)
		s.scene.Root.Draw(s.frame, image.Point{}, now.Sub(s.scene.Start))
		if s.scene.Front != nil {
			s.scene.Front.Draw(s.frame, image.Point{}, now.Sub(s.scene.FrontStart))
		}
		must.Do(t, s.panel.SetBrightness(s.scene.Level))
		must.Do(t, s.panel.Draw(s.frame.Rect, s.frame, image.Point{}))
	}
	mark() // what follows is no frame
}
