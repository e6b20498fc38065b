// SPDX-License-Identifier: Apache-2.0

// Command start counts the instructions that a Raspberry Pi Zero needs from the start of
// the process until the panel shows its first picture, and the first message, as
// docs/performance.md states:
//
//	go -C bench run ./start [-waiting 8] [-kind icons] [-picture]
//
// It ends with 1 if the first picture needs more than docs/performance.md allows. It fills the queue of a device on this machine with messages of 0.9 MB, ends that
// device as a power cut does, and starts what it kept in QEMU. It takes a few minutes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/bench/arm"
	"github.com/ledpost/ledpost/bench/process"
)

func main() {
	waiting := flag.Int("waiting", 8, "how many messages wait")
	kind := flag.String("kind", "icons", "what they are made of: icons, shapes, or small ones; nothing = none wait")
	picture := flag.Bool("picture", false, "end with the first picture")
	limit := flag.Int("limit", 2000, "million instructions after which it gives up")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *kind == "nothing" {
		*waiting = 0
	}
	if err := measure(ctx, *waiting, *kind, *limit, *picture || *waiting == 0); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// mostPicture is what the first picture may need, in million instructions
// (docs/performance.md).
const mostPicture = 250

// measure prints what a start costs with so many messages; picture ends it with the first
// picture.
func measure(ctx context.Context, waiting int, kind string, limit int, picture bool) error {
	dir, err := os.MkdirTemp("", "ledpost-start")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	data, program := filepath.Join(dir, "data"), filepath.Join(dir, "ledpost")
	if err := fill(ctx, data, waiting, kind); err != nil {
		return err
	}
	if err := arm.Build(program, process.Root, "."); err != nil {
		return err
	}
	return start(program, data, limit, !picture)
}

// fill makes a data directory as a power cut leaves it while messages wait.
func fill(ctx context.Context, data string, waiting int, kind string) error {
	p, err := process.Start(ctx, "")
	if err != nil {
		return err
	}
	defer p.Stop()
	for i := range waiting {
		body, err := message(i, kind)
		if err != nil {
			return err
		}
		if _, err := p.Call("POST", "/api/v2/device/notifications", body); err != nil {
			return err
		}
	}
	for {
		if saved, err := p.Saved(); err != nil {
			return err
		} else if saved {
			return os.CopyFS(data, os.DirFS(filepath.Join(p.Dir, "data")))
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// start runs program in QEMU on one processor until its first picture, or until its
// first message if one waits.
func start(program, data string, limit int, waits bool) error {
	const loop = "github.com/ledpost/ledpost/render.(*Loop)."
	at, err := arm.Addresses(program, loop+"enter", loop+"next", "github.com/ledpost/ledpost/device.(*state).show")
	if err != nil {
		return err
	}
	enter, drawn, show := at[0], at[1], at[2]
	cmd := exec.Command(program, "--data", data, "--http", "127.0.0.1:0", "--https", "127.0.0.1:0", "--log", "error")
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "JOURNAL_STREAM=") // as on a single core
	cmd.Stderr = os.Stderr
	count, first, entered, shown, pictures := 0, 0, false, false, 0
	err = arm.Trace(cmd, func(at uint32, length int) bool {
		switch at {
		case enter:
			entered = true
		case show:
			shown = true
		case drawn:
			if entered && pictures == 0 {
				first = count
				fmt.Printf("first picture: %.0f million instructions\n", float64(count)/1e6)
			}
			if entered {
				pictures++
			}
			if entered && !waits {
				return false
			}
			if entered && shown {
				fmt.Printf("first message: %.0f million instructions\n", float64(count)/1e6)
				return false
			}
			entered = false
		}
		count += length
		return count < limit*1e6
	})
	if pictures == 0 {
		err = errors.Join(err, fmt.Errorf("no picture within %d million instructions", limit))
	}
	if first > mostPicture*1e6 {
		err = errors.Join(err, fmt.Errorf("the first picture needs %.0f million instructions, want at most %d", float64(first)/1e6, mostPicture))
	}
	return err
}
