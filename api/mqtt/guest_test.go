// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
)

// guest is one that says what it hears.
type guest struct {
	mu     sync.Mutex
	heard  []string
	served int
	fails  bool // it ends the first time that it is served
}

func (g *guest) Topics() []string { return []string{"guest/+", "guest/more/#"} }

func (g *guest) Obey(_ context.Context, topic string, payload []byte, retained bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.heard = append(g.heard, fmt.Sprintf("%s %s %v", topic, payload, retained))
}

func (g *guest) Serve(ctx context.Context, publish func(context.Context, string, []byte, bool) error) error {
	g.mu.Lock()
	g.served++
	fails := g.fails && g.served == 1
	g.mu.Unlock()
	if fails {
		return errors.New("no more")
	}
	if err := publish(ctx, "guest/says/hello", []byte("hi"), true); err != nil {
		return err
	}
	<-ctx.Done()
	return ctx.Err()
}

func (g *guest) all() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return fmt.Sprint(g.heard)
}

// count returns how many messages it has heard.
func (g *guest) count() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.heard)
}

// withGuest runs a client with g.
func withGuest(t *testing.T, h *hub, g *guest) *Client {
	dev, objects, _ := newDevice(t)
	c := New(Config{Broker: h.url}, dev, objects, About{}, silent)
	c.Invite(g)
	start(t, func(ctx context.Context) { _ = c.Run(ctx) })
	return c
}

// TestGuest has its topics on the connection, and the device has its own.
func TestGuest(t *testing.T) {
	h, g := newHub(t), new(guest)
	c := withGuest(t, h, g)
	h.await(t, "guest/says/hello", 0, holds("hi"))
	until(t, "connection", func() bool { return c.Err() == nil })
	h.say(t, "guest/a", "1")
	h.say(t, "guest/more/b/c", "2")
	h.say(t, prefix+"/cmd/dismiss", "")
	h.await(t, prefix+"/result", 0, holds(`"ok":true`))
	until(t, "the guest has heard both", func() bool { return g.all() == "[guest/a 1 false guest/more/b/c 2 false]" })
}

// TestGuestEnds: one that cannot go on ends the connection, and is served again.
func TestGuestEnds(t *testing.T) {
	h, g := newHub(t), &guest{fails: true}
	withGuest(t, h, g)
	h.await(t, "guest/says/hello", 0, holds("hi"))
}
