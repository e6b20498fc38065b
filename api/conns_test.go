// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/must"
)

// Limits of connections, docs/decisions.md 10.
const maxConns, maxPeerConns, maxRefused = 256, 64, 16

// hold makes n connections of an address on which request was answered.
func hold(t *testing.T, p *pipes, addr, request string, n int) (held []net.Conn) {
	t.Helper()
	for range n {
		c := p.dial(addr)
		if resp, body := exchange(t, c, request); resp.StatusCode != http.StatusOK {
			t.Fatalf("connection %d of %s: %d %s", len(held), addr, resp.StatusCode, body)
		}
		held = append(held, c)
	}
	return held
}

// works reports whether a connection still answers.
func works(c net.Conn, request string) bool {
	go io.WriteString(c, request)
	resp, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err == nil {
		_, err = io.Copy(io.Discard, resp.Body)
	}
	return err == nil && resp.StatusCode == http.StatusOK
}

// TestNobodyIsLockedOut: whoever has no key, however many connections and
// addresses they hold, keeps out nobody who has.
func TestNobodyIsLockedOut(t *testing.T) {
	for _, c := range []struct {
		name      string
		strangers []string // 64 connections each
		owner     string
	}{
		{"four IPv4 addresses", []string{"192.0.2.1:1", "192.0.2.2:1", "192.0.2.3:1", "192.0.2.4:1"}, "192.0.2.99:1"},
		{"the owner's own address", []string{"192.0.2.1:1"}, "192.0.2.1:2"},
		{"an IPv6 network", []string{"[2001:db8::1]:1"}, "[2001:db8::2]:1"},
		{"many IPv6 networks",
			[]string{"[2001:db8:0:1::1]:1", "[2001:db8:0:2::1]:1", "[2001:db8:0:3::1]:1", "[2001:db8:0:4::1]:1"},
			"[2001:db8:0:5::2]:1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			served(t, func(t *testing.T, r *rig, plain, secure *pipes, _ context.CancelFunc) {
				for _, s := range c.strangers {
					hold(t, plain, s, getHealth, maxPeerConns)
				}
				for i := range maxPeerConns {
					var conn net.Conn
					if i == 0 {
						conn = tls.Client(secure.dial(c.owner), &tls.Config{InsecureSkipVerify: true})
					} else {
						conn = plain.dial(c.owner)
					}
					if resp, body := exchange(t, conn, getIndex); resp.StatusCode != http.StatusOK {
						t.Fatalf("the owner's connection %d: %d %s", i, resp.StatusCode, body)
					}
					if i == 0 {
						conn.Close() // the end of the server would wait for somebody to read TLS's farewell
					}
				}
				if n := r.door.Open(); n > maxConns {
					t.Errorf("%d connections", n)
				}
			})
		})
	}
}

// TestWhoMakesWay: with 256 places taken, which connection a new one replaces.
func TestWhoMakesWay(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, _ *pipes, _ context.CancelFunc) {
		keyed := hold(t, plain, "192.0.2.1:1", getIndex, maxPeerConns)
		friends := hold(t, plain, "192.0.2.2:1", getIndex, 1)
		friends = append(friends, hold(t, plain, "192.0.2.2:2", getHealth, 30)...)
		few := hold(t, plain, "192.0.2.3:1", getHealth, 10)
		many := hold(t, plain, "192.0.2.4:1", getHealth, 60)
		var others []net.Conn
		for i := range maxConns - 64 - 31 - 10 - 60 {
			others = append(others, hold(t, plain, fmt.Sprintf("198.51.100.%d:1", i), getHealth, 1)...)
		}
		hold(t, plain, "192.0.2.5:1", getHealth, 1)
		synctest.Wait()
		gone := map[net.Conn]bool{}
		for _, c := range slices.Concat(keyed, friends, few, many, others) {
			if !works(c, getHealth) {
				gone[c] = true
			}
		}
		if len(gone) != 1 || !gone[many[0]] {
			t.Errorf("%d made way, the oldest of the address with most of them: %v", len(gone), gone[many[0]])
		}
	})
}

