// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/bench/figures"
	"github.com/ledpost/ledpost/bench/process"
)

// crowded is how many clients poll, each once a second, as Home Assistant's do
// each half a minute.
const crowded = 20

// crowd measures the answers of GET /api/v2/device while many clients poll, a
// stream of 60 packets a second runs and a notification scrolls over it, and then
// how long a packet of the stream takes to the panel.
func crowd(ctx context.Context, r *figures.Report, length time.Duration) error {
	p, err := process.Start(ctx, "[stream]\nddp = true\nallow = [\"127.0.0.1/32\"]\n")
	if err != nil {
		return err
	}
	defer p.Stop()
	packets, err := net.Dial("udp", "127.0.0.1:4048")
	if err != nil {
		return err
	}
	defer packets.Close()
	const scrolling = `{"priority":"critical","model":{"cycles":0,"frames":[{"icon":2867,"text":"a text that goes on ` +
		`and on over the stream"}]}}`
	if _, err := p.Call("POST", "/api/v2/device/notifications", scrolling); err != nil {
		return err
	}
	while, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	var all sync.WaitGroup
	all.Go(func() { streams(while, packets) })
	took := make([][]time.Duration, crowded)
	for i := range took {
		all.Go(func() { took[i] = polls(while, p, time.Duration(i)*time.Second/crowded) })
	}
	all.Wait()
	var polled []time.Duration
	for _, t := range took {
		polled = append(polled, t...)
	}
	r.Note("%d answers, p50 %.3f ms", len(polled), ms(quantile(polled, 0.5)))
	r.Figure("GET /api/v2/device, p99, with 20 clients that poll each second and a stream of 60 packets a second",
		ms(quantile(polled, 0.99)), "ms")
	late, err := readHistogram(p, "ledpost_frame_late_seconds")
	if err != nil {
		return err
	}
	r.Note("%d frames", late.count())
	r.Figure("the same run: lateness of a frame, p99.9", late.quantile(0.999), "ms")
	if _, err := p.Call("DELETE", "/api/v2/device/notifications", ""); err != nil {
		return err
	}
	shown, err := arrivals(ctx, p, packets)
	r.Note("%d packets, p50 %.3f ms", len(shown), ms(quantile(shown, 0.5)))
	r.Figure("a packet of a stream to the panel, p99 of 600", ms(quantile(shown, 0.99)), "ms")
	return err
}

// polls asks once a second, over a separate connection, and returns how long
// each answer took.
func polls(ctx context.Context, p *process.Process, first time.Duration) (took []time.Duration) {
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	time.Sleep(first)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for ctx.Err() == nil {
		req, err := http.NewRequest("GET", p.URL+"/api/v2/device", nil)
		if err != nil {
			return took
		}
		req.SetBasicAuth("dev", p.Key)
		begun := time.Now()
		if resp, err := client.Do(req); err == nil {
			var body bytes.Buffer
			body.ReadFrom(resp.Body)
			resp.Body.Close()
			took = append(took, time.Since(begun))
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	return took
}

// picture is a DDP packet of 37×8 pixels of one shade, without a sequence number: what
// streams and what arrivals send is one stream, in which a number that begins again
// would be late.
func picture(shade byte) []byte {
	p := append([]byte{0x41, 0, 0x0B, 1, 0, 0, 0, 0, 888 >> 8, 888 & 0xff}, make([]byte, 888)...)
	for i := 10; i < len(p); i++ {
		p[i] = shade
	}
	return p
}

// streams sends 60 pictures a second.
func streams(ctx context.Context, to net.Conn) {
	tick := time.NewTicker(time.Second / fps)
	defer tick.Stop()
	for n := 0; ctx.Err() == nil; n++ {
		to.Write(picture(byte(n)))
		<-tick.C
	}
}

// arrivals sends 600 pictures that differ and waits for each on the live picture,
// which the panel's loop feeds.
func arrivals(ctx context.Context, p *process.Process, to net.Conn) (took []time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, strings.Replace(p.URL, "http", "ws", 1)+"/live/frames",
		&websocket.DialOptions{Subprotocols: []string{"ledpost", "ledpost.key." + p.Key}})
	if err != nil {
		return nil, err
	}
	defer ws.CloseNow()
	lit := make(chan time.Time, 1)
	go follow(ctx, ws, lit)
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); time.Sleep(time.Second / fps) {
		to.Write(picture(40)) // until the stream has the panel and stands still
	}
	for n := range 600 {
		drain(lit)
		begun := time.Now()
		to.Write(picture(byte(80 + n%2*100)))
		at, err := after(lit, begun)
		if err != nil {
			return took, errors.Join(fmt.Errorf("packet %d", n), err)
		}
		took = append(took, at.Sub(begun))
		time.Sleep(time.Second/fps + rand.N(time.Second/fps)) // any phase of the loop
	}
	return took, nil
}

func drain(lit <-chan time.Time) {
	for {
		select {
		case <-lit:
		default:
			return
		}
	}
}
