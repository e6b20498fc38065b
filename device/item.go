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
	Expires time.Time // when its lifetime ends; time on the screen postpones it
	Visible bool
	Outcome note.Outcome
	Reason  string // why it has this Outcome, or why it is held back, in words
}
