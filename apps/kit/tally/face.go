// SPDX-License-Identifier: Apache-2.0

package tally

import (
	"image"
	"image/color"
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// Face is how durations look on one panel in one colour. The digits are never cut
// off: fields that do not fit side by side go below each other, and on the smallest
// panels the smallest fields are left out.
type Face struct {
	size        image.Point
	fill, track *image.Uniform // of the bar
	late, last  *image.Uniform // of the bar in the last minute and in the last seconds
	layouts     [2][4]*layout  // without and with a bar: below 10 min, 1 h, 10 h, and above

	glass   []*image.RGBA // a sand glass that runs out; layout.sandy says where it has room
	title   *image.RGBA   // nil = none
	titleAt image.Point
}

// patterns are the possible arrangements of the fields: h, m, s, t are hours, minutes,
// seconds and tenths; ':', '.' and the letter H are drawn as they are; ' ' is a narrow
// gap, '/' a new line; and u is the largest unit that is not zero, always in two digits,
// above a line as wide as the panel that says which it is: whole for hours, in two parts for minutes,
// in three for seconds. The patterns in one row are equally good: the largest digits win,
// then the first.
var (
	shortPatterns = [][]string{{"m:s", "m/s"}, {"m s"}, {"u"}}
	longPatterns  = [][]string{{"h:m:s", "h/m/s", "h:m/s"}, {"h m s", "h m/s"}, {"hHm"}, {"u"}}
	// On panels with drawn digits minutes and seconds stay in one line, and hours too on wide ones.
	roomyShort = append([][]string{{"m:s"}}, shortPatterns...)
	roomyLong  = append([][]string{{"h:m/s"}}, longPatterns...)
	wideLong   = append([][]string{{"h:m:s"}}, longPatterns...)
)

// wide are the columns from which hours, minutes and seconds have digits of 12 rows and more in one line.
const wide = 60

// NewFace lays out the panel of env in the colour ink.
func NewFace(env kit.Env, ink color.RGBA) *Face {
	size := env.Size
	f := &Face{size: size, fill: image.NewUniform(ink), track: image.NewUniform(env.Dimmed(ink, 6)),
		late: image.NewUniform(lateInk), last: image.NewUniform(lastInk)}
	if env.Monochrome {
		f.late, f.last = f.fill, f.fill
	}
	for bar := range f.layouts {
		for i := range f.layouts[bar] {
			patterns, lead := patternsOf(size, i >= 2), 1+i%2
			if i < 2 && size.X >= wide { // 9:59 is as large as 10:00
				lead = 2
			}
			l := best(env.Fonts, size, patterns, lead, bar == 1)
			if t := withTenths(env.Fonts, l, size); bar == 0 && i < 2 && t != nil {
				l = t
			}
			l.paint(ink, env.Dimmed(ink, 4))
			f.layouts[bar][i] = l
		}
	}
	f.glaze(env)
	return f
}

// Sandy gives the bar the colour of sand, on LEDs that have colours.
func (f *Face) Sandy(env kit.Env) {
	if !env.Monochrome {
		f.fill, f.track = image.NewUniform(sand), image.NewUniform(env.Dimmed(sand, 6))
	}
}

// glaze puts the glass above the digits, where all durations leave it the same rows, or beside them on low panels, where
// a duration leaves it the columns: none of the digits is smaller for it.
func (f *Face) glaze(env kit.Env) {
	free := f.size.Y
	for _, l := range f.layouts[1] {
		free = min(free, l.room.Dy()-l.size.Y)
	}
	side := min((free-leastGap*3)/8*8, typeset.Icon(f.size))
	low := side < leastGlass
	if low {
		side = typeset.Icon(f.size)
	}
	if env.Icons == nil || low && (side > f.size.Y || env.Monochrome) { // all of a low panel on or off blinks at the end
		return
	}
	frames := env.Icons.Icon(kit.Builtin("status-hourglass")).In(side).Frames
	for _, frame := range frames[:min(len(frames), 4)] { // a fifth turns it over
		f.glass = append(f.glass, frame.Image)
	}
	for _, l := range f.layouts[1] {
		switch gap := (l.room.Dy() - l.size.Y - side) / 3; {
		case !low:
			l.sandy, l.glass = true, image.Pt((f.size.X-side)/2, l.room.Min.Y+gap)
			l.room.Min.Y += gap + side
		case l.bar.Dy() > l.bar.Dx() && l.room.Dx()-l.size.X > side:
			l.sandy, l.glass = true, image.Pt(0, (f.size.Y-side)/2)
			l.room.Min.X += side + 1
		}
	}
}

// The least side of a glass, and the least rows around it.
const leastGlass, leastGap = 16, 3

// Colours of the bar: the sand's, and of a countdown in its last minute and in its last 10 seconds.
var (
	sand    = color.RGBA{255, 224, 48, 255}
	lateInk = color.RGBA{255, 160, 0, 255}
	lastInk = color.RGBA{255, 50, 30, 255}
)

// patternsOf returns the patterns for a panel, the best first.
func patternsOf(size image.Point, long bool) [][]string {
	switch {
	case !long && typeset.Roomy(size):
		return roomyShort
	case !long:
		return shortPatterns
	case typeset.Roomy(size) && (size.X >= wide || size.X >= 3*size.Y/2):
		return wideLong
	case typeset.Roomy(size):
		return roomyLong
	}
	return longPatterns
}

// Titled returns f with a title above the digits, which get smaller for it; f itself on
// panels of fewer than 32 rows and for a title that is too long.
func (f *Face) Titled(env kit.Env, ink color.RGBA, title string) *Face {
	const margin = 1
	set := env.Fonts
	for _, face := range []*fonts.Face{set.Normal.Scale(max(1, f.size.Y/32)), set.Normal, set.Small} {
		line := kit.Inked(face.Line(kit.Text(title, ink)).Image)
		if title == "" || !typeset.Scenic(f.size) || line.Rect.Dx() > f.size.X-2*margin {
			continue
		}
		down := image.Pt(0, margin+line.Rect.Dy()+f.size.Y/8) // with dark rows between
		env.Size = f.size.Sub(down)
		low := NewFace(env, ink)
		for _, l := range slices.Concat(low.layouts[0][:], low.layouts[1][:]) {
			l.room, l.bar, l.glass = l.room.Add(down), l.bar.Add(down), l.glass.Add(down)
		}
		low.fill, low.track = f.fill, f.track
		low.size, low.title, low.titleAt = f.size, line, image.Pt((f.size.X-line.Rect.Dx())/2, margin)
		return low
	}
	return f
}

// layoutOf returns the layout for v.
func (f *Face) layoutOf(v time.Duration, bar bool) *layout {
	i := 0
	for _, from := range [...]time.Duration{10 * time.Minute, time.Hour, 10 * time.Hour} {
		if v >= from {
			i++
		}
	}
	if bar {
		return f.layouts[1][i]
	}
	return f.layouts[0][i]
}
