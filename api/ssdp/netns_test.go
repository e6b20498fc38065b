// SPDX-License-Identifier: Apache-2.0

//go:build linux

package ssdp

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
	"github.com/ledpost/ledpost/internal/testtool"
)

// cable is two hosts joined by a veth pair: the device's and a client's.
type cable struct{ device, client netns.Host }

func newCable(t *testing.T) cable {
	t.Helper()
	c := cable{netns.NewHost(t, "ldev"), netns.NewHost(t, "lcli")}
	c.client.IP(t, "link add c0 type veth peer name d0 netns "+string(c.device), "addr add 192.0.2.100/24 dev c0",
		"link set c0 up")
	return c
}

// witness collects the NOTIFY messages that the client's side hears.
type witness struct {
	mu    sync.Mutex
	heard []string
}

func (e *witness) listen(t *testing.T, on netns.Host) {
	t.Helper()
	var conn *net.UDPConn
	must.Do(t, on.Do(func() error {
		ifi, err := net.InterfaceByName("c0")
		if err == nil {
			conn, err = net.ListenMulticastUDP("udp4", ifi, &net.UDPAddr{IP: net.IPv4(239, 255, 255, 250), Port: 1900})
		}
		return err
	}))
	t.Cleanup(func() { conn.Close() })
	go func() {
		buf := make([]byte, 2048)
		for {
			n, err := conn.Read(buf)
			if err != nil {
				return
			}
			e.mu.Lock()
			if bytes.HasPrefix(buf[:n], []byte("NOTIFY ")) {
				e.heard = append(e.heard, string(buf[:n]))
			}
			e.mu.Unlock()
		}
	}()
}

// wait gives the messages heard so far once done says that they are enough.
func (e *witness) wait(t *testing.T, what string, done func(heard []string) bool) []string {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		e.mu.Lock()
		heard := slices.Clone(e.heard)
		e.mu.Unlock()
		if done(heard) {
			return heard
		}
	}
	t.Fatalf("not heard: %s; heard %q", what, e.heard)
	return nil
}

func holds(parts ...string) func([]string) bool {
	return func(heard []string) bool {
		return slices.ContainsFunc(heard, func(m string) bool {
			return !slices.ContainsFunc(parts, func(p string) bool { return !strings.Contains(m, p+"\r\n") })
		})
	}
}

// TestDiscovery follows the device through a start without a network, a
// network, a new address and the end, with a client that we did not write.
func TestDiscovery(t *testing.T) {
	discover := testtool.Find(t, "gssdp-discover")
	c := newCable(t)
	var e witness
	e.listen(t, c.client)

	s := New(dev, 100, slog.New(slog.DiscardHandler))
	s.poll, s.repeat = 100*time.Millisecond, 2*time.Second
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.device.Do(func() error { return s.Run(ctx) }) }()
	time.Sleep(300 * time.Millisecond)
	if s.Err() == nil {
		t.Error("without a network there is no fault")
	}

	c.device.IP(t, "addr add 192.0.2.2/24 dev d0", "link set d0 up")
	for _, target := range dev.targets() {
		e.wait(t, "alive of "+target.nt, holds("NTS: ssdp:alive", "NT: "+target.nt,
			"LOCATION: http://192.0.2.2:8080"+Path))
	}
	if err := s.Err(); err != nil {
		t.Errorf("with a network: %v", err)
	}
	discoverAll(t, c, discover, "192.0.2.2")
	e.wait(t, "alive again", func(heard []string) bool { return len(heard) > 2*len(dev.targets()) })

	c.device.IP(t, "addr add 192.0.2.3/24 dev d0", "addr del 192.0.2.2/24 dev d0",
		"addr replace 192.0.2.3/24 dev d0") // goes with its primary
	heard := e.wait(t, "the new address", holds("NTS: ssdp:alive", "LOCATION: http://192.0.2.3:8080"+Path))
	if first, last := boot(heard[0]), boot(heard[len(heard)-1]); last <= first {
		t.Errorf("BOOTID %d after %d, want it to rise", last, first)
	}
	discoverAll(t, c, discover, "192.0.2.3")
	found, once := make(chan Found, 1), sync.Once{}
	search, enough := context.WithTimeout(t.Context(), time.Minute)
	err := c.client.Do(func() error {
		return Search(search, []string{"c0"}, func(f Found) { once.Do(func() { found <- f; enough() }) })
	})
	want := Found{dev.UUID, netip.MustParseAddrPort("192.0.2.3:8080"), "http://192.0.2.3:8080" + Path, true}
	if err != context.Canceled {
		t.Errorf("the search ends with %v", err)
	} else if got := <-found; got != want {
		t.Errorf("another device finds %v, want %v", got, want)
	}

	stop()
	must.Do(t, <-ended)
	for _, target := range dev.targets() {
		e.wait(t, "byebye of "+target.nt, holds("NTS: ssdp:byebye", "USN: "+target.usn))
	}
}

// discoverAll looks for every target with gssdp-discover.
func discoverAll(t *testing.T, c cable, discover, addr string) {
	t.Helper()
	var wg sync.WaitGroup
	for _, q := range []struct {
		st   string
		usns int
	}{{"ssdp:all", 3}, {rootDevice, 1}, {"uuid:" + dev.UUID, 1}, {DeviceType, 1}, {"urn:other", 0}} {
		wg.Go(func() {
			var out []byte
			var err error
			for _, seconds := range []string{"3", "20"} { // the second for a busy machine
				out, err = c.client.Command(discover, "-i", "c0", "-n", seconds, "-t", q.st).CombinedOutput()
				if strings.Count(string(out), "resource available") == q.usns {
					break
				}
			}
			if err != nil {
				t.Errorf("%s: %v %s", q.st, err, out)
			}
			if n := strings.Count(string(out), "resource available"); n != q.usns {
				t.Errorf("%s: %d answers, want %d: %s", q.st, n, q.usns, out)
			}
			want := "http://" + addr + ":8080" + Path
			if q.usns > 0 && strings.Count(string(out), want) != q.usns {
				t.Errorf("%s: want %s, got %s", q.st, want, out)
			}
		})
	}
	wg.Wait()
}

func boot(msg string) (n int) {
	_, after, _ := strings.Cut(msg, "BOOTID.UPNP.ORG: ")
	fmt.Sscan(after, &n)
	return n
}
