// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"
)

// report prints how far the first and the last device are apart. busy is how many processors of the machine worked meanwhile.
func report(protocol string, changes int, times []map[int]time.Time, busy float64) {
	apart, missing := spread(changes, times)
	verdict := "ok"
	if quantile(apart, 0.99) > target {
		verdict = "MISSED"
	}
	fmt.Printf("%-6s  p50 %5.1f  p99 %5.1f  most %5.1f ms (target %v at p99: %s)  %d of %d pictures are missing somewhere; %.1f of %d processors busy\n",
		protocol, ms(quantile(apart, 0.5)), ms(quantile(apart, 0.99)), ms(quantile(apart, 1)), target, verdict, missing, changes, busy, runtime.NumCPU())
}

// spread is for each picture the time from the first device to the last, and how many some
// device has left out, being late: those count as a second.
func spread(changes int, times []map[int]time.Time) (apart []time.Duration, missing int) {
	for n := 1; n <= changes; n++ {
		var at []time.Time
		for _, shown := range times {
			if t, ok := shown[n]; ok {
				at = append(at, t)
			}
		}
		if len(at) < len(times) {
			apart, missing = append(apart, time.Second), missing+1
			continue
		}
		apart = append(apart, slices.MaxFunc(at, time.Time.Compare).Sub(slices.MinFunc(at, time.Time.Compare)))
	}
	return apart, missing
}

// quantile of d, which it sorts; 0 of none.
func quantile(d []time.Duration, q float64) time.Duration {
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return d[min(int(q*float64(len(d))), len(d)-1)]
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }
