// SPDX-License-Identifier: Apache-2.0

package calendar

import (
	"strings"
	"time"

	"github.com/ledpost/ledpost/internal/ics"
)

// birthdayWords stand in the titles of birthdays, in the languages of the device.
var birthdayWords = []string{"birthday", "geburtstag", "cumpleaños", "anniversaire", "verjaardag", "生日"}

// birthday returns the title of a birthday among events that last the whole of the day of
// now, or "" without such an event.
func birthday(events []ics.Event, now time.Time) string {
	for _, e := range events {
		if !e.AllDay || e.Start.After(now) || !e.End.After(now) {
			continue
		}
		for _, word := range birthdayWords {
			if strings.Contains(strings.ToLower(e.Title), word) {
				return e.Title
			}
		}
	}
	return ""
}
