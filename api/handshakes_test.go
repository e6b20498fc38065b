// SPDX-License-Identifier: Apache-2.0

package api

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/keys"
)

// greeting is a ClientHello as it is on the wire.
func greeting(t *testing.T) []byte {
	t.Helper()
	client, server := net.Pipe()
	defer server.Close()
	go tls.Client(client, &tls.Config{InsecureSkipVerify: true}).Handshake()
	b := make([]byte, 16<<10)
	n, err := server.Read(b)
	if err != nil || b[0] != 0x16 {
		t.Fatal(err)
	}
	return b[:n]
}

// halfOpen says hello from an address, and nothing more, so often until ctx ends.
func halfOpen(ctx context.Context, p *pipes, addr string, hello []byte, every time.Duration) {
	for ctx.Err() == nil {
		c := p.dial(addr)
		go c.Write(hello)
		go io.Copy(io.Discard, c)
		time.AfterFunc(8*time.Second, func() { c.Close() })
		time.Sleep(every)
	}
}

// comeBack asks once over TLS, and returns whether that was answered within a second.
func comeBack(p *pipes, addr, request string, sessions tls.ClientSessionCache) (ok, resumed bool) {
	begun := time.Now()
	c := tls.Client(p.dial(addr),
		&tls.Config{InsecureSkipVerify: true, ServerName: "ledpost", ClientSessionCache: sessions})
	defer c.Close()
	if c.Handshake() != nil {
		return false, false
	}
	return works(c, request) && time.Since(begun) < time.Second, c.ConnectionState().DidResume
}

// TestFloodAtTheOwnersAddress: somebody behind the same address says 108 hellos a second.
// Clients that come back with the ticket of a session in which they have shown a key are
// served at their first try; one that looks like all the others has its share of turns.
func TestFloodAtTheOwnersAddress(t *testing.T) {
	const address = "192.0.2.1:1000"
	hello := greeting(t)
	served(t, func(t *testing.T, r *rig, plain, secure *pipes, _ context.CancelFunc) {
		clients := map[string]struct {
			request  string
			sessions tls.ClientSessionCache
		}{
			"the owner": {getIndex, tls.NewLRUClientSessionCache(1)},
			"a guest":   {getWith(r.made("hub", keys.ScopeControl)), tls.NewLRUClientSessionCache(1)},
		}
		for name, c := range clients {
			if ok, _ := comeBack(secure, address, c.request, c.sessions); !ok {
				t.Fatalf("%s is not served before", name)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		go halfOpen(ctx, secure, address, hello, time.Second/108)
		time.Sleep(15 * time.Second)
		for i := range 20 {
			for name, c := range clients {
				if ok, resumed := comeBack(secure, address, c.request, c.sessions); !ok || !resumed {
					t.Errorf("visit %d of %s: served %v, resumed %v", i, name, ok, resumed)
				}
			}
			time.Sleep(100 * time.Millisecond)
		}
		served := 0
		for range 100 {
			if ok, _ := comeBack(secure, address, getIndex, nil); ok {
				served++
			}
			time.Sleep(30 * time.Millisecond)
		}
		if t.Logf("without a ticket %d of 100 are served", served); served < 15 {
			t.Errorf("without a ticket only %d of 100 are served", served)
		}
		cancel()
		time.Sleep(10 * time.Second) // so that all connections are closed
	})
}

// TestFloodOfHellos: 24 addresses say 108 hellos a second and nothing more; each
// of 20 new clients is served at its first try, by the server as it listens.
func TestFloodOfHellos(t *testing.T) {
	hello := greeting(t)
	served(t, func(t *testing.T, r *rig, plain, secure *pipes, _ context.CancelFunc) {
		ctx, cancel := context.WithCancel(t.Context())
		for i := range 24 {
			go halfOpen(ctx, secure, fmt.Sprintf("192.0.2.%d:1000", i+1), hello, time.Second*24/108)
		}
		time.Sleep(15 * time.Second)
		for i := range 20 {
			begun := time.Now()
			c := secure.dial(fmt.Sprintf("198.51.100.%d:1000", i+1))
			client := tls.Client(c, &tls.Config{InsecureSkipVerify: true})
			if err := client.Handshake(); err != nil {
				t.Errorf("client %d after %v: %v", i, time.Since(begun), err)
			} else if resp, _ := exchange(t, client, getIndex); resp.StatusCode != 200 || time.Since(begun) > time.Second {
				t.Errorf("client %d after %v: %d", i, time.Since(begun), resp.StatusCode)
			}
			c.Close()
			time.Sleep(100 * time.Millisecond)
		}
		cancel()
		time.Sleep(10 * time.Second) // so that all connections are closed
	})
}
