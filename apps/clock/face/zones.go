// SPDX-License-Identifier: Apache-2.0

package face

import (
	"cmp"
	"image"
	"image/color"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/fonts"
)

// zonesFace shows the time in two zones, in two colours: side by side, below each
// other with the names of the places beside or above them if they fit, or in turn.
type zonesFace struct {
	names  *fonts.Face // of the places
	size   image.Point
	halves [2]zoneHalf
	inTurn bool
	above  bool // the names are above the times
}

// zoneHalf is one of the two times.
type zoneHalf struct {
	time  *clockFace
	at    image.Point
	label string // "" = it does not fit
}

func newZonesFace(set *fonts.Set, size image.Point, o Options) *zonesFace {
	o.Week, o.Seconds = false, false
	f := &zonesFace{names: set.Small, size: size}
	across, down := image.Pt((size.X-3)/2, size.Y), image.Pt(size.X, (size.Y-1)/2)
	switch beside, below := newClockFace(set, across, o), newClockFace(set, down, o); {
	case beside.fits() && (!below.fits() || beside.digits.Cap() > below.digits.Cap()):
		f.halves = [2]zoneHalf{{time: beside}, {time: beside, at: image.Pt(size.X-across.X, 0)}}
	case below.fits():
		f.halves = [2]zoneHalf{{time: below}, {time: below, at: image.Pt(0, size.Y-down.Y)}}
		if below.digits.Cap() >= 20 {
			f.names = set.Letters(7)
		}
		if f.name(o, down); f.halves[0].label == "" && f.halves[1].label == "" && size.Y >= 56 {
			f.entitle(set, o)
		}
	default:
		whole := newClockFace(set, size, o)
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

// name puts the names of the places to the left of the times if three letters of
// them fit.
func (f *zonesFace) name(o Options, half image.Point) {
	clock := *f.halves[0].time
	wide := clock.block().X
	for i, zone := range []string{o.Zones[0], o.Zones[1]} {
		f.halves[i].label = placeOf(f.names, zone, half.X-wide-4)
	}
	if f.halves[0].label == "" && f.halves[1].label == "" {
		return
	}
	clock.size.X = wide
	for i := range f.halves {
		f.halves[i].time = &clock
		f.halves[i].at.X = f.size.X - wide - 1
	}
}

// entitle puts the names of the places above the times, which get smaller for it.
func (f *zonesFace) entitle(set *fonts.Set, o Options) {
	names := set.Letters(7)
	clock := newClockFace(set, image.Pt(f.size.X, f.size.Y/2-names.Cap()-titleGap), o)
	if !clock.fits() || clock.how != beside {
		return
	}
	f.names, f.above = names, true
	clock.size.Y = clock.digits.Cap()
	room := clock.block().X - halfWide(names) - 4
	for i, y := range []int{1 + names.Cap() + titleGap, f.size.Y - 1 - clock.size.Y} {
		f.halves[i] = zoneHalf{time: clock, at: image.Pt(0, y), label: placeOf(names, o.Zones[i], room)}
	}
}

// titleGap is the rows between the name of a place and the time below it.
const titleGap = 2

// title draws the name of a place above its time, and AM or PM at the right end of that line.
func (f *zonesFace) title(p *page, half zoneHalf, at *Reading, ink color.RGBA) {
	wide, y := half.time.block().X, half.at.Y-titleGap-f.names.Cap()
	left := (f.size.X - wide) / 2
	p.text(f.names, left, y, fonts.Span{Text: half.label, Color: kit.Quiet(ink)})
	if text := at.halfText(); text != "" {
		putHalf(p, at, f.names, left+wide-f.names.Width(text), y, kit.Quiet(ink))
	}
}

// placeOf returns as much of the name of a zone's place as fits: of several words their
// initials, as NY, of one at least three letters, or nothing.
func placeOf(face *fonts.Face, zone string, room int) string {
	name := strings.ToUpper(strings.ReplaceAll(zone[strings.LastIndexByte(zone, '/')+1:], "_", " "))
	if words := strings.Fields(name); len(words) > 1 && face.Width(name) > room {
		name = ""
		for _, w := range words {
			name += string([]rune(w)[:1])
		}
	}
	place := []rune(name)
	for n := len(place); n >= min(3, max(len(place), 1)); n-- {
		if face.Width(string(place[:n])) <= room {
			return strings.TrimSpace(string(place[:n]))
		}
	}
	return ""
}

// twoRows reports whether AM and PM have room below the names of the places.
func (f *zonesFace) twoRows() bool {
	return f.halves[0].at.X > 1+halfWide(f.names) && 2*f.names.Cap()+2 <= f.halves[0].time.digits.Cap()
}

// step implements drawer.
func (f *zonesFace) step() time.Duration { return time.Minute }

// pages implements drawer.
func (f *zonesFace) pages(m *Reading) (all []page) {
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
			y := half.at.Y + (half.time.size.Y-f.names.Cap())/2
			if f.twoRows() && at.halfText() != "" {
				y = half.at.Y + (half.time.size.Y-2*f.names.Cap()-2)/2
				putHalf(&all[j], at, f.names, 1, y+f.names.Cap()+2, kit.Quiet(ink))
			}
			all[j].text(f.names, 1, y, fonts.Span{Text: half.label, Color: kit.Quiet(ink)})
		}
	}
	return all
}
