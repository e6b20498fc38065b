// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/bench/figures"
	"github.com/ledpost/ledpost/bench/process"
)

// The notification of the latency run lights all rows of the right half of the
// panel, so that the first row of its transition shows it.
const flash = `{"model":{"cycles":0,"frames":[{"chartData":[0,1]}]}}`

// lanes is how many devices are measured side by side: each stands at rest for
// most of the time, since the transition back to the clock takes 0.3 s, and
// that must be over before it is asked again.
const lanes = 4

// latency measures from the start of a POST to the first frame that shows
// something of the notification, as it is drawn.
func latency(ctx context.Context, r *figures.Report, posts int) error {
	var all [lanes]*lane
	for i := range all {
		l, err := open(ctx)
		if err != nil {
			return err
		}
		defer l.close()
		all[i] = l
	}
	var running sync.WaitGroup
	for i, l := range all {
		running.Go(func() { l.measure((posts + i) / lanes) }) // together: posts
	}
	running.Wait()
	var took []time.Duration
	for _, l := range all {
		if l.err != nil {
			return l.err
		}
		took = append(took, l.took...)
	}
	r.Note("%d posts to %d devices: p50 %.2f ms, p90 %.2f ms, p99.9 %.2f ms", posts, lanes, ms(quantile(took, 0.5)),
		ms(quantile(took, 0.9)), ms(quantile(took, 0.999)))
	r.Figure("POST to the first changed frame, p99 of 2,000", ms(quantile(took, 0.99)), "ms")
	return nil
}

// lane is one device and what it took.
type lane struct {
	p   *process.Process
	ws  *websocket.Conn
	lit chan time.Time // when a frame showed the notification

	took []time.Duration
	err  error
}

// open starts a device and watches its panel.
func open(ctx context.Context) (*lane, error) {
	p, err := process.Start(ctx, "")
	if err != nil {
		return nil, err
	}
	ws, _, err := websocket.Dial(ctx, strings.Replace(p.URL, "http", "ws", 1)+"/live/frames",
		&websocket.DialOptions{Subprotocols: []string{"ledpost", "ledpost.key." + p.Key}})
	if err != nil {
		p.Stop()
		return nil, err
	}
	l := &lane{p: p, ws: ws, lit: make(chan time.Time, 256)}
	go follow(ctx, ws, l.lit)
	return l, nil
}

func (l *lane) close() {
	_ = l.ws.CloseNow()
	l.p.Stop()
}

// measure fills took, one after the other, until the first fault.
func (l *lane) measure(posts int) {
	for len(l.took) < posts && l.err == nil {
		var d time.Duration
		if d, l.err = l.once(); l.err == nil {
			l.took = append(l.took, d)
		}
	}
}

// once posts to a device at rest, and lets it come to rest again.
func (l *lane) once() (time.Duration, error) {
	begun := time.Now()
	if _, err := l.p.Call("POST", "/api/v2/device/notifications", flash); err != nil {
		return 0, err
	}
	seen, err := after(l.lit, begun)
	if err != nil {
		return 0, err
	}
	if _, err := l.p.Call("DELETE", "/api/v2/device/notifications", ""); err != nil {
		return 0, err
	}
	time.Sleep(310*time.Millisecond + rand.N(20*time.Millisecond)) // the transition back, and any phase
	for len(l.lit) > 0 {
		<-l.lit
	}
	return seen.Sub(begun), nil
}

// follow reports when frames arrive whose last pixel is lit, which the clock's
// never is.
func follow(ctx context.Context, ws *websocket.Conn, lit chan<- time.Time) {
	for {
		_, frame, err := ws.Read(ctx)
		if err != nil {
			return
		}
		if len(frame) > 4 && frame[len(frame)-1] != 0 {
			lit <- time.Now()
		}
	}
}

// after is the first instant since begun.
func after(lit <-chan time.Time, begun time.Time) (time.Time, error) {
	timeout := time.After(5 * time.Second)
	for {
		select {
		case at := <-lit:
			if !at.Before(begun) {
				return at, nil
			}
		case <-timeout:
			return time.Time{}, fmt.Errorf("the notification was not seen in 5 s")
		}
	}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// rest measures the start, and the device at rest with the clock on.
func rest(ctx context.Context, r *figures.Report) error {
	best := time.Hour // the build before it may still keep the disk busy
	var p *process.Process
	for range 3 {
		if p != nil {
			p.Stop()
		}
		var err error
		if p, err = process.Start(ctx, ""); err != nil {
			return err
		}
		best = min(best, p.Started)
	}
	defer p.Stop()
	r.Figure("start to `/healthz`, best of 3", best.Seconds(), "s")
	info, err := os.Stat(filepath.Join(p.Dir, "ledpost"))
	if err != nil {
		return err
	}
	r.Figure("binary, stripped, amd64", float64(info.Size())/1e6, "MB")
	time.Sleep(3 * time.Second)
	before, err := p.CPU()
	if err != nil {
		return err
	}
	const span = 30 * time.Second
	time.Sleep(span)
	after, err := p.CPU()
	if err != nil {
		return err
	}
	r.Figure("processor time at rest with the clock, of one core", 100*(after-before).Seconds()/span.Seconds(), "%")
	whole, private, err := p.Memory()
	if err != nil {
		return err
	}
	r.Figure("memory at rest, private", private, "MB")
	r.Figure("memory at rest, with the pages of the program's file", whole, "MB")
	return nil
}
