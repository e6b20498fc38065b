// SPDX-License-Identifier: Apache-2.0

//go:build !linux

package walltime

import (
	"context"
	"time"

	"github.com/ledpost/ledpost/internal/pause"
)

// WatchSteps calls stepped whenever the wall clock has moved against the
// monotonic one, checking once a second, until ctx ends.
func WatchSteps(ctx context.Context, stepped func()) error {
	begun := time.Now()
	offset := time.Duration(0)
	for pause.For(ctx, time.Second) {
		now := time.Now()
		if d := now.Round(0).Sub(begun.Round(0)) - now.Sub(begun); (d - offset).Abs() > time.Second {
			offset = d
			stepped()
		}
	}
	return nil
}
