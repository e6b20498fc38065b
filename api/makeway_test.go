// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// getWith is a GET of the device with a key.
func getWith(key string) string {
	r, _ := http.NewRequest("GET", "http://x/api/v2/device", nil)
	r.SetBasicAuth(keys.User, key)
	return "GET /api/v2/device HTTP/1.1\r\nHost: x\r\nAuthorization: " + r.Header.Get("Authorization") + "\r\n\r\n"
}

// TestOwnerBeforeSmallKeys: whoever has a key of a small scope, however many
// connections and addresses they hold, keeps out no owner.
func TestOwnerBeforeSmallKeys(t *testing.T) {
	for _, scope := range []keys.Scope{keys.ScopeSend, keys.ScopeRead, keys.ScopeControl} {
		served(t, func(t *testing.T, r *rig, plain, _ *pipes, _ context.CancelFunc) {
			request := getWith(r.made("guest", scope))
			for i := range maxConns / maxPeerConns {
				hold(t, plain, fmt.Sprintf("192.0.2.%d:1", i), request, maxPeerConns)
			}
			for _, from := range []string{"192.0.2.99:1", "192.0.2.1:2"} {
				kept := hold(t, plain, from, getIndex, maxPeerConns)
				for range 2 * maxPeerConns { // the guest takes what it can get
					go works(plain.dial("192.0.2.2:3"), request)
					go works(plain.dial("192.0.2.1:3"), request)
				}
				synctest.Wait()
				for i, c := range kept {
					if !works(c, getIndex) {
						t.Fatalf("scope %s: connection %d of the owner at %s is lost", scope, i, from)
					}
				}
			}
		})
	}
}

// TestAttackerWithSmallKey: an attacker has a key of scope send and holds 64
// connections from each of four addresses, opens each again at once when it is
// closed, and goes on after the key is taken back. All new connections of the
// owner are served, from one of these addresses and from another.
func TestAttackerWithSmallKey(t *testing.T) {
	r := newRig(t, nil)
	l := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() {
		if err := r.Run(ctx, l, nil); err != nil {
			t.Error(err)
		}
	})
	request := getWith(r.made("stolen", keys.ScopeSend))
	for range maxPeerConns {
		for i := range 4 {
			from := netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, byte(11 + i)}), 0).String()
			wg.Go(func() { stranger(ctx, from, l.Addr().String(), request, 300*time.Millisecond) })
		}
	}
	eventually.True(t, "the key has taken all places", func() bool { return r.door.Open() == maxConns })
	serves := func(when string) {
		for i := range 40 {
			for _, from := range []string{"127.0.0.11:0", "127.0.0.99:0"} {
				if err := getDevice(t, from, "http://"+l.Addr().String()); err != nil {
					t.Errorf("connection %d of the owner at %s %s: %v", i, from, when, err)
				}
			}
		}
	}
	serves("before the key is taken back")
	wants(t, r.do("DELETE", "/live/keys/stolen", ""), http.StatusOK, "")
	serves("after the key was taken back")
}

// TestTakenBackKeyEndsConnections that it has opened, and no others, also where a
// request without a key came last.
func TestTakenBackKeyEndsConnections(t *testing.T) {
	file := filepath.Join(t.TempDir(), "key")
	write(t, file, testKey)
	servedWith(t, func(s *setup) {
		s.keys.KeyFile = file
	}, func(t *testing.T, r *rig, plain, _ *pipes, _ context.CancelFunc) {
		bell, door := r.made("bell", keys.ScopeSend), r.made("door", keys.ScopeAll)
		mine := hold(t, plain, "192.0.2.1:1", getWith(bell), 3)
		exchange(t, mine[0], getHealth)
		slow := plain.dial("192.0.2.1:1") // sends its body without end
		exchange(t, slow, getWith(bell))
		fmt.Fprintf(slow, "%s",
			strings.Replace(strings.TrimSuffix(getWith(bell), "\r\n"), "GET /api/v2/device ",
				"POST /api/v2/device/notifications ", 1)+"Content-Length: 100\r\n\r\n{")
		others := append(hold(t, plain, "192.0.2.1:1", getWith(door), 1), hold(t, plain, "192.0.2.1:1", getIndex, 1)...)
		wants(t, r.do("DELETE", "/live/keys/bell", ""), http.StatusOK, "")
		synctest.Wait()
		for i, c := range append(mine, slow) {
			c.SetDeadline(time.Now().Add(time.Second))
			if works(c, getHealth) {
				t.Errorf("connection %d of the key is open", i)
			}
		}
		for i, c := range others {
			if !works(c, getHealth) {
				t.Errorf("connection %d of another key is closed", i)
			}
		}
		own := plain.dial("192.0.2.1:1") // takes itself back
		resp, body := exchange(t, own, strings.Replace(getWith(door), "GET /api/v2/device ", "DELETE /live/keys/door ", 1))
		if resp.StatusCode != http.StatusOK || !resp.Close {
			t.Errorf("%d %s, closes: %v", resp.StatusCode, body, resp.Close)
		}
		if works(others[0], getHealth) {
			t.Error("another connection of the key is open")
		}
		write(t, file, "another-key-of-the-owner")
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if works(others[1], getHealth) {
			t.Error("a connection of the device's last key is open")
		}
	})
}
