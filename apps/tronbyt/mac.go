// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"net"
	"net/netip"
	"slices"
)

// ethernet is a network interface with an address of its own.
type ethernet struct {
	mac string
	ips []netip.Addr
}

// links returns the network interfaces of the machine.
func links() (all []ethernet) {
	there, _ := net.Interfaces()
	for _, i := range there {
		if len(i.HardwareAddr) == 0 {
			continue
		}
		e := ethernet{mac: i.HardwareAddr.String()}
		ips, _ := i.Addrs()
		for _, ip := range ips {
			if p, err := netip.ParsePrefix(ip.String()); err == nil {
				e.ips = append(e.ips, p.Addr().Unmap())
			}
		}
		all = append(all, e)
	}
	return all
}

// macOf returns, as text, the MAC address of the interface with the address local, else of the
// first interface: a server on the same machine is reached over none of them. Without any it
// returns "".
func macOf(local net.Addr, all []ethernet) string {
	if len(all) == 0 {
		return ""
	}
	if tcp, ok := local.(*net.TCPAddr); ok {
		ip := tcp.AddrPort().Addr().Unmap().WithZone("")
		if i := slices.IndexFunc(all, func(e ethernet) bool { return slices.Contains(e.ips, ip) }); i >= 0 {
			return all[i].mac
		}
	}
	return all[0].mac
}
