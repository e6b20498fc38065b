// SPDX-License-Identifier: Apache-2.0

package api

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/api/door"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
)

// stranger holds a connection from an address and sends the request on it, and
// opens it again when it is closed, until ctx ends.
func stranger(ctx context.Context, from, to, request string, every time.Duration) {
	d := net.Dialer{LocalAddr: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from))}
	for ctx.Err() == nil {
		c, err := d.DialContext(ctx, "tcp", to)
		if err != nil {
			time.Sleep(every)
			continue
		}
		stop := context.AfterFunc(ctx, func() { c.Close() })
		for in := bufio.NewReader(c); err == nil; time.Sleep(every) {
			if _, err = io.WriteString(c, request); err == nil {
				err = skipAnswer(in)
			}
		}
		stop()
		c.Close()
	}
}

func skipAnswer(in *bufio.Reader) error {
	resp, err := http.ReadResponse(in, nil)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return errors.Join(err, resp.Body.Close())
}

// TestFloodOfConnections: strangers at five addresses, one of them with the
// owner's IPv6 network, hold 64 connections each and ask over them and over new ones; each
// new connection of the owner is served, plain and by TLS.
func TestFloodOfConnections(t *testing.T) {
	if !netns.Own(t, "192.0.2.1/24", "192.0.2.11/24", "192.0.2.12/24", "192.0.2.13/24", "192.0.2.14/24", "192.0.2.99/24",
		"2001:db8::1/64", "2001:db8::11/64", "2001:db8::99/64") {
		return
	}
	cert, err := door.LoadCert(t.TempDir(), silent)
	must.Do(t, err)
	plain, err := net.Listen("tcp", "192.0.2.1:8080")
	must.Do(t, err)
	second, err := net.Listen("tcp", "[2001:db8::1]:8080")
	for wait := 0; err != nil && wait < 100; wait++ { // the address is looked for in the network first
		time.Sleep(100 * time.Millisecond)
		second, err = net.Listen("tcp", "[2001:db8::1]:8080")
	}
	must.Do(t, err)
	r := newRig(t, func(s *setup) { s.api.Door.Cert, s.api.Door.Also = cert, []net.Listener{second} })
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() {
		if err := r.Run(ctx, plain, nil); err != nil {
			t.Error(err)
		}
	})

	for range maxPeerConns {
		for _, from := range []string{"192.0.2.11:0", "192.0.2.12:0", "192.0.2.13:0", "192.0.2.14:0"} {
			wg.Go(func() { stranger(ctx, from, "192.0.2.1:8080", getHealth, time.Second) })
		}
		wg.Go(func() { stranger(ctx, "[2001:db8::11]:0", "[2001:db8::1]:8080", getHealth, time.Second) })
	}
	eventually.True(t, "all places are taken", func() bool { return r.door.Open() >= maxConns })
	for i := range 20 {
		for _, c := range []struct{ from, url string }{
			{"192.0.2.99:0", "http://192.0.2.1:8080"},
			{"192.0.2.99:0", "https://192.0.2.1:8080"},
			{"[2001:db8::99]:0", "http://[2001:db8::1]:8080"},
			{"192.0.2.11:0", "http://192.0.2.1:8080"}, // of the same machine as a stranger
		} {
			if err := getDevice(t, c.from, c.url); err != nil {
				t.Errorf("connection %d of the owner at %s to %s: %v", i, c.from, c.url, err)
			}
		}
	}
}

// getDevice asks with the key on a connection of its own.
func getDevice(t *testing.T, from, url string) error {
	t.Helper()
	d := net.Dialer{LocalAddr: net.TCPAddrFromAddrPort(netip.MustParseAddrPort(from))}
	client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{
		DialContext: d.DialContext, DisableKeepAlives: true, TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
	}}
	req, err := http.NewRequest("GET", url+"/api/v2/device", nil)
	if err != nil {
		return err
	}
	req.SetBasicAuth("dev", testKey)
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s", resp.Status)
	}
	return nil
}
