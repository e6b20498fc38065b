// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/eclipse/paho.mqtt.golang/packets"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/internal/must"
)

// dialHub connects to a broker without a session of ours.
func dialHub(t *testing.T, h *hub, will string) *pahoConn {
	t.Helper()
	a, err := parseBroker(h.url)
	must.Do(t, err)
	c, err := opener(overTCP).dial(t.Context(), a, login{},
		hello{client: "ledpost-test", will: will, received: func(message) {}, in: newIntake()})
	must.Do(t, err)
	return c.(*pahoConn)
}

// kept is what the broker has kept of a topic.
func (h *hub) kept(topic string) string {
	for _, p := range h.Topics.Messages(topic) {
		return string(p.Payload)
	}
	return ""
}

// TestLoss: whoever loses the broker is told why, and the library neither connects again by
// itself nor waits longer than the session does.
func TestLoss(t *testing.T) {
	h := newHub(t)
	c := dialHub(t, h, "led/availability")
	client, ok := h.Clients.Get("ledpost-test")
	if !ok {
		t.Fatal("the broker does not know the client")
	}
	if r := c.client.OptionsReader(); r.AutoReconnect() || r.ConnectRetry() || r.KeepAlive() != 30*time.Second ||
		r.PingTimeout() != patience || !r.Order() {
		t.Errorf("reconnects %v, retries %v, keeps alive every %v", r.AutoReconnect(), r.ConnectRetry(), r.KeepAlive())
	}
	must.Do(t, client.Net.Conn.Close()) // after Stop the broker may forget the will
	select {
	case <-c.Lost():
	case <-time.After(30 * time.Second):
		t.Fatal("the loss is not noticed")
	}
	if err := c.Err(); err == nil || errors.Is(err, errEnded) {
		t.Errorf("no reason is known: %v", err)
	}
	until(t, "will, which the broker keeps", func() bool { return h.kept("led/availability") == offline })
}

// TestClosed: a connection that is closed on purpose leaves no will.
func TestClosed(t *testing.T) {
	h := newHub(t)
	c := dialHub(t, h, "led/availability")
	must.Do(t, c.Publish(t.Context(), "led/availability", []byte(online), true))
	c.Close()
	until(t, "end of the connection", func() bool {
		client, ok := h.Clients.Get("ledpost-test")
		return !ok || client.Closed()
	})
	if got := h.kept("led/availability"); got != online {
		t.Errorf("the broker keeps %q", got)
	}
}

// TestSilentBrokerIsLeft: a connection that nobody answers is given up as soon as the device
// no longer waits for it.
func TestSilentBrokerIsLeft(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must.Do(t, err)
	defer l.Close()
	ended := make(chan time.Time, 1)
	begun := make(chan struct{})
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		close(begun)
		_, _ = io.Copy(io.Discard, c)
		ended <- time.Now()
	}()
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-begun; cancel() }()
	asked := time.Now()
	_, err = opener(overTCP).dial(ctx, address{host: l.Addr().String()}, login{},
		hello{client: "x", received: func(message) {}, in: newIntake()})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if at := <-ended; at.Sub(asked) > connecting/2 {
		t.Errorf("it is left after %v", at.Sub(asked))
	}
}

// TestUnaskedAnswers: whatever a broker answers to the subscription, the device lives, and
// says why it left.
func TestUnaskedAnswers(t *testing.T) {
	for _, row := range []struct {
		name   string
		answer []byte
		want   error
	}{
		{"a code for the filter", []byte{0x90, 3, 0, 1, 1}, nil},
		{"more codes than filters", []byte{0x90, 5, 0, 1, 1, 1, 1}, errUnasked},
		{"a message with QoS 2", []byte{0x34, 6, 0, 1, 'a', 0, 7, 'x'}, errUnasked},
		{"no end to the length", []byte{0x90, 0xff, 0xff, 0xff, 0xff, 1}, errMalformed},
	} {
		ours, theirs := net.Pipe()
		go func() {
			defer theirs.Close()
			_, _ = packets.ReadPacket(theirs)                  // CONNECT
			_, _ = theirs.Write([]byte{connack << 4, 2, 0, 0}) // taken
			_, _ = packets.ReadPacket(theirs)                  // SUBSCRIBE
			_, _ = theirs.Write(row.answer)
			_, _ = io.Copy(io.Discard, theirs)
		}()
		over := opener(func(context.Context, address, *tls.Config) (net.Conn, error) { return ours, nil })
		c, err := over.dial(t.Context(), address{host: "x:1"}, login{},
			hello{client: "x", received: func(message) {}, in: newIntake()})
		must.Do(t, err)
		if err := c.Subscribe(t.Context(), []string{"a"}); row.want == nil && err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
		if row.want == nil {
			c.Close()
			continue
		}
		<-c.Lost()
		if err := c.Err(); !errors.Is(err, row.want) {
			t.Errorf("%s: %v, want %v", row.name, err, row.want)
		}
	}
}

