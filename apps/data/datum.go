// SPDX-License-Identifier: Apache-2.0

package data

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/http/httpguts"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/webfetch"
	"github.com/ledpost/ledpost/render"
)

// datum is what one widget shows.
type datum struct {
	kit.Owned
	title    string // that its owner gave it; "" = none
	settings string // as set: data fetched with other settings is not used
	cfg      Config
	icon     icons.Ref

	frames []note.Frame // nil = nothing has come yet
	pushed bool         // the frames were pushed
	came   kit.Instant  // when
	got    *reading     // that the frames are made of; nil = they are pushed, or none
	number float64      // of got; NaN = none
	trend  int          // where number has gone since it was another: -1, 0 or 1
	widest string       // that the text is likely to be on other days; "" = as it is
	fault  error        // why the last request failed; nil = it did not
	local  kit.Local    // how the panel writes
	zone   *time.Location
	now    time.Time // of the last step

	seen   device.View   // Root nil = must be redrawn
	goes   bool          // what is drawn next moves on from seen.Start: it is the same page with other words
	stale  bool          // of seen
	solved *paint.Solved // nil = nothing yet
	far    bool          // who reads it is far away
}

// pushed holds the frames that a client pushed to a widget.
type pushed struct {
	Frames []note.Frame `json:"frames"`
	Came   kit.Instant  `json:"came"`
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
	if err := d.cfg.checkValues(); err != nil {
		return err
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

// take continues with the widget's content from before, or after a restart with the
// saved data: pushed frames, and data fetched with the same settings.
func (d *datum) take(old *datum, kept pushed) {
	switch {
	case old != nil && (old.pushed || old.settings == d.settings):
		d.frames, d.pushed, d.came, d.fault = old.frames, old.pushed, old.came, old.fault
		if !d.pushed {
			d.got, d.number, d.trend = old.got, old.number, old.trend
		}
	case old == nil && kept.Frames != nil:
		d.frames, d.pushed, d.came = kept.Frames, true, kept.Came
	}
	if old != nil {
		d.widest = old.widest
	}
	d.measure()
}

// show shows frames that have arrived now.
func (d *datum) show(frames []note.Frame, pushed bool, now time.Time, plausible bool) {
	same := sameFrames(d.frames, frames)
	d.goes = samePage(d.frames, frames) && !d.seen.Start.IsZero()
	d.got = nil
	d.frames, d.pushed, d.fault, d.came = frames, pushed, nil, kit.NewInstant(now, 0, plausible)
	d.measure()
	if !same {
		d.seen.Root = nil // otherwise a scrolling text continues
	}
}

// receive shows the data fetched now.
func (d *datum) receive(r *reading, as writing, now time.Time, plausible bool) {
	frames, number := d.made(r, as)
	switch {
	case d.got == nil || math.IsNaN(number) || math.IsNaN(d.number) || !d.cfg.Trend:
	case number > d.number:
		d.trend = 1
	case number < d.number:
		d.trend = -1
	}
	if d.number = number; d.trend != 0 {
		frames, _ = d.made(r, as)
	}
	d.show(frames, false, now, plausible)
	d.got = r
}

// made returns r as frames, and its number.
func (d *datum) made(r *reading, as writing) ([]note.Frame, float64) {
	return d.cfg.framesOf(r, note.Frame{Icon: d.icon}, d.title, d.trend, as)
}

// recount writes the minutes that have passed since, and returns when the next ones have.
func (d *datum) recount() (again time.Time) {
	if d.got == nil || d.pushed {
		return again
	}
	if again = d.cfg.next(d.got, d.now); again.IsZero() {
		return again
	}
	frames, _ := d.made(d.got, d.writing(false))
	if sameFrames(d.frames, frames) {
		return again
	}
	d.goes = samePage(d.frames, frames) && !d.seen.Start.IsZero()
	d.frames, d.seen.Root = frames, nil
	return again
}

// fail records that a request failed.
func (d *datum) fail(err error) {
	d.fault = err
	if d.frames == nil {
		d.seen.Root = nil
	}
}

// view returns what the widget shows, and when it becomes stale.
func (d *datum) view(p *paint.Painter, now time.Time, plausible bool) (v device.View, again time.Time) {
	stale := d.frames == nil && d.fault != nil
	if d.frames != nil {
		d.came.Settle(now, plausible)
		if after := d.cfg.stale(); after > 0 {
			until := d.came.At.Add(after)
			if stale = !now.Before(until); !stale {
				again = until
			}
		}
	}
	if d.seen.Root == nil || stale != d.stale {
		d.stale = stale
		start := now
		if d.goes {
			start = d.seen.Start
		}
		d.goes = false
		d.seen = d.turning(device.View{Root: d.picture(p, stale), Start: start, Anew: true})
	}
	return d.seen, again
}

// goOn draws what has changed of a page whose time was at: as before, below 0, it is not on the panel.
func (d *datum) goOn(before device.View, p *paint.Painter, at time.Duration, now time.Time) {
	old, ok := before.Root.(*render.Sequence)
	if !ok || at < 0 {
		return
	}
	root := d.picture(p, false)
	d.seen, d.stale, d.goes = d.turning(device.View{Root: root, Start: before.Start, Anew: true}), false, false
	if turns, ok := root.(*render.Sequence); ok {
		if to := turns.Resume(old, at); to != at {
			d.seen.Start, d.seen.Anew = now.Add(-to), to <= at
		}
	}
}

// turning returns v with what it says, and how it changes into the next one.
func (d *datum) turning(v device.View) device.View {
	v.Says, v.Flips, v.Clicks = d.says(), d.cfg.Flip, d.cfg.FlipSound
	return v
}

// samePage reports whether two frames are pages of the same regions.
func samePage(a, b []note.Frame) bool {
	return len(a) == 1 && len(b) == 1 && a[0].Regions != nil && slices.EqualFunc(a[0].Regions, b[0].Regions,
		func(x, y note.Region) bool { return x.ID == y.ID && x.Role == y.Role })
}

// picture returns the widget's picture, darkened if it is stale.
func (d *datum) picture(p *paint.Painter, stale bool) render.Widget {
	own := *p
	own.Look = kit.Own(own.Look, d.cfg.Color)
	if d.frames == nil { // paler than data, as in all apps
		own.Look, stale = kit.Pale(own.Look), false
	}
	if d.solved == nil {
		d.solved = &paint.Solved{}
	}
	own.Widest, own.Solved = d.widest, d.solved
	seen := d.afar(&own)
	if seen == nil {
		seen = d.several(&own)
	}
	if seen == nil && d.got != nil && d.got.chart != nil {
		seen = d.graph(&own)
	}
	if seen == nil {
		seen = own.Picture(&note.Notification{Frames: d.shown()})
	}
	if !stale {
		return seen
	}
	return kit.Darkened(seen)
}

// afar returns the value for who is far away: the end of the first row, the first value of a page, or the text; nil for
// who is near, and while there are no data.
func (d *datum) afar(p *paint.Painter) render.Widget {
	if !d.far || d.frames == nil {
		return nil
	}
	value := d.says()
	for _, r := range d.frames[0].Regions {
		if r.Role == note.RoleHead || r.Role == note.RoleValue || r.Role == note.RoleRow {
			value = cmp.Or(r.End, (&note.Frame{Regions: []note.Region{r}}).Words(), value)
			break
		}
	}
	sheet := kit.NewSheet(kit.Env{Size: p.Size, Fonts: p.Fonts, Icons: p.Icons}, p.Look)
	return sheet.Afar(kit.InkOf(p.Look.WithDefaults(), ""), value)
}

// shown returns the frames, or a message while there are none.
func (d *datum) shown() []note.Frame {
	words := func(text string) []note.Frame {
		return []note.Frame{{Icon: d.icon, Text: []note.Fragment{{Text: text}}}}
	}
	switch {
	case d.frames != nil:
		return d.frames
	case d.fault != nil:
		return words(kit.Printable(kit.Short(d.local.Phrases.Why(d.fault), 200)))
	case d.cfg.URL != "":
		return words("…")
	}
	return words(d.local.Phrases.NoData)
}

// sameFrames reports whether two lists look the same.
func sameFrames(a, b []note.Frame) bool {
	return slices.EqualFunc(a, b, func(a, b note.Frame) bool {
		one, _ := json.Marshal(a)
		other, _ := json.Marshal(b)
		return string(one) == string(other)
	})
}

// checkHeaders returns the error in the fields of a request's header. Settings may not
// contain those that concern the connection.
func checkHeaders(headers map[string]string) error {
	for name, value := range headers {
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			return fmt.Errorf("%q is not the name of a header", kit.Short(name, 32))
		case !httpguts.ValidHeaderFieldValue(value):
			return fmt.Errorf("the value of %s has characters that a header cannot have", kit.Short(name, 32))
		}
		switch strings.ToLower(name) {
		case "host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer",
			"keep-alive", "proxy-connection", "accept-encoding", "range":
			return fmt.Errorf("%s cannot be set", name)
		}
	}
	return nil
}
