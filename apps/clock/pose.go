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

// Pose implements [device.Poser] for the setting face.
func (c *Clock) Pose(setting, value string) render.Widget {
	if setting != "face" || !slices.Contains(faceNames, value) {
		return nil
	}
	cfg := Config{Face: value, Icon: "status-alarm-clock", Week: value == faceNames[0]}
	return picture(newFace(c.env, cfg), &reading{
		local: posed, other: posed.Add(9 * time.Hour), known: true,
		ink: kit.InkOf(c.look, ""), words: kit.LanguageOf(""), weather: kit.WeatherNow{Icon: "weather-partly", Text: "21°"},
	})
}