// TestFarewell: a device that ends says that it is away, and the broker keeps that for
// whoever asks later.
func TestFarewell(t *testing.T) {
	h := newHub(t)
	dev, objects, _ := newDevice(t)
	c := New(Config{Broker: h.url}, dev, objects, About{Version: "1.2.3", Port: 8080}, silent)
	stop := must.Run(t, c.Run)
	until(t, "message that it is there", func() bool { return h.kept(prefix+"/availability") == online })
	h.say(t, prefix+"/cmd/volume", `{"volume":30}`)
	until(t, "one message is counted", func() bool { return c.Counts().Received == 1 })
	stop()
	if got := h.kept(prefix + "/availability"); got != offline {
		t.Errorf("the broker keeps %q", got)
	}
}

// TestPageOfTheDevice: Home Assistant links to the page where there is an address and a port.
func TestPageOfTheDevice(t *testing.T) {
	dev, objects, _ := newDevice(t)
	for _, row := range []struct {
		name, ip string
		port     int
		want     any
	}{
		{"an address", "192.168.1.9", 8080, "http://192.168.1.9:8080/"},
		{"IPv6", "2001:db8::1", 80, "http://[2001:db8::1]:80/"},
		{"no network", "", 8080, nil},
		{"not yet", "0.0.0.0", 8080, nil},
		{"no page", "192.168.1.9", 0, nil},
	} {
		s := &session{Client: New(Config{Broker: "tcp://broker"}, dev, objects, About{Port: row.port}, silent)}
		var from source
		from.fields.Wifi.IP = row.ip
		if got := s.discovery(from)["device"].(map[string]any)["configuration_url"]; got != row.want {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

// TestColourIsOffered where the panel has colours.
func TestColourIsOffered(t *testing.T) {
	dev, objects, _ := newDevice(t)
	s := &session{Client: New(Config{Broker: "tcp://broker"}, dev, objects, About{}, silent)}
	for kind, want := range map[string]bool{"color": true, "mixed": true, "monochrome": false, "": false} {
		var from source
		from.fields.Display.Type = kind
		if _, ok := s.light(from)["rgb_command_topic"]; ok != want {
			t.Errorf("%q: %v", kind, ok)
		}
	}
}

// TestPictureIsWithdrawn: the picture of a device that no longer publishes it goes from Home
// Assistant, which a component with nothing but its platform says.
func TestPictureIsWithdrawn(t *testing.T) {
	dev, objects, _ := newDevice(t)
	s := &session{Client: New(Config{Broker: "tcp://broker"}, dev, objects, About{}, silent)}
	picture, ok := s.discovery(source{})["components"].(map[string]entity)["picture"]
	if !ok || len(picture) != 1 || picture["platform"] != "image" {
		t.Errorf("%v (known: %v)", picture, ok)
	}
}

// TestReadings: the light is told each minute as it is, and in between only when it has
// changed as much as an eye sees.
func TestReadings(t *testing.T) {
	s := &session{Client: &Client{}}
	for _, row := range []struct {
		name  string
		now   device.Status
		every bool // the minute is over
		want  float64
	}{
		{"the first", device.Status{Light: true, Lux: 100}, false, 100},
		{"a little more", device.Status{Light: true, Lux: 101}, false, 100},
		{"a minute later", device.Status{Light: true, Lux: 101}, true, 101},
		{"much less", device.Status{Light: true, Lux: 10}, false, 10},
		{"the sensor is away", device.Status{}, false, -1},
		{"a minute later it still is", device.Status{}, true, -1},
	} {
		if s.status = row.now; row.every {
			s.read()
		} else {
			s.glance()
		}
		got := -1.0
		if s.slow.lux != nil {
			got = *s.slow.lux
		}
		if got != row.want {
			t.Errorf("%s: %v, want %v", row.name, got, row.want)
		}
	}
}

// TestTopicLengths: the longest prefix is taken, and one byte more is not.
func TestTopicLengths(t *testing.T) {
	for n, want := range map[int]bool{0: false, 1: true, maxTopic: true, maxTopic + 1: false} {
		if err := checkTopic(strings.Repeat("x", n)); (err == nil) != want {
			t.Errorf("%d bytes: %v", n, err)
		}
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
