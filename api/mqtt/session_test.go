// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"context"
	"crypto/tls"
	"errors"
	"image"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
)

// paper is a broker that writes down what it is told, in fake time.
type paper struct {
	panel  atomic.Pointer[image.RGBA] // what the panel shows
	mu     sync.Mutex
	dials  []time.Time
	refuse error         // what a dial answers
	takes  time.Duration // how long a dial that is refused takes
	lost   chan struct{} // of the connection
	heard  func(message) // takes what the broker sends
	told   []message
	hang   bool // it confirms nothing more
	closed int  // connections that the client has closed
}

func (p *paper) dial(_ context.Context, _ address, _ login, h hello) (conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dials = append(p.dials, time.Now())
	if refuse, takes := p.refuse, p.takes; refuse != nil {
		p.mu.Unlock()
		time.Sleep(takes)
		p.mu.Lock()
		return nil, refuse
	}
	p.lost, p.heard = make(chan struct{}), h.received
	return p, nil
}

func (p *paper) Subscribe(context.Context, []string) error { return nil }

func (p *paper) Publish(ctx context.Context, topic string, payload []byte, retained bool) error {
	p.mu.Lock()
	hang := p.hang
	if !hang {
		p.told = append(p.told, message{topic: topic, payload: payload, retained: retained})
	}
	p.mu.Unlock()
	if !hang {
		return nil
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(answering):
		return errSilent
	}
}

func (p *paper) Lost() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lost
}

func (p *paper) Err() error { return errEnded }

// Close implements conn.
func (p *paper) Close() { p.do(func() { p.closed++ }) }

// receive lets the client of the newest connection hear m. It returns when the
// client has taken it.
func (p *paper) receive(m message) {
	p.mu.Lock()
	heard := p.heard
	p.mu.Unlock()
	heard(m)
}

func (p *paper) do(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f()
}

// on returns the messages on a topic.
func (p *paper) on(topic string) (all []message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.told {
		if m.topic == topic {
			all = append(all, m)
		}
	}
	return all
}

// count is how many messages there were on a topic.
func (p *paper) count(topic string) int { return len(p.on(topic)) }

// inFakeTime runs f with a client on a broker of paper.
func inFakeTime(t *testing.T, p *paper, f func(*testing.T, *Client)) {
	synctest.Test(t, func(t *testing.T) {
		dev, objects, _ := newDevice(t)
		c := New(Config{Broker: "tcp://broker", Discovery: "homeassistant", Picture: true}, dev, objects,
			About{Version: "1.2.3"}, silent)
		c.dial = p.dial
		c.Portray(p.panel.Load)
		start(t, func(ctx context.Context) { _ = c.Run(ctx) })
		f(t, c)
	})
}

// TestBackoff: the attempts become rarer, each somewhere in the second half of
// its time, and begin again after a connection that lasted.
func TestBackoff(t *testing.T) {
	p := &paper{refuse: errors.New("nobody at home")}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(20 * time.Minute)
		var last time.Duration
		p.do(func() {
			for i, want := 1, firstDelay; i < len(p.dials); i, want = i+1, min(2*want, mostDelay) {
				if last = p.dials[i].Sub(p.dials[i-1]); last < want/2 || last > want {
					t.Errorf("attempt %d after %v, want %v to %v", i+1, last, want/2, want)
				}
			}
		})
		if last < mostDelay/2 || c.Err() == nil {
			t.Errorf("the last wait was %v, err %v", last, c.Err())
		}
		p.do(func() { p.refuse = nil })
		time.Sleep(2*mostDelay + steady)
		if c.Err() != nil {
			t.Fatal(c.Err())
		}
		before := 0
		p.do(func() { before = len(p.dials); close(p.lost) })
		time.Sleep(firstDelay)
		p.do(func() {
			if len(p.dials) != before+1 {
				t.Errorf("%d attempts in the first second after a connection that lasted", len(p.dials)-before)
			}
		})
	})
}

