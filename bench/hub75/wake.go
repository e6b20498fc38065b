// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/bench/figures"
	"github.com/ledpost/ledpost/hw/refresh"
)

const (
	period = time.Millisecond
	most   = 200_000 // µs of lateness that are counted apart
)

// wake is a refresher backend that wakes up at a steady rate and counts how
// late, by microsecond.
type wake struct {
	next  time.Duration
	count [most + 1]uint32
	out   *os.File
}

func openWake(raw []byte) (refresh.Backend, error) {
	var path string
	if err := json.Unmarshal(raw, &path); err != nil {
		return nil, err
	}
	f, err := os.Create(path) // while there are rights to
	return &wake{next: refresh.Now(), out: f}, err
}

// Refresh implements refresh.Backend.
func (w *wake) Refresh([]byte) error {
	w.next += period
	refresh.SleepUntil(w.next)
	late := refresh.Now() - w.next
	w.count[min(max(late/time.Microsecond, 0), most)]++
	if late > period {
		w.next = refresh.Now() // as cyclictest does, do not run after what is lost
	}
	return nil
}

// Blank implements refresh.Backend: it writes the counts.
func (w *wake) Blank() error {
	out := bufio.NewWriter(w.out)
	for us, n := range w.count {
		if n > 0 {
			fmt.Fprintln(out, us, n)
		}
	}
	return out.Flush()
}

// wakeUps compares the refresher with cyclictest, in turns, under load.
func wakeUps(r *figures.Report, rounds int, each time.Duration) error {
	load := exec.Command("stress-ng", "--quiet", "--cpu", "2", "--vm", "1", "--vm-bytes", "128M")
	if err := load.Start(); err != nil {
		r.Note("not measured: %v", err)
		return nil
	}
	defer load.Wait()
	defer load.Process.Signal(os.Interrupt)
	stop := make(chan struct{})
	defer close(stop)
	go garbage(stop)
	var ours, theirs [3][]float64
	for range rounds {
		a, err := refresher(r, each)
		if err != nil {
			return err
		}
		b, err := cyclictest(each)
		if err != nil {
			return err
		}
		for i, q := range quantiles {
			ours[i], theirs[i] = append(ours[i], a.quantile(q)), append(theirs[i], b.quantile(q))
		}
	}
	r.Note("%-12s p50 %6.0f  p99 %6.0f  p99.9 %6.0f µs late", "refresher", median(ours[0]), median(ours[1]),
		median(ours[2]))
	r.Note("%-12s p50 %6.0f  p99 %6.0f  p99.9 %6.0f µs late", "cyclictest", median(theirs[0]), median(theirs[1]),
		median(theirs[2]))
	r.Figure("wake-ups at 1 kHz under load, p99, as a multiple of cyclictest's", median(ours[1])/median(theirs[1]), "")
	r.Figure("the same, p99.9", median(ours[2])/median(theirs[2]), "")
	return nil
}

var quantiles = [3]float64{0.5, 0.99, 0.999}

// garbage keeps the collector of this process busy with some 60 MB a second, as
// the main program's might be. The refresher is another process.
func garbage(stop chan struct{}) {
	var keep [64][]byte
	for i := 0; ; i++ {
		select {
		case <-stop:
			return
		case <-time.After(time.Millisecond):
			keep[i%len(keep)] = make([]byte, 60_000)
		}
	}
}

// refresher runs one for a time, as the driver does.
func refresher(r *figures.Report, length time.Duration) (histogram, error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "counts")
	p, err := refresh.Usual().Start("wake", name, 4)
	if err != nil {
		return nil, err
	}
	if p.Note() != "" {
		r.Note("the refresher runs %s", p.Note())
	}
	if err := p.Publish(); err != nil {
		return nil, err
	}
	time.Sleep(length)
	if err := p.Close(); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return counts(text)
}

func cyclictest(length time.Duration) (histogram, error) {
	out, err := exec.Command("cyclictest", "-q", "-m", "-p", "80", "-i", strconv.Itoa(int(period.Microseconds())),
		"-D", strconv.Itoa(int(length.Seconds())), "-h", strconv.Itoa(most)).Output()
	if err != nil {
		return nil, fmt.Errorf("cyclictest: %w", err)
	}
	return counts(out)
}

// histogram is numbers of wake-ups by microsecond of lateness, rising.
type histogram [][2]float64

// counts reads lines of microseconds and how often; others are passed over.
func counts(text []byte) (h histogram, err error) {
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		f := strings.Fields(lines.Text())
		if len(f) != 2 || f[0][0] == '#' {
			continue
		}
		us, err1 := strconv.ParseFloat(f[0], 64)
		n, err2 := strconv.ParseFloat(f[1], 64)
		if err1 == nil && err2 == nil && n > 0 {
			h = append(h, [2]float64{us, n})
		}
	}
	if len(h) == 0 {
		return nil, fmt.Errorf("nothing was counted")
	}
	return h, nil
}

func (h histogram) quantile(q float64) float64 {
	total, sum := 0.0, 0.0
	for _, b := range h {
		total += b[1]
	}
	for _, b := range h {
		if sum += b[1]; sum >= q*total {
			return b[0]
		}
	}
	return h[len(h)-1][0]
}
