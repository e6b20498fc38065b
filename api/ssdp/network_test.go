// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"fmt"
	"net/netip"
	"testing"
	"time"
)

func at(cidr string, index int, multicast bool) place {
	p := netip.MustParsePrefix(cidr)
	return place{p.Addr(), p.Bits(), index, multicast}
}

func TestLocate(t *testing.T) {
	lo := at("127.0.0.1/8", 1, true)
	home := network{lo, at("192.168.1.5/24", 2, true), at("10.0.0.7/8", 3, true), at("10.1.0.7/16", 4, true)}
	cable := network{lo, at("169.254.3.4/16", 2, true)}
	for _, c := range []struct {
		name  string
		net   network
		asker string
		want  string // "" = no answer
	}{
		{"the interface it asked on", home, "192.168.1.99", "192.168.1.5"},
		{"the other interface", home, "10.9.9.9", "10.0.0.7"},
		{"the narrower network", home, "10.1.2.3", "10.1.0.7"},
		{"this machine, by its address", home, "192.168.1.5", "192.168.1.5"},
		{"this machine, by loopback: an address that others can use", home, "127.0.0.1", "192.168.1.5"},
		{"a forged sender from elsewhere", home, "198.51.100.1", ""},
		{"only loopback exists", network{lo}, "127.0.0.1", "127.0.0.1"},
		{"link-local is never told", cable, "169.254.8.8", ""},
		{"loopback beside link-local", cable, "127.0.0.1", ""},
		{"link-local beside a lasting one", append(cable, home...), "169.254.8.8", "192.168.1.5"},
		{"no network", nil, "192.168.1.99", ""},
	} {
		got, ok := c.net.locate(netip.MustParseAddr(c.asker))
		if ok != (c.want != "") || ok && got.String() != c.want {
			t.Errorf("%s: got %v %v, want %q", c.name, got, ok, c.want)
		}
	}
}

func TestAnnounced(t *testing.T) {
	n := network{
		at("127.0.0.1/8", 1, true),
		at("169.254.3.4/16", 2, true),
		at("192.168.1.5/24", 3, true),
		at("192.168.1.6/24", 3, true), // a second address: one announcement
		at("10.8.0.2/24", 4, false),   // a tunnel without multicast
	}
	if got := fmt.Sprint(n.announced()); got != fmt.Sprint(n[2:3]) {
		t.Errorf("got %v", got)
	}
	if got := n[:1].announced(); len(got) != 1 {
		t.Errorf("only loopback: got %v", got)
	}
}

func TestScheduleOrder(t *testing.T) {
	now := time.Unix(1000, 0)
	var q schedule
	a, b := netip.MustParseAddrPort("192.0.2.1:1"), netip.MustParseAddrPort("192.0.2.2:2")
	q.add(search{from: a, mx: "4", targets: dev.targets()}, now, 0.5) // in 1 s
	q.add(search{from: b, targets: dev.targets()[:1]}, now, 1)
	if due := q.take(now); len(due) != 1 || due[0].to != b {
		t.Errorf("at once: %v", due)
	}
	if due := q.take(now.Add(time.Second - 1)); len(due) != 0 {
		t.Errorf("too early: %v", due)
	}
	due := q.take(now.Add(time.Second))
	if len(due) != 3 || due[0].t.nt != rootDevice || due[2].t.nt != DeviceType {
		t.Errorf("in order: %v", due)
	}
	if len(q) != 0 {
		t.Errorf("left: %v", q)
	}
}

func TestScheduleIsBounded(t *testing.T) {
	var q schedule
	for i := range 1000 {
		q.add(search{mx: "5", targets: dev.targets()}, time.Unix(int64(i), 0), 1)
	}
	if len(q) != maxPending {
		t.Errorf("%d replies wait, want %d", len(q), maxPending)
	}
}

func TestPatience(t *testing.T) {
	for mx, want := range map[string]time.Duration{
		"1": time.Second, " 3 ": 3 * time.Second, "120": 5 * time.Second, // UDA 1.1: more than 5 counts as 5
		"": 0, "-1": 0, "x": 0, "1.5": 0,
	} {
		if got := longestWait(mx); got != want {
			t.Errorf("MX %q: %v, want %v", mx, got, want)
		}
	}
}
