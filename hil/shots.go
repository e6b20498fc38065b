// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/bounded"
)

// A Shot is what a panel showed from an instant on: the light of its LEDs.
type Shot struct {
	At      time.Duration // since the recording began
	Picture image.Image   // in the size of the panel
}

// maxDumps bounds what Shots reads, in bytes: the length of a recording, for each part
// of a composite of sixteen.
const maxDumps = 16 * 256 << 20

// Shots returns what a recording carries for a panel, in order: of pictures that are
// alike, one after the other, the first; without the steps of a change, which lie between
// the picture before and the one after; and the last picture once more, where the
// recording ends. Its lines have their usual names (docs/hil.md, and the names that
// Capture gives). Of a composite vcd is the recordings of its parts, one after the other.
// A recording that cannot be read, or shows more pictures than fit into a gigabyte, ends
// the test.
func Shots(t T, p PanelConfig, vcd io.Reader) []Shot {
	t.Helper()
	panel, err := p.panel()
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	captures, err := dumps(vcd, len(panel.Parts()))
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	all := sieve{most: maxLight}
	end, err := hw.Frames(panel, captures, nil, func(at time.Duration, m image.Image) error { return all.add(Shot{at, m}) })
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	return all.whole(end)
}

// dumps returns the recordings of n buses that follow one another: each begins with a
// declaration after the values of the one before.
func dumps(vcd io.Reader, n int) (all []io.Reader, err error) {
	if n <= 1 {
		return []io.Reader{vcd}, nil
	}
	text, err := bounded.Read(vcd, maxDumps)
	if err != nil {
		return nil, err
	}
	for len(text) > 0 {
		end := len(text)
		if values := bytes.Index(text, []byte("$enddefinitions")); values >= 0 {
			for _, word := range []string{"\n$version", "\n$date", "\n$timescale", "\n$scope", "\n$var"} {
				if next := bytes.Index(text[values:], []byte(word)); next >= 0 {
					end = min(end, values+next+1)
				}
			}
		}
		all, text = append(all, bytes.NewReader(text[:end])), text[end:]
	}
	if len(all) != n {
		return nil, fmt.Errorf("%d recordings, want %d: one for each part of the panel", len(all), n)
	}
	return all, nil
}
