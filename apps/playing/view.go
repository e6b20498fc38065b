// SPDX-License-Identifier: Apache-2.0

package playing

import (
	"image"
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// The icons of the app, which are built in.
var (
	note8      = kit.Builtin("media-music")
	radioPlays = kit.Builtin("media-radio-playing")
	radioRests = kit.Builtin("media-radio")
	pauseSign  = kit.Builtin("media-pause")
)

var black = color.RGBA{A: 255}

// picture returns what a widget shows of s.
func (p *Playing) picture(cfg Settings, s sound) render.Widget {
	sheet := kit.NewSheet(p.Env, p.Look)
	if s.title == "" {
		return kit.Pages(sheet.Says(radioRests.String(), p.Env.Local(p.Region, "").Phrases.Silence))
	}
	sheet.Grid.Beside = typeset.Left // titles of any length begin at one edge
	c := p.inks(sheet, cfg, s)
	card := typeset.Content{Picture: p.icon(sheet, s), Lines: []typeset.Line{kit.Say(typeset.Value, c.title, s.title)}}
	if s.artist != "" {
		artist := kit.Say(typeset.Note, c.artist, s.artist)
		artist.Spare = !sheet.Grid.Wide() // there it scrolls
		card.Lines = append(card.Lines, artist)
	}
	if sheet.Low() { // one line that scrolls
		card.Lines = []typeset.Line{s.line(c)}
	}
	steps := sheet.Steps(card)
	for _, step := range steps {
		if page, ok := step.Widget.(*typeset.Page); ok && c.ground != black {
			page.Layers = append([]render.Layer{{Widget: &render.Fill{Bounds: sheet.Size, Color: c.ground}}}, page.Layers...)
		}
	}
	page, single := steps[0].Widget.(*typeset.Page)
	if s.bar.length == 0 || !single || len(steps) > 1 { // pages in turn would begin the bar again
		return kit.Pages(steps)
	}
	bar := s.bar
	bar.width, bar.played, bar.ahead = sheet.Size.X, c.title, c.ahead
	page.Put(typeset.Bar, &bar, image.Pt(0, sheet.Size.Y-1))
	return page
}

// inks returns the colours of a page: those of its cover where there is one, but for a title with a colour of its own.
func (p *Playing) inks(sheet *kit.Sheet, cfg Settings, s sound) tones {
	own := kit.InkOf(p.Look, cfg.Color)
	c := tones{title: own, artist: kit.PaleInk, ahead: p.Env.Dimmed(kit.PaleInk, 3), ground: black}
	if s.cover != nil && !p.Env.Monochrome {
		c = s.cover.tones
		if cfg.Color != "" {
			c.title = own
		}
	}
	c.ground = below(c.ground, c.title)
	if s.paused {
		c.ground = kit.Shade(c.ground, 3)
		c.title, c.artist = kit.QuietOn(c.title, c.ground), kit.QuietOn(c.artist, c.ground)
	}
	return c
}

// line returns all that s says.
func (s sound) line(c tones) typeset.Line {
	if s.cover == nil || s.artist == "" {
		return kit.Say(typeset.Value, c.title, s.says())
	}
	return typeset.Line{Role: typeset.Value,
		Spans: []fonts.Span{{Text: s.artist, Color: c.artist}, {Text: " " + s.title, Color: c.title}}}
}

// icon returns the cover, darker in a pause, or an icon where there is no cover or no room.
func (p *Playing) icon(sheet *kit.Sheet, s sound) typeset.Drawing {
	if s.cover != nil {
		m := s.cover.RGBA
		if s.paused {
			m = resting(m)
		}
		return typeset.Drawing{Widget: &render.Still{Image: m}, Square: true}
	}
	return typeset.Drawing{Widget: sheet.Icon(s.sign().String()).Widget, Square: true} // beside any title as large
}

// sign returns the icon of s.
func (s sound) sign() icons.Ref {
	switch {
	case s.radio:
		return radioPlays
	case s.paused:
		return pauseSign
	}
	return note8
}

// progress is a bar that shows how far a sound is. It moves by itself.
type progress struct {
	length, from  time.Duration // from at t = 0
	stands        bool          // in a pause
	width         int
	played, ahead color.RGBA
}

func (b *progress) Size() image.Point { return image.Pt(b.width, 1) }

func (b *progress) Period() time.Duration {
	if b.stands {
		return 0
	}
	return b.length
}

// filled returns how many pixels have played at t.
func (b *progress) filled(t time.Duration) int {
	if b.stands {
		t = 0
	}
	return int(int64(b.width) * int64(min(b.from+t, b.length)) / int64(b.length))
}

// Next implements the renderer's stepper: the bar grows by a pixel.
func (b *progress) Next(t time.Duration) time.Duration {
	n := b.filled(t)
	if b.stands || n >= b.width {
		return render.Forever
	}
	return max(t+1, (b.length*time.Duration(n+1)+time.Duration(b.width)-1)/time.Duration(b.width)-b.from)
}

func (b *progress) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	n := b.filled(t)
	for x := range b.width {
		c := b.ahead
		if x < n {
			c = b.played
		}
		dst.SetRGBA(p.X+x, p.Y, c)
	}
}
