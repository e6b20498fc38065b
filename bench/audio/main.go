// SPDX-License-Identifier: Apache-2.0

// Command audio plays for a while and counts how often the speaker ran dry:
//
//	go -C bench run ./audio [-for 10m] [-load 8] [-output null]
//
// It builds the program, runs it as a separate process with an MP3 of 44.1
// kHz stereo from a local server that plays until dismissed, while clients load
// the API with notifications, pictures and settings. It exits with 1 when
// anything ran dry, or the device refused more than one request of a hundred. The
// output null keeps the pace and the buffer of a card.
//
// The cost of a block: go test -run none -bench 'Block|Mixer' ./sounds
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/bench/process"
	"github.com/ledpost/ledpost/sounds/wav"
)

func main() {
	length := flag.Duration("for", 10*time.Minute, "how long to play")
	clients := flag.Int("load", 8, "clients that load the API")
	output := flag.String("output", "null", "of [audio]")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := measure(ctx, *length, *clients, *output); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, length time.Duration, clients int, output string) error {
	dir, err := os.MkdirTemp("", "ledpost-audio")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sound, err := makeMP3(ctx, dir)
	if err != nil {
		return err
	}
	files := httptest.NewServer(
		http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, sound) }))
	defer files.Close()
	p, err := process.Start(ctx, fmt.Sprintf("[audio]\noutput = %q\nallow = [\"127.0.0.1\"]\n", output))
	if err != nil {
		return err
	}
	defer p.Stop()
	body := fmt.Sprintf(
		`{"priority":"critical","model":{"cycles":0,"frames":[{"text":"playing for a while"}],"sound":{"url":%q,`+
			`"repeat":0}}}`,
		files.URL+"/sound.mp3")
	if _, err := p.Call("POST", "/api/v2/device/notifications", body); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	asked, failed := load(ctx, p, clients)
	if err := context.Cause(ctx); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return verdict(p, length, asked, failed)
}

// makeMP3 encodes 20 s of two tones: 44.1 kHz, stereo, 128 kbit/s.
func makeMP3(ctx context.Context, dir string) (string, error) {
	in, out := filepath.Join(dir, "sound.wav"), filepath.Join(dir, "sound.mp3")
	w, err := wav.Create(in, wav.Format{Rate: 44100, Channels: 2, Bits: 16})
	if err != nil {
		return "", err
	}
	var block [441][2]float64
	for i := range 20 * 100 {
		for j := range block { // triangles of 100 and 150 Hz, one quieter each second
			block[j] = [2]float64{float64(j)/441 - 0.5, float64((i*441+j)%294)/294 - 0.5}
		}
		if err := w.Write(block[:]); err != nil {
			return "", err
		}
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	if msg, err := exec.CommandContext(ctx, "lame", "--quiet", "-b", "128", in, out).CombinedOutput(); err != nil {
		return "", fmt.Errorf("lame: %w: %s", err, msg)
	}
	return out, nil
}

// load asks and posts as fast as it is answered until ctx ends.
func load(ctx context.Context, p *process.Process, clients int) (asked, failed uint64) {
	requests := [][3]string{
		{"GET", "/api/v2/device"},
		{"POST", "/api/v2/device/notifications", `{"model":{"frames":[{"text":"load"}]},"lifetime":1000}`},
		{"GET", "/api/v2/device/notifications"},
		{"PUT", "/api/v2/device/display", `{"brightness":50}`},
		{"GET", "/live/frame.png?scale=8"},
		{"GET", "/metrics"},
	}
	var n, bad atomic.Uint64
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() {
			for i := c; ctx.Err() == nil; i++ {
				r := requests[i%len(requests)]
				if c > 0 && r[1] == "/metrics" {
					continue // more than two at once are refused
				}
				n.Add(1)
				answer, err := p.Call(r[0], r[1], r[2])
				if err == nil && r[0] == "POST" {
					n.Add(1)
					err = dismiss(p, answer)
				}
				if err != nil && ctx.Err() == nil {
					bad.Add(1)
				}
			}
		})
	}
	all.Wait()
	return n.Load(), bad.Load()
}

// dismiss ends the notification that answer is of: the queue is soon full else.
func dismiss(p *process.Process, answer []byte) error {
	var a struct{ Success struct{ ID string } }
	if err := json.Unmarshal(answer, &a); err != nil {
		return err
	}
	_, err := p.Call("DELETE", "/api/v2/device/notifications/"+a.Success.ID, "")
	return err
}

// metrics are the values without labels.
func metrics(p *process.Process) (map[string]float64, error) {
	text, err := p.Call("GET", "/metrics", "")
	if err != nil {
		return nil, err
	}
	m := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		if v, err := strconv.ParseFloat(value, 64); err == nil {
			m[name] = v
		}
	}
	return m, nil
}

// verdict prints the counts.
func verdict(p *process.Process, length time.Duration, asked, failed uint64) error {
	m, err := metrics(p)
	if err != nil {
		return err
	}
	cpu, err := p.CPU()
	if err != nil {
		return err
	}
	blocks := m["ledpost_sound_blocks_total"]
	played := time.Duration(blocks * 1024 / 48000 * float64(time.Second))
	fmt.Printf("played %v of %v, %.0f requests a second (%d refused), %.0f %% of one core in all\n",
		played.Round(time.Second), length, float64(asked)/length.Seconds(), failed, 100*cpu.Seconds()/length.Seconds())
	bad := 0.0
	for _, name := range []string{"ledpost_sound_underruns_total", "ledpost_sound_starved_total",
		"ledpost_sound_failures_total"} {
		fmt.Printf("%s %.0f\n", name, m[name])
		bad += m[name]
	}
	switch {
	case 100*failed > asked:
		return fmt.Errorf("%d of %d requests were refused: that is no load", failed, asked)
	case bad > 0:
		return errors.New("the sound was not whole")
	case played < length-2*time.Second:
		return errors.New("the sound did not play all the time")
	}
	return nil
}
