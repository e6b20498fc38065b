// SPDX-License-Identifier: Apache-2.0

// Package statements is what docs/api.md and docs/decisions.md say of the API, as rows
// that a program can try: the tests of this repository on their own device, and
// `ledpost conform` on any device.
package statements

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ledpost/ledpost/sounds"
)

// A Statement is one thing that the rules of docs/api.md or sections 1 to 5 of
// docs/decisions.md say, and what shows that it holds. The lines of Show are
//
//	METHOD TARGET [BODY] -> STATUS [TEXT & TEXT …]
//	wait TIME
//	rises {1} {2}
//	test NAME in FOLDER
//
// A target without a slash is below /api/v2/device, "." is that itself; ANON before the
// method leaves the key out, WRONG sends another one. A text must be in the header or the
// body, with ! before it in neither; texts with … between them are each in an item of a
// list, in this order. {1} is the id of the first notification that the statement posts,
// {2} the id of the second, and rises says that the second number is larger; other words
// in braces are what [Words] explains.
type Statement struct {
	At     string  // the page's heading and row: "4, list"
	Says   string  // what holds, in a few words
	Show   string  // the lines
	Device Fixture // what must be so before the first line
	Only   string  // why nobody but this program's tests can show it; "" = anybody can
	// Original is what the original's firmware is known to do instead; "" = nothing
	// is known.
	Original string
}

// A Fixture is how a device is prepared for a statement.
type Fixture string

// The fixtures. The zero value is a new device: no notification, a brightness of 60 %
// in auto, a volume of 50 %, the mode auto, and no screensaver.
const (
	Saving   Fixture = "a screensaver that is on" // all day, at a brightness of 3
	Alone    Fixture = "a machine without Wi-Fi and Bluetooth"
	Updating Fixture = "a device that knows of a newer release"
	Strict   Fixture = "the option refuse_when_hidden"
	Braces   Fixture = "the option index_braces"
)

// Words are the words in braces that stand for what a device is, and how to know it:
// the path of an object and the keys within it. {url} is the address that the device
// is asked at; {now} is the brightness in force with the settings of the fixture.
func Words() map[string][]string {
	const device, display = "/api/v2/device", "/api/v2/device/display"
	return map[string][]string{
		"id": {device, "id"}, "serial": {device, "serial_number"}, "firmware": {device, "firmware"},
		"width": {display, "width"}, "height": {display, "height"}, "type": {display, "type"},
		"limit": {display, "brightness_limit"}, "now": {display, "brightness_now"},
		"widget":  {display, "screensaver", "widget"},
		"audible": {device + "/audio", "available"}, "radio": {device + "/bluetooth", "available"},
	}
}

// word is a word in braces. It is compiled when a program first asks: the device, which
// never does, has its start to itself.
var word = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{([a-z]+|\d+)\}`) })

// Fill replaces the words in braces by their values. One without a value stays.
func Fill(line string, values map[string]string) string {
	return word().ReplaceAllStringFunc(line, func(w string) string {
		if v, ok := values[w[1:len(w)-1]]; ok {
			return v
		}
		return w
	})
}

// All returns the statements, in the order of the pages.
func All() []Statement {
	return slices.Concat(rules(), transport(), faults(), lenient(), notifications(), objects())
}

// Bodies that several statements send.
const (
	hello  = `{"model":{"frames":[{"text":"hello"}]}}`
	sticky = `{"model":{"cycles":0,"frames":[{"text":"sticky"}]}}`
	pixel  = `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==`
)

// of is a notification of some priority.
func of(priority, text string) string {
	return `{"priority":"` + priority + `","model":{"frames":[{"text":"` + text + `"}]}}`
}

// everySound are lines that play each built-in sound, and end it: a queue may be short.
func everySound() string {
	var show strings.Builder
	n := 0
	for _, category := range sounds.Categories() {
		for _, id := range sounds.IDs(category) {
			n++
			fmt.Fprintf(&show, `POST notifications {"model":{"frames":[{"text":"a"}],"sound":{"category":%q,"id":%q}}} -> 200
			DELETE notifications/{%d} -> 200
			`, category, id, n)
		}
	}
	return show.String()
}
