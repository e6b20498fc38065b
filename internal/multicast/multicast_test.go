// SPDX-License-Identifier: Apache-2.0

package multicast

import (
	"bytes"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
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
		must.Equal(t, l.Near(netip.MustParseAddr(row.address)), row.near, row.address, row.why)
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
	address := []byte("\x02pi\x05local\x00\x00\x01\x80\x01\x00\x00\x00\x78\x00\x04\xc0\x00\x02\x01")
	root := []byte("\x00\x00\x01\x00\x01\x00\x00\x00\x78\x00\x04\xc0\x00\x02\x01")
	longer := record("\x00", 12, "\x01") + "a\x00"
	forward := "\xc0\x12\x00\x01\x00\x01"
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
		{"a record", append(header(0x8000, 0, 1, 0, 0), address...), true},
		{"a record of another length", append(header(0x8000, 0, 1, 0, 0), address[:len(address)-1]...), false},
		{"another operation", append(header(0x2800, 1, 0, 0, 0), question...), false},
		{"an error", append(header(0x8005, 1, 0, 0, 0), question...), false},
		{"64 questions", append(header(0, 64, 0, 0, 0), bytes.Repeat(question, 64)...), true},
		{"65 questions", append(header(0, 65, 0, 0, 0), bytes.Repeat(question, 65)...), false},
		{"64 records", append(header(0x8000, 0, 30, 30, 4), bytes.Repeat(root, 64)...), true},
		{"65 records", append(header(0x8000, 0, 30, 30, 5), bytes.Repeat(root, 65)...), false},
		{"fewer records than counted", append(header(0x8000, 0, 2, 0, 0), root...), false},
		{"fewer questions than counted", append(header(0, 2, 0, 0, 0), question...), false},
		{"a name that points forward", append(header(0, 2, 0, 0, 0), forward+string(question)...), false},
		{"a name that points into the header", append(header(0, 1, 0, 0, 0), "\xc0\x00\x00\x01\x00\x01"...), false},
		{"a label of a reserved kind", append(header(0, 1, 0, 0, 0), "\x41a\x00\x00\x01\x00\x01"...), false},
		{"a name longer than its record", append(header(0x8000, 0, 1, 0, 0), longer...), false},
		{"a service without data", append(header(0x8000, 0, 1, 0, 0), record("\x00", 33, "")...), false},
		{"too long", append(append(header(0, 1, 0, 0, 0), question...), make([]byte, MaxPacket)...), false},
	} {
		m, ok := Parse(row.data)
		must.Equal(t, ok, row.ok, row.why)
		if ok && len(m.Answer) == 1 && m.Answer[0].Header().Class != dns.ClassINET {
			t.Errorf("%s: class %d", row.why, m.Answer[0].Header().Class)
		}
	}
}

// record returns a record of a kind, with its name as in packets.
func record(name string, kind byte, data string) string {
	n := len(data)
	return name + string([]byte{0, kind, 0, 1, 0, 0, 0, 120, byte(n >> 8), byte(n)}) + data
}

// dearest are packets of names, texts and bitmaps that are much more work than others as long.
func dearest() map[string][]byte {
	const root, first, class = "\x00", "\xc0\x0c", "\x00\x01\x00\x01" // class: of a question, with the type
	long := strings.Repeat("\x3f"+strings.Repeat("\x01", 63), 3) + "\x3a" + strings.Repeat("\x02", 58) + root
	packet := func(questions byte, records int, body ...string) []byte {
		head := append(header(0x8000, questions), byte(records>>8), byte(records), 0, 0, 0, 0)
		return append(head, strings.Join(body, "")...)
	}
	pointers := func(n int) []byte {
		return packet(0, n, record(long, 12, first), strings.Repeat(record(first, 12, first), n-1))
	}
	chain := "\x02aa" + root + class // each name is a label in front of the one before
	for to := headerSize; len(chain) < 50*8; to += 8 {
		chain += "\x01a" + string([]byte{0xc0 | byte(to>>8), byte(to)}) + class
	}
	windows := func(n int) (all string) {
		for i := range n {
			all += string([]byte{byte(i), 32}) + strings.Repeat("\xff", 32)
		}
		return all
	}
	list := record(root, 55, strings.Repeat(first, 4000))
	escaped := "\xff" + strings.Repeat("\x01", 255)
	return map[string][]byte{
		"512 pointers to a long name":  pointers(512),
		"64 pointers to a long name":   pointers(64),
		"as many as are read":          pointers(11),
		"a list of names":              packet(0, 2, record(long, 12, first), list),
		"questions of one long name":   packet(64, 0, long+class, strings.Repeat(first+class, 63)),
		"each name points at the last": packet(50, 0, chain),
		"a text of empty parts":        packet(0, 1, record(root, 16, strings.Repeat("\x00", 8900))),
		"as many parts as are read":    packet(0, 1, record(root, 16, strings.Repeat("\x00", 360))),
		"a text of bytes to escape":    packet(0, 1, record(root, 16, strings.Repeat(escaped, 22))),
		"a longer one":                 packet(0, 1, record(root, 16, strings.Repeat(escaped, 34))),
		"a bitmap of all types":        packet(0, 1, record(root, 47, root+windows(256))),
		"as many types as are read":    packet(0, 1, record(root, 47, root+windows(22))),
	}
}

