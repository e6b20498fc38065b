// SPDX-License-Identifier: Apache-2.0

package data

import (
	"bytes"
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// departures is a page whose text moves on the test's panel.
func departures(value string) []note.Frame {
	return []note.Frame{{Regions: []note.Region{{ID: "a", Role: note.RoleRow,
		Text: []note.Fragment{{Text: "a stop with a name that is wider than the panel"}}, End: value}}}}
}

// TestDataPagesMoveOn: a change, and the same page sent again, leave the text that moves where it is; another page
// starts at its beginning; changes are kept.
func TestDataPagesMoveOn(t *testing.T) {
	const after = 4*time.Second + 130*time.Millisecond
	changed := func(frames []note.Frame) []note.Frame {
		return must.Get(note.Changed(frames, []note.Change{{ID: "a", Value: new("8")}}))(t)
	}
	other := departures("8")
	other[0].Regions[0].ID = "b"
	for _, row := range []struct {
		why   string
		next  func(*Data, time.Time)
		jumps bool
	}{
		{"a change", func(d *Data, now time.Time) { d.Change("a", changed(d.Shown("a")), after, now) }, false},
		{"a change of a page that is not shown", func(d *Data, now time.Time) {
			d.Change("a", changed(d.Shown("a")), -1, now)
		}, false},
		{"all of it again", func(d *Data, now time.Time) { must.Do(t, d.Push("a", departures("8"), now)) }, false},
		{"another page", func(d *Data, now time.Time) { must.Do(t, d.Push("a", other, now)) }, true},
	} {
		d := dataOn(t, image.Pt(37, 8), nil, nil)
		apptest.Set(t, d, "")
		must.Do(t, d.Push("a", departures("5"), apptest.Noon))
		d.Step(apptest.Noon)
		now := apptest.Noon.Add(after)
		seen := func() []byte {
			v := d.Step(now).Views["a"]
			m := image.NewRGBA(image.Rect(0, 0, 37, 8))
			render.Clear(m)
			v.Root.Draw(m, image.Point{}, now.Sub(v.Start))
			return m.Pix
		}
		before := words(seen())
		row.next(d, now)
		if jumped := !bytes.Equal(before, words(seen())); jumped != row.jumps {
			t.Errorf("%s: the text has jumped: %v", row.why, jumped)
		}
		kept := readPushed(d.Step(now.Add(kit.SeldomEvery)).Keep)
		if got := kept["a"].Frames; len(got) != 1 || got[0].Regions[0].End != "8" {
			t.Errorf("%s: kept is %+v", row.why, got)
		}
	}
}

// words returns the first 28 columns of a picture of 37, which the figure at the right does not touch.
func words(pix []byte) (out []byte) {
	for row := 0; row < len(pix); row += 4 * 37 {
		out = append(out, pix[row:row+4*28]...)
	}
	return out
}
