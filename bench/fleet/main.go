// SPDX-License-Identifier: Apache-2.0

// Command fleet measures many devices on one broker, as docs/mqtt.md states:
//
//	go -C bench run ./fleet [-devices 500] [-rest 30s]
//
// It starts mosquitto on a free port of loopback and runs the devices in this
// process: each has a brain with all its apps, the API's objects and its own
// connection. They connect and announce themselves, rest, take a message to their
// group, and announce themselves again for a Home Assistant that has started.
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
	devices := flag.Int("devices", 500, "how many")
	rest := flag.Duration("rest", 30*time.Second, "how long they rest")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute+*rest)
	defer cancel()
	if err := measure(ctx, *devices, *rest); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// measure runs the fleet through its day and prints what each hour cost.
func measure(ctx context.Context, n int, rest time.Duration) error {
	b, err := startBroker(ctx)
	if err != nil {
		return err
	}
	defer b.stop()
	w, err := listen(b.url, n)
	if err != nil {
		return err
	}
	defer w.close()
	f, err := newFleet(ctx, n, b.url)
	if err != nil {
		return err
	}
	defer f.stop()
	ours, theirs := memory(os.Getpid()), memory(b.pid())
	fmt.Printf("%d devices that run: %.1f MB, the broker %.1f MB\n", n, ours, theirs)

	m := begin(b)
	f.connect(ctx)
	for _, topic := range []string{"availability", "config"} {
		if err := w.wait(ctx, topic); err != nil {
			return err
		}
	}
	m.end("connected and announced", n)
	fmt.Printf("  memory: %.0f KB a device, %.0f KB of the broker's\n", (memory(os.Getpid())-ours)*1000/float64(n), (memory(b.pid())-theirs)*1000/float64(n))
	if err := settle(ctx, 5*time.Second); err != nil {
		return err
	}

	m = begin(b)
	if err := settle(ctx, rest); err != nil {
		return err
	}
	m.end("at rest", n)

	w.reset()
	m = begin(b)
	w.publish("ledpost/group/all/cmd/notify", `{"priority":"warning","model":{"frames":[{"icon":2867,"text":"to all of you"}]}}`)
	if err := w.wait(ctx, "result"); err != nil {
		return err
	}
	m.end("a message to the group, until all have answered", n)
	w.quantiles("  result after", "result")

	w.reset()
	m = begin(b)
	w.publish("homeassistant/status", "online")
	if err := w.wait(ctx, "config"); err != nil {
		return err
	}
	m.end("announced again for Home Assistant", n)
	w.quantiles("  configuration after", "config")
	return nil
}

func settle(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
