// SPDX-License-Identifier: Apache-2.0

// Command hub75 measures the HUB75 driver as docs/performance.md states:
//
//	go -C bench run ./hub75 [-rounds 6] [-each 10s]
//
// It prints each figure beside its limit of that page and exits with 1 when a limit is not
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

	"github.com/ledpost/ledpost/bench/figures"
	"github.com/ledpost/ledpost/hw/refresh"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == refresh.Command {
		os.Exit(refresh.Main(os.Args[2:], map[string]refresh.Opener{"wake": openWake}))
	}
	rounds := flag.Int("rounds", 6, "of each measurement")
	each := flag.Duration("each", 10*time.Second, "length of a round of wake-ups")
	flag.Parse()
	if err := measure(*rounds, *each); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure(rounds int, each time.Duration) error {
	r, err := figures.Of("hub75")
	if err != nil {
		return err
	}
	if err := kernels(r, rounds); err != nil {
		return err
	}
	if err := wakeUps(r, rounds, each); err != nil {
		return err
	}
	return r.Err()
}

// median of v, which it sorts.
func median(v []float64) float64 {
	slices.Sort(v)
	return v[len(v)/2]
}
