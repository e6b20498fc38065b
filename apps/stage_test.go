// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"encoding/json"
	"image"
	"path"
	"reflect"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/board"
	"github.com/ledpost/ledpost/apps/calendar"
	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/countdown"
	"github.com/ledpost/ledpost/apps/custom"
	"github.com/ledpost/ledpost/apps/data"
	"github.com/ledpost/ledpost/apps/date"
	"github.com/ledpost/ledpost/apps/effects"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/picture"
	"github.com/ledpost/ledpost/apps/playing"
	"github.com/ledpost/ledpost/apps/radio"
	"github.com/ledpost/ledpost/apps/room"
	"github.com/ledpost/ledpost/apps/sky"
	"github.com/ledpost/ledpost/apps/stopwatch"
	"github.com/ledpost/ledpost/apps/tronbyt"
	"github.com/ledpost/ledpost/apps/until"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// looked is a picture to be judged.
type looked struct {
	root   render.Widget
	alone  bool        // it is the time and nothing else
	moves  bool        // a moving picture from edge to edge, which nothing centres
	filled bool        // a picture that somebody sent, lit from edge to edge: its pixels are judged
	awtrix *note.Frame // drawn by the rules of AWTRIX; nil = by ours
	words  []string    // that must not be broken; nil = any
	steady bool        // figures with their units: a longer one is no smaller
	boxes  bool        // characters without a drawing were drawn
	icon   bool        // it is beside an icon, in sizes of its own
}

// A subject is whose pages are judged: an app, or the device with its messages, which has no New.
type subject struct {
	kit.App
	folder string // that has testdata
	// act draws one page of each kind with the set of data i, at a time that follows from it.
	act  func(s *stage, i int, now time.Time) map[string]looked
	sets int // of data
}

// subjects returns all apps of the table, the custom apps of AWTRIX, and the device.
func subjects() []subject {
	all := []subject{{App: kit.App{Package: "messages"}, folder: ".", act: (*stage).messages, sets: sets}}
	for _, a := range append(table[:len(table):len(table)], custom.App) {
		one := subject{App: a, folder: folderOf(a), act: acts[a.Package], sets: sets}
		all = append(all, one)
	}
	return all
}

// folderOf returns the folder of an app, which is that of its type.
func folderOf(a kit.App) string {
	return path.Base(reflect.Indirect(reflect.ValueOf(a.New(kit.Env{}, nil, 0))).Type().PkgPath())
}

// sets is how many sets of data an act has.
const sets = 42

// acts give data to the apps that show more than what their settings say, and that they keep.
var acts = map[string]func(s *stage, i int, now time.Time) map[string]looked{
	board.Package:     (*stage).board,
	calendar.Package:  (*stage).calendar,
	clock.Package:     (*stage).clock,
	countdown.Package: (*stage).countdown,
	custom.Package:    (*stage).awtrix,
	data.Package:      (*stage).data,
	date.Package:      (*stage).date,
	effects.Package:   (*stage).effects,
	picture.Package:   (*stage).pictures,
	playing.Package:   (*stage).playing,
	radio.Package:     (*stage).radio,
	room.Package:      (*stage).room,
	sky.Package:       (*stage).sky,
	stopwatch.Package: (*stage).stopwatch,
	tronbyt.Package:   (*stage).tronbyt,
	until.Package:     (*stage).until,
	weather.Package:   (*stage).weather,
}

// one returns a page of its kind.
func one(kind string, root render.Widget) map[string]looked {
	return map[string]looked{kind: {root: root}}
}

// stage makes an app on one panel and gives it data.
type stage struct {
	t      *testing.T
	env    kit.Env
	size   image.Point
	region device.Region
	boxes  map[render.Widget]bool // what has characters without a drawing
}

func newStage(t *testing.T, size image.Point) *stage {
	return &stage{t: t, env: apptest.SizedEnv(t, size), size: size, boxes: map[render.Widget]bool{}}
}

// pages returns every kind of page of a subject with its sets of data, and without settings
// in the region of the last.
func (s *stage) pages(of subject) map[string][]looked {
	all := map[string][]looked{}
	for i := range of.sets {
		for kind, l := range s.set(of, i) {
			all[kind] = append(all[kind], l)
		}
	}
	if root := s.unset(of.App, s.region); root != nil && of.Package != clock.Package {
		all["notice"] = []looked{{root: root}}
	}
	return all
}

// set returns one page of each kind of a subject, with the set of data i and the region of that.
func (s *stage) set(of subject, i int) map[string]looked {
	language := kit.Languages[i%len(kit.Languages)].Code
	s.region = device.Region{Language: language, Hours: hoursOf(i), Date: []string{"dmy", "mdy", "ymd"}[i/12%3]}
	s.env.Shared = new(kit.Shared)
	all := of.act(s, i, apptest.Noon.AddDate(0, i, 3*i).Add(time.Duration(617*i)*time.Minute))
	for kind, l := range all {
		if l.root == nil {
			delete(all, kind)
			continue
		}
		l.boxes = s.boxes[l.root]
		all[kind] = l
	}
	return all
}

// unset returns what an app shows on a new device; nil for none.
func (s *stage) unset(a kit.App, r device.Region) render.Widget {
	if a.New == nil {
		return nil
	}
	s.region, s.env.Shared = r, new(kit.Shared)
	return s.view(a, "", "", apptest.Noon)
}

// view returns what an app shows with settings, and with what it kept.
func (s *stage) view(a kit.App, settings, kept string, now time.Time, do ...func(device.App)) render.Widget {
	s.t.Helper()
	return s.step(a, settings, kept, now, do...).Views["a"].Root
}

// step returns what an app wants with settings, and with what it kept.
func (s *stage) step(a kit.App, settings, kept string, now time.Time, do ...func(device.App)) device.Now {
	s.t.Helper()
	app := a.New(s.env, json.RawMessage(kept), 1)
	if l, ok := app.(device.Styler); ok {
		l.SetLook(kit.PlainLook)
	}
	if l, ok := app.(device.Localizer); ok {
		l.SetRegion(s.region.WithDefaults())
	}
	if c, ok := app.(device.Configurer); ok {
		if err := c.Configure([]device.WidgetSettings{{ID: "a", Title: "Eggs", Settings: json.RawMessage(settings)}}); err != nil {
			s.t.Fatalf("%s %s: %v", a.Package, settings, err)
		}
	}
	for _, f := range do {
		f(app)
	}
	before := s.unknown()
	out := app.Step(now)
	for _, root := range []render.Widget{out.Views["a"].Root, out.Alert.View.Root} {
		if root != nil && s.boxes != nil {
			s.boxes[root] = s.unknown() > before
		}
	}
	return out
}

// unknown counts the characters that were drawn as boxes.
func (s *stage) unknown() (n uint64) {
	for _, of := range s.env.Fonts.Unknown() {
		n += of
	}
	return n
}
