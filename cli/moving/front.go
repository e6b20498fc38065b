// SPDX-License-Identifier: Apache-2.0

package moving

import (
	"time"

	"github.com/ledpost/ledpost/apps/clock"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/apps/weather"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/render"
)

// morning is the time on the picture of the README.
var morning = time.Date(2026, 11, 23, 10, 8, 0, 0, time.UTC)

// outside are the temperatures from then on, for the face with the curve.
var outside = []float64{12, 14, 15, 17, 18, 18, 17, 15, 13, 11, 10, 9, 8, 8, 7, 6, 6, 5, 5, 6, 7, 9, 11, 13, 15}

// days is the forecast, as the weather keeps it; the days count from 1970 on.
const days = `{"at 52.5,13.4 ":{"forecast":{"at":"2026-11-23T10:00:00Z","from":"2026-11-23T10:00:00Z",` +
	`"now":{"temperature":12.4,"code":2},"days":[{"day":20780,"code":2,"high":18.1,"low":5.3},` +
	`{"day":20781,"code":0,"high":19.4,"low":7.2},{"day":20782,"code":61,"high":14,"low":6.6}]}}}`

// scene is a part of the README's picture.
type scene struct {
	make func(p *paint.Painter) render.Widget
	long time.Duration
}

// scenes are three faces of a morning and its weather, and a notification in between.
func scenes() []scene {
	now := kit.Shared{Weather: kit.WeatherNow{Icon: "weather-partly", Text: "12°"}, Day: kit.Day{From: morning, Hours: outside}}
	bell := note.Frame{Icon: kit.Builtin("home-doorbell"), Text: []note.Fragment{{Text: "Door"}}}
	return []scene{
		{staged{app: clock.App, settings: `{"face":"gradient"}`, at: morning}.widget, 2 * time.Second},
		{func(p *paint.Painter) render.Widget { return boardWith(p, morning, bell) }, 5500 * time.Millisecond},
		{staged{app: clock.App, settings: `{"face":"curve"}`, at: morning, shared: now}.widget, 2 * time.Second},
		{staged{app: weather.App, settings: `{"latitude":52.5,"longitude":13.4}`, kept: days, action: "weather.forecast",
			at: morning}.widget, 2500 * time.Millisecond},
	}
}

// front is the picture at the top of the README.
func front() []Picture {
	const first = 600 * time.Millisecond // of the picture: the first scene is there, and its colon
	length := time.Duration(0)
	for _, s := range scenes() {
		length += s.long
	}
	return []Picture{{"panel", func(p *paint.Painter) render.Widget {
		wipe, _ := paint.ParseTransition("wipe")
		var steps []render.Step
		for _, s := range scenes() {
			steps = append(steps, render.Step{Widget: s.make(p), For: s.long})
		}
		return render.NewSequence(render.Step{}, 0, wipe.Render(), steps...)
	}, length + first, 2*length + first, 10, large, glowing}} // the first pass begins without a transition
}
