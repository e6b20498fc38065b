// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
)

// TestParseReply: our own answer is understood, a LaMetric's too, and nobody speaks for another.
func TestParseReply(t *testing.T) {
	own := string(testMessage().reply(dev.targets()[2]))
	real := strings.Replace(own, "Linux UPnP/1.1 ledpost/1.2.3", "Linux/4.4 UPnP/1.1 LaMetric/2.3", 1)
	at := netip.MustParseAddrPort("192.0.2.7:8080")
	ours, foreign := Found{dev.UUID, at, true}, Found{dev.UUID, at, false}
	for _, row := range []struct {
		why, datagram string
		from          string
		want          Found
		ok            bool
	}{
		{"this program", own, "192.0.2.7", ours, true},
		{"a LaMetric", real, "192.0.2.7", foreign, true},
		{"our name in another", strings.Replace(own, " ledpost/", " notledpost/", 1), "192.0.2.7", foreign, true},
		{"without the empty line", strings.TrimRight(own, "\r\n"), "192.0.2.7", ours, true},
		{"it names the address of another", own, "192.0.2.8", Found{}, false},
		{"it names a host", strings.Replace(own, "192.0.2.7:", "evil.example:", 1), "192.0.2.7", Found{}, false},
		{"another scheme", strings.Replace(own, "http:", "file:", 1), "192.0.2.7", Found{}, false},
		{"no port", strings.Replace(own, ":8080", "", 1), "192.0.2.7", Found{}, false},
		{"another type", strings.Replace(own, "ST: urn:", "ST: xrn:", 1), "192.0.2.7", Found{}, false},
		{"no UUID", strings.Replace(own, "USN: uuid", "USN: name", 1), "192.0.2.7", Found{}, false},
		{"a refusal", strings.Replace(own, "200 OK", "404 No", 1), "192.0.2.7", Found{}, false},
		{"too long", own + strings.Repeat("x", maxDatagram), "192.0.2.7", Found{}, false},
		{"nothing", "", "192.0.2.7", Found{}, false},
	} {
		got, ok := parseReply([]byte(row.datagram), netip.MustParseAddr(row.from))
		if ok != row.ok || ok && got != row.want {
			t.Errorf("%s: %v %v", row.why, got, ok)
		}
	}
}

func FuzzReply(f *testing.F) {
	f.Add(testMessage().reply(dev.targets()[2]))
	f.Add([]byte("HTTP/1.1 200 "))
	from := netip.MustParseAddr("192.0.2.7")
	f.Fuzz(func(t *testing.T, datagram []byte) {
		memtest.AtMost(t, 64<<10+256*len(datagram), func() {
			if found, ok := parseReply(datagram, from); ok && found.At.Addr() != from {
				t.Error("it speaks for another")
			}
		})
	})
}
