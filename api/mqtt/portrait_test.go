// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"slices"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// TestPortrait: the panel as PNG, when it has changed, at most every 5 s, kept by nobody.
func TestPortrait(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		show := func(level uint8) {
			m := image.NewRGBA(image.Rect(0, 0, 37, 8))
			m.SetRGBA(3, 2, color.RGBA{level, 0, 0, 255})
			p.panel.Store(m)
		}
		count := func() int {
			synctest.Wait()
			return p.count(prefix + "/state/picture")
		}
		time.Sleep(20 * time.Second)
		if n := count(); n != 0 {
			t.Errorf("%d pictures of no panel", n)
		}
		for i := range 100 { // 10 s of changes
			show(uint8(i + 1))
			time.Sleep(100 * time.Millisecond)
		}
		if n := count(); n < 2 || n > 3 {
			t.Errorf("%d pictures in 10 s", n)
		}
		time.Sleep(6 * time.Second)
		before := count()
		time.Sleep(time.Minute)
		if n := count(); n != before {
			t.Errorf("%d pictures of a panel that stands still", n-before)
		}
		p.receive(message{topic: "homeassistant/status", payload: []byte(online)})
		time.Sleep(time.Minute)
		if n := count(); n != before+1 {
			t.Errorf("a Home Assistant that starts gets %d pictures", n-before)
		}
		last := p.lastOn(prefix + "/state/picture")
		m, err := png.Decode(bytes.NewReader(last.payload))
		if err != nil || last.retained {
			t.Fatal(err, last.retained)
		}
		if r, _, _, _ := m.At(8*3+7, 8*2).RGBA(); m.Bounds().Size() != image.Pt(37*8, 64) || r>>8 != 100 {
			t.Errorf("%v, %v", m.Bounds(), r>>8)
		}
	})
}

// TestNoPortrait: picture = false leaves it out, and takes the entity away.
func TestNoPortrait(t *testing.T) {
	c := &Client{}
	c.Portray(func() *image.RGBA { return nil })
	if c.panel != nil {
		t.Error("it is published")
	}
}

// TestPressByCommand: an event for each step of a press, with its source.
func TestPressByCommand(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(time.Second)
		p.receive(message{topic: prefix + "/cmd/press", payload: []byte("left")})
		p.receive(message{topic: prefix + "/cmd/press", payload: []byte("nothing")})
		time.Sleep(time.Second)
		var got []string
		for _, m := range p.on(prefix + "/event/button") {
			got = append(got, string(m.payload))
		}
		want := []string{
			`{"button":"left","event":"down","source":"command"}`, `{"button":"left","event":"up","source":"command"}`,
			`{"button":"left","event":"click","source":"command"}`,
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q", got)
		}
	})
}

// greeted is a guest that notes what it obeys.
type greeted struct{ topics chan string }

func (greeted) Topics() []string { return nil }

func (g greeted) Obey(_ context.Context, topic string, _ []byte, _ bool) { g.topics <- topic }

func (greeted) Serve(ctx context.Context, _ func(context.Context, string, []byte, bool) error) error {
	<-ctx.Done()
	return nil
}

// TestGuestHearsBirth: the guest hears that Home Assistant has started, to announce itself.
func TestGuestHearsBirth(t *testing.T) {
	p := &paper{}
	synctest.Test(t, func(t *testing.T) {
		dev, objects, _ := newDevice(t)
		c := New(Config{Broker: "tcp://broker", Discovery: "homeassistant"}, dev, objects, About{}, silent)
		c.dial = p.dial
		g := greeted{make(chan string, 8)}
		c.Invite(g)
		start(t, func(ctx context.Context) { _ = c.Run(ctx) })
		time.Sleep(time.Second)
		p.receive(message{topic: "homeassistant/status", payload: []byte("online")})
		time.Sleep(10 * time.Second)
		if len(g.topics) != 1 || <-g.topics != "homeassistant/status" {
			t.Error("the guest heard nothing of it")
		}
	})
}

// TestFirstStateIsTrue: the first message of a new connection says what shows now, not that
// nothing does: whoever watches it would see the device go dark at each connection.
func TestFirstStateIsTrue(t *testing.T) {
	p := &paper{refuse: syscall.ECONNREFUSED} // until the device shows something
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(time.Second)
		p.do(func() { p.refuse = nil })
		time.Sleep(time.Minute)
		synctest.Wait()
		told := p.on(prefix + "/state/sensors")
		if len(told) == 0 {
			t.Fatal("no state is published")
		}
		if first := fields(t, string(told[0].payload)); first["widget"] == "" || first["app"] == "" {
			t.Errorf("the first message says that nothing shows: %s", told[0].payload)
		}
	})
}
