// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/must"
)

// subscriber is a client whose broker agrees to everything.
type subscriber struct{ paho.Client }

func (subscriber) SubscribeMultiple(map[string]byte, paho.MessageHandler) paho.Token {
	return &paho.SubscribeToken{}
}

// TestLostConnection: what is asked of a connection that was lost fails with the reason
// that it was lost for; one that was ended has a reason, too.
func TestLostConnection(t *testing.T) {
	c := &pahoConn{client: subscriber{}, lost: make(chan struct{})}
	if err := c.Err(); !errors.Is(err, errEnded) {
		t.Errorf("no reason is known: %v", err)
	}
	gone := errors.New("the broker was switched off")
	c.err.Store(&gone)
	close(c.lost)
	if err := c.Subscribe(t.Context(), []string{"ledpost/cmd/#"}); !errors.Is(err, gone) {
		t.Errorf("subscribing: %v, want %v", err, gone)
	}
}

// TestFilters: what a session subscribes to.
func TestFilters(t *testing.T) {
	for _, row := range []struct {
		why  string
		cfg  Config
		want []string
	}{
		{"its own commands", Config{Prefix: "led"}, []string{"led/cmd/#"}},
		{"those of its groups", Config{Prefix: "led", Groups: []string{"hall"}},
			[]string{"led/cmd/#", groupTopic("hall") + "#"}},
		{"Home Assistant's start, after which everything is published again",
			Config{Prefix: "led", Discovery: "homeassistant"}, []string{"led/cmd/#", "homeassistant/status"}},
	} {
		if got := (&session{Client: &Client{cfg: row.cfg}}).filters(); !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// TestLongText: of a text that is longer than any notification the beginning shows.
func TestLongText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dev, objects, _ := newDevice(t)
		s := &session{Client: New(Config{Broker: "tcp://broker"}, dev, objects, About{}, silent)}
		must.Get(s.notify(t.Context(), []byte(strings.Repeat("x", 100*note.MaxText))))(t)
		items, err := dev.Queue(t.Context())
		if err != nil || len(items) != 1 {
			t.Fatalf("%d notifications, %v", len(items), err)
		}
		if text := items[0].Frames[0].Text[0].Text; !strings.HasPrefix(text, strings.Repeat("x", note.MaxText-1)) {
			t.Errorf("%d bytes of the text show", len(text))
		}
	})
}

// TestConnectedIsLogged: the log says to which broker the device is connected.
func TestConnectedIsLogged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		dev, objects, _ := newDevice(t)
		c := New(Config{Broker: "tcp://broker"}, dev, objects, About{}, slog.New(slog.NewTextHandler(&log, nil)))
		c.dial = (&paper{}).dial
		start(t, func(ctx context.Context) { _ = c.Run(ctx) })
		time.Sleep(time.Second)
		synctest.Wait()
		if said := log.String(); !strings.Contains(said, `"connected to the MQTT broker" broker=tcp://broker`) {
			t.Error(said)
		}
	})
}

// TestFailuresAreLoggedOnce: a broker that stays away for days is one line of the log, and
// another reason another line.
func TestFailuresAreLoggedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		p := &paper{refuse: syscall.ECONNREFUSED}
		dev, objects, _ := newDevice(t)
		c := New(Config{Broker: "tcp://broker"}, dev, objects, About{}, slog.New(slog.NewTextHandler(&log, nil)))
		c.dial = p.dial
		start(t, func(ctx context.Context) { _ = c.Run(ctx) })
		for i, refuse := range []error{syscall.ECONNREFUSED, errSilent} {
			p.do(func() { p.refuse = refuse })
			time.Sleep(time.Hour)
			synctest.Wait()
			if n := strings.Count(log.String(), "no connection to the MQTT broker"); n != i+1 {
				t.Errorf("%v: %d lines after %d hours:\n%s", refuse, n, i+1, log.String())
			}
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
		p.do(func() {
			for _, m := range p.told {
				if m.topic == prefix+"/state/sensors" {
					if first := fields(t, string(m.payload)); first["widget"] == "" || first["app"] == "" {
						t.Errorf("the first message says that nothing shows: %s", m.payload)
					}
					return
				}
			}
			t.Error("no state is published")
		})
	})
}
