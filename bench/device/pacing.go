// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/bench/figures"
	"github.com/ledpost/ledpost/bench/process"
)

const (
	fps      = 60
	requests = 200 // a second
)

// pacing measures the frame loop beside cyclictest and a ticker, while the API
// is under load.
func pacing(ctx context.Context, r *figures.Report, length time.Duration) error {
	p, err := process.Start(ctx, "")
	if err != nil {
		return err
	}
	defer p.Stop()
	const scrolling = `{"model":{"cycles":0,"frames":[{"icon":2867,"text":"a text that goes on and on and on over the ` +
		`panel without an end in sight, as long as it can be and then some more of it"}]}}`
	if _, err := p.Call("POST", "/api/v2/device/notifications", scrolling); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var ticker []time.Duration
	var cyclic map[string]float64
	var cyclicErr error
	var served atomic.Int64
	var all sync.WaitGroup
	all.Go(func() { served.Store(load(ctx, p)) })
	all.Go(func() { ticker = tick(ctx) })
	all.Go(func() { cyclic, cyclicErr = cyclictest(length) })
	all.Wait()
	late, err := readHistogram(p, "ledpost_frame_late_seconds")
	if err != nil {
		return err
	}
	took, err := readHistogram(p, "ledpost_frame_draw_seconds")
	if err != nil {
		return err
	}
	r.Note("%d requests answered; %d frames", served.Load(), late.count())
	late.print(r, "wake-up lateness of the frame loop")
	took.print(r, "wake-up to the end of Draw")
	r.Note("%-40s p50 %8.3f  p99 %8.3f  p99.9 %8.3f ms", "lateness of time.Ticker", ms(quantile(ticker, 0.5)),
		ms(quantile(ticker, 0.99)), ms(quantile(ticker, 0.999)))
	r.Figure("60 frames a second under 200 requests a second: from wake-up to drawn, p99.9", took.quantile(0.999), "ms")
	r.Figure("lateness of the wake-up, p99, as a share of time.Ticker's",
		late.quantile(0.99)/ms(quantile(ticker, 0.99)), "")
	if cyclicErr != nil {
		r.Note("no cyclictest: %v", cyclicErr)
		return nil
	}
	r.Note("%-40s p50 %8.3f  p99 %8.3f  p99.9 %8.3f ms", "lateness of cyclictest", cyclic["0.5"], cyclic["0.99"],
		cyclic["0.999"])
	r.Figure("the same, as a multiple of cyclictest's", late.quantile(0.99)/cyclic["0.99"], "")
	return nil
}

// load asks at a steady rate, a tenth of it changing the queue, and returns the
// number of answers.
func load(ctx context.Context, p *process.Process) int64 {
	var n atomic.Int64
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			beat := time.NewTicker(8 * time.Second / requests)
			defer beat.Stop()
			for i := worker; ; i++ {
				select {
				case <-ctx.Done():
					return
				case <-beat.C:
				}
				method, path, body := "GET", "/api/v2/device", ""
				if i%10 == 0 {
					method, path, body = "POST", "/api/v2/device/notifications",
						`{"lifetime":1000,"model":{"frames":[{"text":"load"}]}}`
				}
				if _, err := p.Call(method, path, body); err == nil {
					n.Add(1)
				}
			}
		})
	}
	all.Wait()
	return n.Load()
}

// tick is what the standard library would give.
func tick(ctx context.Context) (late []time.Duration) {
	begun := time.Now()
	t := time.NewTicker(time.Second / fps)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return late
		case <-t.C:
			late = append(late, time.Since(begun)%(time.Second/fps))
		}
	}
}

// cyclictest measures what the machine can do, with the priority of the frame
// loop, in ms by quantile.
func cyclictest(length time.Duration) (map[string]float64, error) {
	const most = 100_000 // µs
	out, err := exec.Command("cyclictest", "-q", "-m", "-p", "10", "-i", "16667", "-D",
		strconv.Itoa(int(length.Seconds())), "-H", strconv.Itoa(most)).Output()
	if err != nil {
		return nil, err
	}
	var counts []bucket
	total := 0.0
	for lines := bufio.NewScanner(bytes.NewReader(out)); lines.Scan(); {
		var us, n float64
		if f := strings.Fields(lines.Text()); len(f) == 2 && f[0][0] != '#' {
			us, _ = strconv.ParseFloat(f[0], 64)
			n, _ = strconv.ParseFloat(f[1], 64)
			total += n
			counts = append(counts, bucket{(us + 1) / 1000, total})
		}
	}
	if total == 0 {
		return nil, fmt.Errorf("cyclictest counted nothing")
	}
	h := histogram(counts)
	return map[string]float64{"0.5": h.quantile(0.5), "0.99": h.quantile(0.99), "0.999": h.quantile(0.999)}, nil
}

// bucket counts the values up to upper, cumulatively.
type bucket struct{ upper, count float64 }

type histogram []bucket

// readHistogram reads one of /metrics, in ms.
func readHistogram(p *process.Process, name string) (h histogram, err error) {
	text, err := p.Call("GET", "/metrics", "")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		rest, ok := strings.CutPrefix(line, name+`_bucket{le="`)
		if !ok {
			continue
		}
		le, count, _ := strings.Cut(strings.TrimSpace(rest), `"} `)
		upper := math.Inf(1)
		if le != "+Inf" {
			upper, _ = strconv.ParseFloat(le, 64)
		}
		n, _ := strconv.ParseFloat(count, 64)
		h = append(h, bucket{upper * 1000, n})
	}
	if len(h) == 0 {
		return nil, fmt.Errorf("no %s in /metrics", name)
	}
	return h, nil
}

func (h histogram) count() int { return int(h[len(h)-1].count) }

// quantile is the upper end of the bucket that q lies in.
func (h histogram) quantile(q float64) float64 {
	for _, b := range h {
		if b.count >= q*h[len(h)-1].count {
			return b.upper
		}
	}
	return math.Inf(1)
}

func (h histogram) print(r *figures.Report, what string) {
	r.Note("%-40s p50 %8.3f  p99 %8.3f  p99.9 %8.3f ms", what, h.quantile(0.5), h.quantile(0.99), h.quantile(0.999))
}

// quantile of d, which it sorts.
func quantile(d []time.Duration, q float64) time.Duration {
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return d[min(int(q*float64(len(d))), len(d)-1)]
}
