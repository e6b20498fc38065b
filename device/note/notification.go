// SPDX-License-Identifier: Apache-2.0

// Package note defines notifications: the frames and sounds that a client asks for,
// their limits, and the error that names an invalid field. It does not deal with JSON in
// the API (package wire), with drawing (package paint) or with the queue (package
// device).
package note

import (
	"time"

	"github.com/ledpost/ledpost/internal/enum"
)

// Priority ranks notifications (docs/api.md, Priorities). The zero
// value is Info.
type Priority uint8

const (
	PriorityInfo     Priority = iota // waits its turn, hidden by the screensaver
	PriorityWarning                  // interrupts info
	PriorityCritical                 // interrupts both and wakes the display
)

var priorityNames = []string{"info", "warning", "critical"}

func (p Priority) String() string { return enum.Name(priorityNames, p) }

// ParsePriority is the inverse of String.
func ParsePriority(s string) (Priority, error) { return enum.Parse[Priority](priorityNames, s) }

// MarshalText returns the name in the API.
func (p Priority) MarshalText() ([]byte, error) { return enum.Marshal(priorityNames, p) }

// UnmarshalText is the inverse of MarshalText.
func (p *Priority) UnmarshalText(text []byte) error { return enum.Unmarshal(priorityNames, text, p) }

// IconType is the animation shown before the first frame. The zero value means
// nothing.
type IconType uint8

const (
	IconTypeNone  IconType = iota
	IconTypeInfo           // an "i"
	IconTypeAlert          // "!!!"
)

var iconTypeNames = []string{"none", "info", "alert"}

func (t IconType) String() string { return enum.Name(iconTypeNames, t) }

// ParseIconType is the inverse of String.
func ParseIconType(s string) (IconType, error) { return enum.Parse[IconType](iconTypeNames, s) }

// MarshalText returns the name in the API.
func (t IconType) MarshalText() ([]byte, error) { return enum.Marshal(iconTypeNames, t) }

// UnmarshalText is the inverse of MarshalText.
func (t *IconType) UnmarshalText(text []byte) error { return enum.Unmarshal(iconTypeNames, text, t) }

// Origin says who raised a notification. The zero value is External.
type Origin uint8

const (
	OriginExternal Origin = iota // from the API
	OriginInternal               // from an app of the device
)

var originNames = []string{"external", "internal"}

func (o Origin) String() string { return enum.Name(originNames, o) }

// MarshalText returns the name in the API.
func (o Origin) MarshalText() ([]byte, error) { return enum.Marshal(originNames, o) }

// UnmarshalText is the inverse of MarshalText.
func (o *Origin) UnmarshalText(text []byte) error { return enum.Unmarshal(originNames, text, o) }

// DefaultLifetime is how long a notification waits if its sender does not
// specify it (docs/api.md, Notification object).
const DefaultLifetime = 2 * time.Minute

// Notification is a client's request to show something. Validate checks it against the
// limits; a value passed to a Device must not be changed afterwards.
type Notification struct {
	Origin   Origin        `json:"origin,omitempty"`
	Priority Priority      `json:"priority,omitempty"`
	IconType IconType      `json:"icon_type,omitempty"`
	Lifetime time.Duration `json:"lifetime"` // while waiting; 0 = shown at once or never
	Frames   []Frame       `json:"frames"`
	Sound    *Sound        `json:"sound,omitempty"`
	Cycles   int           `json:"cycles"` // passes over all frames; 0 = until dismissed
}

// Sound plays when the notification appears: a built-in sound, a tune, or URL.
type Sound struct {
	Category string `json:"category,omitempty"` // "notifications" or "alarms"
	ID       string `json:"id,omitempty"`
	Tune     string `json:"tune,omitempty"` // a ringtone in RTTTL
	URL      string `json:"url,omitempty"`
	Type     string `json:"type,omitempty"` // of URL: "mp3", or "" to detect
	Repeat   int    `json:"repeat"`         // how often it plays; 0 = until the notification ends
	Fallback *Sound `json:"fallback,omitempty"`
}

// Outcome is how a notification ended; "" while it has not.
type Outcome string

const (
	OutcomeShown     Outcome = "shown"
	OutcomeDismissed Outcome = "dismissed"
	OutcomeExpired   Outcome = "expired" // its lifetime ran out before it was shown
	OutcomeRefused   Outcome = "refused"
)
