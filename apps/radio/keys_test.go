// SPDX-License-Identifier: Apache-2.0

package radio

import (
	"image"
	"testing"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// TestRadioKeys: another station is another track, and the same station the same.
func TestRadioKeys(t *testing.T) {
	r := radioOn(t, image.Pt(37, 8), threeStations)
	seen := map[string]string{}
	for _, row := range []struct{ action, url string }{
		{"radio.play", "http://one/"}, {"radio.next", "http://two/"}, {"radio.next", "http://www.three/live.m3u"},
		{"radio.prev", "http://two/"},
	} {
		must.Do(t, r.Do("a", row.action, nil, apptest.Noon))
		track := r.Step(apptest.Noon).Track
		if was, again := seen[track.Key]; again || track.URL != row.url {
			t.Errorf("%s: track %s of %s, want another of %s; it was of %q", row.action, track.Key, track.URL, row.url, was)
		}
		seen[track.Key] = track.URL
	}
	before := r.Step(apptest.Noon).Track
	must.Do(t, r.Do("a", "radio.play", nil, apptest.Noon))
	if after := r.Step(apptest.Noon).Track; after.Key != before.Key {
		t.Errorf("track %s begins, though %s plays the same station", after.Key, before.Key)
	}
}

// TestRadioKeepsItsPlace: the chosen station goes with its place in the list; where it is
// gone, the next station takes the place.
func TestRadioKeepsItsPlace(t *testing.T) {
	for _, row := range []struct{ why, stations, want string }{
		{"another name before it",
			`{"url":"http://new/"},{"url":"http://one/"},{"url":"http://two/"},{"url":"http://three/"}`, "http://two/"},
		{"it is gone", `{"url":"http://one/"},{"url":"http://three/"}`, "http://three/"},
		{"a shorter list", `{"url":"http://one/"}`, "http://one/"},
	} {
		r := radioOn(t, image.Pt(37, 8), `{"stations":[{"url":"http://one/"},{"url":"http://two/"},{"url":"http://three/"}]}`)
		must.Do(t, r.Do("a", "radio.play.at", device.Args{"idx": 1}, apptest.Noon))
		apptest.Set(t, r, `{"stations":[`+row.stations+`]}`)
		if got := r.tuners[0].station().URL; got != row.want {
			t.Errorf("%s: %s is chosen, want %s", row.why, got, row.want)
		}
	}
}
