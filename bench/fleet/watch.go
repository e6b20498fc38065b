// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"
)

// watch is Home Assistant's side: it hears what the devices say, and when.
type watch struct {
	client paho.Client
	n      int

	mu    sync.Mutex
	begun time.Time
	heard map[string]map[string]time.Duration // of a kind of topic, the first of each device
	some  chan struct{}                       // has room for one: something was heard
}

func listen(url string, n int) (*watch, error) {
	w := &watch{n: n, some: make(chan struct{}, 1)}
	w.reset()
	o := paho.NewClientOptions().AddBroker(url).SetClientID("watch").SetProtocolVersion(4)
	w.client = paho.NewClient(o)
	if t := w.client.Connect(); t.Wait() && t.Error() != nil {
		return nil, t.Error()
	}
	t := w.client.SubscribeMultiple(map[string]byte{
		"ledpost/+/availability": 0, "homeassistant/device/+/config": 0, "ledpost/+/result": 0,
	}, w.hear)
	t.Wait()
	return w, t.Error()
}

func (w *watch) hear(_ paho.Client, m paho.Message) {
	words := strings.Split(m.Topic(), "/")
	kind, device := words[len(words)-1], words[len(words)-2]
	w.mu.Lock()
	if w.heard[kind] == nil {
		w.heard[kind] = map[string]time.Duration{}
	}
	if _, ok := w.heard[kind][device]; !ok {
		w.heard[kind][device] = time.Since(w.begun)
	}
	w.mu.Unlock()
	select {
	case w.some <- struct{}{}:
	default:
	}
}

// reset forgets the messages; times begin.
func (w *watch) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begun, w.heard = time.Now(), map[string]map[string]time.Duration{}
}

// wait waits until every device has been heard on a kind of topic.
func (w *watch) wait(ctx context.Context, kind string) error {
	for {
		w.mu.Lock()
		heard := len(w.heard[kind])
		w.mu.Unlock()
		if heard == w.n {
			return nil
		}
		select {
		case <-w.some:
		case <-ctx.Done():
			return fmt.Errorf("%d of %d devices were heard on %s: %w", heard, w.n, kind, ctx.Err())
		}
	}
}

func (w *watch) publish(topic, payload string) { w.client.Publish(topic, 1, false, payload).Wait() }

// quantiles prints when the devices were heard.
func (w *watch) quantiles(what, kind string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var all []time.Duration
	for _, d := range w.heard[kind] {
		all = append(all, d)
	}
	slices.Sort(all)
	at := func(q float64) time.Duration { return all[int(q*float64(len(all)-1))].Round(time.Millisecond) }
	fmt.Printf("%s: p50 %v, p99 %v, last %v\n", what, at(0.5), at(0.99), at(1))
}

func (w *watch) close() { w.client.Disconnect(100) }
