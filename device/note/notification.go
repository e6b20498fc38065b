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
type Priority = enum.Of[priorities]

const (
	PriorityInfo     Priority = iota // waits its turn, hidden by the screensaver
	PriorityWarning                  // interrupts info
	PriorityCritical                 // interrupts both and wakes the display
)

type priorities struct{}

func (priorities) Words() []string { return []string{"info", "warning", "critical"} }

// IconType is the animation shown before the first frame. The zero value means
// nothing.
type IconType = enum.Of[iconTypes]

const (
	IconTypeNone  IconType = iota
	IconTypeInfo           // an "i"
	IconTypeAlert          // "!!!"
)

type iconTypes struct{}

func (iconTypes) Words() []string { return []string{"none", "info", "alert"} }

// Origin says who raised a notification. The zero value is External.
type Origin = enum.Of[origins]

const (
	OriginExternal Origin = iota // from the API
	OriginInternal               // from an app of the device
)

type origins struct{}

func (origins) Words() []string { return []string{"external", "internal"} }

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
