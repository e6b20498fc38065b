// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/typeset"
	"github.com/ledpost/ledpost/render"
)

// TestChineseDates: a date is in characters where they have room, else in English.
func TestChineseDates(t *testing.T) {
	for _, row := range []struct {
		name string
		size image.Point
		want string
	}{
		{"big", image.Pt(128, 64), "5月7日周五"}, {"big", image.Pt(64, 64), "FRI 7 MAY"}, {"big", image.Pt(64, 32), "FRI 7 MAY"},
		{"analog", image.Pt(128, 64), "5月 7 周五"}, {"analog", image.Pt(64, 32), "FRI 7 MAY"},
		{"event", image.Pt(128, 64), "30分钟"}, {"event", image.Pt(64, 64), "30分钟"}, {"event", image.Pt(64, 32), "30 min"},
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
