// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
)

// TestParseReply: our own answer is understood, a LaMetric's too, and nobody speaks for another.
func TestParseReply(t *testing.T) {
	own := string(testMessage().reply(dev.targets()[2]))
	real := strings.Replace(own, "Linux UPnP/1.1 ledpost/1.2.3", "Linux/4.4 UPnP/1.1 LaMetric/2.3", 1)
	at := netip.MustParseAddrPort("192.0.2.7:8080")
	const location = "http://192.0.2.7:8080" + Path
	ours, foreign := Found{dev.UUID, at, location, true}, Found{dev.UUID, at, location, false}
	for _, row := range []struct {
		why, datagram string
		from          string
		want          Found
		ok            bool
	}{
		{"this program", own, "192.0.2.7", ours, true},
		{"a LaMetric", real, "192.0.2.7", foreign, true},
		{"it adds a name and a password", strings.Replace(own, "http://", "http://dev:x@", 1), "192.0.2.7", ours, true},
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

// A flood is the datagrams that come one after the other, each from its sender.
type flood []struct {
	from     string
	datagram []byte
}

// ReadFromUDPAddrPort reads the next datagram.
func (f *flood) ReadFromUDPAddrPort(b []byte) (int, netip.AddrPort, error) {
	if len(*f) == 0 {
		return 0, netip.AddrPort{}, net.ErrClosed
	}
	next := (*f)[0]
	*f = (*f)[1:]
	return copy(b, next.datagram), netip.MustParseAddrPort(next.from + ":1900"), nil
}

// TestRepliesLeaveOthersTheirs: neither a host with many addresses nor one that sends other packets hides a device.
func TestRepliesLeaveOthersTheirs(t *testing.T) {
	own := string(testMessage().reply(dev.targets()[2])) // of 192.0.2.7
	for _, row := range []struct {
		why    string
		hosts  int
		reply  bool // each of them answers for itself
		others int  // what is seen of them
	}{
		{"replies of eight addresses", 8, true, 8 * mostOfOne},
		{"as much from one", 1, true, mostOfOne},
		{"other packets from forty hosts", 40, false, 0},
	} {
		var f flood
		for range 300 {
			for n := range row.hosts {
				from, datagram := fmt.Sprint("192.0.2.", 100+n), []byte("HTTP/1.1 200 OK\r\n\r\n")
				if row.reply {
					datagram = []byte(strings.Replace(own, "192.0.2.7", from, 1))
				}
				f = append(f, flood{{from, datagram}}...)
			}
		}
		f = append(f, flood{{"192.0.2.7", []byte(own)}}...)
		seen := map[bool]int{}
		place{addr: netip.MustParseAddr("192.0.2.1"), bits: 24}.replies(&f, func(found Found) {
			seen[found.At.Addr() == netip.MustParseAddr("192.0.2.7")]++
		})
		if seen[true] != 1 || seen[false] != row.others {
			t.Errorf("%s: %d of the device and %d of the others, want 1 and %d", row.why, seen[true], seen[false],
				row.others)
		}
	}
}

func FuzzReply(f *testing.F) {
	f.Add(testMessage().reply(dev.targets()[2]))
	f.Add([]byte("HTTP/1.1 200 "))
	from := netip.MustParseAddr("192.0.2.7")
	f.Fuzz(func(t *testing.T, datagram []byte) {
		memtest.AtMost(t, 64<<10+256*len(datagram), func() {
			found, ok := parseReply(datagram, from)
			u, err := url.Parse(found.Location)
			if ok && (err != nil || found.At.Addr() != from || u.Host != found.At.String()) {
				t.Error("it speaks for another")
			}
		})
	})
}
