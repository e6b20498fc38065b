// SPDX-License-Identifier: Apache-2.0

package recipes

import (
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/hooks/auth"
	"github.com/mochi-mqtt/server/v2/listeners"
	"github.com/mochi-mqtt/server/v2/packets"

	"github.com/ledpost/ledpost/internal/must"
)

// hub runs a broker at an address. What publish sends has to be answered by a device
// with success, once it is there.
func hub(t *testing.T) (address string, publish func(t *testing.T, topic, payload string)) {
	t.Helper()
	hub := broker.New(&broker.Options{InlineClient: true, Logger: slog.New(slog.DiscardHandler)})
	must.Do(t, hub.AddHook(new(auth.AllowHook), nil))
	tcp := listeners.NewTCP(listeners.Config{ID: "tcp", Address: "127.0.0.1:0"})
	must.Do(t, hub.AddListener(tcp))
	must.Do(t, hub.Serve())
	t.Cleanup(func() { _ = hub.Close() })
	there, results := make(chan struct{}, 8), make(chan []byte, 8)
	subscribe := func(topic string, id int, got func(payload []byte)) {
		must.Do(t, hub.Subscribe(topic, id, func(_ *broker.Client, _ packets.Subscription, p packets.Packet) { got(p.Payload) }))
	}
	subscribe("ledpost/SERIAL/availability", 1, func(payload []byte) {
		if string(payload) == "online" {
			there <- struct{}{}
		}
	})
	subscribe("ledpost/SERIAL/result", 2, func(payload []byte) { results <- payload })
	waited := false
	return tcp.Address(), func(t *testing.T, topic, payload string) {
		t.Helper()
		if !waited {
			wait(t, there, "the device on the broker")
			waited = true
		}
		must.Do(t, hub.Publish(topic, []byte(payload), false, 1))
		said := wait(t, results, "the result of "+topic)
		var result struct {
			OK bool `json:"ok"`
		}
		if err := json.Unmarshal(said, &result); err != nil || !result.OK {
			t.Errorf("%s %s: %s, %v", topic, payload, said, err)
		}
	}
}

// wait waits for something, also on a machine that has other work.
func wait[T any](t *testing.T, c <-chan T, what string) (got T) {
	t.Helper()
	select {
	case got = <-c:
	case <-time.After(2 * time.Minute):
		t.Fatalf("no %s", what)
	}
	return got
}
