package note

import "time"

// Limits of what a notification may say (docs/decisions.md 10).
const (
	MaxFrames   = 32   // of a notification
	MaxText     = 1024 // characters of a frame
	MaxChart    = 512  // values of a chart
	MaxUnit     = 32   // characters of a goal's unit
	MaxURL      = 2048 // bytes of a sound's URL
	MinDuration = time.Second
	MaxDuration = time.Minute
	MaxLifetime = 366 * 24 * time.Hour
	MaxCount    = 1_000_000 // of cycles and repeat
)
