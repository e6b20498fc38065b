package weather

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// Colours of the weather.
var (
	drizzles = color.RGBA{60, 110, 190, 255}
	rains    = color.RGBA{50, 140, 255, 255}
	pours    = color.RGBA{170, 90, 255, 255}
)

// picture returns what a widget shows at now, and sets when that expires.
func (w *Weather) picture(s *widget, now time.Time) render.Widget {
	sheet, state := kit.NewSheet(w.env, w.look), w.known[s.cfg.source()]
	s.until = time.Time{}
	switch {
	case state == nil:
		return kit.Pages(sheet.Says("weather-partly", "Set a place"))
	case state.Forecast == nil && state.trouble == errNoPlace.Error():
		return kit.Pages(sheet.Says("status-question", "No place "+s.cfg.Place))
	case state.Forecast == nil && state.trouble != "":
		return kit.Pages(sheet.Says("status-caution", "No weather: "+state.trouble))
	case state.Forecast == nil || !w.env.Clock.Plausible(now):
		return kit.Pages(sheet.Says("weather-partly", "…"))
	}
	f := state.Forecast
	s.until = f.midnight(now)
	current, days, rain := w.pages(sheet, s, f, now)
	if next := now.Truncate(quarter).Add(quarter); rain != nil && next.Before(s.until) {
		s.until = next
	}
	steps := append(append(current, rain...), days...)
	if now.Before(s.days) {
		s.until = s.days
		steps = append(append(days, current...), rain...)
	}
	if steps == nil {
		return kit.Pages(sheet.Says("weather-partly", strings.TrimRight("No news of the weather: "+state.trouble, ": ")))
	}
	return kit.Pages(steps)
}

// pages returns the pages about the present, the days and the rain.
func (w *Weather) pages(sheet *kit.Sheet, s *widget, f *forecast, now time.Time) (current, days, rain []render.Step) {
	ink, ahead := kit.InkOf(w.look, s.cfg.Color), f.from(now)
	if fresh := f.At.Add(fresh); f.Now != nil && now.Before(fresh) && !f.At.After(now.Add(time.Hour)) {
		if fresh.Before(s.until) {
			s.until = fresh
		}
		current = currentSteps(sheet, f.Now, ahead, ink)
		rain = rainSteps(sheet, f.rainFrom(now), now.In(w.env.Zone), ink)
	}
	if columnsOf(sheet) >= 2 && len(ahead) >= 2 {
		return current, []render.Step{sheet.Step(dayColumns(sheet, ahead, ink)...)}, rain
	}
	for i, d := range ahead[:min(len(ahead), 3)] {
		name := d.weekday().String()[:2]
		today := i == 0 && d.Day == f.dayAt(now)
		if today && sheet.Size.X >= 64 {
			name = "Today"
		}
		days = append(days, daySteps(sheet, d, name, today, ink)...)
	}
	return current, days, rain
}

// currentSteps returns the page of the present, on large panels with today's range.
func currentSteps(s *kit.Sheet, c *conditions, days []weatherDay, ink color.RGBA) []render.Step {
	sky := skyOf(c.Code)
	page := kit.Card{Icon: s.Icon(sky.iconAt(c.Night)), Lines: [][]fonts.Span{kit.Text(s.Degrees(c.Temperature), ink)}}
	if s.Size.Y >= 24 && s.Size.X >= 48 {
		if len(days) > 0 {
			page.Lines = append(page.Lines, highLow(days[0], "–"))
		}
		if sky.word != "" && s.Fonts.Small.Width(sky.word) <= s.Size.X-s.Box()-3 {
			page.Lines = append(page.Lines, kit.Text(sky.word, kit.PaleInk))
		}
	}
	return s.Steps(page)
}

// highLow returns the range of a day, the lower value first.
func highLow(d weatherDay, between string) []fonts.Span {
	return []fonts.Span{
		{Text: fmt.Sprint(int(math.Round(d.Low))), Color: kit.Cool}, {Text: between, Color: kit.PaleInk},
		{Text: kit.DegreesText(d.High), Color: kit.Warm},
	}
}

