// SPDX-License-Identifier: Apache-2.0

package pause

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestFor(t *testing.T) {
	for _, row := range []struct {
		why          string
		d, ends      time.Duration
		passes       bool
		afterSeconds int
	}{
		{"it passes", 2 * time.Second, time.Hour, true, 2},
		{"the context ends before", time.Hour, 3 * time.Second, false, 3},
		{"no time at all", -time.Second, time.Hour, true, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), row.ends)
			defer cancel()
			begun := time.Now()
			passed := For(ctx, row.d)
			if took := time.Since(begun); passed != row.passes || took != time.Duration(row.afterSeconds)*time.Second {
				t.Errorf("%s: %v after %v", row.why, passed, took)
			}
		})
	}
}
