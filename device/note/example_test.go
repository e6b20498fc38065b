// SPDX-License-Identifier: Apache-2.0

package note_test

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// Every fault is said at once, each by the name that the field has on the wire.
func ExampleNotification_Validate() {
	n := note.Notification{
		Lifetime: time.Minute,
		Cycles:   -1,
		Frames: []note.Frame{
			{Text: []note.Fragment{{Text: "Tea is ready"}}},
			{Goal: &note.Goal{Start: 10, Current: 20, End: 1e18}},
		},
	}
	for _, err := range note.Unjoin(n.Validate()) {
		fmt.Println(err)
	}
	// Output:
	// model.cycles: -1, want 0 to 1000000
	// model.frames[1].goalData.end: 1e+18, want a number from -9007199254740992 to 9007199254740992
}
