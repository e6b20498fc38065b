// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"net"
	"net/netip"
	"testing"

	"github.com/ledpost/ledpost/api/netinfo"
)

// at is a listener that has the address alone.
type at struct {
	net.Listener
	addr string
}

func (a at) Addr() net.Addr {
	addr, err := net.ResolveTCPAddr("tcp", a.addr)
	if err != nil {
		panic(err)
	}
	return addr
}

func TestListenersAddresses(t *testing.T) {
	rows := []struct {
		name, addr, url, self string
		local                 bool
	}{
		{"all addresses", "0.0.0.0:8080", "http://localhost:8080", "http://127.0.0.1:8080", false},
		{"all addresses of both kinds", "[::]:8080", "http://localhost:8080", "http://127.0.0.1:8080", false},
		{"loopback", "127.0.0.1:80", "http://localhost:80", "http://127.0.0.1:80", true},
		{"one address", "192.0.2.7:80", "http://192.0.2.7:80", "http://192.0.2.7:80", false},
		{"one IPv6 address", "[2001:db8::7]:80", "http://[2001:db8::7]:80", "http://[2001:db8::7]:80", false},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			l := &Listeners{plain: at{addr: row.addr}}
			if l.URL() != row.url || l.Self() != row.self || l.Local() != row.local {
				t.Errorf("%s, %s, local %v; want %s, %s, %v", l.URL(), l.Self(), l.Local(), row.url, row.self, row.local)
			}
		})
	}
	for _, row := range []struct{ name, addr, ip, want string }{
		{"all addresses", "0.0.0.0:8080", "192.0.2.5", "192.0.2.5:8080"},
		{"the usual port", "0.0.0.0:80", "192.0.2.5", "192.0.2.5"},
		{"no network", "0.0.0.0:8080", "0.0.0.0", ""},
		{"one address", "192.0.2.7:8080", "192.0.2.5", "192.0.2.7:8080"},
	} {
		l := &Listeners{plain: at{addr: row.addr}}
		if got := l.Reachable(netinfo.Wifi{IP: netip.MustParseAddr(row.ip)}); got != row.want {
			t.Errorf("%s: found at %q, want %q", row.name, got, row.want)
		}
	}
	if port(nil) != 0 {
		t.Error("no listener has a port")
	}
}
