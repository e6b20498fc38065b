// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/multicast"
	"github.com/ledpost/ledpost/internal/must"
)

// answerOf packs an answer of records in the form of a zone.
func answerOf(t testing.TB, records ...string) []byte {
	m := &dns.Msg{MsgHdr: dns.MsgHdr{Response: true}, Compress: true}
	for _, text := range records {
		m.Answer = append(m.Answer, must.Get(dns.NewRR(text))(t))
	}
	return must.Get(m.Pack())(t)
}

// TestSearch: what answers tell of brokers, in whatever packets.
func TestSearch(t *testing.T) {
	const (
		ptr = "_mqtt._tcp.local. 4500 IN PTR Home._mqtt._tcp.local."
		srv = "Home._mqtt._tcp.local. 120 IN SRV 0 0 1883 hub.local."
		ip  = "hub.local. 120 IN A 192.0.2.1"
	)
	moved := strings.Replace(srv, "hub", "lab", 1)
	for _, row := range []struct {
		name    string
		packets [][]string
		want    string
	}{
		{"all in one", [][]string{{ptr, srv, ip}}, "hub.local. 1883 192.0.2.1"},
		{"in another order", [][]string{{ip, srv, ptr}}, "hub.local. 1883 192.0.2.1"},
		{"one by one", [][]string{{ptr}, {srv}, {ip}}, "hub.local. 1883 192.0.2.1"},
		{"in capitals", [][]string{{strings.ToUpper(ptr), srv, ip}}, "hub.local. 1883 192.0.2.1"},
		{"no address", [][]string{{ptr, srv}}, ""},
		{"no pointer", [][]string{{srv, ip}}, ""},
		{"another service", [][]string{{strings.ReplaceAll(ptr, "_mqtt", "_http"), srv, ip}}, ""},
		{"a goodbye", [][]string{{strings.Replace(ptr, "4500", "0", 1), srv, ip}}, ""},
		{"on another host meanwhile", [][]string{{ptr, srv}, {moved}, {ip}}, ""},
	} {
		s, got := &search{service: plainService}, ""
		for _, records := range row.packets {
			s.hear(answerOf(t, records...), func(e entry) { got = fmt.Sprint(e.host, " ", e.port, " ", e.ips[0]) })
		}
		if got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// TestSearchIsBounded: of a flood of brokers and addresses, so many are kept.
func TestSearchIsBounded(t *testing.T) {
	s := &search{service: plainService}
	for i := range 10_000 {
		name := fmt.Sprint("b", i, "._mqtt._tcp.local.")
		address := fmt.Sprintf("hub.local. 9 IN A 10.0.%d.%d", i>>8, i&255)
		packet := answerOf(t, plainService+" 9 IN PTR "+name, name+" 9 IN SRV 0 0 1 hub.local.", address)
		s.hear(packet, func(entry) {})
	}
	many := func(e entry) bool { return len(e.ips) > maxIPs }
	if len(s.entries) != maxBroker || slices.ContainsFunc(s.entries, many) {
		t.Errorf("%d brokers", len(s.entries))
	}
}

// TestSearchHearsOthers: of the packets of a sender that floods so many are heard, and then
// still those of another.
func TestSearchHearsOthers(t *testing.T) {
	link := multicast.Link{Index: 2, Addresses: []netip.Prefix{netip.MustParsePrefix("192.0.2.1/24")}}
	s := &search{service: plainService, links: []multicast.Link{link}, limit: multicast.NewLimit()}
	now := time.Unix(1000, 0)
	say := func(from, name string) {
		data := answerOf(t, plainService+" 9 IN PTR "+name+"._mqtt._tcp.local.")
		s.receive(multicast.Packet{Link: 2, From: netip.MustParseAddrPort(from), Data: data}, now, func(entry) {})
	}
	for i := range 1000 {
		say("192.0.2.66:5353", fmt.Sprint("b", i))
	}
	flood := len(s.entries)
	say("198.51.100.7:5353", "from-elsewhere")
	say("192.0.2.7:40000", "of-another-program")
	say("192.0.2.7:5353", "home")
	if len(s.entries) != flood+1 || flood >= maxBroker || s.entries[flood].name != "home._mqtt._tcp.local." {
		t.Errorf("%d brokers of the flood, then %v", flood, s.entries[flood:])
	}
}

// FuzzSearch: no packet makes a search allocate more than so much.
func FuzzSearch(f *testing.F) {
	name := "b." + plainService
	f.Add(answerOf(f, plainService+" 9 IN PTR "+name, name+" 9 IN SRV 0 0 1 hub.local.", "hub.local. 9 IN A 192.0.2.1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &search{service: plainService}
		memtest.AtMost(t, 4<<20+256*len(data), func() {
			s.hear(data, func(entry) {})
			s.hear(data, func(entry) {})
		})
	})
}
