// SPDX-License-Identifier: Apache-2.0

package netinfo

import (
	"encoding/binary"
	"net/netip"
	"os"
	"syscall"
)

// links reads the interfaces, their kinds, whether their addresses are leased,
// and what the wireless ones are connected to.
func links() ([]link, error) {
	all, err := up()
	if err != nil {
		return nil, err
	}
	leased := leases()
	wireless := false
	for i := range all {
		l := &all[i]
		l.physical = exists("/sys/class/net/" + l.name + "/device")
		l.wireless = exists("/sys/class/net/" + l.name + "/phy80211")
		l.dhcp = leased[l.addr.Addr()]
		wireless = wireless || l.wireless
	}
	if wireless {
		err = listen(all)
	}
	return all, err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// leases returns the IPv4 addresses that are not permanent: a DHCP client has
// set them with the lifetime of their lease.
func leases() map[netip.Addr]bool {
	rib, err := syscall.NetlinkRIB(syscall.RTM_GETADDR, syscall.AF_INET)
	if err != nil {
		return nil
	}
	messages, err := syscall.ParseNetlinkMessage(rib)
	if err != nil {
		return nil
	}
	out := map[netip.Addr]bool{}
	for _, m := range messages {
		if m.Header.Type != syscall.RTM_NEWADDR {
			continue
		}
		attrs, err := syscall.ParseNetlinkRouteAttr(&m)
		if err != nil || len(m.Data) < syscall.SizeofIfAddrmsg {
			continue
		}
		if a, leased := lease(m.Data[2], attrs); leased { // ifa_flags, rtnetlink(7)
			out[a] = true
		}
	}
	return out
}

// lease reads the attributes of one address; see rtnetlink(7).
func lease(flags byte, attrs []syscall.NetlinkRouteAttr) (a netip.Addr, leased bool) {
	const ifaFlags = 8 // 32 bits of flags that replace the 8 bits of ifa_flags
	permanent := flags&syscall.IFA_F_PERMANENT != 0
	for _, attr := range attrs {
		switch {
		case attr.Attr.Type == syscall.IFA_LOCAL && len(attr.Value) == 4:
			a = netip.AddrFrom4([4]byte(attr.Value))
		case attr.Attr.Type == ifaFlags && len(attr.Value) == 4:
			permanent = binary.NativeEndian.Uint32(attr.Value)&syscall.IFA_F_PERMANENT != 0
		}
	}
	return a, a.IsValid() && !permanent
}
