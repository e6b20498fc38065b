// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"time"

	"github.com/ledpost/ledpost/hw/input"
)

// holdFor is how long a button must be held for something that nobody does by accident.
const holdFor = 10 * time.Second

// hold calls do once when a button is held that long. It is for one goroutine; the zero
// value does nothing.
type hold struct {
	do    func() // must not block
	since map[input.Button]time.Time
}

// event takes what happens to a button: it repeats while it is held.
func (h *hold) event(e input.Event, now time.Time) {
	if h.do == nil {
		return
	}
	switch e.Kind {
	case input.Down:
		if h.since == nil {
			h.since = map[input.Button]time.Time{}
		}
		h.since[e.Button] = now
	case input.Up:
		delete(h.since, e.Button)
	case input.Repeat:
		if began, ok := h.since[e.Button]; ok && now.Sub(began) >= holdFor {
			delete(h.since, e.Button)
			h.do()
		}
	}
}