// daySteps returns the page of a day. Where there is little room the lowest temperature is
// left out; on panels of one row, today's page has it in place of the name.
func daySteps(s *kit.Sheet, d weatherDay, name string, today bool, ink color.RGBA) []render.Step {
	page := kit.Card{Icon: s.Icon(skyOf(d.Code).icon), Big: 1, Lines: [][]fonts.Span{
		kit.Text(name, ink), kit.Text(s.Degrees(d.High), kit.Warm), kit.Text(s.Degrees(d.Low), kit.Cool),
	}}
	switch {
	case s.Size.Y >= 16 && s.Size.X >= 32:
	case today && s.Size.Y < 16:
		page.Lines = page.Lines[1:]
	default:
		page.Lines = page.Lines[:2]
	}
	return s.Steps(page)
}

// columnsOf returns how many days fit side by side.
func columnsOf(s *kit.Sheet) int {
	if s.Size.Y < 28 {
		return 0
	}
	return min(s.Size.X/16, 5)
}

// dayColumns returns days side by side: name, sky, highest and lowest temperature.
func dayColumns(s *kit.Sheet, days []weatherDay, ink color.RGBA) (layers []render.Layer) {
	n := min(columnsOf(s), len(days), max(3, s.Size.X/21))
	k := max(1, min(s.Size.X/n/20, s.Size.Y/30)) // scale of everything
	face, side := s.Fonts.Small.Scale(k), 8*k
	rows := 3*face.Cap() + side
	gap := min((s.Size.Y-rows)/3, 2*k)
	for i, d := range days[:n] {
		column := image.Rect(i*s.Size.X/n, 0, (i+1)*s.Size.X/n, s.Size.Y)
		y := (s.Size.Y - rows - 3*gap) / 2
		put := func(words string, c color.RGBA) {
			m := kit.Inked(face.Line(kit.Text(words, c)).Image)
			at := image.Pt(column.Min.X+(column.Dx()-m.Rect.Dx())/2, y)
			layers = append(layers, render.Layer{At: at, Widget: &render.Still{Image: m}})
			y += face.Cap() + gap
		}
		put(d.weekday().String()[:2], ink)
		icon := s.Fitted(skyOf(d.Code).icon, side)
		layers = append(layers, render.Layer{At: image.Pt(column.Min.X+(column.Dx()-icon.Size().X)/2, y), Widget: icon})
		y += side + gap
		put(kit.DegreesText(d.High), kit.Warm)
		put(kit.DegreesText(d.Low), kit.Cool)
	}
	return layers
}

// rainSteps returns the page of the coming rain, or none: a bar for each quarter of an hour,
// on taller panels below the time at which it begins.
func rainSteps(s *kit.Sheet, quarters []float64, now time.Time, ink color.RGBA) []render.Step {
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
	var layers []render.Layer
	if head := s.Fonts.Small.Cap() + 2; s.Size.Y >= 16 {
		words := now.Truncate(quarter).Add(time.Duration(begins) * quarter).Format("15:04")
		if begins == 0 {
			words = "now"
		}
		if long := "Rain " + words; s.Fonts.Small.Width(long) <= s.Size.X {
			words = long
		}
		if m := kit.Inked(s.Fonts.Small.Line(kit.Text(words, ink)).Image); m.Rect.Dx() <= s.Size.X {
			layers = append(layers, render.Layer{At: image.Pt((s.Size.X-m.Rect.Dx())/2, 1), Widget: &render.Still{Image: m}})
			chart.Min.Y = head + 1
		}
	} else if s.Size.X >= 24 {
		layers = append(layers, render.Layer{Widget: s.Fitted("weather-umbrella", 8)})
		chart.Min.X = 9
	}
	layers = append(layers, render.Layer{At: chart.Min, Widget: &render.Still{Image: rainBars(chart.Size(), quarters)}})
	return []render.Step{s.Step(layers...)}
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
		for y := size.Y - high; y < size.Y; y++ {
			m.SetRGBA(x, y, c)
		}
		if high == 0 && i%4 == 0 && (x == 0 || (x-1)*len(quarters)/size.X != i) { // an hour
			m.SetRGBA(x, size.Y-1, color.RGBA{50, 50, 50, 255})
		}
	}
	return m
}
