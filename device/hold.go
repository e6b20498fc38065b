// SPDX-License-Identifier: Apache-2.0

package device

import "github.com/ledpost/ledpost/device/note"

// noPriority is above every priority: nothing is shown.
const noPriority = note.PriorityCritical + 1

// hold is what keeps notifications from the panel. The zero value keeps none.
type hold struct {
	least note.Priority // the lowest that shows all the same
	why   string        // for clients; "" = nothing holds
}

// keeps reports whether e may not be shown.
func (h hold) keeps(e *entry) bool { return e.Priority < h.least }

// holding returns what keeps notifications back now. Where several things do, it is the
// one that lets the fewest through.
func (s *state) holding() hold {
	switch {
	case s.test != nil && s.test.below:
		return hold{note.PriorityCritical, "somebody tries a look on the panel"}
	case s.test != nil:
		return hold{noPriority, "a test pattern shows"}
	case s.prompt != nil:
		return hold{note.PriorityCritical, "the panel waits for a press of a button"}
	}
	if l := s.lasting(); l.why != "" || !s.around.Away {
		return l
	}
	return hold{note.PriorityCritical, "nobody is there"} // they wait for somebody
}

// lasting is holding without the reasons that end within seconds, for which no notification
// is refused: the table of docs/decisions.md 4.
func (s *state) lasting() hold {
	switch {
	case !s.set.On:
		return hold{note.PriorityCritical, "the display is off"}
	case s.stream.root != nil:
		return hold{note.PriorityCritical, "a stream shows"}
	case s.around.Saver:
		return hold{note.PriorityCritical, "the screensaver is on"}
	case s.rotation.Mode == KioskMode:
		return hold{note.PriorityCritical, "kiosk mode locks the app"}
	}
	return hold{least: note.PriorityInfo}
}
