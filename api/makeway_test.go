// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/keys"
	"github.com/ledpost/ledpost/internal/pause"
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

// TestRevokedAmidAnAttack: an attacker with a key holds a WebSocket on every connection that the server allows, reads half of
// them, and opens each of those again when it ends. New connections of the owner are served, and one of them revokes the key:
// that ends all sockets, and no new one opens.
func TestRevokedAmidAnAttack(t *testing.T) {
	served(t, func(t *testing.T, r *rig, plain, _ *pipes, _ context.CancelFunc) {
		stolen := r.made("stolen", keys.ScopeControl)
		var opened, refused atomic.Int64
		ctx, stop := context.WithCancel(t.Context())
		attacker := func(i int) {
			for again := true; again; again = i%2 == 0 && pause.For(ctx, 300*time.Millisecond) {
				conn, _, err := over(plain, fmt.Sprintf("192.0.2.%d:1", 1+i/maxPeerConns), "/live/frames", stolen)
				if err != nil {
					refused.Add(1)
					continue
				}
				opened.Add(1)
				ended := context.AfterFunc(ctx, func() { conn.CloseNow() })
				if i%2 == 0 {
					lastCode(conn)
				} else {
					<-ctx.Done()
				}
				ended()
			}
		}
		var attackers sync.WaitGroup
		for i := range maxConns {
			attackers.Go(func() { attacker(i) })
		}
		owner := func(from, request, when string) {
			c := plain.dial(from)
			defer c.Close()
			if resp, body := exchange(t, c, request); resp.StatusCode != http.StatusOK {
				t.Errorf("the owner at %s %s: %d %s", from, when, resp.StatusCode, body)
			}
		}
		serves := func(when string) {
			for range 20 {
				owner("192.0.2.1:2", getIndex, when)
				owner("192.0.2.99:1", getIndex, when)
			}
			time.Sleep(time.Second) // in which the attacker tries again
		}
		if synctest.Wait(); opened.Load() != maxConns {
			t.Fatalf("the attacker has %d sockets, want %d", opened.Load(), maxConns)
		}
		// One that reads opens another; one that does not leaves its place.
		if serves("amid the attack"); opened.Load() == maxConns && r.door.Open() == maxConns {
			t.Error("no socket of the attacker was closed for the owner")
		}
		owner("192.0.2.99:1", strings.Replace(getIndex, "GET /api/v2 ", "DELETE /live/keys/stolen ", 1), "who revokes")
		opened.Store(0)
		refused.Store(0)
		if synctest.Wait(); r.door.Open() > 0 {
			t.Errorf("%d connections are open after the key was revoked", r.door.Open())
		}
		serves("after the key was revoked")
		if opened.Load() > 0 || refused.Load() < maxConns/2 {
			t.Errorf("%d sockets opened with a revoked key, %d were refused", opened.Load(), refused.Load())
		}
		stop()
		attackers.Wait()
	})
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