// TestReturn: whenever and however a broker was away, the device is connected again
// within 15 s of its return, and has not knocked too often meanwhile.
func TestReturn(t *testing.T) {
	const promise = 15 * time.Second
	for _, row := range []struct {
		why    string
		refuse error         // what an attempt ends with
		takes  time.Duration // and after how long
	}{
		{"its program has ended", errors.New("connection refused"), 0},
		{"its machine is off", errSilent, connecting},
	} {
		t.Run(row.why, func(t *testing.T) {
			p := &paper{}
			inFakeTime(t, p, func(t *testing.T, c *Client) {
				for _, away := range []time.Duration{0, 3 * time.Second, 10 * time.Second, 31 * time.Second, 2 * time.Minute,
					10 * time.Minute, 8*time.Hour + time.Second} {
					time.Sleep(2 * steady)
					before := 0
					p.do(func() { before = len(p.dials); p.refuse, p.takes = row.refuse, row.takes; close(p.lost) })
					time.Sleep(away)
					p.do(func() {
						if most := int(away/(mostDelay/2)) + 5; len(p.dials)-before > most {
							t.Errorf("away for %v: %d attempts, want at most %d", away, len(p.dials)-before, most)
						}
						p.refuse, p.takes = nil, 0 // an attempt that is under way is lost all the same
					})
					time.Sleep(promise)
					if c.Err() != nil {
						t.Errorf("away for %v: not connected %v after the return: %v", away, promise, c.Err())
					}
				}
			})
		})
	}
}

// TestPace: of many changes the broker hears two a second, and the last one.
func TestPace(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(time.Second)
		before := p.count(prefix + "/state/audio")
		for i := range 400 { // 4 s
			must.Get(c.dev.SetVolume(t.Context(), i%100+i/399))(t)
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(time.Second)
		if n := p.count(prefix+"/state/audio") - before; n < 7 || n > 10 {
			t.Errorf("%d messages of 400 changes in 4 s, want about 8", n)
		}
		if got := fields(t, string(p.lastOn(prefix+"/state/audio").payload))["volume"]; got != 100.0 {
			t.Errorf("the last message says %v, want 100", got)
		}
	})
}

// TestLux: the sensors tell the light as soon as it is known, as the status does; what
// flickers waits for the minute, and a lamp that is switched on does not.
func TestLux(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		last := func(topic string) any { return fields(t, string(p.lastOn(prefix+"/"+topic).payload))["lux"] }
		time.Sleep(slow / 2) // in the middle between two readings
		for _, row := range []struct{ set, want float64 }{{800, 800}, {820, 800}, {1200, 1200}, {0, 0}, {0.1, 0}, {2, 2}} {
			must.Do(t, c.dev.SetLux(t.Context(), row.set))
			time.Sleep(2 * interval)
			if got := last("state/sensors"); got != row.want {
				t.Errorf("after %v lx the sensors say %v, want %v", row.set, got, row.want)
			}
			if got := last("status"); got != row.set {
				t.Errorf("after %v lx the status says %v", row.set, got)
			}
		}
	})
}

// TestUptime: the sensors tell every minute how long the device runs.
func TestUptime(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(10*slow + time.Second)
		synctest.Wait()
		if last := fields(t, string(p.lastOn(prefix+"/state/sensors").payload))["uptime"]; last != (10 * slow).Seconds() {
			t.Errorf("after ten minutes it says %v", last)
		}
	})
}

// TestLinksAreClosed: a connection that is lost is closed before the next one begins.
func TestLinksAreClosed(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(time.Second)
		p.do(func() { close(p.lost) })
		time.Sleep(mostDelay)
		p.do(func() {
			if p.closed != 1 || len(p.dials) != 2 {
				t.Errorf("%d closed of %d", p.closed, len(p.dials))
			}
		})
	})
}

// TestErrorIsExplained: the status says what can be done about a broker that is not there.
func TestErrorIsExplained(t *testing.T) {
	p := &paper{refuse: syscall.ECONNREFUSED}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(time.Second)
		synctest.Wait()
		must.Fail(t, c.Err(), "nothing listens at the broker's address")
	})
}

