package device

import "time"

// Limits of the queue (docs/decisions.md 10).
const (
	MaxWaiting     = 100     // notifications that wait
	keepEnded      = 200     // ended notifications that GET still answers for
	keepEndedSize  = 8 << 20 // bytes of what they have shown
	idempotentTime = 10 * time.Minute
)
