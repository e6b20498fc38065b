// SPDX-License-Identifier: Apache-2.0

package multicast

import (
	"bytes"
	"net/netip"
	"slices"
	"testing"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/internal/memtest"
)

func TestNear(t *testing.T) {
	l := Link{Addresses: []netip.Prefix{netip.MustParsePrefix("192.0.2.1/24"), netip.MustParsePrefix("2001:db8::1/64")}}
	for _, row := range []struct {
		address string
		near    bool
		why     string
	}{
		{"192.0.2.200", true, "in the network"},
		{"192.0.3.1", false, "outside"},
		{"::ffff:192.0.2.200", true, "as a socket for both families has it"},
		{"169.254.3.4", true, "no router forwards it"},
		{"fe80::1%eth0", true, "likewise"},
		{"2001:db8::9", true, "in the network"},
		{"2001:db8:0:1::9", false, "outside"},
	} {
		if got := l.Near(netip.MustParseAddr(row.address)); got != row.near {
			t.Errorf("%s: %v, %s", row.address, got, row.why)
		}
	}
}

// header is the header of a packet: flags, and counts of questions and of records.
func header(flags uint16, counts ...byte) []byte {
	all := []byte{0, 0, byte(flags >> 8), byte(flags)}
	for _, n := range counts {
		all = append(all, 0, n)
	}
	return all
}

func TestParse(t *testing.T) {
	question := []byte("\x02pi\x05local\x00\x00\x01\x80\x01")
	record := []byte("\x02pi\x05local\x00\x00\x01\x80\x01\x00\x00\x00\x78\x00\x04\xc0\x00\x02\x01")
	root := []byte("\x00\x00\x01\x00\x01\x00\x00\x00\x78\x00\x04\xc0\x00\x02\x01")
	pointer := []byte("\xc0\x0c\x00\x01\x00\x01")
	for _, row := range []struct {
		why  string
		data []byte
		ok   bool
	}{
		{"no header", header(0, 1), false},
		{"a header alone", header(0, 0, 0, 0, 0), true},
		{"a question", append(header(0, 1, 0, 0, 0), question...), true},
		{"half a question", append(header(0, 1, 0, 0, 0), question[:5]...), false},
		{"a name that points at itself", append(header(0, 1, 0, 0, 0), pointer...), false},
		{"a record", append(header(0x8000, 0, 1, 0, 0), record...), true},
		{"a record of another length", append(header(0x8000, 0, 1, 0, 0), record[:len(record)-1]...), false},
		{"another operation", append(header(0x2800, 1, 0, 0, 0), question...), false},
		{"an error", append(header(0x8005, 1, 0, 0, 0), question...), false},
		{"64 questions", append(header(0, 64, 0, 0, 0), bytes.Repeat(question, 64)...), true},
		{"65 questions", append(header(0, 65, 0, 0, 0), bytes.Repeat(question, 65)...), false},
		{"513 records", append(header(0x8000, 0, 255, 255, 3), bytes.Repeat(root, 513)...), false},
		{"512 records", append(header(0x8000, 0, 255, 255, 2), bytes.Repeat(root, 512)...), true},
		{"too long", append(header(0, 1, 0, 0, 0), append(slices.Clone(question), make([]byte, MaxPacket)...)...), false},
	} {
		m, ok := Parse(row.data)
		if ok != row.ok {
			t.Errorf("%s: %v", row.why, ok)
		}
		if ok && len(m.Answer) == 1 && m.Answer[0].Header().Class != dns.ClassINET {
			t.Errorf("%s: class %d", row.why, m.Answer[0].Header().Class)
		}
	}
}

// FuzzParse: no packet takes more than so much memory.
func FuzzParse(f *testing.F) {
	m := &dns.Msg{Compress: true}
	m.SetQuestion("pi.local.", dns.TypeANY)
	for _, text := range []string{
		"pi.local. 120 IN A 192.0.2.1", `pi.local. 120 IN TXT "a=\003"`, "pi.local. 120 IN NSEC pi.local. A AAAA",
		"pi.local. 120 IN SRV 0 0 80 a.pi.local.",
	} {
		rr, _ := dns.NewRR(text)
		m.Answer, m.Ns = append(m.Answer, rr), append(m.Ns, rr)
	}
	data, _ := m.Pack()
	f.Add(data)
	long := bytes.Repeat([]byte("\x3f"+"123456789012345678901234567890123456789012345678901234567890\x01\x02\x03"), 3)
	many := append(append(header(0x8000, 0, 2, 0, 0), long...), "\x00\x00\x0c\x00\x01\x00\x00\x00\x00\x00\x02\xc0\x0c"...)
	f.Add(append(many, bytes.Repeat([]byte("\xc0\x0c\x00\x0c\x00\x01\x00\x00\x00\x00\x00\x02\xc0\x0c"), 511)...))
	f.Fuzz(func(t *testing.T, data []byte) {
		// 512 records with two names of 255 bytes, which are escaped to four times as much.
		memtest.AtMost(t, 4<<20+256*len(data), func() { Parse(data) })
	})
}