// TestBirth: a Home Assistant that starts hears everything again, though not
// from the whole fleet at once.
func TestBirth(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(time.Second)
		config, state := "homeassistant/device/ledpost_"+serial+"/config", prefix+"/state/look"
		if p.count(config) != 1 || p.count(state) != 1 {
			t.Fatalf("at first %d of discovery, %d of state", p.count(config), p.count(state))
		}
		p.receive(message{topic: "homeassistant/status", payload: []byte("offline")})
		time.Sleep(6 * time.Second)
		if p.count(config) != 1 {
			t.Error("announced to a Home Assistant that goes")
		}
		p.receive(message{topic: "homeassistant/status", payload: []byte("online")})
		p.receive(message{topic: "homeassistant/status", payload: []byte("online")})
		synctest.Wait()
		if p.count(config) != 1 {
			t.Error("announced at once")
		}
		time.Sleep(c.spread)
		synctest.Wait()
		if p.count(config) != 2 || p.count(state) != 2 || p.count(prefix+"/availability") != 2 {
			t.Errorf("after its birth %d of discovery, %d of state", p.count(config), p.count(state))
		}
		p.receive(message{topic: "homeassistant/status", payload: []byte("online")})
		time.Sleep(c.spread + time.Second)
		if n := p.count(config); n != 3 {
			t.Errorf("after a second birth %d of discovery", n)
		}
	})
}

// TestHangingBroker: the device does what it should while the broker confirms
// nothing, the connection is given up, and what was too much is dropped.
func TestHangingBroker(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(time.Second)
		p.do(func() { p.hang = true })
		began := time.Now()
		for i := range 100 {
			must.Get(c.dev.SetVolume(t.Context(), i))(t)
			p.receive(message{topic: prefix + "/cmd/dismiss"})
			c.Button("left", "down")
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("the device waited %v for the broker", took)
		}
		if n := c.Counts(); n.Dropped == 0 || n.Dropped > 100-maxCommands {
			t.Errorf("%d dropped of 100, %d may wait", n.Dropped, maxCommands)
		}
		time.Sleep(answering + time.Second)
		if c.Err() == nil {
			t.Error("still connected")
		}
		p.do(func() { p.hang = false })
		time.Sleep(time.Minute)
		if c.Err() != nil {
			t.Error(c.Err())
		}
	})
}

// TestHeldBytes: large messages that wait are bounded by their bytes.
func TestHeldBytes(t *testing.T) {
	c := &Client{inbox: make(chan message, maxCommands), memory: budget.New(maxHeld)}
	for range 10 {
		c.receive(message{payload: make([]byte, 1<<20)})
	}
	if len(c.inbox) != maxHeld>>20 || c.dropped.Load() != 6 {
		t.Errorf("%d wait, %d dropped", len(c.inbox), c.dropped.Load())
	}
	c.drain()
	c.receive(message{topic: strings.Repeat("a", 1<<16), payload: make([]byte, maxHeld-1<<16+1)})
	if len(c.inbox) != 0 {
		t.Error("topics are not counted")
	}
	if c.memory.Held() != 0 || len(c.inbox) != 0 {
		t.Errorf("%d bytes held of nothing", c.memory.Held())
	}
}

// TestHeldBytesAreFreed: what has been handled makes room. A device that takes pictures of a
// megabyte each drops none of them, however many come one after the other.
func TestHeldBytesAreFreed(t *testing.T) {
	p := &paper{}
	inFakeTime(t, p, func(t *testing.T, c *Client) {
		time.Sleep(time.Minute)
		for range 3 * maxHeld >> 20 {
			p.receive(message{topic: prefix + "/cmd/draw", payload: make([]byte, 1<<20)})
			synctest.Wait()
		}
		if c.memory.Held() != 0 || c.Counts().Dropped != 0 {
			t.Errorf("%d bytes held, %d messages dropped", c.memory.Held(), c.Counts().Dropped)
		}
	})
}

// TestSilentBroker: somebody takes the connection and never says a word. The attempt ends
// in time for the promise of TestReturn.
func TestSilentBroker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		mute := opener(func(context.Context, address, *tls.Config) (net.Conn, error) {
			ours, theirs := net.Pipe()
			go func() {
				for p := make([]byte, 1000); ; {
					if _, err := theirs.Read(p); err != nil {
						return
					}
				}
			}()
			return ours, nil
		})
		began := time.Now()
		c, err := mute.dial(t.Context(), address{host: "broker:1883"}, login{}, hello{client: "x", in: newIntake()})
		if took := time.Since(began); c != nil || err == nil || took > connecting {
			t.Errorf("%v, %v after %v", c, err, took)
		}
		problem := (*Problem)(nil)
		if err := explain(err); !errors.As(err, &problem) || err.Error() != "mqtt: the broker does not answer" ||
			problem.Fix == "" {
			t.Errorf("said as %v", err)
		}
	})
}

