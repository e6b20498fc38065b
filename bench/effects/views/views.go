// SPDX-License-Identifier: Apache-2.0

// Package views has the views out of the window that the command effects counts.
package views

import (
	"time"

	"github.com/ledpost/ledpost/render/window"
)

// All are views that ask the most of a frame: moving clouds over hills, the lights of a town by night, and weather
// that falls in a storm.
var All = []struct {
	Name  string
	Land  string
	Scene window.Scene
}{
	{"window day", "hills", window.Scene{At: at(6, 13), Latitude: 48, Longitude: 11,
		Air: window.Air{Cover: 0.5, Wind: 6, From: 250}}},
	{"window night", "town", window.Scene{At: at(1, 22), Latitude: 48, Longitude: 11}},
	{"window rain", "sea", window.Scene{At: at(9, 17), Latitude: 48, Longitude: 11,
		Air: window.Air{Cover: 1, Rain: 20, Wind: 15, From: 250, Thunder: true}}},
	{"window snow", "hills", window.Scene{At: at(1, 12), Latitude: 48, Longitude: 11,
		Air: window.Air{Cover: 1, Snow: 8, Wind: 8, From: 90, Lies: true}}},
}

func at(month time.Month, hour int) time.Time {
	return time.Date(2026, month, 15, hour, 0, 0, 0, time.UTC)
}
