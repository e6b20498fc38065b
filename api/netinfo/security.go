// SPDX-License-Identifier: Apache-2.0

package netinfo

import (
	"bytes"
	"encoding/binary"
)

// Numbers of IEEE 802.11-2020.
const (
	privacy       = 1 << 4 // 9.4.1.4, capability
	elementRSN    = 48     // 9.4.2.24
	elementVendor = 221    // 9.4.2.25
)

var (
	wpaType = []byte{0x00, 0x50, 0xf2, 0x01} // the WPA element that preceded RSN
	rsnOUI  = []byte{0x00, 0x0f, 0xac}
)

// security returns the name of the security that an access point requires, from
// its capability and the information elements of its beacon. They come over the
// air, so they may contain any bytes.
func security(capability uint16, elements []byte) string {
	found := "OPEN"
	if capability&privacy != 0 {
		found = "WEP"
	}
	for len(elements) >= 2 {
		id, n := elements[0], int(elements[1])
		if len(elements) < 2+n {
			break
		}
		body := elements[2 : 2+n]
		elements = elements[2+n:]
		switch {
		case id == elementRSN:
			return rsn(body)
		case id == elementVendor && bytes.HasPrefix(body, wpaType):
			found = "WPA"
		}
	}
	return found
}

// rsn distinguishes WPA3 (every key management is SAE or Suite B) and enhanced open
// networks (OWE) from WPA2: 9.4.2.24.3, table 9-151.
func rsn(b []byte) string {
	const kindWPA2, kindWPA3, kindOWE = 0, 1, 2
	kinds := map[byte]int{8: kindWPA3, 9: kindWPA3, 12: kindWPA3, 13: kindWPA3, 24: kindWPA3, 25: kindWPA3, 18: kindOWE}
	b = skip(b, 2+4) // version, group cipher
	b = skip(b, 2+4*count(b))
	var seen [3]bool
	suites := skip(b, 2)
	for range min(count(b), len(suites)/4) {
		kind := kindWPA2
		if bytes.HasPrefix(suites, rsnOUI) {
			kind = kinds[suites[3]]
		}
		seen[kind] = true
		suites = suites[4:]
	}
	switch {
	case seen[kindWPA2]:
		return "WPA2"
	case seen[kindWPA3]:
		return "WPA3"
	case seen[kindOWE]:
		return "OPEN"
	}
	return "WPA2"
}

func skip(b []byte, n int) []byte { return b[min(n, len(b)):] }

func count(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	return int(binary.LittleEndian.Uint16(b))
}
