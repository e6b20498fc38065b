// SPDX-License-Identifier: Apache-2.0

package webfetch

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/netns"
)

func TestRules(t *testing.T) {
	allow := []string{"127.0.0.1", "fd00:ec2::254", "169.254.7.0/24", "NAS.local.", "::1"}
	for _, tt := range []struct {
		name, addr string
		allow      []string
		ok         bool
	}{
		{"public", "93.184.216.34", nil, true},
		{"public IPv6", "2606:2800:220:1::1", nil, true},
		{"the user's own network", "192.168.1.20", nil, true},
		{"the user's own network", "10.1.2.3", nil, true},
		{"the user's own network, IPv6", "fd12:3456::1", nil, true},
		{"loopback", "127.0.0.1", nil, false},
		{"all of 127/8 is loopback", "127.9.8.7", nil, false},
		{"loopback IPv6", "::1", nil, false},
		{"loopback in an IPv6 coat", "::ffff:127.0.0.1", nil, false},
		{"loopback through NAT64", "64:ff9b::7f00:1", nil, false},
		{"loopback through local NAT64", "64:ff9b:1::7f00:1", nil, false},
		{"loopback through 6to4", "2002:7f00:1::", nil, false},
		{"loopback, IPv4-compatible", "::127.0.0.1", nil, false},
		{"loopback through SIIT", "::ffff:0:127.0.0.1", nil, false},
		{"anything through SIIT", "::ffff:0:93.184.216.34", nil, false},
		{"site-local", "fec0::1", nil, false},
		{"the last site-local", "feff::1", nil, false},
		{"allowed IPv4-mapped prefix", "127.0.0.9", []string{"::ffff:127.0.0.0/120"}, true},
		{"outside the allowed IPv4-mapped prefix", "127.0.1.9", []string{"::ffff:127.0.0.0/120"}, false},
		{"public through NAT64", "64:ff9b::5db8:d822", nil, true},
		{"this host", "0.0.0.0", nil, false},
		{"this host IPv6", "::", nil, false},
		{"link-local", "169.254.1.1", nil, false},
		{"link-local IPv6 with its zone", "fe80::1%eth0", nil, false},
		{"metadata", "169.254.169.254", nil, false},
		{"metadata of Amazon, IPv6", "fd00:ec2::254", nil, false},
		{"metadata of Alibaba", "100.100.100.200", nil, false},
		{"multicast", "239.255.255.250", nil, false},
		{"broadcast", "255.255.255.255", nil, false},
		{"allowed address", "127.0.0.1", allow, true},
		{"allowed address in an IPv6 coat", "::ffff:127.0.0.1", allow, true},
		{"another address than the allowed one", "127.0.0.2", allow, false},
		{"allowed metadata", "fd00:ec2::254", allow, true},
		{"allowed prefix", "169.254.7.9", allow, true},
		{"outside the allowed prefix", "169.254.8.9", allow, false},
	} {
		r := must.Get(ParseRules(tt.allow))(t)
		err := r.control("host:80", net.JoinHostPort(tt.addr, "80"))
		if (err == nil) != tt.ok || err != nil && !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %s: %v", tt.name, tt.addr, err)
		}
	}
	r, _ := ParseRules(allow)
	if !r.host("nas.LOCAL") || r.host("nas") || r.host("x.nas.local") {
		t.Error("host names are not compared whole, without case and dot")
	}
}

func TestFaultyRules(t *testing.T) {
	for _, s := range []string{"", "http://host", "10.0.0.0/33", "*.local", "host:80", "a b"} {
		if _, err := ParseRules([]string{s}); err == nil {
			t.Errorf("%q was accepted", s)
		}
	}
}

// TestOwnAddresses: what listens on the device's own address in the network is
// reached only when it is allowed by name.
func TestOwnAddresses(t *testing.T) {
	if !netns.Own(t, "192.0.2.1/24", "2001:db8::1/64") {
		return
	}
	for _, c := range []struct {
		name, addr string
		allow      []string
		ok         bool
	}{
		{"its own", "192.0.2.1", nil, false},
		{"its own in an IPv6 coat", "::ffff:192.0.2.1", nil, false},
		{"its own, IPv6", "2001:db8::1", nil, false},
		{"its own, allowed", "192.0.2.1", []string{"192.0.2.1"}, true},
		{"its own, IPv6, allowed", "2001:db8::1", []string{"2001:db8::/64"}, true},
		{"a neighbour", "192.0.2.2", nil, true},
		{"a neighbour, IPv6", "2001:db8::2", nil, true},
	} {
		r := must.Get(ParseRules(c.allow))(t)
		err := r.control("host:80", net.JoinHostPort(c.addr, "80"))
		if (err == nil) != c.ok ||
			err != nil && !strings.Contains(err.Error(), "an address of this device; [audio] allow can name it") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestAsking: nothing in the user's own network is on the internet, although of IPv6 each of its addresses could be.
func TestAsking(t *testing.T) {
	if !netns.Own(t, "198.51.100.1/28", "2001:db8:0:1::1/64", "2001:db8:1::1/128") {
		return
	}
	const refused, local, internet = "refused", "local", "internet"
	for _, row := range []struct {
		name, addr, want string
	}{
		{"the device itself", "2001:db8:0:1::1", refused},
		{"loopback", "127.0.0.1", refused},
		{"loopback that is allowed", "127.0.0.7", local},
		{"metadata", "169.254.169.254", refused},
		{"a neighbour", "2001:db8:0:1::2", local},
		{"another network of the same home", "2001:db8:0:ff::1", local},
		{"a neighbour of an address without a network", "2001:db8:1:0:1::", local},
		{"another home", "2001:db8:0:100::1", internet},
		{"a neighbour, IPv4", "198.51.100.14", local},
		{"a neighbour, mapped", "::ffff:198.51.100.14", local},
		{"a neighbour through NAT64", "64:ff9b::198.51.100.14", local},
		{"a private address", "10.1.2.3", local},
		{"another home, IPv4", "198.51.100.17", internet},
		{"the internet", "2606:2800:220:1::1", internet},
	} {
		rules := must.Get(ParseRules([]string{"127.0.0.7"}))(t)
		got, why := refused, errors.New("no")
		rules.may = func(addr string, ip netip.Addr, own bool) error {
			if addr != "host:80" || ip != netip.MustParseAddr(row.addr).Unmap() {
				t.Errorf("%s: asked for %s at %v", row.name, addr, ip)
			}
			if got = internet; own {
				got = local
			}
			return why
		}
		err := rules.control("host:80", net.JoinHostPort(row.addr, "80"))
		if got != row.want || (got == refused) == errors.Is(err, why) {
			t.Errorf("%s: %s: %v, %v", row.name, row.addr, got, err)
		}
	}
}
