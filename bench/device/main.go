// SPDX-License-Identifier: Apache-2.0

// Command device measures a running ledpost as docs/performance.md states:
//
//	go -C bench run ./device [-only rest|latency|pacing|crowd] [-for 60s] [-posts 2000]
//
// It builds the program, runs it as a separate process and prints each figure beside its
// limit of that page; it exits with 1 when a limit is not kept. cyclictest (of rt-tests) and
// time.Ticker run in the same minute for comparison.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/ledpost/ledpost/bench/figures"
)

func main() {
	length := flag.Duration("for", time.Minute, "of the frame loop's run")
	posts := flag.Int("posts", 2000, "notifications of the latency run")
	only := flag.String("only", "", "rest, latency, pacing or crowd; empty = all four")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, *only, *length, *posts); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// measure runs the parts, or the only one, each on new devices.
func measure(ctx context.Context, only string, length time.Duration, posts int) error {
	r, err := figures.Of("device")
	if err != nil {
		return err
	}
	ran := false
	for _, part := range []struct {
		name string
		run  func() error
	}{
		{"rest", func() error { return rest(ctx, r) }},
		{"latency", func() error { return latency(ctx, r, posts) }},
		{"pacing", func() error { return pacing(ctx, r, length) }},
		{"crowd", func() error { return crowd(ctx, r, length) }},
	} {
		if only != "" && only != part.name {
			continue
		}
		ran = true
		if err := part.run(); err != nil {
			return err
		}
	}
	if !ran {
		return fmt.Errorf("-only %s: want rest, latency, pacing or crowd", only)
	}
	return r.Err()
}
