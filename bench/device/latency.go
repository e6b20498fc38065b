package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// The notification of the latency run lights the whole panel, which the clock
// never does.
const flash = `{"model":{"cycles":0,"frames":[{"chartData":[1]}]}}`

// latency measures from the start of a POST to the first frame that shows
// something of the notification, as it is drawn.
func latency(ctx context.Context, r *report, posts int) error {
	r.title(fmt.Sprintf("POST to the first changed frame, %d notifications", posts))
	p, err := launch(ctx)
	if err != nil {
		return err
	}
	defer p.stop()
	ws, _, err := websocket.Dial(ctx, strings.Replace(p.url, "http", "ws", 1)+"/live/frames",
		&websocket.DialOptions{Subprotocols: []string{"ledpost", "ledpost.key." + p.key}})
	if err != nil {
		return err
	}
	defer ws.CloseNow()
	lit := make(chan time.Time, 256)
	go follow(ctx, ws, lit)
	var took []time.Duration
	for range posts {
		begun := time.Now()
		if _, err := p.call("POST", "/api/v2/device/notifications", flash); err != nil {
			return err
		}
		seen, err := after(lit, begun)
		if err != nil {
			return err
		}
		took = append(took, seen.Sub(begun))
		if _, err := p.call("DELETE", "/api/v2/device/notifications", ""); err != nil {
			return err
		}
		time.Sleep(310*time.Millisecond + rand.N(20*time.Millisecond)) // the transition back
		for len(lit) > 0 {
			<-lit
		}
	}
	r.note("p50 %.2f ms, p90 %.2f ms, p99.9 %.2f ms", ms(quantile(took, 0.5)), ms(quantile(took, 0.9)), ms(quantile(took, 0.999)))
	r.figure("p99", ms(quantile(took, 0.99)), 1000.0/60+2, "ms")
	return nil
}

// follow tells when frames arrive whose bottom row is lit from end to end.
func follow(ctx context.Context, ws *websocket.Conn, lit chan<- time.Time) {
	for {
		_, frame, err := ws.Read(ctx)
		if err != nil {
			return
		}
		if bottomLit(frame) {
			lit <- time.Now()
		}
	}
}

func bottomLit(frame []byte) bool {
	width := int(frame[0]) | int(frame[1])<<8
	for i := len(frame) - 3*width; i < len(frame); i++ {
		if frame[i] == 0 {
			return false
		}
	}
	return true
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
