// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"slices"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/render"
)

// posed is the time on pictures of faces: a Wednesday at ten past ten, as in every
// advertisement of a clock.
var posed = time.Date(2024, time.May, 15, 10, 10, 42, 0, time.UTC)

// posedDay are the temperatures on pictures of faces: a warm day in May, and its night.
var posedDay = []float64{16, 18, 19, 21, 22, 23, 23, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10, 10, 9, 9, 10, 12, 14, 15, 17}

// Pose implements [device.Poser] for the setting face.
func (c *Clock) Pose(setting, value string) render.Widget {
	if setting != "face" || !slices.Contains(faceNames, value) {
		return nil
	}
	cfg := Config{Face: value, Icon: "status-alarm-clock", Week: value == faceNames[0]}
	return picture(newFace(c.env, cfg), &reading{
		local: posed, other: posed.Add(9 * time.Hour), known: true,
		ink: kit.InkOf(c.look, ""), words: kit.LanguageOf(""), weather: kit.WeatherNow{Icon: "weather-partly", Text: "21°"},
		day: kit.Day{From: posed, Hours: posedDay}, event: kit.Event{Title: "Piano", Start: posed.Add(65 * time.Minute)},
	})
}
