// SPDX-License-Identifier: Apache-2.0

package improv

import (
	"bytes"
	"errors"
	"testing"

	"github.com/ledpost/ledpost/onboard/nm"
)

// packet is a command as a client sends it.
func packet(id byte, data string) []byte {
	b := append([]byte{id, byte(len(data))}, data...)
	return append(b, sum(b))
}

// TestParse: the example of the specification, and what is not a packet.
func TestParse(t *testing.T) {
	whole := packet(1, "\x0cMyWirelessAP\x10mysecurepassword")
	for _, c := range []struct {
		why string
		b   []byte
		err error
	}{
		{"the example", whole, nil},
		{"nothing", nil, errMore},
		{"the beginning", whole[:1], errMore},
		{"all but the sum", whole[:len(whole)-1], errMore},
		{"a wrong sum", append(bytes.Clone(whole[:len(whole)-1]), whole[len(whole)-1]+1), errPacket},
		{"more than it", append(bytes.Clone(whole), 0), errPacket},
	} {
		if _, err := parse(c.b); err != c.err {
			t.Errorf("%s: %v, want %v", c.why, err, c.err)
		}
	}
	c, _ := parse(whole)
	if got, err := c.credentials(); err != nil ||
		got != (nm.Credentials{SSID: "MyWirelessAP", Password: "mysecurepassword"}) {
		t.Errorf("%+v, %v", got, err)
	}
	for why, data := range map[string]string{"nothing": "", "no password": "\x01a", "more than both": "\x01a\x00b",
		"a length too long": "\x09a\x00"} {
		if _, err := (command{1, []byte(data)}).credentials(); !errors.Is(err, errPacket) {
			t.Errorf("%s: %v", why, err)
		}
	}
	if _, err := (command{1, []byte("\x01a\x011")}).credentials(); err == nil {
		t.Error("a password that cannot be")
	}
}

// TestResult: a list of strings, of as many rows as have room.
func TestResult(t *testing.T) {
	if got, want := result(3, 1, "ab", ""), []byte("\x03\x04\x02ab\x00\xcc"); !bytes.Equal(got, want) {
		t.Errorf("% x, want % x", got, want)
	}
	if got := result(4, 3); !bytes.Equal(got, []byte{4, 0, 4}) {
		t.Errorf("% x", got)
	}
	var many []string
	for range 100 {
		many = append(many, "network", "-50", "WPA2")
	}
	if got := result(4, 3, many...); len(got) != 2+15*17+1 || int(got[1]) != len(got)-3 {
		t.Errorf("%d bytes, length %d", len(got), got[1])
	}
	if got := result(1, 1, string(make([]byte, 300))); len(got) != 3 {
		t.Errorf("a string without room: %d bytes", len(got))
	}
}

// FuzzWrite: whatever is written, in whatever pieces, the service takes the next packet,
// keeps little and joins nothing without a press.
func FuzzWrite(f *testing.F) {
	f.Add(packet(cmdJoin, "\x04home\x0812345678"), byte(20))
	f.Add(packet(cmdScan, ""), byte(1))
	f.Add([]byte{5, 255, 1}, byte(2))
	f.Fuzz(func(t *testing.T, b []byte, size byte) {
		s := newService(t.Context(), Options{
			Identify: func() {}, Hostname: func() string { return "led" }, Networks: []nm.Network{{SSID: "home"}},
		}, func(_ characteristic, value []byte) {
			if len(value) > maxPacket {
				t.Errorf("a value of %d bytes", len(value))
			}
		})
		s.asks = maxAsks
		for len(b) > 0 {
			n := min(int(size%64)+1, len(b))
			s.write(b[:n])
			b = b[n:]
		}
		if len(s.packet) > maxPacket || cap(s.packet) > 4*maxPacket || s.state != stateAsk {
			t.Errorf("%d bytes are kept, state %d", cap(s.packet), s.state)
		}
	})
}
