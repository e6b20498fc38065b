// SPDX-License-Identifier: Apache-2.0

// Package playing is an app that shows the sound of another player: its cover, title and
// artist, and how far it is. While no client tells it any, it shows the sound of the device's
// radio.
package playing

import (
	"encoding/json"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/latest"
)

// Package is the app of other players.
const Package = "com.ledpost.playing"

// App is the app, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Settings are the settings of a widget. The zero value has the device's text colour.
type Settings struct {
	Color string `json:"color,omitempty"` // #RRGGBB, of the title
}

// Playing shows what plays elsewhere.
type Playing struct {
	kit.Static[Settings]
	drawn sound           // by the views
	at    time.Time       // of drawn
	due   map[string]bool // widgets that Attend was told of last

	now    note.Playing
	cover  *art               // of now; nil = none, or it has not come
	wanted latest.Box[string] // the cover to read; Run takes it
}

// sound is all that a view shows, for comparing.
type sound struct {
	title, artist string
	radio         bool // it is the device's own
	paused        bool
	cover         *art
	bar           progress // zero = its length is unknown
}

// New is the factory of the app; it keeps nothing.
func New(env kit.Env, _ json.RawMessage, _ int) device.App {
	return &Playing{Static: kit.Static[Settings]{Base: kit.NewBase(env)}, wanted: latest.New[string]()}
}

// About implements [device.App].
func (p *Playing) About() device.About {
	return kit.About(Package, "Playing", []device.Property{kit.ColorProperty})
}

// SetPlaying implements [device.Listener]. The cover stays while it is the same picture: a
// client tells each position again.
func (p *Playing) SetPlaying(now note.Playing) {
	if now.Cover != p.now.Cover {
		p.cover = nil
		p.wanted.Put(now.Cover)
	}
	p.now = now
}

// Attend implements [device.Attender]: a widget whose turn comes is drawn again, so that its
// bar begins where the sound is. A widget that shows already keeps its picture: its text would
// begin again at the end of each turn, and prolong it.
func (p *Playing) Attend(due func(widget string) bool, _ time.Time) {
	was := p.due
	p.due = map[string]bool{}
	for id := range p.Widgets {
		if p.due[id] = due(id); p.due[id] && !was[id] && p.drawn.bar.length > 0 {
			delete(p.Views, id)
		}
	}
}

// Step implements [device.App].
func (p *Playing) Step(now time.Time) device.Now {
	s := p.sound(now)
	if s.differs(p.drawn) || p.jumped(s, now) {
		clear(p.Views)
	}
	if len(p.Views) == 0 {
		p.drawn, p.at = s, now
	}
	p.Draw(func(_ string, cfg Settings) device.View {
		return device.View{Root: p.picture(cfg, s), Start: now, Anew: true, Says: s.says()}
	})
	out := device.Now{Views: p.Views}
	if p.tell(s); p.heard(now) {
		out.Again = p.now.Until()
	}
	return out
}

// heard reports whether a client has told what plays, and it still holds.
func (p *Playing) heard(now time.Time) bool { return !p.now.IsZero() && now.Before(p.now.Until()) }

// sound returns what shows at now.
func (p *Playing) sound(now time.Time) sound {
	if p.heard(now) {
		s := sound{title: kit.Printable(p.now.Title), artist: kit.Printable(p.now.Artist), paused: p.now.Paused,
			cover: p.cover}
		if p.now.Length > 0 {
			s.bar = progress{length: p.now.Length, from: p.now.PositionAt(now), stands: p.now.Paused}
		}
		return s
	}
	for _, b := range p.Env.Shared.Briefs(kit.Playing, now) {
		if b.Icon == radioPlays {
			return sound{title: b.Text, artist: b.Lead, radio: true}
		}
	}
	return sound{}
}

// differs reports whether s shows other things than t: the bar goes on by itself.
func (s sound) differs(t sound) bool {
	s.bar.from, t.bar.from = 0, 0
	return s != t
}

// slack is how far a bar may be off: clients tell positions late, and in whole seconds.
const slack = 5 * time.Second

// jumped reports whether the sound is elsewhere than the bars: somebody has moved it, or it
// plays once more.
func (p *Playing) jumped(s sound, now time.Time) bool {
	at := p.drawn.bar.from
	if !s.paused {
		at = min(at+now.Sub(p.at), s.bar.length)
	}
	return (s.bar.from - at).Abs() > slack
}

// says returns title and artist in a line, "" for silence.
func (s sound) says() string {
	if s.artist == "" || s.title == "" {
		return s.title
	}
	return s.artist + " – " + s.title
}

// span is the time of a sound of known length.
func span(s *note.Playing) kit.Progress {
	if s.Length == 0 {
		return kit.Progress{}
	}
	begin := s.At.Add(-s.Position)
	return kit.Progress{Begin: begin, End: begin.Add(s.Length)}
}

// tell publishes the sound of another player for pages that several apps share.
func (p *Playing) tell(s sound) {
	all := map[string]kit.Brief{}
	if s.title != "" && !s.radio && !s.paused {
		for id := range p.Widgets {
			all[id] = kit.Brief{Kind: kit.Playing, Icon: note8, Lead: s.artist, Text: s.title, Until: p.now.Until(),
				Done: span(&p.now)}
			break // it is one sound, however many widgets show it
		}
	}
	p.Env.Shared.Tell(Package, all)
}
