// SPDX-License-Identifier: Apache-2.0

package improv

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/onboard/nm"
)

// client is a client with a device whose owner presses after ten seconds, if at all.
type client struct {
	*service
	mu         sync.Mutex
	values     map[characteristic][]byte
	identified int
	asked      int
}

func (c *client) do(f func()) { c.mu.Lock(); defer c.mu.Unlock(); f() }

// is returns a value once nothing happens any more.
func (c *client) is(v characteristic) (value []byte) {
	synctest.Wait()
	c.do(func() { value = c.values[v] })
	return value
}

// story runs f with a client of a new service.
func story(t *testing.T, presses bool, f func(*testing.T, *client)) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		c := &client{values: map[characteristic][]byte{}}
		c.service = newService(ctx, Options{
			Networks: []nm.Network{{SSID: "home", Signal: 80}, {SSID: "cafe", Signal: 20, Open: true}},
			Authorize: func(ctx context.Context) bool {
				c.do(func() { c.asked++ })
				select {
				case <-time.After(10 * time.Second):
					return presses
				case <-ctx.Done():
					return false
				}
			},
			Join: func(_ context.Context, to nm.Credentials) error {
				time.Sleep(5 * time.Second)
				if to.Password != "correct horse" {
					return nm.ErrPassword
				}
				return nil
			},
			Identify: func() { c.do(func() { c.identified++ }) },
			Info:     [4]string{"ledpost", "1.2", "arm64", "lamp"},
			Hostname: func() string { return "drill" },
			Rename:   func(context.Context, string) error { return nil },
			URL:      func(context.Context) string { return "http://192.0.2.7/" },
		}, func(v characteristic, value []byte) { c.do(func() { c.values[v] = value }) })
		f(t, c)
		cancel()
		c.end()
	})
}

// TestJoinOverBluetooth: a press, a wrong password, the right one.
func TestJoinOverBluetooth(t *testing.T) {
	story(t, true, func(t *testing.T, c *client) {
		c.write(packet(cmdJoin, "\x04home\x0dcorrect horse"))
		if got := c.is(errorValue); got[0] != errorRefused {
			t.Errorf("before the press: error %d", got)
		}
		c.client() // another one does not make it ask again
		time.Sleep(11 * time.Second)
		if got := c.is(stateValue); got[0] != stateOpen || c.asked != 1 {
			t.Fatalf("after the press: state %d, asked %d times", got, c.asked)
		}
		wrong := packet(cmdJoin, "\x04home\x0bwrong horse")
		c.write(wrong[:7])
		c.write(wrong[7:]) // in two packets
		if got := c.is(stateValue); got[0] != stateTrying {
			t.Errorf("state %d", got)
		}
		time.Sleep(6 * time.Second)
		if state, code := c.is(stateValue), c.is(errorValue); state[0] != stateOpen || code[0] != errorJoin {
			t.Errorf("a wrong password: state %d, error %d", state, code)
		}
		c.write(packet(cmdJoin, "\x04home\x0dcorrect horse"))
		time.Sleep(6 * time.Second)
		if state, url := c.is(stateValue),
			c.is(resultValue); state[0] != stateJoined || !slices.Equal(url, result(cmdJoin, 1, "http://192.0.2.7/")) {
			t.Errorf("state %d, result %q", state, url)
		}
		time.Sleep(2 * authorizedFor)
		if got := c.is(stateValue); got[0] != stateJoined {
			t.Errorf("later: state %d", got)
		}
	})
}

// TestAuthorizationEnds: after a minute; and nobody is asked for ever.
func TestAuthorizationEnds(t *testing.T) {
	story(t, true, func(t *testing.T, c *client) {
		c.client()
		time.Sleep(11*time.Second + authorizedFor)
		if got := c.is(stateValue); got[0] != stateAsk {
			t.Errorf("state %d", got)
		}
	})
	story(t, false, func(t *testing.T, c *client) {
		for range 3 * maxAsks {
			c.client()
			time.Sleep(11 * time.Second)
		}
		if c.is(stateValue); c.asked != maxAsks {
			t.Errorf("asked %d times, want %d", c.asked, maxAsks)
		}
	})
}

// TestCommands: what needs no press, and what does.
func TestCommands(t *testing.T) {
	for _, row := range []struct {
		why    string
		packet []byte
		open   bool
		code   byte
		result []byte
	}{
		{"identify", packet(cmdIdentify, ""), false, errorNone, nil},
		{"device info", packet(cmdInfo, ""), false, errorNone, result(cmdInfo, 1, "ledpost", "1.2", "arm64", "lamp")},
		{"scan", packet(cmdScan, ""), false, errorNone, result(cmdScan, 3, "home", "-60", "WPA2", "cafe", "-90", "NO")},
		{"host name", packet(cmdHostname, ""), false, errorNone, result(cmdHostname, 1, "drill")},
		{"another host name, without a press", packet(cmdHostname, "led"), false, errorRefused, nil},
		{"another host name", packet(cmdHostname, "led-2"), true, errorNone, result(cmdHostname, 1, "led-2")},
		{"a bad host name", packet(cmdHostname, "-led"), true, errorHostname, nil},
		{"an unknown command", packet(99, ""), false, errorUnknown, nil},
		{"data where none belongs", packet(cmdScan, "x"), false, errorPacket, nil},
		{"a wrong sum", []byte{cmdScan, 0, 9}, false, errorPacket, nil},
	} {
		t.Run(row.why, func(t *testing.T) {
			story(t, true, func(t *testing.T, c *client) {
				if row.open {
					c.client()
					time.Sleep(11 * time.Second)
				}
				c.write(row.packet)
				if code, got := c.is(errorValue), c.is(resultValue); code[0] != row.code || !slices.Equal(got, row.result) {
					t.Errorf("error %d, result %q", code, got)
				}
				if identified := c.identified == 1; identified != (row.packet[0] == cmdIdentify) {
					t.Error("identified", c.identified)
				}
			})
		})
	}
}

// TestAfterTheEnd: a client that comes while the service ends starts nothing.
func TestAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := newService(ctx, Options{
		Authorize: func(context.Context) bool { t.Error("a press is asked for"); return false },
		Identify:  func() { t.Error("a command is performed") },
	}, func(characteristic, []byte) {})
	s.end()
	s.client()
	s.write([]byte{cmdIdentify, 0, cmdIdentify})
	s.running.Wait()
}
