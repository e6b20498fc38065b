// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"image/color"
	"strings"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
)

// roomyColumn is the width of a day that keeps clear of its neighbours by itself.
const roomyColumn = 30

// dayColumns returns the page with days side by side: name, sky, highest and lowest
// temperature, where there are no rows for both the lowest beside the highest.
func dayColumns(s *kit.Sheet, local kit.Local, days []weatherDay, ink color.RGBA) *typeset.Page {
	p, inner, side := s.Grid.NewPage(), s.Grid.Inner(), max(16, s.Grid.Picture/2)
	n := min(max(3, min(4, inner.Dx()/roomyColumn)), len(days))
	for i, d := range days[:n] {
		room, wide := inner, inner.Dx()/n
		room.Min.X += i * inner.Dx() / n
		room.Max.X = room.Min.X + wide
		if room.Dx() < roomyColumn { // two dark columns between neighbours
			room.Min.X, room.Max.X = room.Min.X+1, room.Max.X-1
		}
		day := local.Phrases.Days[d.weekday()]
		name := []typeset.Line{kit.Say(typeset.Label, ink, day)}
		if local.Code == "zh" { // 周五 is as wide as two columns
			name[0] = kit.Say(typeset.Label, ink, day, strings.TrimPrefix(day, "周"))
		}
		s.Grid.Tower(p, room, name, s.Fitted(skyOf(d.Code).icon, side), temperatures(s, days[:n], d, wide-2))
	}
	p.Middle()
	return p
}

// temperatures returns the highest and the lowest of d, in the same form and size on each of
// days, in so many columns.
func temperatures(s *kit.Sheet, days []weatherDay, d weatherDay, columns int) []typeset.Line {
	high, low := kit.DegreesText(d.High), kit.DegreesText(d.Low)
	if s.Grid.Tall() {
		rows, widest := 7, widestOf(s, days)
		if s.Fonts.Digits(rows).Width("188") > columns { // then no day has larger digits
			rows, widest = 5, "188°"
		}
		if s.Fonts.Digits(rows).Width(widest) > columns {
			high, low, widest = strings.TrimSuffix(high, "°"), strings.TrimSuffix(low, "°"), strings.TrimSuffix(widest, "°")
		}
		return []typeset.Line{
			kit.Sized(kit.Say(typeset.Label, kit.Warm, high), widest), kit.Sized(kit.Say(typeset.Label, kit.Cool, low), widest),
		}
	}
	high, low = strings.TrimSuffix(high, "°"), strings.TrimSuffix(low, "°")
	for _, d := range days {
		if len(kit.DegreesText(d.High)+kit.DegreesText(d.Low))-2*len("°") > 4 { // they would touch the next day's
			return []typeset.Line{kit.Say(typeset.Note, kit.Warm, high)}
		}
	}
	return []typeset.Line{{Role: typeset.Note, Spans: []fonts.Span{{Text: low, Color: kit.Cool}, {Text: " " + high, Color: kit.Warm}}}}
}

// widestOf returns the widest temperature of days.
func widestOf(s *kit.Sheet, days []weatherDay) (widest string) {
	digits := s.Fonts.Digits(7)
	for _, d := range days {
		for _, v := range []float64{d.High, d.Low} {
			if text := kit.DegreesText(v); digits.Width(text) > digits.Width(widest) {
				widest = text
			}
		}
	}
	return widest
}
