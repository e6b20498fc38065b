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
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
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

// message returns the i-th message: three frames of 0.9 MB in all. The first one is critical
// and stays.
func message(i int) (string, error) {
	var frames []map[string]any
	for range 3 {
		icon, err := picturePNG(225_000)
		if err != nil {
			return "", err
		}
		frames = append(frames, map[string]any{"text": fmt.Sprint("message ", i), "icon": icon})
	}
	priority := "info"
	if i == 0 {
		priority = "critical"
	}
	body, err := json.Marshal(map[string]any{
		"priority": priority, "lifetime": 24 * 3600_000, "model": map[string]any{
			"cycles": 0, "frames": frames, "sound": map[string]any{"category": "alarms", "id": "alarm1", "repeat": 0},
		},
	})
	return string(body), err
}

// picturePNG returns a PNG of 8×8 and n bytes, as a data URI.
func picturePNG(n int) (string, error) {
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range 64 {
		m.SetRGBA(i%8, i/8, color.RGBA{uint8(4 * i), 255, 0, 255})
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		return "", err
	}
	rest := make([]byte, n-b.Len()) // after the end, where no decoder looks
	_, _ = rand.Read(rest)          // never fails
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(append(b.Bytes(), rest...)), nil
}
