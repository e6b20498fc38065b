// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image/color"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/render/window"
)

// posed is the time on pictures of faces: a Wednesday at ten past ten, as in every
// advertisement of a clock: in Lima, and seven hours later in Rome.
var posed = time.Date(2024, time.May, 15, 10, 10, 42, 0, time.UTC)

// posedDay are the temperatures on pictures of faces: a warm day in May, and its night.
var posedDay = []float64{16, 18, 19, 21, 22, 23, 23, 22, 20, 18, 16, 15, 14, 13, 12, 11, 10, 10, 9, 9, 10,
	12, 14, 15, 17}

// posedWeather is the weather on pictures of faces: a few clouds in a light wind.
var posedWeather = kit.WeatherNow{Icon: "weather-partly", Text: "21°", Air: window.Air{Cover: 0.45, Wind: 4, From: 90}}

// Posed returns what faces show on their pictures in the settings.
func Posed(ink color.RGBA) *Reading {
	return &Reading{
		Local: posed, Other: posed.Add(7 * time.Hour), Known: true,
		Ink: ink, Words: kit.LanguageOf(""), Weather: posedWeather,
		Day: kit.Day{From: posed, Hours: posedDay}, Event: kit.Event{Title: "Piano", Start: posed.Add(65 * time.Minute)},
	}
}