// TestDearestAreNotUnpacked: nothing is allocated for a packet that is refused.
func TestDearestAreNotUnpacked(t *testing.T) {
	refused := map[string]bool{
		"512 pointers to a long name": true, "64 pointers to a long name": true, "questions of one long name": true,
		"a text of empty parts": true, "a longer one": true, "a bitmap of all types": true,
	}
	for name, data := range dearest() {
		if _, ok := Parse(data); ok == refused[name] {
			t.Errorf("%s: read %v", name, ok)
		}
		if n := testing.AllocsPerRun(10, func() { Parse(data) }); refused[name] && n > 0 {
			t.Errorf("%s: %v allocations before it is refused", name, n)
		}
	}
}

// TestOtherTypes: data of types that nobody here reads stays as it is, with the names in it.
func TestOtherTypes(t *testing.T) {
	m, ok := Parse(dearest()["a list of names"])
	if !ok || len(m.Answer) != 2 {
		t.Fatalf("read %v: %v", ok, m)
	}
	if rr, ok := m.Answer[1].(*dns.RFC3597); !ok || rr.Hdr.Rrtype != dns.TypeHIP || len(rr.Rdata) != 2*8000 {
		t.Errorf("%T", m.Answer[1])
	}
}

// TestLimit: who floods leaves the others their part, and responses leave questions theirs.
func TestLimit(t *testing.T) {
	question, answer := header(0, 0, 0, 0, 0), header(0x8000, 0, 0, 0, 0)
	one := func(int) string { return "192.0.2.66" }
	many := func(i int) string { return netip.AddrFrom4([4]byte{192, 0, byte(i >> 8), byte(i)}).String() }
	for _, row := range []struct {
		name          string
		flood, other  []byte
		from          func(i int) string
		who           string
		after         time.Duration
		heard         int // of a flood of a thousand
		otherIsServed bool
	}{
		{"one address", question, question, one, "192.0.2.7", 0, 20, true},
		{"one on IPv6", question, question, func(int) string { return "fe80::66%d0" }, "fe80::7%d0", 0, 20, true},
		{"itself, at once", question, question, one, "192.0.2.66", 0, 20, false},
		{"itself, later", question, question, one, "::ffff:192.0.2.66", time.Second / 10, 20, true},
		{"many addresses, responses", answer, question, many, "198.51.100.7", 0, 100, true},
		{"many addresses, questions", question, answer, many, "198.51.100.7", 0, 100, true},
		{"many addresses, the same", question, question, many, "198.51.100.7", 0, 100, false},
		{"no header", question[:11], question, many, "198.51.100.7", 0, 0, true},
	} {
		l, now, got := NewLimit(), time.Unix(1000, 0), 0
		allow := func(data []byte, from string) bool {
			return l.Allow(Packet{From: netip.AddrPortFrom(netip.MustParseAddr(from), Port), Data: data}, now)
		}
		for i := range 1000 {
			if allow(row.flood, row.from(i)) {
				got++
			}
		}
		now = now.Add(row.after)
		if other := allow(row.other, row.who); other != row.otherIsServed || got != row.heard {
			t.Errorf("%s: %d of the flood, then the other %v", row.name, got, other)
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
	for _, data := range dearest() {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { memtest.AtMost(t, 1<<20+256*len(data), func() { Parse(data) }) })
}
