// SPDX-License-Identifier: Apache-2.0

package device

import (
	"fmt"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/walltime"
	"github.com/ledpost/ledpost/icons"
)

// A notification that was visible when the program crashed may be the cause: a
// sound or a picture that crashes a decoder. After bareEnds crashes it is restored
// without those that are not built in, after lastEnds not at all. Only crashes within
// one boot of the machine count: a power cut is nobody's fault.
const bareEnds, lastEnds = 2, 3

// A notification visible for calm has not caused a crash, nor has a program that ran
// that long crashed at its start. One that waits is cleared after doubt, since it may
// not have had its turn.
const calm, doubt = time.Minute, 10 * time.Minute

// Blame counts the unclean end that left s against the notification that was visible,
// or else was next, and strips foreign sound and pictures from a notification that was
// there too often. It returns what it did, in words, or "" if nothing. The caller has
// made sure that the end was in this boot of the machine (see Rebooted).
func (s *Saved) Blame() string {
	s.Unclean++
	if len(s.Waiting) == 0 {
		return ""
	}
	s.Waiting = append([]SavedEntry(nil), s.Waiting...) // the keeper may hold the other one
	e := &s.Waiting[0]
	e.Ends++
	if e.Ends >= lastEnds {
		return fmt.Sprintf("notification %s does not come back: it was visible at %d crashes", e.ID, e.Ends)
	}
	return e.bare()
}

// Suspect is for a state that cannot be written, so that crashes cannot be counted:
// it strips foreign sound and pictures from whatever Blame has counted against.
func (s *Saved) Suspect() string {
	if len(s.Waiting) == 0 || s.Waiting[0].Ends == 0 {
		return ""
	}
	s.Waiting[0].Ends = max(s.Waiting[0].Ends, bareEnds)
	return s.Waiting[0].bare()
}

// Rebooted forgets all unclean ends: they were in another boot of the machine, and
// whatever ended that one, the program does not go on from there.
func (s *Saved) Rebooted() {
	s.Unclean, s.Waiting = 0, slices.Clone(s.Waiting)
	for i := range s.Waiting {
		s.Waiting[i].Ends = 0
	}
}

// bare strips foreign sound and pictures from e if it was visible at too many crashes,
// and returns what it did, in words.
func (e *SavedEntry) bare() string {
	if e.Ends < bareEnds {
		return ""
	}
	stripped := e.Notification.Sound != ownSound(e.Notification.Sound)
	frames := slices.Clone(e.Notification.Frames) // the originals are not ours to change
	for i := range frames {
		stripped = ownIcon(&frames[i]) || stripped
	}
	if !stripped {
		return ""
	}
	e.Notification.Sound, e.Notification.Frames = ownSound(e.Notification.Sound), frames
	e.Stored = nil // it has another content now
	e.Reason = fmt.Sprintf("without its own sound and icons: it was visible at %d crashes of the program", e.Ends)
	return "notification " + e.ID + " comes back " + e.Reason
}

// ownSound returns s if it is built in, else its fallback, which always is, or nil.
func ownSound(s *note.Sound) *note.Sound {
	if s == nil || s.URL == "" && s.Tune == "" {
		return s
	}
	if s.URL == "" || s.Fallback == nil || s.Fallback.URL != "" || s.Fallback.Tune != "" {
		return nil
	}
	own := *s.Fallback
	own.Repeat = s.Repeat
	return &own
}

// ownIcon strips the icon of f unless it is built in, and reports whether it did.
func ownIcon(f *note.Frame) (stripped bool) {
	if f.Icon.IsZero() || icons.IsBuiltIn(f.Icon) {
		return false
	}
	if f.Icon = (icons.Ref{}); f.Blank() {
		f.Text = []note.Fragment{{Text: "…"}} // it had nothing but a picture
	}
	return true
}

// forgive clears counts of unclean ends that have not recurred in time; it returns
// when there will be something to clear, or zero for never.
func (s *state) forgive(now time.Time) (again time.Time) {
	if s.unclean > 0 {
		again = s.forget(&s.unclean, s.started.Add(calm), now, again)
	}
	if v := s.visible; v != nil && v.entry.ends > 0 {
		again = s.forget(&v.entry.ends, v.start.Add(calm), now, again)
	}
	for _, e := range s.queue.waiting {
		if e.ends > 0 { // still waiting: a run that lasts clears it
			again = s.forget(&e.ends, s.started.Add(doubt), now, again)
		}
	}
	return again
}

// forget sets *ends to 0 at the time at, and returns the earlier of at, if it is
// still to come, and again.
func (s *saving) forget(ends *int, at, now, again time.Time) time.Time {
	if now.Before(at) {
		return walltime.Sooner(again, at)
	}
	*ends, s.changed = 0, true
	return again
}
