package device

import (
	"time"

	"github.com/ledpost/ledpost/device/note"
)

// Item is a notification in the queue, or one of the last that ended.
type Item struct {
	note.Notification
	ID      string
	Created time.Time
	Updated time.Time // when it was last shown, interrupted or ended
	Expires time.Time // when its lifetime is over; time on the screen puts it off
	Visible bool
	Outcome note.Outcome
	Reason  string // of Outcome, or of its being held back, in words
}
