// SPDX-License-Identifier: Apache-2.0

package netinfo

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// Information elements, written out as IEEE 802.11-2020, 9.4.2 has them.
const (
	ssid    = "00 04 686f6d65"
	wpa     = "dd 16 0050f201 0100 0050f202 0100 0050f202 0100 0050f202"
	wpa2    = "30 14 0100 000fac04 0100 000fac04 0100 000fac02 0000"
	wpa23   = "30 18 0100 000fac04 0100 000fac04 0200 000fac02 000fac08 8000"
	wpa3    = "30 14 0100 000fac04 0100 000fac04 0100 000fac08 c000"
	suiteB  = "30 14 0100 000fac09 0100 000fac09 0100 000fac0c c000"
	owe     = "30 14 0100 000fac04 0100 000fac04 0100 000fac12 c000"
	vendors = "30 14 0100 000fac04 0100 000fac04 0100 00112208 0000"
	wmm     = "dd 07 0050f202000100"
)

func elements(t testing.TB, hexes ...string) []byte {
	t.Helper()
	return must.Get(hex.DecodeString(strings.ReplaceAll(strings.Join(hexes, ""), " ", "")))(t)
}

func TestSecurity(t *testing.T) {
	for _, c := range []struct {
		name       string
		capability uint16
		elements   []byte
		want       string
	}{
		{"open", 0x0001, elements(t, ssid), "OPEN"},
		{"privacy without an element", 0x0011, elements(t, ssid), "WEP"},
		{"WPA", 0x0011, elements(t, ssid, wpa), "WPA"},
		{"another vendor element", 0x0011, elements(t, wmm), "WEP"},
		{"WPA and WPA2", 0x0011, elements(t, ssid, wpa, wpa2), "WPA2"},
		{"WPA2", 0x0011, elements(t, ssid, wpa2), "WPA2"},
		{"WPA2 and WPA3: what the weaker client gets", 0x0011, elements(t, wpa23), "WPA2"},
		{"WPA3", 0x0011, elements(t, wpa3), "WPA3"},
		{"Suite B", 0x0011, elements(t, suiteB), "WPA3"},
		{"enhanced open", 0x0011, elements(t, owe), "OPEN"},
		{"a vendor's suite with a known number", 0x0011, elements(t, vendors), "WPA2"},
		{"cut off in an element", 0x0011, elements(t, wpa2)[:9], "WEP"},
		{"element cut off in itself", 0x0011, elements(t, "30 02 0100"), "WPA2"},
		{"missing suites", 0x0011, elements(t, "30 08 0100 000fac04 ffff"), "WPA2"},
		{"nothing", 0, nil, "OPEN"},
	} {
		if got := security(c.capability, c.elements); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func FuzzSecurity(f *testing.F) {
	for _, s := range []string{ssid, wpa, wpa2, wpa23, owe, "30 08 0100 000fac04 ffff"} {
		f.Add(uint16(0x11), elements(f, s))
	}
	f.Fuzz(func(t *testing.T, capability uint16, b []byte) {
		memtest.AtMost(t, 64<<10+64*len(b), func() {
			switch s := security(capability, b); s {
			case "OPEN", "WEP", "WPA", "WPA2", "WPA3":
			default:
				t.Errorf("%q", s)
			}
		})
	})
}
