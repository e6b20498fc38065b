// SPDX-License-Identifier: Apache-2.0

// Package selftest is the test of a device by the person before it: the steps with their
// questions, and the report, which has no secrets. It touches no hardware; package firmware
// shows, plays and measures what a step says.
package selftest

import (
	"image"
	"time"

	"github.com/ledpost/ledpost/render/testcard"
)

// Act is what a step does. The zero value is Look.
type Act uint8

const (
	Look    Act = iota // the panel shows a test pattern
	Read               // a person compares a reading
	Press              // a person presses a button
	Hear               // a tone plays
	Measure            // nobody is asked
)

// Device is what is tested, in words for anybody: no names of people, hosts or networks.
type Device struct {
	Board     string // the model, such as "Raspberry Pi 4 Model B Rev 1.4"; "" = unknown
	Version   string // of the program, with the system
	Simulator bool   // there is no panel, or a recording of its wires
	Driver    string // of the panel
	Size      image.Point
	Colours   bool     // the panel has them
	Levels    bool     // and levels of brightness
	Settings  []string // of the configuration, a line each, such as "chain = 2"

	Refreshed, Light, Air, Sound bool     // it has such a refresher, sensor, output
	Buttons                      []string // on lines and knobs
	Keys                         bool     // it takes keys of the kernel's devices, too
}

// A Step is one thing to look at, press or hear.
type Step struct {
	ID     string // unique in a test; of a button with its name, as "button left"
	Act    Act
	Shows  testcard.Pattern // of Look
	Button string           // of Press
	Text   string           // the question, in English
	Help   string           // what a wrong result means
	Page   string           // of the guide that goes on from there
}

// step is a row of the table: a step, and for which devices it is.
type step struct {
	Step
	of func(Device) bool // nil = any
}

const trouble = "troubleshooting.md#"

// before are the steps before those of the buttons, after the ones behind them.
var before, after = []step{
	{Step{ID: "dark", Shows: testcard.Dark, Text: "Is the whole panel dark?",
		Help: "LEDs are lit with nothing to show: OE or the latch does not arrive, or something else drives the panel",
		Page: trouble + "all-leds-are-lit-or-wild-patterns-appear"}, nil},
	{Step{ID: "corners", Shows: testcard.Corners,
		Text: "Does each corner show an angle: the longest (red) at the top left, then green at the top right, " +
			"blue at the bottom left, and a white point at the bottom right?",
		Help: "the picture is turned, mirrored or in pieces: rotate, mirror, size or the arrangement differ from the panel",
		Page: trouble + "letters-are-turned-mirrored-or-in-the-wrong-order"}, nil},
	{Step{ID: "colours", Shows: testcard.Colours, Text: "Are there three bands: red, green and blue, from left to right?",
		Help: "the colours are exchanged, or one is missing: order differs from the panel, or a colour line does not arrive",
		Page: trouble + "red-and-green-are-swapped-or-red-is-blue"}, func(d Device) bool { return d.Colours }},
	{Step{ID: "rows", Shows: testcard.Rows,
		Text: "Does one white row go down from the top to the bottom, with none left out and never two at once?",
		Help: "rows are selected wrongly: multiplexing or row_address differ from the panel, or an address line is broken",
		Page: trouble + "only-every-second-or-fourth-row-lights-or-the-picture-is-scrambled"}, nil},
	{Step{ID: "levels", Shows: testcard.Levels,
		Text: "Do the bands become brighter from left to right, each of one even colour without a tint?",
		Help: "levels are missing, tinted or uneven: the supply is weak, or planes, lsb or gamma do not suit the panel",
		Page: "hardware.md#common-keys"}, func(d Device) bool { return d.Levels }},
	{Step{ID: "motion", Shows: testcard.Motion,
		Text: "Does a white column run evenly from left to right, without stops, tears or shadows?",
		Help: "pictures come late or torn: the machine is busy, or the bus is slow",
		Page: trouble + "texts-stutter-when-the-pi-is-busy"}, nil},
	{Step{ID: "rate", Act: Measure, Help: "the panel is refreshed so rarely that it flickers",
		Page: trouble + "a-hub75-panel-flickers"}, func(d Device) bool { return d.Refreshed }},
	{Step{ID: "light", Act: Read, Shows: testcard.Dark, Text: "Cover the light sensor with a hand: does the reading fall?",
		Help: "the light sensor does not follow the light", Page: trouble + "too-dark-at-night-too-bright-by-day"},
		func(d Device) bool { return d.Light }},
	{Step{ID: "air", Act: Read, Text: "Are these about the temperature and the humidity of the room?",
		Help: "the air sensor is not read, or measures the heat of the Pi", Page: "hardware.md#temperature-and-humidity"},
		func(d Device) bool { return d.Air }},
}, []step{
	{Step{ID: "keys", Act: Measure, Help: "press each key of the keyboard or remote control, and look whether it acts",
		Page: trouble + "a-button-does-nothing"}, func(d Device) bool { return d.Keys }},
	{Step{ID: "tone", Act: Hear, Text: "Was there a tone?",
		Help: "nothing is heard: the output, the volume or the quiet hours keep the tone back", Page: trouble + "no-sound"},
		func(d Device) bool { return d.Sound }},
	{Step{ID: "network", Act: Measure, Help: "the device has no network", Page: trouble + "the-device-is-not-found"}, nil},
	{Step{ID: "clock", Act: Measure, Help: "no time server has set the clock",
		Page: trouble + "the-time-is-wrong-after-power-on"}, nil},
}

// Steps returns the steps for a device.
func Steps(d Device) (all []Step) {
	add := func(table []step) {
		for _, s := range table {
			if s.of == nil || s.of(d) {
				all = append(all, s.Step)
			}
		}
	}
	add(before)
	for _, b := range d.Buttons {
		all = append(all, Step{ID: "button " + b, Act: Press, Button: b, Text: "Press the button " + b + ".",
			Help: "the press does not arrive: the line, its button or the wiring differ",
			Page: trouble + "a-button-does-nothing"})
	}
	add(after)
	return all
}

// flickers is the rate in hertz below which people see a panel flicker.
const flickers = 100

// refreshed is the worst of what the refresher has measured.
type refreshed struct {
	hz    float64 // 0 = nothing yet
	late  time.Duration
	times int
}
