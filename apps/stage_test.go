// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"encoding/json"
	"fmt"
	"image"
	"path"
	"path/filepath"
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
	"github.com/ledpost/ledpost/words"
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
	act    func(s *stage, i int, now time.Time) map[string]looked
	sets   int   // of data
	golden []int // of these the sets of the golden pages

	samples []apptest.Sample // that the act draws, each in all languages; nil = its sets follow from nothing
	listed  bool             // the samples are those of a file
}

// subjects returns the device, all apps of the table, and the custom apps of AWTRIX.
func subjects(t *testing.T) []subject {
	all := []subject{{App: kit.App{Package: "messages"}, folder: ".", act: (*stage).messages, sets: sets,
		golden: pageSets}}
	for _, a := range append(table[:len(table):len(table)], custom.App) {
		of := subject{App: a, folder: folderOf(a), act: acts[a.Package], sets: sets, golden: pageSets}
		if of.act == nil {
			of.plays(t)
		}
		all = append(all, of)
	}
	return all
}

// plays gives a subject the act of an app that has none: its samples, each in all languages.
func (of *subject) plays(t *testing.T) {
	of.samples, of.listed = apptest.Samples(t, of.App, filepath.Join(of.folder, "testdata", "samples.json"))
	all := len(words.Codes)
	of.act = func(s *stage, i int, now time.Time) map[string]looked {
		return one(fmt.Sprint("sample ", i/all), s.sample(of.App, of.samples[i/all], now, values[i%len(values)]))
	}
	of.sets, of.golden = all*len(of.samples), nil
	for i := range of.samples {
		of.golden = append(of.golden, i*all)
	}
}

// sample returns what an app shows with a sample, and with a text for apps that are sent some.
func (s *stage) sample(a kit.App, one apptest.Sample, now time.Time, text string) render.Widget {
	return s.view(a, string(one.Settings), string(one.Keep), now, func(app device.App) {
		if err := apptest.Feed(app, text); err != nil {
			s.t.Errorf("%s: %v", a.Package, err)
		}
	})
}

// folderOf returns the folder of an app, which is that of its type.
func folderOf(a kit.App) string {
	return path.Base(reflect.Indirect(reflect.ValueOf(a.New(kit.Env{}, nil, 0))).Type().PkgPath())
}

// sets is how many sets of data an act has.
const sets = 42

// acts give data to apps, in more ways than samples can list. An app without an act is drawn with its samples.
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
	language := words.Codes[i%len(words.Codes)]
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
	version := 0
	if kept != "" {
		version = a.New(kit.Env{}, nil, 0).About().Code
	}
	app := a.New(s.env, json.RawMessage(kept), version)
	if l, ok := app.(device.Styler); ok {
		l.SetLook(kit.PlainLook)
	}
	if l, ok := app.(device.Localizer); ok {
		l.SetRegion(s.region.WithDefaults())
	}
	if c, ok := app.(device.Configurer); ok {
		err := c.Configure([]device.WidgetSettings{{ID: "a", Title: "Eggs", Settings: json.RawMessage(settings)}})
		if err != nil {
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
