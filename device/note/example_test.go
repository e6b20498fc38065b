// SPDX-License-Identifier: Apache-2.0

package note_test

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// Match names what to do with each kind of content.
func ExampleMatch() {
	frames := []note.Frame{
		{Text: note.Text{{Text: "21 °C"}}},
		{Goal: &note.Goal{Start: 0, Current: 7000, End: 10000, Unit: "steps"}},
		{Chart: []float64{3, 1, 4}},
	}
	for _, f := range frames {
		fmt.Println(note.Match(&f,
			func(t note.Text) string { return "text " + t[0].Text },
			func(g *note.Goal) string { return fmt.Sprintf("goal %g %s", g.Current, g.Unit) },
			func(c note.Chart) string { return fmt.Sprintf("chart of %d values", len(c.Columns)) },
			func(r []note.Region) string { return fmt.Sprintf("%d regions", len(r)) }))
	}
	// Output:
	// text 21 °C
	// goal 7000 steps
	// chart of 3 values
}

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
