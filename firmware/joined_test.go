// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/api/netinfo"
)

// TestJoined: a client of Improv is told the address in the network that was joined, not one of before.
func TestJoined(t *testing.T) {
	at := func(w netinfo.Wifi) string {
		if w.IP.IsUnspecified() {
			return ""
		}
		return netip.AddrPortFrom(w.IP, 8080).String()
	}
	none, joinedAt := netip.IPv4Unspecified(), netip.MustParseAddr("192.0.2.18")
	for _, c := range []struct {
		name string
		seen []netinfo.Wifi // a second apart; the last one stays
		want string
	}{
		{"at once", []netinfo.Wifi{{Active: true, IP: joinedAt}}, "http://192.0.2.18:8080/"},
		{"after the access point's", []netinfo.Wifi{{IP: netip.MustParseAddr("10.42.0.1")}, {Active: true, IP: none}, {Active: true, IP: joinedAt}}, "http://192.0.2.18:8080/"},
		{"after a cable's", []netinfo.Wifi{{IP: netip.MustParseAddr("198.51.100.1")}, {Active: true, IP: joinedAt}}, "http://192.0.2.18:8080/"},
		{"there is none", []netinfo.Wifi{{Active: true, IP: none}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				read := func() netinfo.Wifi { return c.seen[min(int(time.Since(begin)/time.Second), len(c.seen)-1)] }
				if got := joined(t.Context(), at, read); got != c.want {
					t.Errorf("%q, want %q", got, c.want)
				}
			})
		})
	}
}
