// SPDX-License-Identifier: Apache-2.0

package radio

import (
	"cmp"
	"image"
	"net/url"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// The icons of a radio, which are built in.
var (
	silent  = kit.Builtin("media-radio")
	playing = kit.Builtin("media-radio-playing")
	waiting = kit.Builtin("status-loading")
	failed  = kit.Builtin("status-caution")
)

// view returns what the widget of d shows; the same view until that changes.
func (r *Radio) view(d *tuner, now time.Time) device.View {
	frames := r.frames(d)
	key := ""
	for _, f := range frames {
		key += f.Icon.String() + " " + f.Text[0].Text + "\n"
	}
	if key != d.key {
		own := r.Painter()
		own.Look = kit.Own(own.Look, d.cfg.Color)
		if i := frames[0].Icon; i == silent || i == failed { // it is quiet, has no station, or cannot play
			own.Look = kit.Pale(own.Look)
		}
		d.key = key
		d.seen = device.View{Root: r.picture(own, frames), Start: now, Anew: true}
	}
	return d.seen
}

// picture returns frames in turn; of a station that sounds, the bars of its spectrum take the
// place of the icon, or the foot of a panel that is wide enough for two lines.
func (r *Radio) picture(p *paint.Painter, frames []note.Frame) render.Widget {
	if frames[0].Icon != playing || r.Env.Levels == nil {
		return p.Picture(&note.Notification{Frames: frames})
	}
	sheet := kit.NewSheet(r.Env, p.Look)
	sheet.Grid.Beside = typeset.Left
	icon := typeset.Drawing{Widget: &bars{size: sheet.Grid.Banner(), levels: r.Env.Levels}, Square: true}
	var lines []typeset.Line
	for _, f := range frames {
		lines = append(lines, kit.Say(typeset.Value, p.Look.WithDefaults().TextColor.Opaque(), f.Text[0].Text))
	}
	wide := sheet.Grid.Wide()
	if wide && len(lines) > 1 { // the title above the station
		lines = []typeset.Line{lines[1], kit.Say(typeset.Note, kit.PaleInk, frames[0].Text[0].Text)}
	}
	switch {
	case wide && !sheet.Grid.Above():
		return kit.Pages([]render.Step{r.spread(sheet, lines)})
	case wide, sheet.Grid.Narrow():
		return kit.Pages(sheet.Steps(typeset.Content{Picture: icon, Lines: lines}))
	}
	var steps []render.Step
	for _, l := range lines {
		steps = append(steps, sheet.Steps(typeset.Content{Picture: icon, Lines: []typeset.Line{l}})...)
	}
	return kit.Pages(steps)
}

// spread returns lines above the bars, which have all columns and three eighths of the rows.
func (r *Radio) spread(s *kit.Sheet, lines []typeset.Line) render.Step {
	p, words, foot := s.Grid.NewPage(), s.Grid.Inner(), image.Rectangle{Max: s.Size}
	foot.Min.Y = s.Size.Y * 5 / 8
	words.Max.Y = foot.Min.Y - 1
	s.Grid.Column(p, words, typeset.Middle, lines...)
	p.Put(typeset.Chart, &bars{size: foot.Size(), levels: r.Env.Levels}, foot.Min)
	return s.Turn(p)
}

// SetRegion implements [device.Localizer].
func (r *Radio) SetRegion(to device.Region) { r.Region = to }

// frames returns the station's name, and what it plays or why it does not.
func (r *Radio) frames(d *tuner) []note.Frame {
	s := d.station()
	if s.URL == "" {
		return kit.Saying(silent, r.Env.Local(r.Region, "").Phrases.NoStations)
	}
	name := cmp.Or(kit.Printable(s.Name), hostname(s.URL))
	switch {
	case r.on != d:
		return kit.Saying(silent, name)
	case r.heard.Fault != "":
		return kit.Saying(failed, name, r.fault())
	case !r.heard.Sounding:
		return kit.Saying(waiting, name)
	case r.heard.Title != "" && r.heard.Title != name:
		return kit.Saying(playing, name, r.heard.Title)
	}
	return kit.Saying(playing, name)
}

// reasons are the words for what keeps a station from playing; others are unreadable.
var reasons = map[sounds.Cause]kit.Reason{sounds.Unreachable: kit.Unreachable, sounds.Silent: kit.Late, sounds.Refused: kit.Forbidden}

// fault returns why it does not play: English says all that is known but the network's own
// words.
func (r *Radio) fault() string {
	local := r.Env.Local(r.Region, "")
	kind := reasons[r.heard.Cause]
	if local.Code == "en" && kind != kit.Unreachable {
		return r.heard.Fault
	}
	return local.Phrases.Reasons[kind]
}

// hostname returns the host of a URL.
func hostname(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}
