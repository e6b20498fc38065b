// SPDX-License-Identifier: Apache-2.0

package main

import (
	"slices"
	"time"
)

// quantile of d, which it sorts.
func quantile(d []time.Duration, q float64) time.Duration {
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return d[min(int(q*float64(len(d))), len(d)-1)]
}
