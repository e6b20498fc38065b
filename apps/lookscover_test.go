// SPDX-License-Identifier: Apache-2.0

package apps

import (
	"encoding/json"
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/internal/pixtest"
)

// TestLooksHaveEveryApp: an app with an act, and the device with its messages, are judged with 40
// sets of data at least, of which ten look different: an app whose data do not reach its page would
// be judged once. Of any other app each sample looks different.
func TestLooksHaveEveryApp(t *testing.T) {
	const least, differ = 40, 10
	for _, of := range subjects(t) {
		s := newStage(t, image.Pt(64, 32))
		if of.samples != nil {
			of.judgeSamples(t, s)
			continue
		}
		judged, pictures := 0, map[string]bool{}
		for _, roots := range s.pages(of) {
			for _, l := range roots {
				judged++
				pictures[pixtest.String(drawn(l.root, s.size))] = true
			}
		}
		if judged < least || len(pictures) < differ {
			t.Errorf("the looks judge %s with %d sets of data, want %d, of which %d look different, want %d",
				of.Package, judged, least, len(pictures), differ)
		}
	}
}

// judgeSamples wants the samples of an app to look different from each other. Settings that
// follow from what the app declares need not, such as that of a sound; but what the app may keep
// follows from nothing.
func (of *subject) judgeSamples(t *testing.T, s *stage) {
	file := "apps/" + of.folder + "/testdata/samples.json"
	if !of.listed {
		if apptest.Keeps(t, of.App) {
			t.Errorf(`%s keeps something: list in %s what it may keep for its widget "a", such as [{"keep": ...}, {"keep": `+
				`...}]`, of.Package, file)
		}
		return
	}
	seen := map[string]int{}
	for i, one := range of.samples {
		looks := pixtest.String(drawn(s.sample(of.App, one, apptest.Noon, values[0]), s.size))
		if other, ok := seen[looks]; ok {
			t.Errorf("%s: %s and %s look alike", file, told(of.samples[other]), told(one))
		}
		seen[looks] = i
	}
}

// told returns a sample as it is listed.
func told(s apptest.Sample) string {
	text, _ := json.Marshal(s) // cannot fail: it was JSON
	return string(text)
}
