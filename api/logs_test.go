// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/ledpost/ledpost/internal/logtail"
)

// TestLog: the lines kept, then each new one, in order; a client that does not read
// is disconnected, and delays nobody.
func TestLog(t *testing.T) {
	tail := logtail.New()
	log := slog.New(tail.Handler(slog.NewTextHandler(io.Discard, nil)))
	r := newRig(t, func(s *setup) { s.lines = tail })
	address := running(t, r)
	log.Info("before", "url", "http://a:b@c/")
	c := openSocket(t, address, "/live/log", basicHeader())
	for i := range 3 {
		var l logtail.Line
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		_, body, err := c.Read(ctx)
		cancel()
		if err != nil || json.Unmarshal(body, &l) != nil {
			t.Fatalf("%v: %s", err, body)
		}
		if want := []string{"before", "after 1", "after 2"}[i]; l.Message != want || l.Number != uint64(i+1) ||
			l.Level != "info" {
			t.Errorf("%+v, want %s", l, want)
		}
		if i == 0 && l.Attrs["url"] != "http://c/***" {
			t.Errorf("a password is told: %v", l.Attrs)
		}
		log.Info(fmt.Sprint("after ", i+1))
	}
}

// TestLogDropsSlowClients: one that has missed lines hears so.
func TestLogDropsSlowClients(t *testing.T) {
	tail := logtail.New()
	log := slog.New(tail.Handler(slog.NewTextHandler(io.Discard, nil)))
	r := newRig(t, func(s *setup) { s.lines = tail })
	address := running(t, r)
	c := openSocket(t, address, "/live/log", basicHeader())
	ended := make(chan error, 1)
	go func() {
		for {
			if _, _, err := c.Read(t.Context()); err != nil {
				ended <- err
				return
			}
		}
	}()
	deadline := time.After(time.Minute)
	for { // as fast as it can, until the server has fallen behind
		for range 2 * logtail.Lines {
			log.Info("line")
		}
		select {
		case err := <-ended:
			if got := websocket.CloseStatus(err); got != websocket.StatusTryAgainLater {
				t.Errorf("closed with %v (%v), want %v", got, err, websocket.StatusTryAgainLater)
			}
			return
		case <-deadline:
			t.Fatal("a client that missed lines was not disconnected")
		default:
		}
	}
}
