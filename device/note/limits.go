// SPDX-License-Identifier: Apache-2.0

package note

import "time"

// Limits of a notification (docs/decisions.md 10).
const (
	MaxFrames   = 32   // of a notification
	MaxText     = 1024 // characters of a frame
	MaxChart    = 512  // values of a chart, and of its line
	MaxShapes   = 256  // drawing commands of a frame
	MaxBitmap   = 4096 // pixels of the bitmaps of a frame together
	MaxColors   = 16   // of a gradient or a palette
	MaxLevels   = 16   // of the colours by value
	MaxUnit     = 32   // characters of a goal's unit
	MaxURL      = 2048 // bytes of a sound's URL
	MinDuration = time.Second
	MaxDuration = time.Minute
	MaxLifetime = 366 * 24 * time.Hour
	MaxCount    = 1_000_000              // of cycles and repeat
	MaxPlace    = 1024                   // pixels from the corner to a position in a drawing command
	MinPeriod   = 100 * time.Millisecond // of an effect of text
	MaxPeriod   = time.Minute
	MinSpeed    = 1.0   // of scrolling, pixels a second: slower does not count as scrolling
	MaxSpeed    = 200.0 // nobody can read faster
	MaxOffset   = 256   // pixels to either side
	MinPace     = 0.1   // of a background that moves, times its own pace
	MaxPace     = 10.0
)

// MaxValue bounds the values of goals and charts on either side of 0: a float64 holds
// every integer up to it.
const MaxValue float64 = 1 << 53
