// SPDX-License-Identifier: Apache-2.0

package device

import (
	"cmp"
	"strings"
	"time"

	"github.com/ledpost/ledpost/sounds"
)

// publish sends the status to all watchers, if something has changed.
func (s *state) publish(to *Device, out *output, now time.Time) {
	next := s.statusNow(out, now)
	if next == to.Status() {
		return
	}
	to.status.Store(&next) // before the watchers, who may ask for it
	for box := range s.watchers {
		box.Put(next)
	}
}

// statusNow returns the status that goes with out.
func (s *state) statusNow(out *output, now time.Time) Status {
	lux := s.ambient.Lux()
	st := Status{
		Showing: s.showingNow(), Mode: s.rotation.Mode, Waiting: len(s.queue.waiting), Stream: s.stream.sender,
		Light: lux.Known, Lux: lux.Value, LuxMade: lux.Known && s.cfg.LightSimulated, Climate: s.climate,
		Level: out.scene.Level, Volume: s.set.Volume,
		Asking: s.prompt.pending(now), Clock: s.place.Clock.Plausible(now), Revision: s.revision,
	}
	st.Here, st.Watched = s.ambient.Sees()
	st.Notice = s.notice
	for _, r := range s.apps.running {
		if n := r.now.Notice; n != "" {
			st.Notice = strings.TrimPrefix(st.Notice+"; "+n, "; ")
		}
	}
	if t := out.track; !t.Silent() {
		address, _ := sounds.WithoutSecrets(t.URL)
		st.Playing = cmp.Or(address, t.ID, ringtone)
	}
	for _, e := range s.queue.waiting {
		if s.holding().keeps(e) {
			st.Held++
		}
	}
	if st.Held > 0 {
		st.Reason = s.holding().why
	}
	return st
}

// ringtone stands for any RTTTL tune in Status.Playing.
const ringtone = "rtttl"