// TestCheck: what is wrong with a table, and of which key.
func TestCheck(t *testing.T) {
	for _, row := range []struct{ name, key, want string }{
		{"off", "", ""},
		{"plain", "", ""},
		{"no scheme", "broker", `"broker:1883" is not tcp://HOST:PORT, tls://HOST:PORT or mdns`},
		{"other scheme", "broker", "ws:// is not known, want tcp:// or tls://"},
		{"a password in the address", "broker",
			"user and password do not belong in the address: use the keys user and password_file"},
		{"a password alone", "password_file", "a password needs a user too"},
		{"a certificate without a key", "cert", "cert and key_file go together"},
		{"a prefix with a wildcard", "prefix", `"a/#" has +, # or a $ at its beginning`},
		{"a prefix that ends", "prefix", `"a/" begins or ends with /`},
		{"a group with a slash", "groups", `"a/b" has a /`},
		{"an empty group", "groups", "0 bytes, want 1 to 128"},
	} {
		c := map[string]Config{
			"plain": {Broker: "tcp://10.0.0.1"}, "no scheme": {Broker: "broker:1883"}, "other scheme": {Broker: "ws://x"},
			"a password in the address": {Broker: "tcp://u:p@x"}, "a password alone": {PasswordFile: "x"},
			"a certificate without a key": {Cert: "x"}, "a prefix with a wildcard": {Prefix: "a/#"},
			"a prefix that ends":   {Prefix: "a/"},
			"a group with a slash": {Groups: []string{"a/b"}}, "an empty group": {Groups: []string{""}},
		}[row.name]
		err := c.Check()
		text := ""
		if err != nil {
			text = err.Error()
		}
		key := ""
		for _, e := range keyerr.Split(err) {
			key = keyerr.Key(e)
		}
		if text != row.want || key != row.key {
			t.Errorf("%s: %q of %q, want %q of %q", row.name, text, key, row.want, row.key)
		}
	}
}

// TestSecretsOfAFoundBroker: one that was found by itself gets no password but
// over TLS that the configured authority vouches for.
func TestSecretsOfAFoundBroker(t *testing.T) {
	dir := t.TempDir()
	files := authority(t, dir, "broker.local")
	secret := write(t, dir, "password", "hunter2\n")
	for _, row := range []struct {
		name string
		at   address
		ca   string
		want string
	}{
		{"named", address{host: "b:1883"}, "", "hunter2"},
		{"named, with TLS of the system's", address{host: "b:8883", secure: true}, "", "hunter2"},
		{"found", address{host: "b:1883", found: true}, files.ca, ""},
		{"found, with TLS of anybody", address{host: "b:8883", found: true, secure: true}, "", ""},
		{"found, with TLS that is verified", address{host: "b:8883", found: true, secure: true}, files.ca, "hunter2"},
	} {
		c := Config{User: "u", PasswordFile: secret, CA: row.ca}
		l, err := c.login(row.at)
		if err != nil || l.password != row.want || (l.user != "") != (row.want != "") {
			t.Errorf("%s: %q %q, %v", row.name, l.user, l.password, err)
		}
	}
}

// TestCertificateOfTheClient: it is shown to the broker that is named, and to one that was
// found only if the configured authority vouches for it: it says who the user is.
func TestCertificateOfTheClient(t *testing.T) {
	files := authority(t, t.TempDir(), "broker.local")
	for _, row := range []struct {
		name  string
		found bool
		ca    string
		want  int
	}{
		{"named", false, files.ca, 1}, {"named, with an authority of the system's", false, "", 1},
		{"found, with one that is verified", true, files.ca, 1}, {"found, of anybody", true, "", 0},
	} {
		c := Config{Cert: files.clientCert, KeyFile: files.clientKey, CA: row.ca}
		got, err := c.tls(address{host: "b:8883", secure: true, found: row.found})
		if err != nil || len(got.Certificates) != row.want || (got.RootCAs != nil) != (row.ca != "") {
			t.Errorf("%s: %v, %+v", row.name, err, got)
		}
	}
}
