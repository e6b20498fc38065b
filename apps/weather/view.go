// SPDX-License-Identifier: Apache-2.0

package weather

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// picture returns what a widget shows at now, and sets when that expires.
func (w *Weather) picture(s *widget, now time.Time) render.Widget {
	sheet, state := kit.NewSheet(w.Env, w.Look), w.known[s.cfg.source()]
	say := w.local().Phrases
	s.until = time.Time{}
	switch {
	case state == nil:
		return kit.Pages(sheet.Says("status-pin", say.SetPlace))
	case state.Forecast == nil && errors.Is(state.trouble, errNoPlace):
		return kit.Pages(sheet.Says("status-question", kit.Name(say.NoPlace, s.cfg.Place)))
	case state.Forecast == nil && state.trouble != nil:
		return kit.Pages(sheet.Says("status-caution", kit.Name(say.NoWeather, say.Why(state.trouble))))
	case state.Forecast == nil || !w.Env.Clock.Plausible(now):
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
		return kit.Pages(sheet.Says("status-caution", kit.Name(say.NoNews+": %s", say.Why(state.trouble))))
	}
	return kit.Pages(steps)
}

// local returns how the widgets write.
func (w *Weather) local() kit.Local { return w.Env.Local(w.Region, "") }

// says returns where a widget's weather is and how warm it is there, or why that is not
// known; "" while nothing is set or nothing has come.
func (w *Weather) says(s *widget) string {
	state := w.known[s.cfg.source()]
	switch {
	case state == nil || state.Forecast == nil && state.trouble == nil:
		return ""
	case state.Forecast == nil:
		return strings.TrimPrefix(s.cfg.Place+": "+kit.WhyNot(state.trouble), ": ")
	case state.Forecast.Now == nil:
		return s.cfg.Place
	}
	return strings.TrimSpace(fmt.Sprintf("%s %.0f°", s.cfg.Place, state.Forecast.Now.Temperature))
}

// pages returns the pages about the present, the days and the rain.
func (w *Weather) pages(sheet *kit.Sheet, s *widget, f *forecast, now time.Time) (current, days, rain []render.Step) {
	ink, ahead := kit.InkOf(w.Look, s.cfg.Color), f.from(now)
	local := w.Env.Local(w.Region, "")
	if fresh := f.At.Add(fresh); f.Now != nil && now.Before(fresh) && !f.At.After(now.Add(time.Hour)) {
		if fresh.Before(s.until) {
			s.until = fresh
		}
		if w.Far {
			alone := sheet.Afar(ink, kit.DegreesText(f.Now.Temperature))
			return []render.Step{{Widget: alone, For: time.Minute}}, nil, nil
		}
		current = currentSteps(sheet, f.Now, ahead, ink)
		rain = rainSteps(sheet, local, f.rainFrom(now), now.In(w.Env.Zone.Location()))
	}
	if sheet.Grid.Wide() && len(ahead) >= 2 {
		return current, []render.Step{sheet.Turn(dayColumns(sheet, local, ahead, ink))}, rain
	}
	for i, d := range ahead[:min(len(ahead), 3)] {
		name := string([]rune(local.Phrases.Days[d.weekday()])[:2])
		today := i == 0 && d.Day == f.dayAt(now)
		days = append(days, daySteps(sheet, d, name, today, ink)...)
	}
	return current, days, rain
}

// currentSteps returns the page of the present, on large panels with today's range.
func currentSteps(s *kit.Sheet, c *conditions, days []weatherDay, ink color.RGBA) []render.Step {
	page := typeset.Content{Picture: s.Icon(skyOf(c.Code).iconAt(c.Night)), Lines: []typeset.Line{
		kit.Sized(kit.Degrees(typeset.Head, ink, c.Temperature), "00°"),
	}}
	if !s.Low() && len(days) > 0 {
		page.Lines = append(page.Lines, kit.Sized(kit.Spare(typeset.Line{Role: typeset.Note, Spans: highLow(days[0])}), "-00 -00°"))
	}
	return s.Steps(page)
}

// highLow returns the range of a day, the lower value first.
func highLow(d weatherDay) []fonts.Span {
	between := "–"
	if math.Round(d.Low) < 0 || math.Round(d.High) < 0 { // a minus is no dash
		between = " "
	}
	return []fonts.Span{
		{Text: fmt.Sprint(int(math.Round(d.Low))), Color: kit.Cool}, {Text: between, Color: kit.PaleInk},
		{Text: kit.DegreesText(d.High), Color: kit.Warm},
	}
}

// daySteps returns the page of a day. Where there is little room the lowest temperature is
// left out; on panels of one row, today's page has it in place of the name.
func daySteps(s *kit.Sheet, d weatherDay, name string, today bool, ink color.RGBA) []render.Step {
	role := typeset.Head
	if s.Grid.Lower(name) { // below its name a day is smaller than the present
		role = typeset.Value
	}
	page := typeset.Content{Picture: s.Icon(skyOf(d.Code).icon), Lines: []typeset.Line{
		kit.Say(typeset.Label, ink, name), kit.Degrees(role, kit.Warm, d.High),
		kit.Degrees(typeset.Note, kit.Cool, d.Low),
	}}
	if !s.Low() || !today {
		page.Lines = page.Lines[:2]
	} else {
		page.Lines = page.Lines[1:]
	}
	return s.Steps(page)
}
