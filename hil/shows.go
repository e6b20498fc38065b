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

// lookEvery is how often what a device shows is looked at.
const lookEvery = 5 * time.Millisecond

// Shows passes as soon as the device has shown the picture with which a notification
// begins: on the wires, of a device that runs elsewhere in the frames that its page
// gets. What counts is everything since the last Notify, also what has gone again by the
// time of this call, so that a test need not be faster than its device; without a Notify
// it is what stands now and what follows. The picture is expected at the brightness that
// the device has at the call. If it is not shown within that time, Shows reports both
// pictures as text, and the first pixel that differs.
func (d *Device) Shows(t T, notification string, within time.Duration) {
	t.Helper()
	s, err := d.screen()
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	d.shows(t, newFilm(t, d.cfg, s.size, s.kind, notification).picture(0), s.brightness, within)
}

// ShowsPicture is [Device.Shows] for a picture in the size of the panel, as the program
// that draws hands it to the panel's driver.
func (d *Device) ShowsPicture(t T, want image.Image, within time.Duration) {
	t.Helper()
	s, err := d.screen()
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	d.shows(t, Still(want).film(t, s.size).picture(0), s.brightness, within)
}

// shows is Shows for a picture.
func (d *Device) shows(t T, want *image.RGBA, brightness float64, within time.Duration) {
	t.Helper()
	e, err := d.source.look(want, brightness)
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	for end := time.Now().Add(within); ; time.Sleep(lookEvery) {
		seen, err := e.watch()
		switch {
		case seen:
			return
		case err != nil:
			t.Fatalf("hil: %v", err)
		case time.Now().After(end):
			_, got, want := e.closest()
			t.Errorf("%s%s", complaint(e, within), evidenceOf(t, got, want))
			return
		}
	}
}

// complaint names the picture seen instead of the expected one.
func complaint(e eye, within time.Duration) string {
	diff, got, want := e.closest()
	if diff == nil {
		return fmt.Sprintf("hil: nothing was shown within %v%s; expected:\n%s", within, e.why(), asText(want))
	}
	return fmt.Sprintf("hil: not shown within %v: %s", within, differs(diff, got, want))
}

// differs says how two pictures of light differ, and draws both.
func differs(diff *hw.Difference, got, want image.Image) string {
	return fmt.Sprintf("%v\ngot:\n%sexpected:\n%s", diff, asText(got), asText(want))
}

// A Shot is what a panel showed from an instant on: the light of its LEDs.
type Shot struct {
	At      time.Duration // since the recording began, of a composite the first of its recordings
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
	end, err := hw.Frames(panel, captures, nil, func(at time.Duration, m image.Image) error {
		return all.add(Shot{at, m})
	})
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

// A source is where a device's pictures come from.
type source interface {
	// mark says that pictures from now on count, and not the present one.
	mark() error
	// look returns an open eye for an expected picture at a brightness above 0 to 1.
	// Without a mark before, the present picture counts, and all from now on.
	look(want *image.RGBA, brightness float64) (eye, error)
	close()
}

// An eye watches for an expected picture.
type eye interface {
	// watch takes the pictures since the last call, and reports whether the
	// expected picture was among them.
	watch() (seen bool, err error)
	// closest returns the shown picture that comes closest to the expected one, and
	// both as light; nil if nothing was shown.
	closest() (d *hw.Difference, got, want image.Image)
	// why says what may explain that nothing is shown, with ": " before it.
	why() string
}
