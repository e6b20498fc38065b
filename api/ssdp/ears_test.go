// SPDX-License-Identifier: Apache-2.0

package ssdp

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
)

func TestParseSearch(t *testing.T) {
	rows := []struct {
		name, datagram, st, mx string
		ok                     bool
	}{
		{"as it should be", "M-SEARCH * HTTP/1.1\r\nHOST: 239.255.255.250:1900\r\nMAN: \"ssdp:discover\"\r\nMX: 3\r\nST: ssdp:all\r\n\r\n", "ssdp:all", "3", true},
		{"without the empty line", "M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:discover\"\r\nST: upnp:rootdevice\r\n", "upnp:rootdevice", "", true},
		{"without quotes", "M-SEARCH * HTTP/1.1\r\nMAN: ssdp:discover\r\nST: x\r\n\r\n", "x", "", true},
		{"an announcement", "NOTIFY * HTTP/1.1\r\nNTS: ssdp:alive\r\nST: x\r\n\r\n", "", "", false},
		{"without a target", "M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:discover\"\r\n\r\n", "", "", false},
		{"something else to do", "M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:other\"\r\nST: x\r\n\r\n", "", "", false},
		{"too long", "M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:discover\"\r\nST: " + strings.Repeat("x", 2048) + "\r\n\r\n", "", "", false},
		{"noise", "\x00\x01", "", "", false},
		{"nothing", "", "", "", false},
	}
	for _, row := range rows {
		if st, mx, ok := parseSearch([]byte(row.datagram)); st != row.st || mx != row.mx || ok != row.ok {
			t.Errorf("%s: %q, %q, %v", row.name, st, mx, ok)
		}
	}
}

func FuzzSearch(f *testing.F) {
	f.Add([]byte("M-SEARCH * HTTP/1.1\r\nMAN: \"ssdp:discover\"\r\nMX: 3\r\nST: ssdp:all\r\n\r\n"))
	f.Add([]byte("M-SEARCH "))
	f.Fuzz(func(t *testing.T, datagram []byte) {
		memtest.AtMost(t, 64<<10+256*len(datagram), func() {
			if st, _, ok := parseSearch(datagram); ok && st == "" {
				t.Error("a search for nothing")
			}
		})
	})
}
