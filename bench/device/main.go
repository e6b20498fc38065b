// Command device measures a running ledpost as docs/performance.md states:
//
//	go run ./bench/device [-for 60s] [-posts 2000]
//
// It builds the program, runs it as a process of its own and prints each figure
// beside its limit; it exits with 1 when a limit is not kept. cyclictest (of
// rt-tests) and time.Ticker run in the same minute for comparison.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

func main() {
	length := flag.Duration("for", time.Minute, "of the frame loop's run")
	posts := flag.Int("posts", 2000, "notifications of the latency run")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r := &report{}
	if err := measure(ctx, r, *length, *posts); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
	if r.failed {
		os.Exit(1)
	}
}

// measure runs all parts, each on a device of its own.
func measure(ctx context.Context, r *report, length time.Duration, posts int) error {
	for _, part := range []func(context.Context, *report) error{
		idle,
		func(ctx context.Context, r *report) error { return latency(ctx, r, posts) },
		func(ctx context.Context, r *report) error { return pacing(ctx, r, length) },
	} {
		if err := part(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// report prints figures and remembers whether one is over its limit.
type report struct{ failed bool }

func (r *report) title(s string) { fmt.Printf("\n%s\n", s) }

// figure prints value, which may be at most limit.
func (r *report) figure(what string, value, limit float64, unit string) {
	verdict := "ok"
	if value > limit {
		verdict, r.failed = "OVER", true
	}
	fmt.Printf("  %-58s %10.3f %-4s (at most %.3f) %s\n", what, value, unit, limit, verdict)
}

func (r *report) note(format string, args ...any) { fmt.Printf("  "+format+"\n", args...) }
