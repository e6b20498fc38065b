// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"slices"
	"strconv"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// curveFace shows the time and the temperature of now over a curve of the coming 24
// hours; while they are unknown, the time alone.
type curveFace struct {
	env   kit.Env
	grid  *typeset.Grid
	alone drawer
	time  *clockFace
	at    image.Point     // of the time
	low   image.Rectangle // of the curve
}

// newCurveFace returns nil where the time has no room above a curve.
func newCurveFace(env kit.Env, o Options) *curveFace {
	size := env.Size
	o.Week, o.Seconds = false, false
	f := &curveFace{env: env, grid: typeset.NewGrid(env.Fonts, size), alone: newPlainFace(env, o)}
	beyond := env.Fonts.Digits(f.small()).Width("-18°") + 3 // columns of the temperature
	if f.square() {
		beyond = 0
	}
	f.time = newClockFace(env.Fonts, image.Pt(size.X-beyond, size.Y*9/16), o.bare())
	if f.time.InOneLine(env.Fonts); f.time.Digits == nil {
		return nil
	}
	f.time.Room = f.time.Block()
	f.at = image.Pt(1, min(max(1, size.Y/32), 2))
	f.time.Stands = typeset.AtLeft
	if f.square() {
		f.at.X = (size.X - f.time.Room.X) / 2
		f.time.Stands = typeset.Amid
	}
	f.low = image.Rect(0, f.at.Y+f.time.Room.Y+max(2, size.Y/16), size.X, size.Y)
	if f.square() {
		f.low.Min.Y += f.small() + 1
	}
	if f.grid.Tall() {
		f.low.Max.Y -= 7
	}
	return f
}

// square reports whether the temperature stands below the time, whose digits take all columns.
func (f *curveFace) square() bool { return typeset.Squarish(f.env.Size) }

// small returns the rows of the temperature, which has room beside the smallest icon where it stands below the time.
func (f *curveFace) small() int {
	rows := max(5, f.env.Size.Y/8*7/6)
	for f.square() && rows > 5 && f.env.Fonts.Digits(rows).Width("-18°")+15 > f.env.Size.X {
		rows--
	}
	return rows
}

// shown is how many hours the curve has.
const shown = 24

// pages implements drawer.
func (f *curveFace) pages(m *Reading) []page {
	if !m.Known || len(m.Day.Hours) < 6 {
		return f.alone.pages(m)
	}
	hours := m.Day.Hours[:min(len(m.Day.Hours), shown+1)]
	all := wholePages(f.time.pages(m), f.env.Size, f.at)
	for i := range all {
		f.now(&all[i], m)
		f.curve(&all[i], hours)
		if f.low.Max.Y < f.env.Size.Y {
			f.axis(&all[i], m, len(hours)-1)
		}
	}
	return all
}

// now draws the temperature of now in the upper right corner, beside the time.
func (f *curveFace) now(p *page, m *Reading) {
	if f.square() {
		f.below(p, m)
		return
	}
	face := f.env.Fonts.Digits(f.small())
	y := f.at.Y + (f.time.Room.Y-face.Cap())/2
	x := f.env.Size.X - 1 - face.Width(m.Weather.Text)
	beside := f.at.X + f.time.Room.X // the columns that the digits leave
	if icon := drawing(f.env.Icons, m.Weather.Icon, 24); f.grid.Tall() && icon != nil {
		middle := f.env.Size.X - 3 - max(icon.Rect.Dx(), face.Width(m.Weather.Text))/2
		p.picture(icon, image.Pt(middle-icon.Rect.Dx()/2, f.at.Y))
		x = middle - face.Width(m.Weather.Text)/2
		y = f.at.Y + f.time.Room.Y - face.Cap()
	}
	if letters := f.env.Fonts.Letters(7); m.twelve() && beside+2+typeset.HalfColumns(letters) < f.env.Size.X-1-26 {
		p.half(m, letters, beside+2, f.at.Y+f.time.Room.Y-7, m.Ink)
	} else if m.twelve() && !f.grid.Tall() { // in two lines, at both ends of the digits
		letters := f.env.Fonts.Letters(5)
		low := f.at.Y + max(f.time.Room.Y-5, face.Cap()+1)
		y = min(f.at.Y+1, low-1-face.Cap())
		p.half(m, letters, f.env.Size.X-1-letters.Width(m.halfText()), low, m.Ink)
	}
	p.text(face, x, y, fonts.Span{Text: m.Weather.Text, Color: skyInk})
	p.as(typeset.Label)
}