// TestTooMany: connections of the owner make way for no client but the owner.
func TestTooMany(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, secure *pipes, _ context.CancelFunc) {
		bell := getWith(r.made("bell", keys.ScopeControl))
		refused := func(conn net.Conn, request, want, why string) {
			t.Helper()
			resp, body := exchange(t, conn, request)
			if resp.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body, want) || !resp.Close ||
				resp.Header.Get("Retry-After") == "" {
				t.Errorf("%s: %d %s", why, resp.StatusCode, body)
			}
			conn.Close()
		}
		first := hold(t, plain, "192.0.2.1:1", getIndex, maxPeerConns)
		refused(plain.dial("192.0.2.1:2"), getHealth, "at most 64 from one address", "the 65th of an address")
		refused(plain.dial("192.0.2.1:2"), bell, "at most 64 from one address", "the 65th, with a key that controls")
		refused(tls.Client(secure.dial("192.0.2.1:2"), &tls.Config{InsecureSkipVerify: true}), getHealth,
			"at most 64 from one address", "the 65th, by TLS")
		first[0].Close()
		synctest.Wait()
		first[0] = hold(t, plain, "192.0.2.1:3", getIndex, 1)[0]
		for i := 2; i <= maxConns/maxPeerConns; i++ {
			hold(t, plain, fmt.Sprintf("192.0.2.%d:1", i), getIndex, maxPeerConns)
		}
		refused(plain.dial("192.0.2.99:1"), getHealth, "at most 256 in all", "the 257th")
		refused(plain.dial("192.0.2.99:1"), bell, "at most 256 in all", "the 257th, with a key that controls")
		if n := r.door.Open(); n != maxConns {
			t.Errorf("%d connections counted", n)
		}
		// Silent ones beyond the limits: a few may wait, the oldest makes way.
		silent := plain.dial("192.0.2.1:5")
		for range maxRefused {
			plain.dial("192.0.2.1:5")
		}
		if _, err := silent.Read(make([]byte, 1)); err == nil {
			t.Error("a connection beyond all limits was served")
		}
		// The owner's next ones, at the full address and at another, replace its idle ones.
		hold(t, plain, "192.0.2.1:6", getIndex, 1)
		hold(t, plain, "192.0.2.99:1", getIndex, 1)
		if works(first[1], getHealth) || !works(first[len(first)-1], getHealth) || r.door.Open() != maxConns {
			t.Errorf("another one than the longest idle made way; %d are open", r.door.Open())
		}
	})
}

// TestFriendsOutliveARestart: an address that has shown a key is known to the
// next run, and the file is written only for an address that is new.
func TestFriendsOutliveARestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "data", "addresses.json")
	change := func(s *setup) { s.api.Door.FriendsFile = file }
	friend, other := "192.0.2.1:1000", "192.0.2.2:1000"
	run := func(f func(r *rig, plain *pipes)) {
		story(t, change, func(t *testing.T, r *rig) {
			plain := newPipes()
			stop := must.Run(t, func(ctx context.Context) error { return r.Run(ctx, plain) })
			f(r, plain)
			stop()
		})
	}
	run(func(r *rig, plain *pipes) {
		hold(t, plain, friend, getIndex, 2)
		hold(t, plain, other, getHealth, 1)
		if _, err := os.Stat(file); err == nil {
			t.Error("a request writes the file")
		}
		time.Sleep(time.Minute + time.Second)
		synctest.Wait()
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%v %v", info, err)
		}
		must.Do(t, os.Remove(file))
		hold(t, plain, friend, getIndex, 1)
		time.Sleep(time.Minute + time.Second)
		if _, err := os.Stat(file); err == nil {
			t.Error("the file is written although nothing is new")
		}
		hold(t, plain, "192.0.2.3:1000", getIndex, 1)
	})
	text, err := os.ReadFile(file) // TestFriendsFile reads such files
	must.Do(t, err)
	for addr, want := range map[string]bool{"192.0.2.1/32": true, "192.0.2.2/32": false, "192.0.2.3/32": true} {
		if strings.Contains(string(text), addr) != want {
			t.Errorf("after the end %s is kept: %v", addr, !want)
		}
	}
}
