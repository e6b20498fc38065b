// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"net"
	"net/netip"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
	"golang.org/x/net/dns/dnsmessage"
)

// message is a message of multicast DNS: a question, and the addresses of names.
func message(t testing.TB, h dnsmessage.Header, asked string, names map[string][4]byte) []byte {
	t.Helper()
	m := dnsmessage.Message{Header: h}
	if asked != "" {
		m.Questions = []dnsmessage.Question{{Name: dnsmessage.MustNewName(asked), Type: dnsmessage.TypeA,
			Class: dnsmessage.ClassINET}}
	}
	for name, a := range names {
		m.Answers = append(m.Answers,
			dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: dnsmessage.MustNewName(name),
				Class: dnsmessage.ClassINET}, Body: &dnsmessage.AAAAResource{}},
			dnsmessage.Resource{Header: dnsmessage.ResourceHeader{Name: dnsmessage.MustNewName(name),
				Class: dnsmessage.ClassINET}, Body: &dnsmessage.AResource{A: a}})
	}
	packed := must.Get(m.Pack())(t)
	return packed
}

// responder stands for a panel that knows its name, and is deaf to the first question.
func responder(t *testing.T, name string, addr [4]byte) netip.AddrPort {
	t.Helper()
	conn := must.Get(net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}))(t)
	t.Cleanup(func() { conn.Close() })
	go func() {
		b := make([]byte, answered)
		for heard := 0; ; heard++ {
			n, from, err := conn.ReadFromUDPAddrPort(b)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if heard == 0 || m.Unpack(b[:n]) != nil || len(m.Questions) != 1 || m.Questions[0].Name.String() != name ||
				m.Questions[0].Type != dnsmessage.TypeA {
				continue
			}
			// neither is an answer to this question
			for _, h := range []dnsmessage.Header{{ID: m.ID + 1, Response: true}, {ID: m.ID}} {
				_, _ = conn.WriteToUDPAddrPort(message(t, h, name, map[string][4]byte{name: {192, 0, 2, 1}}), from)
			}
			_, _ = conn.WriteToUDPAddrPort(
				message(t, dnsmessage.Header{ID: m.ID, Response: true}, name, map[string][4]byte{name: addr}), from)
		}
	}()
	return conn.LocalAddr().(*net.UDPAddr).AddrPort()
}

// TestLocalNames: the first network in which somebody knows the name tells the address, also
// where another one of them cannot be asked.
func TestLocalNames(t *testing.T) {
	names := resolver{responder(t, "wled.local.", [4]byte{192, 0, 2, 7}), func() []netip.Addr {
		// the first is not this machine's
		return []netip.Addr{netip.MustParseAddr("192.0.2.99"), netip.MustParseAddr("127.0.0.1")}
	}}
	for _, host := range []string{"wled.local", "wled.local.", "wled.local:4049"} {
		to := newTarget(host, "4048", nil)
		if to.names.group != mdns.group {
			t.Errorf("%s is asked of %v", host, to.names.group)
		}
		to.names = names
		want := netip.AddrPortFrom(netip.MustParseAddr("192.0.2.7"), 4048)
		if host == "wled.local:4049" {
			want = netip.AddrPortFrom(want.Addr(), 4049)
		}
		if got, err := to.find(t.Context()); got != want || err != nil {
			t.Errorf("%s is at %v, %v", host, got, err)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if got := names.askAll(over, "wled.local."); got != nil {
		t.Errorf("after the end: %v", got)
	}
	if got := names.askAll(t.Context(), "a..local."); got != nil {
		t.Errorf("no name: %v", got)
	}
}

// TestAnswers: an answer counts for its question alone.
func TestAnswers(t *testing.T) {
	const id = 77
	mine := map[string][4]byte{"WLED.local.": {192, 0, 2, 7}}
	for _, row := range []struct {
		why    string
		header dnsmessage.Header
		names  map[string][4]byte
		want   int
	}{
		{"in other letters", dnsmessage.Header{ID: id, Response: true}, mine, 1},
		{"of another question", dnsmessage.Header{ID: id + 1, Response: true}, mine, 0},
		{"a question itself", dnsmessage.Header{ID: id}, mine, 0},
		{"another name", dnsmessage.Header{ID: id, Response: true}, map[string][4]byte{"pixoo.local.": {192, 0, 2, 8}}, 0},
		{"two names", dnsmessage.Header{ID: id, Response: true},
			map[string][4]byte{"pixoo.local.": {192, 0, 2, 8}, "wled.local.": {192, 0, 2, 7}}, 1},
	} {
		for _, asked := range []string{"", "wled.local."} {
			if got := addresses(message(t, row.header, asked, row.names), id, "wled.local."); len(got) != row.want ||
				row.want > 0 && got[0] != netip.MustParseAddr("192.0.2.7") {
				t.Errorf("%s: %v, want %d addresses", row.why, got, row.want)
			}
		}
	}
}

// FuzzAnswers: anybody in the network may answer.
func FuzzAnswers(f *testing.F) {
	f.Add(message(f, dnsmessage.Header{ID: 77, Response: true}, "wled.local.",
		map[string][4]byte{"wled.local.": {192, 0, 2, 7}}))
	f.Add([]byte{0, 77, 0x80, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		memtest.AtMost(t, 128<<10, func() { addresses(data[:min(len(data), answered)], 77, "wled.local.") })
	})
}
