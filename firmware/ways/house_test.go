// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"net/netip"
	"testing"

	"github.com/ledpost/ledpost/api/house"
	"github.com/ledpost/ledpost/internal/multicast"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSighted: each service tells of displays of its kind, and only who has an address tells of it.
func TestSighted(t *testing.T) {
	ip, other := netip.MustParseAddr("192.168.1.5"), netip.MustParseAddr("192.168.1.6")
	at := netip.AddrPortFrom(ip, 80)
	for _, row := range []struct {
		why, service string
		texts        []string
		ips          []netip.Addr
		want         house.Sight
	}{
		{"ours", "_ledpost._tcp.local.", []string{"id=0a1b", "nm=Kitchen"}, []netip.Addr{ip},
			house.Sight{Kind: house.Ledpost, ID: "0a1b", Name: "Kitchen", At: at}},
		{"a LaMetric", "_lametric-api._tcp.local.", []string{"id=17", "nm=Bath"}, []netip.Addr{other, ip},
			house.Sight{Kind: house.LaMetric, ID: "17", Name: "Bath", At: at}},
		{"an AWTRIX", "_awtrix._tcp.local.", []string{"id=awtrix_1", "name=Attic", "nm=x"}, []netip.Addr{ip},
			house.Sight{Kind: house.Awtrix, ID: "awtrix_1", Name: "Attic", At: at}},
		{"it speaks for another", "_ledpost._tcp.local.", []string{"id=0a1b"}, []netip.Addr{other}, house.Sight{}},
	} {
		var got house.Sight
		sighted(multicast.Instance{Service: row.service, Port: 80, IPs: row.ips, Texts: row.texts, From: ip},
			func(s house.Sight) { got = s })
		must.Equal(t, got, row.want, row.why)
	}
}
