package device

import (
	"fmt"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// A notification that was visible when the program ended without being asked to
// may be the reason: a sound or a picture that a decoder dies of. At bareEnds
// such ends it comes back without them, at lastEnds not at all.
const bareEnds, lastEnds = 2, 3

// What is visible for calm has not ended the program, nor has a program that ran
// so long ended at its start. What waits gets doubt: it may not have had its turn.
const calm, doubt = time.Minute, 10 * time.Minute

// Blame counts an unclean end, which s was left by, against the notification
// that was visible, or else was next, and takes sound and pictures from one that
// was there too often. It returns what it did, in words, "" if nothing.
func (s *Saved) Blame() string {
	s.Unclean++
	if len(s.Waiting) == 0 {
		return ""
	}
	s.Waiting = append([]SavedEntry(nil), s.Waiting...)
	e := &s.Waiting[0]
	e.Ends++
	if e.Ends >= lastEnds {
		return fmt.Sprintf("notification %s does not come back: it was visible at %d unclean ends", e.ID, e.Ends)
	}
	return e.bare()
}

// Suspect is for a state that cannot be written, in which ends cannot be
// counted: it takes sound and pictures from what Blame has counted against.
func (s *Saved) Suspect() string {
	if len(s.Waiting) == 0 || s.Waiting[0].Ends == 0 {
		return ""
	}
	s.Waiting[0].Ends = max(s.Waiting[0].Ends, bareEnds)
	return s.Waiting[0].bare()
}

// bare takes sound and pictures from e if it was visible at too many ends.
func (e *SavedEntry) bare() string {
	if e.Ends < bareEnds {
		return ""
	}
	n := &e.Notification
	n.Sound = nil
	frames := make([]note.Frame, len(n.Frames)) // the others are not ours to change
	for i, f := range n.Frames {
		if f.Icon = (note.Frame{}).Icon; f.Blank() {
			f.Text = []note.Fragment{{Text: "…"}} // a picture was all it had
		}
		frames[i] = f
	}
	n.Frames = frames
	e.Reason = fmt.Sprintf("without its sound and icons: it was visible at %d unclean ends of the program", e.Ends)
	return "notification " + e.ID + " comes back " + e.Reason
}

// forgive forgets unclean ends that did not come again in time; it returns when
// there will be something to forgive, zero for never.
func (s *state) forgive(now time.Time) (again time.Time) {
	if s.unclean > 0 {
		again = s.forget(&s.unclean, s.started.Add(calm), now, again)
	}
	if v := s.visible; v != nil && v.entry.ends > 0 {
		again = s.forget(&v.entry.ends, v.start.Add(calm), now, again)
	}
	for _, e := range s.queue.waiting {
		if e.ends > 0 {
			again = s.forget(&e.ends, s.started.Add(doubt), now, again)
		}
	}
	return again
}

// forget makes *ends 0 at the time at, and returns the sooner of that, if it is
// still to come, and again.
func (s *state) forget(ends *int, at, now, again time.Time) time.Time {
	if now.Before(at) {
		return sooner(again, at)
	}
	*ends, s.changed = 0, true
	return again
}
