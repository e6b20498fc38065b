// SPDX-License-Identifier: Apache-2.0

package device

import (
	"bytes"
	"errors"
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// aPage is a page of a text that moves on the test's panel, and of a figure.
func aPage(cycles int) note.Notification {
	return note.Notification{Lifetime: note.DefaultLifetime, Cycles: cycles, Frames: []note.Frame{{Regions: []note.Region{
		{ID: "long", Role: note.RoleRow, Text: []note.Fragment{{Text: "a text that is wider than the panel"}}, End: "5"},
	}}}}
}

// picture draws what the scene shows now.
func (r *rig) picture() []byte {
	s := r.scene()
	m := image.NewRGBA(image.Rect(0, 0, 37, 8))
	render.Clear(m)
	s.Root.Draw(m, image.Point{}, time.Since(s.Start))
	return m.Pix
}

// part returns the columns from x to x1 of a picture of the panel.
func part(pix []byte, x, x1 int) (out []byte) {
	for y := range 8 {
		out = append(out, pix[4*(37*y+x):4*(37*y+x1)]...)
	}
	return out
}

func value(s string) []note.Change { return []note.Change{{ID: "long", Value: &s}} }

// TestTextMovesOn: the text that moves is where it would be without the change, and the changed figure is there.
func TestTextMovesOn(t *testing.T) {
	var plain, changed []byte
	for _, change := range []bool{false, true} {
		story(t, nil, func(t *testing.T, r *rig) {
			id, _ := r.Notify(background, aPage(0), "")
			time.Sleep(4*time.Second + 130*time.Millisecond)
			if change {
				must.Do(t, r.ChangeNotification(background, id, value("8")))
				changed = r.picture()
			} else {
				plain = r.picture()
			}
		})
	}
	const words = 28 // columns for them, beside the figure
	if !bytes.Equal(part(plain, 0, words), part(changed, 0, words)) {
		t.Error("the text has jumped")
	}
	if bytes.Equal(part(plain, words, 37), part(changed, words, 37)) {
		t.Error("the figure is the old one")
	}
}

// TestPageInTurnsMovesOn: also where the parts take turns, and an earlier one takes longer than before.
func TestPageInTurnsMovesOn(t *testing.T) {
	page := aPage(0)
	page.Frames[0].Regions = append([]note.Region{{ID: "first", Role: note.RoleValue, Text: text("on")[0].Text}},
		page.Frames[0].Regions...)
	var seen [2][]byte
	for i, first := range []string{"on", "off, which now is a text that is longer than the panel and takes many seconds"} {
		story(t, nil, func(t *testing.T, r *rig) {
			id, _ := r.Notify(background, page, "")
			time.Sleep(3*time.Second + 4*time.Second + 30*time.Millisecond) // the second turn moves
			must.Do(t, r.ChangeNotification(background, id, []note.Change{{ID: "first", Text: text(first)[0].Text}}))
			seen[i] = r.picture()
			if i == 1 {
				time.Sleep(20 * time.Second)
				if first := r.picture(); bytes.Equal(first, seen[i]) {
					t.Error("the turns have ended")
				}
			}
		})
	}
	if !bytes.Equal(seen[0], seen[1]) {
		t.Error("the text has jumped")
	}
}

// TestChangeOfANotification: what may change, how long it shows then, and what is written.
func TestChangeOfANotification(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		id, _ := r.Notify(background, aPage(1), "")
		waits, _ := r.Notify(background, aPage(1), "")
		time.Sleep(5 * time.Second) // it is saved
		before := r.picture()
		for _, row := range []struct {
			why     string
			id      string
			changes []note.Change
			want    string
		}{
			{"nothing of that id", "99", value("1"), "device: no such notification"},
			{"no region of that name", id, []note.Change{{ID: "x"}}, `regions[0].id: "x" is no region of the page, which has long`},
			{"an icon of a row", id, []note.Change{{ID: "long", Icon: new(icons.Ref)}},
				"regions[0].icon: means nothing for a row"},
			{"two changes of one", id, append(value("7"), value("8")...), `regions[1].id: "long" changes twice`},
		} {
			err := r.ChangeNotification(background, row.id, row.changes)
			if err == nil || errors.Is(err, ErrNotFound) != (row.id == "99") || row.id != "99" && err.Error() != row.want {
				t.Errorf("%s: %v, want %s", row.why, err, row.want)
			}
			if !bytes.Equal(r.picture(), before) {
				t.Errorf("%s: the picture has changed", row.why)
			}
		}
		saves := r.saves()
		for range 50 {
			must.Do(t, r.ChangeNotification(background, waits, value("9")))
			time.Sleep(time.Millisecond)
		}
		if n := r.saves(); n != saves {
			t.Errorf("written %d times for changes of a value", n-saves)
		}
		it, _ := r.Lookup(background, waits)
		if it.Frames[0].Regions[0].End != "9" {
			t.Errorf("it waits with %+v", it.Frames)
		}
	})
}

// TestChangesGiveWay: a message that changes all the time leaves the panel to one of its priority after a pass more
// than it has cycles; it stays as long as nothing waits.
func TestChangesGiveWay(t *testing.T) {
	shown := func(often bool, waits *note.Notification) (whole time.Duration) {
		story(t, nil, func(t *testing.T, r *rig) {
			id, _ := r.Notify(background, aPage(1), "")
			if waits != nil {
				r.Notify(background, *waits, "")
			}
			begun := time.Now()
			for time.Since(begun) < time.Minute {
				time.Sleep(100 * time.Millisecond)
				if now, _, _ := r.Current(background); now.ID != id {
					break
				}
				if often {
					r.ChangeNotification(background, id, value(time.Now().Format(".0")))
				}
			}
			whole = time.Since(begun)
		})
		return whole
	}
	equal := aPage(1)
	equal.Lifetime = time.Hour
	once := shown(false, &equal)
	if got := shown(true, &equal); got <= once || got > 2*once {
		t.Errorf("it showed %v while one of its priority waited, without changes %v", got, once)
	}
	if got := shown(true, nil); got < time.Minute {
		t.Errorf("it showed %v while nothing waited", got)
	}
}

// TestChangesArePaintedSeldom: changes that come in a burst are painted together, the last of them, too.
func TestChangesArePaintedSeldom(t *testing.T) {
	story(t, nil, func(t *testing.T, r *rig) {
		id, _ := r.Notify(background, aPage(0), "")
		time.Sleep(3 * time.Second)
		painted, root := 0, r.scene().Root
		for n := range 40 { // within 40 ms
			r.ChangeNotification(background, id, value(string(rune('0'+n%10))))
			time.Sleep(time.Millisecond)
			if now := r.scene().Root; now != root {
				painted, root = painted+1, now
			}
		}
		if painted > 2 {
			t.Errorf("painted %d times in 40 ms", painted)
		}
		time.Sleep(paintEvery)
		last := r.picture()
		r.ChangeNotification(background, id, value("9"))
		time.Sleep(paintEvery)
		if same := r.picture(); !bytes.Equal(part(last, 32, 37), part(same, 32, 37)) {
			t.Error("the last change is not painted")
		}
	})
}
