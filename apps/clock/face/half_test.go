// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
)

// TestHalvesOfTheDay: with 12 hours AM or PM stands beside the digits where it has room,
// and the digits stand where they do without it being the other half.
func TestHalvesOfTheDay(t *testing.T) {
	for _, row := range []struct {
		why   string
		size  image.Point
		name  string
		hours int
		want  string // of morning and evening; "" = none
	}{
		{"beside digits of 7 rows", image.Pt(37, 8), "plain", 12, "AM PM"},
		{"too narrow", image.Pt(32, 8), "plain", 12, ""},
		{"digits that fill the panel", image.Pt(64, 32), "plain", 12, ""},
		{"a low and wide panel", image.Pt(64, 16), "plain", 12, "AM PM"},
		{"digits that fill a large panel", image.Pt(128, 64), "plain", 12, ""},
		{"digits with a gradient", image.Pt(64, 16), "gradient", 12, "AM PM"},
		{"digits as low as AM would be", image.Pt(37, 8), "weekday", 12, ""},
		{"large digits over an event", image.Pt(128, 64), "event", 12, "AM PM"},
		{"smaller digits over an event", image.Pt(64, 32), "event", 12, "AM PM"},
		{"24 hours need none", image.Pt(64, 16), "plain", 24, ""},
	} {
		env := apptest.SizedEnv(t, row.size)
		f := New(env, Options{Name: row.name})
		var got []string
		at := map[int]bool{} // where the digits begin
		for _, hour := range []int{10, 22} {
			m := Reading{Local: time.Date(2026, 11, 23, hour, 8, 0, 0, time.UTC), Known: true, Hours: row.hours,
				Ink: kit.PaleInk, Words: kit.LanguageOf("en"), Panel: env}
			m.Event = kit.Event{Title: "Tea", Start: m.Local.Add(time.Hour), End: m.Local.Add(2 * time.Hour)}
			for _, p := range f.drawer.pages(&m)[:1] {
				for _, i := range p.items {
					if strings.HasSuffix(i.Text, "M") {
						got = append(got, i.Text)
					} else if strings.Contains(i.Text, ":08") {
						at[i.Body.Min.X] = true
					}
					if !i.Ink.In(image.Rectangle{Max: row.size}) {
						t.Errorf("%s: %q is cut", row.why, i.Text)
					}
				}
			}
		}
		if all := strings.Join(got, " "); all != row.want || row.hours == 12 && len(at) != 1 {
			t.Errorf("%s: %q, want %q; the digits begin at %v", row.why, all, row.want, at)
		}
	}
}
