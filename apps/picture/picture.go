// SPDX-License-Identifier: Apache-2.0

// Package picture is an app that shows pictures from a folder of the device.
package picture

import (
	"cmp"
	"encoding/json"
	"image"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/render"
)

// Package is the name of the app that shows pictures from files.
const Package = "com.ledpost.picture"

// App is the app of pictures, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Config are the settings of a picture widget. The zero value shows everything
// in the folder pictures.
type Config struct {
	Folder  string `json:"folder,omitempty"`  // one of pictureFolders; "" = pictures
	Name    string `json:"name,omitempty"`    // of one file, with or without its extension; "" = all
	Seconds int    `json:"seconds,omitempty"` // for each; 0 = 10
	Moves   bool   `json:"moves,omitempty"`   // photographs fill the panel and move slowly; false = they stand still, whole
}

// Check returns an error for a name that leads to another folder.
func (c *Config) Check() error {
	if strings.ContainsAny(c.Name, "/\\\x00") {
		return note.Invalid("name", "%q is not the name of a file", c.Name)
	}
	return nil
}

// pictureFolders are in the data directory; icons contains the uploads to
// /live/icons.
var pictureFolders = []string{"pictures", "icons"}

const defaultPicture = 10 * time.Second

// samples are shown as long as there are no pictures.
var samples = []icons.Ref{kit.Builtin("status-heartbeat"), kit.Builtin("weather-sun"),
	kit.Builtin("home-fireplace"), kit.Builtin("media-invader")}

// Picture shows pictures one after another.
type Picture struct {
	kit.Base
	items   []*album
	night   bool                   // pictures stand still
	reading latest.Box[[]shelfJob] // what to read; Run takes it
}

// album holds the pictures of one widget.
type album struct {
	kit.Owned
	settings string // as set
	cfg      Config

	pictures []*icons.Icon // as large as the panel; nil = none were read
	fault    error         // why there are none; nil = unknown
	seen     device.View   // Root nil = must be redrawn
}

// shelfJob is a request of a widget to read pictures.
type shelfJob struct {
	widget   string
	settings string
	cfg      Config
}

// New is the factory of the picture app; it keeps nothing.
func New(env kit.Env, _ json.RawMessage, _ int) device.App {
	p := &Picture{Base: kit.NewBase(env), reading: latest.New[[]shelfJob]()}
	p.Redraw = p.Refresh
	return p
}

// About implements [device.App].
func (p *Picture) About() device.About {
	return kit.About(Package, "Pictures", []device.Property{
		{Name: "folder", Schema: device.Schema{Type: "string", Title: "Folder", Enum: pictureFolders,
			Default: pictureFolders[0], Description: "In the data directory; icons holds the uploaded pictures"}},
		{Name: "name", Schema: device.Schema{Type: "string", Title: "Name", MaxLen: 128,
			Description: "Name of one file; all unless it is set"}},
		{Name: "seconds", Schema: device.Schema{Type: "integer", Title: "Time shown", Description: "Of each picture",
			Format: "duration", Min: 1, Max: device.MaxSeconds, Default: int(defaultPicture / time.Second)}},
		{Name: "moves", Schema: device.Schema{Type: "boolean", Title: "Photographs move",
			Description: "They fill the panel and move slowly across; they stand still in the night"}},
	})
}

// Configure implements [device.Configurer].
func (p *Picture) Configure(widgets []device.WidgetSettings) error {
	var jobs []shelfJob
	err := kit.Arrange(&p.items, p.Views, widgets, func(w device.WidgetSettings, cfg Config) *album {
		jobs = append(jobs, shelfJob{w.ID, string(w.Settings), cfg})
		if old := kit.Find(p.items, w.ID); old != nil && old.settings == string(w.Settings) {
			return old
		}
		return &album{Owned: kit.Owned{ID: w.ID}, settings: string(w.Settings), cfg: cfg}
	})
	if err == nil {
		p.reading.Put(jobs)
	}
	return err
}

// Refresh implements [device.Refresher]: the samples are icons.
func (p *Picture) Refresh() {
	for _, one := range p.items {
		one.seen.Root = nil
	}
}

// Step implements [device.App].
func (p *Picture) Step(now time.Time) device.Now {
	for _, one := range p.items {
		if one.seen.Root == nil {
			one.seen = device.View{Root: p.show(one), Start: now, Anew: one.fault != nil}
		}
		p.Views[one.ID] = one.seen
	}
	return device.Now{Views: p.Views}
}

// show returns the slide show of an album, or what shows without pictures.
func (p *Picture) show(one *album) render.Widget {
	pictures := one.pictures
	switch {
	case one.fault != nil:
		words := one.words(p.Env.Local(p.Region, "").Phrases)
		painter := p.Painter()
		painter.Look = kit.Pale(p.Look)
		return painter.Picture(&note.Notification{Frames: kit.Saying(kit.Builtin("media-photo"), words)})
	case len(pictures) == 0:
		for _, ref := range samples {
			pictures = append(pictures, p.Env.Icons.Icon(ref))
		}
	}
	each := cmp.Or(time.Duration(one.cfg.Seconds)*time.Second, defaultPicture)
	var steps []render.Step
	for i, ic := range pictures {
		w := p.middle(ic)
		if pan := p.pan(ic, each, i%2 == 1); pan != nil {
			if w = pan; len(pictures) == 1 {
				each = max(each, pan.Period()) // and back, or it would jump
			}
		}
		steps = append(steps, render.Step{Widget: w, For: each})
	}
	return render.NewSequence(render.Step{}, 0, p.Look.Transition.Render(), steps...)
}

// SetNight implements [device.Nocturnal].
func (p *Picture) SetNight(on bool) {
	p.night = on
	p.Refresh()
}

// pan returns the way over a picture that is larger than the panel; nil if it is no larger, or does not fill it.
func (p *Picture) pan(ic *icons.Icon, each time.Duration, rising bool) render.Widget {
	m, panel := ic.Frames[0].Image, image.Rectangle{Max: p.Env.Size}
	if size := m.Rect.Size(); size == p.Env.Size || !panel.In(image.Rectangle{Max: size}) {
		return nil
	}
	pan := &render.Pan{Image: m, Window: p.Env.Size, There: each, Rising: rising, Whole: p.Env.Monochrome}
	if p.night {
		still := image.NewRGBA(image.Rectangle{Max: p.Env.Size})
		pan.Draw(still, image.Point{}, each/2) // its middle
		return &render.Still{Image: still}
	}
	return pan
}

// middle returns a picture in the middle of the panel. It repeats for ever: a GIF that plays once
// would not move on its next turn.
func (p *Picture) middle(ic *icons.Icon) render.Widget {
	w := paint.Icon(&icons.Icon{Frames: ic.Frames})
	at := p.Env.Size.Sub(w.Size()).Div(2)
	page := &typeset.Page{Stack: render.Stack{Bounds: p.Env.Size}}
	page.Put(typeset.Picture, w, at)
	return page
}

// framesOf returns the pictures of ic.
func framesOf(ic *icons.Icon) (frames []*image.RGBA) {
	for _, f := range ic.Frames {
		frames = append(frames, f.Image)
	}
	return frames
}
