// SPDX-License-Identifier: Apache-2.0

// Package pause waits for a while that may be cut short.
package pause

import (
	"context"
	"time"
)

// For waits for d, not at all if that is 0 or less, and reports whether it passed before ctx ended.
func For(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