// below draws the weather of now in the middle below the time; with 12 hours it stands at the
// left, and AM or PM at the right.
func (f *curveFace) below(p *page, m *Reading) {
	face, letters := f.env.Fonts.Digits(f.small()), f.env.Fonts.Letters(7)
	y, wide := f.at.Y+f.time.Room.Y+3, face.Width(m.Weather.Text)
	left, text, free := f.at.X+1, m.halfText(), f.env.Size.X-2
	if text != "" {
		free -= 2*left + 1 + typeset.HalfColumns(letters)
	}
	var icon *image.RGBA
	for side := max(f.env.Size.Y/64*8, 8); side >= 8; side -= 8 {
		if icon = drawing(f.env.Icons, m.Weather.Icon, side); icon != nil && icon.Rect.Dx()+3+wide <= free {
			wide += icon.Rect.Dx() + 3
			break
		}
		icon = nil
	}
	x := (f.env.Size.X - wide) / 2
	if text != "" {
		x = left
		p.half(m, letters, f.env.Size.X-1-x-letters.Width(text), y+1, m.Ink)
	}
	if icon != nil {
		p.picture(icon, image.Pt(x, y))
		x += icon.Rect.Dx() + 3
	}
	if m.Weather.Text != "" {
		p.text(face, x, y, fonts.Span{Text: m.Weather.Text, Color: skyInk})
		p.as(typeset.Label)
	}
}

// curve draws the temperatures as a line over a dim area: warmer ones higher, in warmer
// colours.
func (f *curveFace) curve(p *page, hours []float64) {
	low, high := slices.Min(hours), slices.Max(hours)
	if high-low < 4 { // a calm day is a calm line
		low, high = (low+high)/2-2, (low+high)/2+2
	}
	m := image.NewRGBA(image.Rectangle{Max: f.low.Size()})
	size := m.Rect.Size()
	before := -1
	for x := range size.X {
		at := float64(x) * float64(len(hours)-1) / float64(max(1, size.X-1))
		i := min(int(at), len(hours)-2)
		v := (hours[i] + (hours[i+1]-hours[i])*(at-float64(i)) - low) / (high - low)
		y := int((1-v)*float64(size.Y-2) + 0.5)
		ink := warmth(v)
		for below := y; below < size.Y; below++ {
			share := 1 - float64(below-y)/float64(size.Y)
			m.SetRGBA(x, below, mixed(color.RGBA{A: 255}, ink, 0.3*share))
		}
		from, to := y, y
		if before >= 0 { // without gaps
			from, to = min(y, before+1), max(y, before-1)
		}
		for line := from; line <= to; line++ {
			m.SetRGBA(x, line, ink)
		}
		before = y
	}
	p.put(m, f.low.Min)
	p.items = append(p.items, pictured(f.low))
}

// axis draws the hours below the curve, every sixth.
func (f *curveFace) axis(p *page, m *Reading, hours int) {
	face := f.env.Fonts.Letters(5)
	first := m.Day.From.In(m.Local.Location())
	for i := range hours {
		if hour := (first.Hour() + i) % 24; hour%6 == 0 {
			text := strconv.Itoa(hour)
			if m.Hours == 12 {
				text = strconv.Itoa((hour+11)%12 + 1)
			}
			wide := face.Width(text)
			x := i*(f.env.Size.X-1)/hours - wide/2
			if x >= 1 && x+wide < f.env.Size.X {
				p.text(face, x, f.low.Max.Y+1, fonts.Span{Text: text, Color: kit.PaleInk})
				p.as(typeset.Note)
			}
		}
	}
}

// warmth returns the colour of a temperature: 0 is the lowest of the day, 1 the highest.
func warmth(v float64) color.RGBA {
	stops := []color.RGBA{kit.Cool, {90, 220, 190, 255}, {255, 190, 60, 255}, {255, 110, 50, 255}}
	return blend(stops, min(max(v, 0), 1)*float64(len(stops)-1))
}
