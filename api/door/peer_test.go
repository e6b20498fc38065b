// SPDX-License-Identifier: Apache-2.0

package door

import (
	"net"
	"net/netip"
	"testing"

	"github.com/ledpost/ledpost/internal/rate"
)

// A home network is one /64, so there each machine counts by itself.
func TestPeers(t *testing.T) {
	links := func() ([]net.Addr, error) {
		_, home, _ := net.ParseCIDR("2001:db8:1:2::/64")
		_, wired, _ := net.ParseCIDR("192.0.2.0/24")
		return []net.Addr{home, wired}, nil
	}
	p := &peers{links: links}
	for _, c := range []struct{ name, address, want string }{
		{"IPv4", "192.0.2.7:1000", "192.0.2.7/32"},
		{"IPv4 in an IPv6 coat", "[::ffff:192.0.2.7]:1000", "192.0.2.7/32"},
		{"IPv6 on the link", "[2001:db8:1:2:3:4:5:6]:1000", "2001:db8:1:2:3:4:5:6/128"},
		{"IPv6 elsewhere: a machine has a whole /64", "[2001:db8:1:3:3:4:5:6]:1000", "2001:db8:1:3::/64"},
		{"link-local", "[fe80::1%eth0]:1000", "fe80::1/128"},
		{"loopback", "[::1]:1000", "::1/128"},
	} {
		a := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(c.address))
		if got := p.of(a); got.String() != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
	if got := p.of(&net.UnixAddr{Name: "x"}); got.IsValid() {
		t.Errorf("no address: %v", got)
	}
	if got := rate.Network(netip.MustParseAddr("2001:db8:1:2:3:4:5:6")).String(); got != "2001:db8:1:2::/64" {
		t.Errorf("a guesser on the link has a whole /64 too: %v", got)
	}
}

// TestRefusal: what a handler writes stays as it is.
func TestRefusal(t *testing.T) {
	for _, b := range []string{
		"", "HTTP/1.1 200 OK", "x\r" + ownHeader,
		"HTTP/1.1 200 OK\r\nDate: today\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n",
		"{\"text\":\"HTTP/1.1 400 Bad Request" + ownHeader + "\"}",
	} {
		if got := jsonError([]byte(b)); got != nil {
			t.Errorf("%q became %q", b, got)
		}
	}
}
