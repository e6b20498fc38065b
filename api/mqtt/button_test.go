// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"testing"
)

// TestButtons: what happens to the device's buttons is published, in order, and
// kept by no broker.
func TestButtons(t *testing.T) {
	dev, objects, _ := newDevice(t)
	h := newHub(t)
	c := New(Config{Broker: h.url}, dev, objects, About{}, silent)
	start(t, func(ctx context.Context) { _ = c.Run(ctx) })
	h.await(t, prefix+"/availability", 0, holds("online"))
	until(t, "it knows that it is connected", func() bool { return c.Err() == nil }) // a moment after it has said so
	for _, kind := range []string{"press", "release"} {
		c.Button("action", kind)
	}
	h.await(t, prefix+"/event/button", 0, holds(`{"button":"action","event":"press","source":"button"}`))
	h.await(t, prefix+"/event/button", 1, holds(`{"button":"action","event":"release","source":"button"}`))
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.seen {
		if p.TopicName == prefix+"/event/button" && p.FixedHeader.Retain {
			t.Error("an event is retained")
		}
	}
}
