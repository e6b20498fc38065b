// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/words"
)

// TestZonesHaveNames: whole, by the initials of their words, or by the short name of the zone; no
// word is cut.
func TestZonesHaveNames(t *testing.T) {
	for _, row := range []struct {
		size image.Point
		zone string
		want string
	}{
		{image.Pt(64, 32), "America/New_York", "NY"}, {image.Pt(64, 64), "America/New_York", "NEW YORK"},
		{image.Pt(128, 64), "America/New_York", "NEW YORK"}, {image.Pt(64, 32), "Asia/Shanghai", "CST"},
		{image.Pt(64, 64), "Asia/Shanghai", "SHANGHAI"}, {image.Pt(128, 64), "Asia/Shanghai", "SHANGHAI"},
		{image.Pt(64, 64), "Africa/Johannesburg", "SAST"}, {image.Pt(64, 32), "America/Lima", "LIMA"},
		{image.Pt(64, 32), "Asia/Tokyo", "JST"}, {image.Pt(64, 32), "Asia/Dubai", "+04"},
	} {
		f := New(apptest.SizedEnv(t, row.size), Options{Name: "zones", Zones: [2]string{"Europe/Rome", row.zone}})
		m := Posed(kit.PaleInk)
		zone := must.Get(time.LoadLocation(row.zone))(t)
		m.Other = m.Local.In(zone)
		var texts []string
		for _, i := range f.drawer.pages(m)[0].items {
			texts = append(texts, i.Text)
		}
		if !slices.Contains(texts, row.want) {
			t.Errorf("%s on %v: %q, want %q among them", row.zone, row.size, texts, row.want)
		}
	}
}

// TestDatesHaveLetters: where the faces of dates have no characters of a language, the date is
// in English.
func TestDatesHaveLetters(t *testing.T) {
	for _, size := range []image.Point{{64, 32}, {64, 64}, {128, 64}} {
		env := apptest.SizedEnv(t, size)
		for _, name := range []string{"big", "date", "analog", "curve", "calendar"} {
			for _, code := range words.Codes {
				m := Posed(kit.PaleInk)
				m.Words = kit.LanguageOf(code)
				for _, p := range New(env, Options{Name: name, Language: code}).drawer.pages(m) {
					for _, i := range p.items {
						if !env.Fonts.Letters(i.Rows).Draws(i.Text) && !env.Fonts.Digits(i.Rows).Draws(i.Text) {
							t.Errorf("%s in %s on %v: %q has boxes", name, code, size, i.Text)
						}
					}
				}
			}
		}
	}
}

// TestChineseDates: a date is in characters where they have room, else in English.
func TestChineseDates(t *testing.T) {
	for _, row := range []struct {
		name string
		size image.Point
		want string
	}{
		{"big", image.Pt(128, 64), "5月7日周五"}, {"big", image.Pt(64, 64), "5月7日周五"}, {"big", image.Pt(64, 32), "5月7日周五"},
		{"analog", image.Pt(128, 64), "5月 7 周五"}, {"analog", image.Pt(64, 32), "5月 7 周五"},
		{"event", image.Pt(128, 64), "30分钟"}, {"event", image.Pt(64, 64), "30分钟"}, {"event", image.Pt(64, 32), "30分钟"},
	} {
		m := readingAt(9*time.Hour + 43*time.Minute)
		m.Local, m.Words = time.Date(2027, 5, 7, 9, 43, 0, 0, time.UTC), kit.LanguageOf("zh")
		m.Event = kit.Event{Title: "Yoga", Start: m.Local.Add(30 * time.Minute)}
		var got []string
		for _, i := range itemsOn(New(apptest.SizedEnv(t, row.size), Options{Name: row.name}).Picture(m)) {
			got = append(got, i.Text)
		}
		if said := strings.Join(got, " "); !strings.Contains(said, row.want) {
			t.Errorf("%s on %v says %q, want %q", row.name, row.size, said, row.want)
		}
	}
}

// itemsOn returns what stands on a picture and what moves in front of it.
func itemsOn(w render.Widget) (all []typeset.Item) {
	switch w := w.(type) {
	case *typeset.Page:
		return w.Items
	case *render.Stack:
		for _, l := range w.Layers {
			all = append(all, itemsOn(l.Widget)...)
		}
	}
	return all
}
