// SPDX-License-Identifier: Apache-2.0

package multicast

import (
	"net/netip"
	"runtime"
	"testing"
	"time"

	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
)

// TestConn: two programs of one machine share the port, and what either sends to the group
// reaches both, over both families; a flood that nobody reads does not keep one from its end.
func TestConn(t *testing.T) {
	if !netns.Own(t) {
		return
	}
	netns.Cable(t)
	netns.IP(t, "addr add 2001:db8::1/64 dev d0 nodad")
	before := runtime.NumGoroutine()
	if _, err := Listen(nil); err == nil {
		t.Error("it listens on no link")
	}
	links := Links([]string{"d0", "nosuch0"})
	if len(links) != 1 || !links[0].Near(netip.MustParseAddr("10.77.0.9")) {
		t.Fatalf("links %v", links)
	}
	one, two := must.Get(Listen(links))(t), must.Get(Listen(links))(t)
	must.Do(t, one.Send(links[0].Index, netip.AddrPort{}, []byte("hello")))
	for _, c := range []*Conn{one, two} {
		var four, six bool
		for !four || !six {
			select {
			case p := <-c.Packets():
				if string(p.Data) != "hello" || p.Link != links[0].Index || p.From.Port() != Port {
					t.Errorf("received %+v", p)
				}
				four, six = four || p.From.Addr().Unmap().Is4(), six || !p.From.Addr().Unmap().Is4()
			case <-time.After(30 * time.Second):
				t.Fatalf("IPv4 %v, IPv6 %v", four, six)
			}
		}
	}
	for range 10 * queue {
		must.Do(t, one.Send(links[0].Index, netip.AddrPort{}, make([]byte, 1000)))
	}
	must.Do(t, one.Send(links[0].Index, netip.MustParseAddrPort("10.77.0.1:5353"), []byte("x")))
	one.Close()
	two.Close()
	eventually.True(t, "no more goroutines than before", func() bool { return runtime.NumGoroutine() <= before })
}
