// SPDX-License-Identifier: Apache-2.0

package device

import (
	"strconv"
	"time"

	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// flaps are the letters that turn over where the picture of the widget on the panel changes, and their sound.
type flaps struct {
	scene uint64        // in which shown is the ground
	shown View          // as its app wants it
	root  render.Widget // what shows in place of its Root
	track sounds.Track
	until time.Time // track is over then, and no other train of clicks begins before
}

// speakerBegins is longer than a speaker takes to begin: a track that goes earlier would be cut.
const speakerBegins = time.Second

// turn returns v with letters that turn over since it has changed within the scene.
func (f *flaps) turn(v View, scene uint64, from, now time.Time) View {
	if v.Root != f.shown.Root || !v.Start.Equal(f.shown.Start) || scene != f.scene {
		was := f.shown
		if scene != f.scene {
			f.track = sounds.Track{}
		}
		stays := scene == f.scene && was.Root != nil && v.Root != nil && was.Start.Equal(v.Start)
		f.shown, f.scene, f.root = v, scene, v.Root
		if v.Flips && stays {
			f.root = render.NewFlaps(was.Root, v.Root, now.Sub(v.begin(from)))
		}
		if fall, ok := f.root.(*render.Flaps); ok && v.Clicks && !now.Before(f.until) {
			cards, all := fall.Falls()
			key := "flaps/" + strconv.FormatInt(now.UnixNano(), 36)
			f.track, f.until = sounds.FlapTrack(key, cards), now.Add(all+speakerBegins)
		}
	}
	v.Root = f.root
	return v
}

// clicks returns the sound of letters that turn over now, where they are seen and may be heard. Where they may not, or
// another sound goes first, they have been missed: they would begin again from the first card.
func (s *state) clicks(another bool, now time.Time) sounds.Track {
	f := &s.ground.flaps
	if another || s.showingNow().Kind != WidgetShows || s.around.Night || s.around.Quiet || !now.Before(f.until) {
		f.track = sounds.Track{}
	}
	t := f.track
	if !t.Silent() {
		t.Volume = s.volume(false, now)
	}
	return t
}
