// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// Colours of the rain.
var (
	drizzles = color.RGBA{60, 110, 190, 255}
	rains    = color.RGBA{50, 140, 255, 255}
	pours    = color.RGBA{170, 90, 255, 255}
)

// rainSteps returns the pages of the coming rain, or none: a bar for each quarter of an hour, below the time at which it
// begins, or on panels of one row after a page of that.
func rainSteps(s *kit.Sheet, local kit.Local, quarters []float64, now time.Time) []render.Step {
	begins := -1
	for i, mm := range quarters {
		if mm >= 0.05 {
			begins = i
			break
		}
	}
	if begins < 0 {
		return nil
	}
	chart := image.Rectangle{Max: s.Size}
	if s.Low() {
		var layers []render.Layer
		if icon := s.Box(); chart.Dx() >= 3*icon {
			layers = append(layers, render.Layer{Widget: s.Fitted("weather-umbrella", icon)})
			chart.Min.X = icon + 1
		}
		bars := &render.Still{Image: rainBars(chart.Size(), quarters)}
		all := []render.Step{s.Step(slices.Concat(layers, []render.Layer{{At: chart.Min, Widget: bars}})...)}
		_, bare, _ := beginning(local, begins, now)
		words := kit.Inked(s.Fonts.Small.Line(kit.Text(bare, kit.Warm)).Image)
		if size := words.Rect.Size(); begins > 0 && len(layers) > 0 && typeset.Holds(chart.Size(), size) {
			at := chart.Min.Add(chart.Size().Sub(size).Div(2))
			said := s.Step(append(layers, render.Layer{At: at, Widget: &render.Still{Image: words}})...)
			all = slices.Insert(all, 0, said)
		}
		return all
	}
	p, head := s.Grid.NewPage(), s.Grid.Inner()
	lines := headOf(s, local, begins, now)
	head.Max.Y = head.Min.Y + len(lines)*(s.Grid.Rows(typeset.Label)+s.Grid.Gap/2) - s.Grid.Gap/2
	if local.Code == "zh" && s.Grid.Tall() {
		head.Max.Y = head.Min.Y + 11 // characters
	}
	chart.Min.Y = head.Max.Y + max(1, s.Grid.Gap/2)
	axis := s.Grid.NewPage()
	if chart.Dy() >= 3*axisRows { // the bars stay twice as high as the hours
		chart.Max.Y -= axisRows
		if !putAxis(s, axis, chart, len(quarters)) {
			chart.Max.Y += axisRows
		}
	}
	chart.Min.Y = chart.Max.Y - typeset.ChartRows(chart)
	head = head.Add(image.Pt(0, (chart.Min.Y-head.Dy())/2-head.Min.Y))
	s.Grid.Column(p, head, typeset.Left, lines...)
	beside := head
	for _, line := range p.Items {
		beside.Min.X = max(beside.Min.X, line.Ink.Max.X+s.Grid.Gap)
	}
	if side := min(beside.Dx(), beside.Dy()) / 8 * 8; side >= 16 {
		at := image.Pt(beside.Max.X-side, beside.Min.Y+(beside.Dy()-side)/2)
		p.Put(typeset.Picture, s.Fitted("weather-umbrella", side), at)
	}
	p.Layers, p.Items = append(p.Layers, axis.Layers...), append(p.Items, axis.Items...)
	p.Put(typeset.Chart, &render.Still{Image: rainBars(chart.Size(), quarters)}, chart.Min)
	return []render.Step{s.Turn(p)}
}

// headOf returns the lines above the bars: that rain comes and when, on square panels in two.
func headOf(s *kit.Sheet, local kit.Local, quarters int, now time.Time) []typeset.Line {
	when, bare, short := beginning(local, quarters, now)
	rain := local.Phrases.Rain
	switch {
	case local.Code == "zh" && !s.Grid.Tall(): // characters are as high as the bars
		return []typeset.Line{kit.Say(typeset.Label, kit.Warm, bare, short)}
	case local.Code == "zh":
		return []typeset.Line{kit.Say(typeset.Label, kit.Warm, rain+" "+bare)}
	case s.Grid.Tall() && s.Grid.Above():
		return []typeset.Line{kit.Say(typeset.Label, kit.Warm, rain), kit.Say(typeset.Label, kit.Warm, when, short)}
	}
	return []typeset.Line{kit.Say(typeset.Label, kit.Warm, rain+" "+when, when, short)}
}

// beginning says when the rain begins, so many quarters of an hour from the present one on:
// within the hour the minutes until then, else the time; bare is that without a preposition, and short
// has the fewest signs.
func beginning(local kit.Local, quarters int, now time.Time) (when, bare, short string) {
	at := now.Truncate(quarter).Add(time.Duration(quarters) * quarter)
	switch minutes := int(at.Sub(now).Round(5*time.Minute) / time.Minute); {
	case quarters == 0:
		now := strings.ToLower(local.Phrases.Now)
		return now, "0'", now
	case minutes < 60:
		short = fmt.Sprintf("%d'", max(minutes, 5))
		if bare = short; local.Code != "zh" { // the low letters have no characters
			bare = fmt.Sprintf(local.Phrases.Minutes, max(minutes, 5))
		}
		return fmt.Sprintf(local.Phrases.InMinutes, max(minutes, 5)), bare, short
	}
	long, _ := local.Time(at)
	return fmt.Sprintf(local.Phrases.At, long), long, local.Hour(at)
}

// rainBars draws the rain on a square root scale, so that drizzle is visible and a
// downpour of 20 mm an hour has the full height.
func rainBars(size image.Point, quarters []float64) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: size})
	for x := range size.X {
		i := x * len(quarters) / size.X
		hour := 4 * quarters[i]
		high := int(math.Ceil(float64(size.Y) * math.Sqrt(min(hour/20, 1))))
		if hour < 0.2 {
			high = 0
		}
		c := drizzles
		switch {
		case hour >= 10:
			c = pours
		case hour >= 2.5:
			c = rains
		}
		render.Block(m, image.Rect(x, size.Y-high, x+1, size.Y), c)
		if high == 0 && i%4 == 0 && (x == 0 || (x-1)*len(quarters)/size.X != i) { // an hour
			m.SetRGBA(x, size.Y-1, color.RGBA{50, 50, 50, 255})
		}
	}
	return m
}
