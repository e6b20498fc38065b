// SPDX-License-Identifier: Apache-2.0

// Command start counts the instructions that a Raspberry Pi Zero needs from the start of
// the process until the panel shows its first picture, as docs/performance.md states:
//
//	go -C bench run ./start
//
// It starts a new device in QEMU, and one with a full queue: it fills the queue of a device on
// this machine and takes its data as a power cut leaves them. It exits with 1 when a limit of
// that page is not kept. It takes a few minutes.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"github.com/ledpost/ledpost/bench/arm"
	"github.com/ledpost/ledpost/bench/figures"
	"github.com/ledpost/ledpost/bench/process"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// waiting is how many messages wait in the full queue, which is bound by their bytes.
const waiting = 8

// measure measures both starts.
func measure(ctx context.Context) error {
	r, err := figures.Of("start")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "ledpost-start")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "ledpost")
	if err := arm.Build(program, process.Root, "."); err != nil {
		return err
	}
	for _, start := range []struct {
		row      string
		messages int
	}{
		{"nothing", 0},
		{"8 notifications of 0.9 MB, each with three pictures", waiting},
	} {
		data := filepath.Join(dir, fmt.Sprint(start.messages))
		if err := fill(ctx, data, start.messages); err != nil {
			return err
		}
		count, err := picture(program, data)
		if err != nil {
			return err
		}
		r.Figure(start.row, float64(count)/1e6, "million")
	}
	return r.Err()
}

// fill makes a data directory as a power cut leaves it while n messages wait.
func fill(ctx context.Context, data string, n int) error {
	p, err := process.Start(ctx, "")
	if err != nil {
		return err
	}
	defer p.Stop()
	for i := range n {
		body, err := message(i)
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

// most is after how many instructions a start is given up.
const most = 2_000_000_000

// picture runs program in QEMU on one processor until its first picture is drawn.
func picture(program, data string) (count int, err error) {
	const loop = "github.com/ledpost/ledpost/render.(*Loop)."
	at, err := arm.Addresses(program, loop+"enter", loop+"next")
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(program, "--data", data, "--http", "127.0.0.1:0", "--https", "127.0.0.1:0", "--log", "error")
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "JOURNAL_STREAM=") // as on a single core
	cmd.Stderr = os.Stderr
	entered, drawn := false, false
	err = arm.Trace(cmd, func(address uint32, length int) bool {
		entered = entered || address == at[0]
		drawn = entered && address == at[1]
		count += length
		return !drawn && count < most
	})
	if !drawn {
		err = errors.Join(err, fmt.Errorf("no picture within %d million instructions", most/1_000_000))
	}
	return count, err
}
