// SPDX-License-Identifier: Apache-2.0

// Command hub75 measures the HUB75 driver as docs/performance.md states:
//
//	go -C bench run ./hub75 [-rounds 6] [-each 10s]
//
// It prints each figure beside its limit and exits with 1 when a limit is not
// kept. The peer of the clock-out is the same loop in C; the peer of the refresher's
// wake-ups is cyclictest (of rt-tests), in turns under the same load, which
// needs stress-ng, and root for the real-time priority of both.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/ledpost/ledpost/hw/refresh"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == refresh.Command {
		os.Exit(refresh.Main(os.Args[2:], map[string]refresh.Opener{"wake": openWake}))
	}
	rounds := flag.Int("rounds", 6, "of each measurement")
	each := flag.Duration("each", 10*time.Second, "length of a round of wake-ups")
	flag.Parse()
	r := &report{}
	for _, part := range []func(*report) error{
		func(r *report) error { return kernels(r, *rounds) },
		func(r *report) error { return wakeUps(r, *rounds, *each) },
	} {
		if err := part(r); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
	}
	if r.failed {
		os.Exit(1)
	}
}

// report prints figures and remembers whether one is over its limit.
type report struct{ failed bool }

func (r *report) title(s string) { fmt.Printf("\n%s\n", s) }

func (r *report) note(format string, args ...any) { fmt.Printf("  "+format+"\n", args...) }

// figure prints value, which may be at most limit.
func (r *report) figure(what string, value, limit float64, unit string) {
	verdict := "ok"
	if value > limit {
		verdict, r.failed = "OVER", true
	}
	fmt.Printf("  %-58s %10.3f %-4s (at most %.3f) %s\n", what, value, unit, limit, verdict)
}

// median of v, which it sorts.
func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
