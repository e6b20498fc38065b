// SPDX-License-Identifier: Apache-2.0

// Command wall measures how closely eight devices show one moving picture:
//
//	go -C bench run ./wall [-changes 1000] [-runs 3] [-protocol ddp,artnet,sacn] [-log DIR]
//
// Eight processes with the wires of a MAX7219 panel of 37x8 recorded each receive at
// an address of loopback of their own. A sender gives all of them numbered pictures that
// move: all pieces, then the packet that says that the picture is complete. The recordings say
// at which wall-clock time the wires carried each number as a whole; -log keeps that, a
// file for each device. Reported is how far the first and the last device are apart. The
// target is 20 ms at p99, on a quiet machine; no test has that limit.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/ledpost/ledpost/bench/process"
)

// devices is how many show the picture.
const devices = 8

// target is how far they may be apart at p99.
const target = 20 * time.Millisecond

func main() {
	changes := flag.Int("changes", 1000, "how many pictures, 2 to 2047")
	runs := flag.Int("runs", 3, "how often")
	protocols := flag.String("protocol", "ddp,artnet,sacn", "which, by commas")
	log := flag.String("log", "", "folder for the times of each device")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *changes < 2 || *changes > most {
		fmt.Fprintf(os.Stderr, "bench: %d changes, want 2 to %d\n", *changes, most)
		os.Exit(2)
	}
	if err := all(ctx, strings.Split(*protocols, ","), *runs, *changes, *log); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// all measures each protocol so many times.
func all(ctx context.Context, protocols []string, runs, changes int, log string) error {
	dir, err := os.MkdirTemp("", "ledpost-wall")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "ledpost")
	if err := process.Build(ctx, program); err != nil {
		return err
	}
	for _, protocol := range protocols {
		for run := range runs {
			folder := ""
			if log != "" {
				folder = filepath.Join(log, fmt.Sprintf("%s-%d", protocol, run+1))
			}
			if err := measure(ctx, program, protocol, changes, folder); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure starts the devices, sends them pictures, and reports on their recordings.
func measure(ctx context.Context, program, protocol string, changes int, folder string) error {
	w, err := build(ctx, program)
	if err != nil {
		return err
	}
	defer w.remove()
	idle := processor()
	begun := time.Now()
	if err := w.send(ctx, protocol, changes); err != nil {
		return err
	}
	busy := time.Since(begun)
	idle = processor() - idle
	w.stop() // all of the recordings is on the disk
	times, err := w.read()
	if err != nil {
		return err
	}
	if folder != "" {
		if err := keep(folder, times); err != nil {
			return err
		}
	}
	report(protocol, changes, times, float64(idle)/float64(busy))
	return nil
}
