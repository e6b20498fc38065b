// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"slices"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
)

// TestZonesHaveNames: the initials of a name that is too long, or all of it above the time.
func TestZonesHaveNames(t *testing.T) {
	for _, row := range []struct {
		size image.Point
		want string
	}{{image.Pt(64, 32), "NY"}, {image.Pt(64, 64), "NEW YORK"}, {image.Pt(128, 64), "NEW YORK"}} {
		f := New(apptest.SizedEnv(t, row.size), Options{Name: "zones", Zones: [2]string{"Asia/Tokyo", "America/New_York"}})
		var texts []string
		for _, i := range f.drawer.pages(Posed(kit.PaleInk))[0].items {
			texts = append(texts, i.Text)
		}
		if !slices.Contains(texts, row.want) {
			t.Errorf("%v: %q, want %q among them", row.size, texts, row.want)
		}
	}
}

// TestDatesHaveLetters: where the faces of dates have no characters of a language, the date is
// in English.
func TestDatesHaveLetters(t *testing.T) {
	for _, size := range []image.Point{{64, 32}, {64, 64}, {128, 64}} {
		env := apptest.SizedEnv(t, size)
		for _, name := range []string{"big", "date", "analog", "curve", "calendar"} {
			for _, l := range kit.Languages {
				m := Posed(kit.PaleInk)
				m.Words = kit.LanguageOf(l.Code)
				for _, p := range New(env, Options{Name: name, Language: l.Code}).drawer.pages(m) {
					for _, i := range p.items {
						if !env.Fonts.Letters(i.Rows).Draws(i.Text) && !env.Fonts.Digits(i.Rows).Draws(i.Text) {
							t.Errorf("%s in %s on %v: %q has boxes", name, l.Code, size, i.Text)
						}
					}
				}
			}
		}
	}
}
