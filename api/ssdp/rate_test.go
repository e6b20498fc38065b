// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
)

// TestAnswersAreFew: the sender of a search can be forged, so an address gets
// few answers, whatever is asked, and others theirs all the same.
func TestAnswersAreFew(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(dev, 1, slog.New(slog.DiscardHandler))
		ask := func(who, st string) (n int) {
			s.hear(search{from: netip.MustParseAddrPort(who + ":1900"), st: st})
			select {
			case q := <-s.searches:
				return len(q.targets)
			default:
				return 0
			}
		}
		for _, c := range []struct {
			name, who, st string
			after         time.Duration
			want          int
		}{
			{"everything", "192.0.2.1", "ssdp:all", 0, 3},
			{"again", "192.0.2.1", "ssdp:all", 0, 3},
			{"another kind of device costs nothing", "192.0.2.1", "urn:other", 0, 0},
			{"one of it", "192.0.2.1", rootDevice, 0, 1},
			{"as far as it goes", "192.0.2.1", "ssdp:all", 0, 2},
			{"no more", "192.0.2.1", "ssdp:all", 0, 0},
			{"another address", "192.0.2.2", "ssdp:all", 0, 3},
			{"three a second", "192.0.2.1", "ssdp:all", time.Second, 3},
			{"and no more", "192.0.2.1", rootDevice, 0, 0},
			{"nine after a while", "192.0.2.1", "ssdp:all", time.Minute, 3},
		} {
			time.Sleep(c.after)
			if got := ask(c.who, c.st); got != c.want {
				t.Errorf("%s: %d answers, want %d", c.name, got, c.want)
			}
		}
	})
}

// asker counts the answers that come to an address.
type asker struct {
	conn *net.UDPConn
	mu   sync.Mutex
	n    int
	size int
}

func newAsker(t *testing.T, addr string) *asker {
	t.Helper()
	conn := must.Get(net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.MustParseAddrPort(addr+":0"))))(t)
	t.Cleanup(func() { conn.Close() })
	a := &asker{conn: conn}
	go func() {
		buf := make([]byte, 2048)
		for {
			n, err := conn.Read(buf)
			if err != nil {
				return
			}
			a.mu.Lock()
			a.n++
			a.size += n
			a.mu.Unlock()
		}
	}()
	return a
}

func (a *asker) ask(t *testing.T, to, search string) {
	t.Helper()
	must.Get(a.conn.WriteToUDPAddrPort([]byte(search), netip.MustParseAddrPort(to)))(t)
}

func (a *asker) heard() (n, size int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.n, a.size
}

// TestFloodOfSearches: 10,000 searches a second from one address bring it few
// answers, and another address is answered meanwhile.
func TestFloodOfSearches(t *testing.T) {
	if !netns.Own(t, "192.0.2.1/24", "192.0.2.11/24", "192.0.2.12/24", "192.0.2.13/24") {
		return
	}
	s := New(dev, 1, slog.New(slog.DiscardHandler))
	defer must.Run(t, s.Run)()
	const short = "M-SEARCH * HTTP/1.0\nMAN:ssdp:discover\nST:ssdp:all"
	const proper = "M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: \"ssdp:discover\"\r\nMX: 1\r\n" +
		"ST: ssdp:all\r\n\r\n"
	waiting := func(what string, ok func() bool) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("in 30 s never: %s", what)
			}
		}
	}
	waiting("the device hears", func() bool { return s.Err() == nil })

	flood, other, quiet := newAsker(t, "192.0.2.11"), newAsker(t, "192.0.2.12"), newAsker(t, "192.0.2.13")
	begun := time.Now()
	for i := range 10_000 {
		flood.ask(t, "192.0.2.1:1900", short)
		if i == 5000 {
			other.ask(t, "192.0.2.1:1900", short)
			quiet.ask(t, "239.255.255.250:1900", short)
		}
		if i%100 == 99 {
			time.Sleep(10 * time.Millisecond) // about 10,000 a second
		}
	}
	// Asked again where the flood has pushed the first out of the kernel's buffer.
	answered := func(a *asker, to, search string) func() bool {
		last := time.Now()
		return func() bool {
			if time.Since(last) > 2*time.Second {
				last = time.Now()
				a.ask(t, to, search)
			}
			n, _ := a.heard()
			return n >= 3
		}
	}
	waiting("another is answered", answered(other, "192.0.2.1:1900", short))
	took := time.Since(begun)
	n, size := flood.heard()
	if most := replyBurst + 3*int(took.Seconds()+1); n < replyBurst || n > most {
		t.Errorf("%d answers in %v, want %d to %d", n, took, replyBurst, most)
	}
	t.Logf("10,000 searches of %d bytes in %v: %d answers, %d bytes", len(short), took, n, size)
	if n, _ := quiet.heard(); n != 0 {
		t.Errorf("%d answers to a search of the group without MX", n)
	}
	quiet.ask(t, "239.255.255.250:1900", proper)
	waiting("a proper search of the group is answered", answered(quiet, "239.255.255.250:1900", proper))
}
