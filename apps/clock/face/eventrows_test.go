// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
)

// TestEventRows: on a wide panel no title moves the lines, and the minutes are in the owner's words.
func TestEventRows(t *testing.T) {
	f := newEventFace(apptest.SizedEnv(t, image.Pt(128, 64)), Options{})
	for _, code := range []string{"en", "zh"} {
		var top, label, rows int
		for i, title := range []string{"Yoga", "Dentist", "Zahnarzt Dr. Müller", "Cumpleaños de la abuela"} {
			m := readingAt(12 * time.Hour)
			m.Words, m.Event = kit.LanguageOf(code), kit.Event{Title: title, Start: m.Local.Add(30 * time.Minute)}
			p, at := f.laid(m)
			when, what := p.Items[0], p.Items[1]
			if want := map[string]string{"en": "30 MIN", "zh": "30分钟"}[code]; when.Text != want {
				t.Errorf("%s begins in %q, want %q", title, when.Text, want)
			}
			if i == 0 {
				top, label, rows = at, when.Body.Min.Y, what.Body.Min.Y
			}
			if at != top || when.Body.Min.Y != label || what.Body.Min.Y != rows || what.Rows != titleRows {
				t.Errorf("%s, %s: rows %d, %d, %d of %d", code, title, at, when.Body.Min.Y, what.Body.Min.Y, what.Rows)
			}
			if when.Body.Min.Y <= at+f.clock(m).digits.Cap() || when.Ink.Max.Y >= what.Ink.Min.Y || what.Ink.Max.Y > 63 {
				t.Errorf("%s, %s: lines touch: %v, %v", code, title, when.Ink, what.Ink)
			}
		}
	}
}
