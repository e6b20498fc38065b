// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/internal/ics"
)

// birthday returns the title of a birthday among events that last the whole of the day of
// now, or "" without such an event.
func birthday(events []ics.Event, now time.Time) string {
	for _, e := range events {
		if !e.AllDay || e.Start.After(now) || !e.End.After(now) {
			continue
		}
		if kit.Birthday(e.Title) {
			return e.Title
		}
	}
	return ""
}
