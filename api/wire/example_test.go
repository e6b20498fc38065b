// SPDX-License-Identifier: Apache-2.0

package wire_test

import (
	"fmt"

	"github.com/ledpost/ledpost/api/wire"
)

// Clients write in many ways what the device takes: numbers as text, an icon
// as a number, words in any case.
func ExampleParseNotification() {
	n, err := wire.ParseNotification([]byte(`{
		"priority": "WARNING",
		"model": {"cycles": "2", "frames": [{"icon": 2867, "text": "Done"}]}
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n.Priority, n.Cycles, n.Frames[0].Icon, n.Frames[0].Text[0].Text)
	// Output: warning 2 2867 Done
}

// Frames of an app have the form of a notification's, without its priority and sound.
func ExampleParseFrames() {
	frames, err := wire.ParseFrames([]byte(`{"frames": [
		{"icon": "weather-sun", "text": "21.4 °C"},
		{"chartData": [18.2, 19.6, 21.4]}
	]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(frames[0].Text[0].Text, frames[1].Chart)
	// Output: 21.4 °C [18.2 19.6 21.4]
}

// Messages has one sentence for each fault, as the errors of a response.
func ExampleMessages() {
	_, err := wire.ParseNotification([]byte(`{
		"priority": "loud",
		"model": {"frames": [{"text": "Done", "duration": true}]}
	}`))
	messages, ok := wire.Messages(err)
	fmt.Println(ok)
	for _, m := range messages {
		fmt.Println(m)
	}
	// Output:
	// true
	// priority: "loud" is not one of info, warning, critical
	// model.frames[0].duration: true, want milliseconds
}
