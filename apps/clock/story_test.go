// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"flag"
	"image"
	"image/color"
	"image/draw"
	"path/filepath"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/radio"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

var update = flag.Bool("update", false, "draw the alarm's story: look at each picture that has changed")

// A scene of the alarm's story.
type scene struct {
	at    string // 15:04:05 of the first of January 2000
	press []device.Button
	cut   bool // the power fails now, and is back 4 s later
	light bool // the panel is bright, at the right of dark digits or behind bright ones
	rings bool
}

// The buttons of the story.
var snooze, end = []device.Button{device.ButtonAction}, []device.Button{device.ButtonRight}

// alarmStory is a morning with a sunrise from 06:30, an alarm at 07:00, three snoozes
// and ten power cuts, four of them within ten seconds of a start.
var alarmStory = []scene{
	{at: "06:29:50"},
	{at: "06:31:00", light: true, cut: true},
	{at: "06:45:00", light: true, cut: true},
	{at: "06:59:50", light: true},
	{at: "07:00:00", light: true, rings: true},
	{at: "07:00:09", light: true, rings: true, cut: true},
	{at: "07:00:20", light: true, rings: true, cut: true},
	{at: "07:00:30", light: true, rings: true, cut: true},
	{at: "07:00:40", light: true, rings: true, cut: true},
	{at: "07:04:10", light: true, rings: true},
	{at: "07:04:10", light: true, press: snooze}, // until 07:13:10
	{at: "07:08:00", light: true, cut: true},
	{at: "07:13:09", light: true},
	{at: "07:13:10", light: true, rings: true},
	{at: "07:13:14", light: true, rings: true, cut: true},
	{at: "07:13:24", light: true, rings: true, cut: true},
	{at: "07:14:30", light: true, press: snooze}, // until 07:23:30
	{at: "07:23:31", light: true, rings: true},
	{at: "07:23:40", light: true, press: snooze}, // until 07:32:40
	{at: "07:32:33", light: true, cut: true},     // the ring comes 3 s after the start
	{at: "07:32:41", light: true, rings: true},
	{at: "07:36:00", light: true, rings: true},
	{at: "07:36:00", press: end},
	{at: "07:37:00"},
}

// TestAlarmStory: through cuts and snoozes the light stays, the alarm rings with its
// sound, its icon and its place, and the panel tells the time that it is.
func TestAlarmStory(t *testing.T) {
	for _, size := range []image.Point{{37, 8}, {64, 32}} {
		t.Run(strconv.Itoa(size.X)+"x"+strconv.Itoa(size.Y), func(t *testing.T) {
			env := apptest.SizedEnv(t, size)
			var pictures []*image.RGBA
			synctest.Test(t, func(t *testing.T) {
				saved, left, first := device.Fresh(), alarmStory, true
				for len(left) > 0 {
					apptest.LiveOn(t, env, saved, []kit.App{App, radio.App}, func(live *apptest.Home) {
						h := &home{live}
						if first {
							h.set(sunny)
							first = false
						}
						for cut := false; len(left) > 0 && !cut; left = left[1:] {
							pictures = append(pictures, h.scene(left[0], env.Size))
							cut = left[0].cut
						}
						saved = h.Cut()
					})
					time.Sleep(4 * time.Second)
				}
			})
			sameStory(t, pictures)
		})
	}
}

// scene plays s and returns what the panel shows then.
func (h *home) scene(s scene, size image.Point) *image.RGBA {
	h.T.Helper()
	apptest.Until(h.T, 1, s.at)
	for _, b := range s.press {
		h.Must(h.Press(h.T.Context(), b))
	}
	sees, hears := h.Scene(), h.Track()
	m := image.NewRGBA(image.Rectangle{Max: size})
	render.Clear(m)
	sees.Root.Draw(m, image.Point{}, time.Since(sees.Start))
	if light := m.RGBAAt(size.X-1, 0).R > 0 && m.RGBAAt(size.X-1, size.Y-1).R > 0; light != s.light ||
		light && time.Now().UTC().Hour() > 6 && sees.Level != 1 {
		h.T.Errorf("%s: it is light: %v, at %.2f; want %v", s.at, light, sees.Level, s.light)
	}
	it, shows, err := h.Current(h.T.Context())
	h.Must(err)
	if shows != s.rings || (hears.ID == defaultRing) != s.rings {
		h.T.Errorf("%s: it rings: %v with the sound %q, want %v", s.at, shows, hears.ID, s.rings)
	}
	if s.rings &&
		(it.Priority != note.PriorityCritical || it.Origin != note.OriginInternal ||
			it.Frames[0].Icon.String() != face.AlarmIcon || it.Reason != "") {
		h.T.Errorf("%s: the alarm has become %+v", s.at, it.Notification)
	}
	return m
}

// sameStory compares the pictures, below each other, with those in testdata.
func sameStory(t *testing.T, pictures []*image.RGBA) {
	t.Helper()
	size := pictures[0].Rect.Size().Add(image.Pt(1, 1))
	sheet := image.NewRGBA(image.Rect(0, 0, 4*size.X, (len(pictures)+3)/4*size.Y))
	draw.Draw(sheet, sheet.Rect, image.NewUniform(color.RGBA{70, 70, 80, 255}), image.Point{}, draw.Src)
	var parts []pixtest.Part
	for i, m := range pictures {
		at := m.Rect.Add(image.Pt(i%4*size.X, i/4*size.Y))
		draw.Draw(sheet, at, m, image.Point{}, draw.Src)
		parts = append(parts, pixtest.Part{Name: alarmStory[i].at, At: at})
	}
	pixtest.Golden(t, filepath.Join("testdata", filepath.Base(t.Name())+"-alarm.png"), sheet, *update, parts...)
}
