// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestMultiplexingsAreTheTable compares every place with testdata/multiplexing.txt,
// which was written along the wire, from the rules in README.md.
func TestMultiplexingsAreTheTable(t *testing.T) {
	seen := map[string]bool{"direct": true}
	for _, panel := range wiredPanels(t) {
		seen[panel.name] = true
		m, ok := multiplexings()[panel.name]
		if !ok {
			t.Errorf("no multiplexing %s", panel.name)
			continue
		}
		if n := panel.size.X * panel.size.Y; len(panel.at) != n {
			t.Errorf("%s: the table has %d LEDs, want %d", panel.name, len(panel.at), n)
		}
		for led, want := range panel.at {
			if got := m.wire(led, panel.size); got != want {
				t.Fatalf("%s, %v: LED %v is at %v, want %v", panel.name, panel.size, led, got, want)
			}
		}
	}
	for name := range multiplexings() {
		if !seen[name] {
			t.Errorf("%s is not in the table", name)
		}
	}
}

// TestMultiplexedPictures shows a picture on each: every LED is reached, once.
func TestMultiplexedPictures(t *testing.T) {
	for _, panel := range wiredPanels(t) {
		for way, show := range ways() {
			r := newRig(t, Config{Multiplexing: panel.name, Rows: panel.size.Y, Cols: panel.size.X, Chain: 2, Planes: 4})
			m := random(r.geometry.size, 1)
			show(r, t, m, 1)
			if err := r.emulator.Compare(m, 1); err != nil {
				t.Errorf("%s by %s: %v", panel.name, way, err)
			}
		}
	}
}

// wired is a panel of the table: where each LED is on the wire.
type wired struct {
	name string
	size image.Point
	at   map[image.Point]image.Point
}

// wiredPanels reads the table.
func wiredPanels(t *testing.T) (all []wired) {
	t.Helper()
	raw := must.Get(os.ReadFile("testdata/multiplexing.txt"))(t)
	for line := range strings.Lines(string(raw)) {
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t"):
			all[len(all)-1].line(t, line)
		default:
			w := wired{at: map[image.Point]image.Point{}}
			sscan(t, line, "%s %dx%d", &w.name, &w.size.X, &w.size.Y)
			all = append(all, w)
		}
	}
	return all
}

// line reads a line of the wire.
func (w *wired) line(t *testing.T, text string) {
	number, runs, _ := strings.Cut(strings.TrimSpace(text), ": ")
	var at image.Point
	sscan(t, number, "%d", &at.Y)
	for run := range strings.FieldsSeq(runs) {
		var row, from, to int
		sscan(t, run, "%d:%d-%d", &row, &from, &to)
		step := 1
		if to < from {
			step = -1
		}
		for x := from; x != to+step; x += step {
			w.at[image.Pt(x, row)] = at
			at.X++
		}
	}
}

func sscan(t *testing.T, text, format string, to ...any) {
	t.Helper()
	if _, err := fmt.Sscanf(text, format, to...); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
}
