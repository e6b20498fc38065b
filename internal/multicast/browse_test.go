// SPDX-License-Identifier: Apache-2.0

package multicast

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

const brokers = "_mqtt._tcp.local."

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
		s, got := &search{services: []string{brokers}}, ""
		for _, records := range row.packets {
			seen := func(e Instance) { got = fmt.Sprint(e.Host, " ", e.Port, " ", e.IPs[0]) }
			s.hear(answerOf(t, records...), netip.Addr{}, seen)
		}
		must.Equal(t, got, row.want, row.name)
	}
}

// TestSearchIsBounded: of a flood of brokers and addresses, so many are kept.
func TestSearchIsBounded(t *testing.T) {
	s := &search{services: []string{brokers}}
	for i := range 10_000 {
		name := fmt.Sprint("b", i, "._mqtt._tcp.local.")
		address := fmt.Sprintf("hub.local. 9 IN A 10.0.%d.%d", i>>8, i&255)
		packet := answerOf(t, brokers+" 9 IN PTR "+name, name+" 9 IN SRV 0 0 1 hub.local.", address)
		s.hear(packet, netip.AddrFrom4([4]byte{10, 1, byte(i >> 8), byte(i)}), func(Instance) {})
	}
	many := func(e Instance) bool { return len(e.IPs) > maxIPs }
	if len(s.found) != maxFound || slices.ContainsFunc(s.found, many) {
		t.Errorf("%d brokers", len(s.found))
	}
}

// TestSearchHearsOthers: of the packets of a sender that floods so many are heard, and then
// still those of another.
func TestSearchHearsOthers(t *testing.T) {
	link := Link{Index: 2, Addresses: []netip.Prefix{netip.MustParsePrefix("192.0.2.1/24")}}
	s := &search{services: []string{brokers}, links: []Link{link}, limit: NewLimit()}
	now := time.Unix(1000, 0)
	say := func(from, name string) {
		data := answerOf(t, brokers+" 9 IN PTR "+name+"._mqtt._tcp.local.")
		s.receive(Packet{Link: 2, From: netip.MustParseAddrPort(from), Data: data}, now, func(Instance) {})
	}
	for i := range 1000 {
		say("192.0.2.66:5353", fmt.Sprint("b", i))
	}
	flood := len(s.found)
	say("198.51.100.7:5353", "from-elsewhere")
	say("192.0.2.7:40000", "of-another-program")
	say("192.0.2.7:5353", "home")
	if len(s.found) != flood+1 || flood != maxOfOne || s.found[flood].Name != "home._mqtt._tcp.local." {
		t.Errorf("%d brokers of the flood, then %v", flood, s.found[flood:])
	}
}

// FuzzSearch: no packet makes a search allocate more than so much.
func FuzzSearch(f *testing.F) {
	name := "b." + brokers
	f.Add(answerOf(f, brokers+" 9 IN PTR "+name, name+" 9 IN SRV 0 0 1 hub.local.", "hub.local. 9 IN A 192.0.2.1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &search{services: []string{brokers}}
		memtest.AtMost(t, 4<<20+256*len(data), func() {
			s.hear(data, netip.Addr{}, func(Instance) {})
			s.hear(data, netip.Addr{}, func(Instance) {})
		})
	})
}

// TestTexts: a part of a text is as it was sent, and is found by its name, also if more follows the text.
func TestTexts(t *testing.T) {
	const name = "Desk._mqtt._tcp.local."
	data := answerOf(t, brokers+" 9 IN PTR "+name, name+" 9 IN SRV 0 0 1 hub.local.",
		name+` 9 IN TXT "nm=K\195\188che \\ \"hall\" \127" "flag" "ID=4711"`, "hub.local. 9 IN A 192.0.2.1")
	s, got := &search{services: []string{brokers}}, Instance{}
	from := netip.MustParseAddr("192.0.2.1")
	s.hear(data, from, func(i Instance) { got = i })
	if got.Text("nm") != "Küche \\ \"hall\" \x7f" || got.Text("id") != "4711" || got.Text("flag") != "" ||
		got.From != from {
		t.Errorf("%q of %v", got.Texts, got.From)
	}
}
