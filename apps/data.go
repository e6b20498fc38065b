package apps

import (
	"encoding/json"
	"fmt"
	"image"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/render"
)

// DataPackage is the name of the data app for clients, who push data to it
// (docs/decisions.md 6).
const DataPackage = "com.lametric.diy.devwidget"

// DataConfig are the settings of a data widget. The zero value shows what is pushed
// to it.
type DataConfig struct {
	URL      string            `json:"url,omitempty"`      // to poll; "" = none
	Pointer  string            `json:"pointer,omitempty"`  // to the value in the answer (RFC 6901); "" = all of it
	Interval int               `json:"interval,omitempty"` // seconds between two requests, from 5; 0 = 60
	Stale    int               `json:"stale,omitempty"`    // seconds after which it dims, from 5; 0 = three intervals, or never without a URL
	Text     string            `json:"text,omitempty"`     // around the value; "" = "{value}"
	Icon     string            `json:"icon,omitempty"`     // beside it
	Color    string            `json:"color,omitempty"`    // #RRGGBB; "" = that of the device's text
	Headers  map[string]string `json:"headers,omitempty"`  // of the request
}

const (
	minInterval     = 5 * time.Second
	defaultInterval = time.Minute
	maxHeaders      = 8
)

func (c *DataConfig) interval() time.Duration {
	if c.Interval == 0 {
		return defaultInterval
	}
	return max(time.Duration(c.Interval)*time.Second, minInterval)
}

// stale returns how long data is fresh; 0 is for ever.
func (c *DataConfig) stale() time.Duration {
	if c.Stale == 0 && c.URL != "" {
		return 3 * c.interval()
	}
	return time.Duration(c.Stale) * time.Second
}

// Data shows what is pushed to its widgets, or what they fetch from a URL.
type Data struct {
	env     Env
	painter *paint.Painter
	items   []*datum
	kept    map[string]pushed // for widgets not configured yet
	views   map[string]device.View
	want    latest.Box[[]job]      // what to poll; Run takes it
	current atomic.Pointer[[]poll] // the same, for Probe
	turns   chan struct{}          // limits how many requests run at once
	post    device.Post            // Run's
	probes  chan struct{}          // limits how many probes run at once
	keeper  keeper
}

// newData is the data app's factory.
func newData(env Env, kept json.RawMessage, _ int) device.App {
	return &Data{
		env: env, painter: &paint.Painter{Size: env.Size, Fonts: env.Fonts, Icons: env.Icons, Look: plainLook},
		kept: readPushed(kept), views: map[string]device.View{}, want: latest.New[[]job](), turns: make(chan struct{}, maxAtOnce),
		probes: make(chan struct{}, 2), keeper: keeper{raw: kept},
	}
}

// About implements [device.App].
func (d *Data) About() device.About {
	text := func(name, title, description string, most int) device.Property {
		return device.Property{Name: name, Schema: device.Schema{Type: "string", Title: title, Description: description, MaxLen: most}}
	}
	seconds := func(name, title, description string) device.Property {
		return device.Property{Name: name, Schema: device.Schema{Type: "integer", Title: title, Description: description, Min: minInterval.Seconds(), Max: 86400}}
	}
	interval, url := seconds("interval", "Seconds between two requests", ""), text("url", "URL", "Asked for the value; not needed where frames are pushed", note.MaxURL)
	interval.Schema.Default, url.Schema.Format = defaultInterval.Seconds(), "uri"
	return device.About{
		Package: DataPackage, Title: "My Data", Vendor: "ledpost", Version: "1.0.0", Code: 1,
		Settings: device.Schema{Properties: []device.Property{
			url,
			text("pointer", "JSON pointer", "To the value in the answer, such as /main/temp", 256),
			text("text", "Text", "Around the value: {value} °C; {value:1} is with one decimal", 256),
			text("icon", "Icon", "A name, a number or a data URI", 8192),
			colorProperty,
			interval,
			seconds("stale", "Seconds until it dims", "After the last data; three times the seconds between two requests unless it is set, never without a URL"),
			{Name: "headers", Schema: device.Schema{
				Title: "Header", Description: "Of the request, such as Authorization", MaxLen: maxHeaders, Secret: true,
				Values: &device.Schema{Type: "string", MaxLen: 2048},
			}},
		}},
	}
}

// Configure implements [device.Configurer].
func (d *Data) Configure(widgets []device.WidgetSettings) error {
	var items []*datum
	for i, w := range widgets {
		one := &datum{owned: owned{w.ID}, settings: string(w.Settings)}
		if err := one.configure(w.Settings); err != nil {
			err.Field = fmt.Sprintf("[%d].settings.%s", i, err.Field)
			return err
		}
		one.take(find(d.items, w.ID), d.kept[w.ID])
		items = append(items, one)
	}
	d.items, d.kept = items, nil
	clear(d.views)
	polls := d.polls()
	d.current.Store(&polls)
	d.want.Put(d.jobs(polls))
	return nil
}

// SetLook implements [device.Styler].
func (d *Data) SetLook(l paint.Look) {
	d.painter = &paint.Painter{Size: d.env.Size, Fonts: d.env.Fonts, Icons: d.env.Icons, Look: l}
	d.Refresh()
}

// Refresh implements [device.Refresher].
func (d *Data) Refresh() {
	for _, one := range d.items {
		one.seen.Root = nil
	}
}

// Push implements [device.Pusher].
func (d *Data) Push(widget string, frames []note.Frame, now time.Time) error {
	one := find(d.items, widget)
	if one == nil {
		return device.ErrNoWidget
	}
	one.show(frames, true, now, d.env.Clock.Plausible(now))
	d.keeper.changed = true
	return nil
}

