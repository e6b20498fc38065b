// SPDX-License-Identifier: Apache-2.0

package netinfo

import (
	"net"
	"net/netip"
)

// link is a network interface that is up.
type link struct {
	name     string
	index    int
	mac      string
	wireless bool
	physical bool // a device, not a bridge or a tunnel
	addr     netip.Prefix
	dhcp     bool
	radio    radio // wireless links only
}

// radio is the state of a wireless connection.
type radio struct {
	connected bool
	ssid      string
	security  string
	signal    int // dBm
}

// choose returns the Wifi for the machine's links: of the connected wireless
// link, or else of the best wired link (docs/decisions.md 5, wifi).
func choose(links []link) Wifi {
	var wired, wireless *link
	for i := range links {
		l := &links[i]
		switch {
		case l.wireless && (wireless == nil || !wireless.radio.connected):
			wireless = l
		case !l.wireless && l.addr.IsValid() && (wired == nil || l.physical && !wired.physical):
			wired = l
		}
	}
	w := Wifi{IP: netip.IPv4Unspecified(), Mask: netip.IPv4Unspecified(), Available: wireless != nil}
	switch {
	case wireless != nil && (wireless.radio.connected || wired == nil):
		w.from(wireless)
		r := wireless.radio
		w.Active, w.SSID, w.Security, w.Signal = r.connected, r.ssid, r.security, r.signal
	case wired != nil:
		w.from(wired)
	}
	return w
}

func (w *Wifi) from(l *link) {
	w.MAC, w.DHCP = l.mac, l.dhcp
	if l.addr.IsValid() {
		mask, _ := netip.AddrFromSlice(net.CIDRMask(l.addr.Bits(), 32))
		w.IP, w.Mask = l.addr.Addr(), mask
	}
}

// up lists the interfaces that are up, except loopback, with their first IPv4
// address.
func up() ([]link, error) {
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil, err
	}
	var out []link
	for _, ifi := range interfaces {
		if ifi.Flags&net.FlagUp == 0 || ifi.Flags&net.FlagLoopback != 0 {
			continue
		}
		l := link{name: ifi.Name, index: ifi.Index, mac: ifi.HardwareAddr.String()}
		addrs, _ := ifi.Addrs() // an interface that has just disappeared has none
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().Is4() {
				l.addr = p
				break
			}
		}
		out = append(out, l)
	}
	return out, nil
}
