// SPDX-License-Identifier: Apache-2.0

package face

import (
	"cmp"
	"image"
	"image/color"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// zonesFace shows the time in two zones, in two colours: side by side, below each
// other with the names of the places beside or above them if they fit, or in turn.
type zonesFace struct {
	names  *fonts.Face // of the places
	small  bool        // they have no room in larger letters
	size   image.Point
	halves [2]zoneHalf
	inTurn bool
	across bool // the times are side by side
	above  bool // the names are above the times
}

// zoneHalf is one of the two times.
type zoneHalf struct {
	time  *clockFace
	at    image.Point
	label string // "" = it does not fit
	short bool   // the short name of the zone stands in place of label
}

func newZonesFace(env kit.Env, o Options) *zonesFace {
	set, size := env.Fonts, env.Size
	o = o.named(env.Zone.Location())
	o.Week, o.Seconds = false, false
	f := &zonesFace{names: set.Small, size: size}
	across, down := image.Pt((size.X-3)/2, size.Y), image.Pt(size.X, (size.Y-1)/2)
	switch beside, below := newClockFace(set, across, o.bare()), newClockFace(set, down, o.bare()); {
	case beside.Fits() && (!below.Fits() || beside.Digits.Cap() > below.Digits.Cap()):
		f.across, f.halves = true, [2]zoneHalf{{time: beside}, {time: beside, at: image.Pt(size.X-across.X, 0)}}
	case below.Fits():
		f.halves = [2]zoneHalf{{time: below}, {time: below, at: image.Pt(0, size.Y-down.Y)}}
		faces := []*fonts.Face{set.Small}
		if below.Digits.Cap() >= 20 {
			faces = []*fonts.Face{set.Letters(7), set.Small}
		}
		room := size.X - below.Block().X - 4
		if typeset.NewGrid(set, size).Tall() && room < set.Small.Width("CEST") {
			f.entitle(set, o)
		}
		if !f.above {
			f.name(o, room, faces)
		}
	default:
		whole := newClockFace(set, size, o.bare())
		f.halves, f.inTurn = [2]zoneHalf{{time: whole}, {time: whole}}, true
	}
	return f
}

// named returns o with the names of zones that nobody chose: here is the device's, and the second
// one is UTC. A zone without a name, such as a zone of a file, stays without.
func (o Options) named(here *time.Location) Options {
	if name := here.String(); o.Zones[0] == "" && name != "Local" {
		o.Zones[0] = name
	}
	o.Zones[1] = cmp.Or(o.Zones[1], "UTC")
	return o
}

// name puts the names of the places to the left of the times, into so many columns, if one of them fits.
func (f *zonesFace) name(o Options, room int, faces []*fonts.Face) {
	f.label(o, room, faces)
	if a, b := f.halves[0], f.halves[1]; a.label == "" && b.label == "" && !a.short && !b.short {
		return
	}
	clock := *f.halves[0].time
	clock.Stands = typeset.InTable
	clock.Room.X = clock.Block().X
	for i := range f.halves {
		f.halves[i].time = &clock
		f.halves[i].at.X = f.size.X - clock.Room.X - 1
	}
}

// label names the places in the first of faces in which both whole names have room; else one
// that does not is written by the initials of its words, as NY, or by the short name of its
// zone, as JST. No word is cut.
func (f *zonesFace) label(o Options, room int, faces []*fonts.Face) {
	whole := func(face *fonts.Face) bool {
		return max(face.Width(placeOf(o.Zones[0])), face.Width(placeOf(o.Zones[1]))) <= room
	}
	fits := max(slices.IndexFunc(faces, whole), 0)
	f.names, f.small = faces[fits], fits > 0
	for i, zone := range o.Zones {
		half, name := &f.halves[i], placeOf(zone)
		switch words := strings.Fields(name); {
		case f.names.Width(name) <= room:
			half.label = name
		case len(words) > 1 && f.names.Width(initials(words)) <= room:
			half.label = initials(words)
		default:
			half.short = f.names.Width("CEST") <= room
		}
	}
}

// named returns the name of the place whose time is t.
func (h *zoneHalf) named(t time.Time) string {
	if h.short {
		return t.Format("MST")
	}
	return h.label
}

// entitle puts the names of the places above the times, which get smaller for it.
func (f *zonesFace) entitle(set *fonts.Set, o Options) {
	names := set.Letters(7)
	clock := newClockFace(set, image.Pt(f.size.X, f.size.Y/2-names.Cap()-titleGap), o.bare())
	if !clock.Fits() || clock.How != typeset.OneLine {
		return
	}
	f.above = true
	clock.Stands = typeset.InTable
	clock.Room.Y = clock.Digits.Cap()
	for i, y := range []int{1 + names.Cap() + titleGap, f.size.Y - 1 - clock.Room.Y} {
		f.halves[i] = zoneHalf{time: clock, at: image.Pt(0, y)}
	}
	f.label(o, clock.Block().X-typeset.HalfColumns(names)-4, []*fonts.Face{names, set.Small})
}

// titleGap is the rows between the name of a place and the time below it.
const titleGap = 2

// title draws the name of a place above its time, and AM or PM at the right end of that line.
func (f *zonesFace) title(p *page, half zoneHalf, at *Reading, ink color.RGBA) {
	wide, y := half.time.Block().X, half.at.Y-titleGap-f.names.Cap()
	left := (f.size.X - wide) / 2
	p.text(f.names, left, y, fonts.Span{Text: half.named(at.Local), Color: kit.Quiet(ink)})
	if text := at.halfText(); text != "" {
		p.half(at, f.names, left+wide-f.names.Width(text), y, ink)
	}
}

// placeOf returns the name of a zone's place.
func placeOf(zone string) string {
	return strings.ToUpper(strings.ReplaceAll(zone[strings.LastIndexByte(zone, '/')+1:], "_", " "))
}

// initials returns the first letters of words.
func initials(words []string) (all string) {
	for _, w := range words {
		all += string([]rune(w)[:1])
	}
	return all
}

// twoRows reports whether AM and PM have room below the names of the places.
func (f *zonesFace) twoRows() bool {
	return f.halves[0].at.X > 1+typeset.HalfColumns(f.names) && 2*f.names.Cap()+2 <= f.halves[0].time.Digits.Cap()
}

// pages implements drawer: two times side by side are in the middle as both are lit.
func (f *zonesFace) pages(m *Reading) []page {
	all := f.times(m)
	if !f.across {
		return all
	}
	for j, p := range all {
		lit := p.whole()
		all[j] = p.on(f.size, image.Pt((f.size.X-lit.Min.X-lit.Max.X)/2, 0))
	}
	return all
}

// times returns the pages of both times, with their names.
func (f *zonesFace) times(m *Reading) (all []page) {
	for i, t := range []time.Time{m.Local, m.Other} {
		half, ink := f.halves[i], [...]color.RGBA{m.Ink, m.accentOr(amber)}[i]
		parts := half.time.pagesOf(m, m.fields(t, false), ink)
		if f.inTurn {
			all = append(all, parts...)
			continue
		}
		if all == nil {
			all = wholePages(parts, f.size, half.at)
		} else {
			for j := range all {
				all[j].cut = all[j].cut || parts[j].cut
				all[j].join(parts[j], half.at)
			}
		}
		for j := range all {
			at := &Reading{Local: t, Known: m.Known, Hours: m.Hours}
			if f.above {
				f.title(&all[j], half, at, ink)
				continue
			}
			y := half.at.Y + (half.time.Room.Y-f.names.Cap())/2
			if f.twoRows() && at.twelve() {
				y = half.at.Y + (half.time.Room.Y-2*f.names.Cap()-2)/2
				y = max(1, min(y, f.size.Y-1-2*f.names.Cap()-2)) // unlike digits they keep the margin
				all[j].half(at, f.names, 1, y+f.names.Cap()+2, ink)
			}
			all[j].text(f.names, 1, y, fonts.Span{Text: half.named(t), Color: kit.Quiet(ink)})
		}
	}
	for _, p := range all {
		for i := range p.items {
			p.items[i].Smaller = f.small && p.items[i].Role == typeset.Note
		}
	}
	return all
}