// Do implements [device.App]: there are no actions.
func (d *Data) Do(string, string, device.Args, time.Time) error { return nil }

// Step implements [device.App]. It asks to be stepped again when data becomes stale,
// or pushed frames are to be kept.
func (d *Data) Step(now time.Time) device.Now {
	out := device.Now{Views: d.views}
	for _, one := range d.items {
		view, again := one.view(d.painter, now, d.env.Clock.Plausible(now))
		d.views[one.id] = view
		out.Again = soonest(out.Again, again)
	}
	out.Keep = d.keeper.keep(d.items, now)
	if d.keeper.changed {
		out.Again = soonest(out.Again, d.keeper.next(now))
	}
	return out
}

// soonest returns the earlier of two times, where zero means never.
func soonest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// datum is what one widget shows.
type datum struct {
	owned
	settings string // as set: data fetched with other settings is not used
	cfg      DataConfig
	icon     icons.Ref

	frames []note.Frame // nil = nothing has come yet
	pushed bool         // the frames were pushed
	came   instant      // when
	fault  string       // why the last request failed; "" = it did not

	seen  device.View // Root nil = must be redrawn
	stale bool        // of seen
}

// configure reads settings; an error names the wrong setting.
func (d *datum) configure(settings json.RawMessage) *note.InvalidError {
	fault := func(field string, err error) *note.InvalidError {
		return &note.InvalidError{Field: field, Reason: err.Error()}
	}
	if err := json.Unmarshal(settings, &d.cfg); err != nil && len(settings) > 0 {
		return fault("url", err) // cannot happen: it fits the schema
	}
	if d.cfg.URL != "" {
		if err := webfetch.Check(d.cfg.URL); err != nil {
			return fault("url", err)
		}
	}
	if err := checkPointer(d.cfg.Pointer); err != nil {
		return fault("pointer", err)
	}
	if err := checkHeaders(d.cfg.Headers); err != nil {
		return fault("headers", err)
	}
	if d.cfg.Icon == "" {
		return nil
	}
	var err error
	if d.icon, err = icons.Parse(d.cfg.Icon); err != nil {
		return fault("icon", err)
	}
	return nil
}

// take continues with what the widget showed before, or after a restart with what was
// kept: pushed frames, and data fetched with the same settings.
func (d *datum) take(old *datum, kept pushed) {
	switch {
	case old != nil && (old.pushed || old.settings == d.settings):
		d.frames, d.pushed, d.came, d.fault = old.frames, old.pushed, old.came, old.fault
	case old == nil && kept.Frames != nil:
		d.frames, d.pushed, d.came = kept.Frames, true, kept.Came
	}
}

// show shows frames that have arrived now.
func (d *datum) show(frames []note.Frame, pushed bool, now time.Time, plausible bool) {
	same := !d.stale && d.fault == "" && sameFrames(d.frames, frames)
	d.frames, d.pushed, d.fault, d.came = frames, pushed, "", newInstant(now, 0, plausible)
	if !same {
		d.seen.Root = nil // otherwise a scrolling text continues
	}
}

// fail records that a request failed.
func (d *datum) fail(err error) {
	d.fault = printable(short(err.Error(), 200))
	if d.frames == nil {
		d.seen.Root = nil
	}
}

// view returns what the widget shows, and when it becomes stale.
func (d *datum) view(p *paint.Painter, now time.Time, plausible bool) (v device.View, again time.Time) {
	stale := d.frames == nil && d.fault != ""
	if d.frames != nil {
		d.came.settle(now, plausible)
		if after := d.cfg.stale(); after > 0 {
			until := d.came.at.Add(after)
			if stale = !now.Before(until); !stale {
				again = until
			}
		}
	}
	if d.seen.Root == nil || stale != d.stale {
		d.stale = stale
		d.seen = device.View{Root: d.picture(p, stale), Start: now}
	}
	return d.seen, again
}

// picture returns the widget's picture, darkened if it is stale.
func (d *datum) picture(p *paint.Painter, stale bool) render.Widget {
	own := *p
	if c, err := note.ParseColor(d.cfg.Color); err == nil && c.Set {
		own.Look = own.Look.Inked(c)
	}
	seen := own.Picture(&note.Notification{Frames: d.shown()})
	if !stale {
		return seen
	}
	return &render.Stack{Bounds: p.Size, Layers: []render.Layer{{Widget: seen}, {Widget: dusk(p.Size)}}}
}

// shown returns the frames, or a message while there are none.
func (d *datum) shown() []note.Frame {
	words := func(text string) []note.Frame {
		return []note.Frame{{Icon: d.icon, Text: []note.Fragment{{Text: text}}}}
	}
	switch {
	case d.frames != nil:
		return d.frames
	case d.fault != "":
		return words(d.fault)
	case d.cfg.URL != "":
		return words("…")
	}
	return words("My data: send frames, or set a URL")
}

// dusk returns a layer that darkens what is below it.
func dusk(size image.Point) *render.Still {
	m := image.NewRGBA(image.Rectangle{Max: size})
	for i := 3; i < len(m.Pix); i += 4 {
		m.Pix[i] = 170 // a third of the sRGB value is left
	}
	return &render.Still{Image: m}
}

// sameFrames reports whether two lists look the same.
func sameFrames(a, b []note.Frame) bool {
	return slices.EqualFunc(a, b, func(a, b note.Frame) bool {
		one, _ := json.Marshal(a)
		other, _ := json.Marshal(b)
		return string(one) == string(other)
	})
}
