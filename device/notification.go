package device

import (
	"time"

	"github.com/ledpost/ledpost/icons"
)

// Priority ranks notifications (device-api.md, Priority semantics). The zero
// value is Info.
type Priority uint8

const (
	Info     Priority = iota // waits its turn, hidden by the screensaver
	Warning                  // interrupts info
	Critical                 // interrupts both and wakes the display
)

var priorityNames = []string{"info", "warning", "critical"}

func (p Priority) String() string { return name(priorityNames, p) }

// ParsePriority is the inverse of String.
func ParsePriority(s string) (Priority, error) { return parse[Priority](priorityNames, s) }

// IconType is the lead-in shown before the first frame. The zero value is none.
type IconType uint8

const (
	NoIcon    IconType = iota
	InfoIcon           // an "i"
	AlertIcon          // "!!!"
)

var iconTypeNames = []string{"none", "info", "alert"}

func (t IconType) String() string { return name(iconTypeNames, t) }

// ParseIconType is the inverse of String.
func ParseIconType(s string) (IconType, error) { return parse[IconType](iconTypeNames, s) }

// Origin says who raised a notification. The zero value is External.
type Origin uint8

const (
	External Origin = iota // from the API
	Internal               // from an app of the device
)

var originNames = []string{"external", "internal"}

func (o Origin) String() string { return name(originNames, o) }

// DefaultLifetime is how long a notification waits when its sender does not
// say (device-api.md, Notification: lifetime).
const DefaultLifetime = 2 * time.Minute

// Notification is what a client asks to be shown. Validate says what is
// allowed; a value handed to a Device must not be changed afterwards.
type Notification struct {
	Origin   Origin        `json:"origin,omitempty"`
	Priority Priority      `json:"priority,omitempty"`
	IconType IconType      `json:"icon_type,omitempty"`
	Lifetime time.Duration `json:"lifetime"` // while waiting; 0 = shown at once or never
	Frames   []Frame       `json:"frames"`
	Sound    *Sound        `json:"sound,omitempty"`
	Cycles   int           `json:"cycles"` // passes over all frames; 0 = until dismissed
}

// Frame is one picture of a notification: a chart, a goal, or text; each but
// the chart with an icon if there is one.
type Frame struct {
	Icon     icons.Ref     `json:"icon,omitzero"`
	Text     []Fragment    `json:"text,omitempty"`
	Color    Color         `json:"color,omitzero"` // of fragments without one; zero = the device's setting
	Goal     *Goal         `json:"goal,omitempty"`
	Chart    []int         `json:"chart,omitempty"`
	Duration time.Duration `json:"duration,omitempty"` // 1 s to 60 s; 0 = from the content
}

// Fragment is a run of text in one colour.
type Fragment struct {
	Text  string `json:"t"`
	Color Color  `json:"c,omitzero"` // zero = the frame's
}

// Goal is progress from Start to End; Current outside of them is clamped.
type Goal struct {
	Start   int    `json:"start"`
	Current int    `json:"current"`
	End     int    `json:"end"` // not Start; below it for a falling goal
	Unit    string `json:"unit,omitempty"`
}

// Sound plays when the notification appears: a built-in one, or URL.
type Sound struct {
	Category string `json:"category,omitempty"` // "notifications" or "alarms"
	ID       string `json:"id,omitempty"`
	URL      string `json:"url,omitempty"`
	Type     string `json:"type,omitempty"` // of URL: "mp3", or "" to detect
	Repeat   int    `json:"repeat"`         // plays; 0 = until the notification ends
	Fallback *Sound `json:"fallback,omitempty"`
}

// Outcome is what became of an ended notification; "" while it is alive.
type Outcome string

const (
	Shown     Outcome = "shown"
	Dismissed Outcome = "dismissed"
	Expired   Outcome = "expired" // its lifetime ran out before it was shown
	Refused   Outcome = "refused"
)

// Item is a notification in the queue, or one of the last that ended.
type Item struct {
	Notification
	ID      string
	Created time.Time
	Updated time.Time // when it was last shown, interrupted or ended
	Expires time.Time // when its lifetime is over; time on the screen puts it off
	Visible bool
	Outcome Outcome
	Reason  string // of Outcome, in words
}

func name[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return "unknown"
}
