// SPDX-License-Identifier: Apache-2.0

package netinfo

import (
	"net/netip"
	"syscall"
	"testing"

	"github.com/mdlayher/genetlink"
	"github.com/mdlayher/genetlink/genltest"
	"github.com/mdlayher/netlink"
	"golang.org/x/sys/unix"

	"github.com/ledpost/ledpost/internal/must"
)

func TestLease(t *testing.T) {
	local := syscall.NetlinkRouteAttr{Attr: syscall.RtAttr{Type: syscall.IFA_LOCAL}, Value: []byte{192, 0, 2, 7}}
	flags := func(b ...byte) syscall.NetlinkRouteAttr {
		return syscall.NetlinkRouteAttr{Attr: syscall.RtAttr{Type: 8}, Value: b}
	}
	for _, c := range []struct {
		name   string
		flags  byte
		attrs  []syscall.NetlinkRouteAttr
		leased bool
	}{
		{"permanent", 0x80, []syscall.NetlinkRouteAttr{local}, false},
		{"leased", 0, []syscall.NetlinkRouteAttr{local}, true},
		{"the 32-bit flags win", 0, []syscall.NetlinkRouteAttr{local, flags(0x80, 0, 0, 0)}, false},
		{"no address", 0, nil, false},
		{"an address of the wrong length", 0, []syscall.NetlinkRouteAttr{{Attr: local.Attr, Value: []byte{1}}}, false},
	} {
		a, leased := lease(c.flags, c.attrs)
		if leased != c.leased {
			t.Errorf("%s: leased %v", c.name, leased)
		}
		if len(c.attrs) > 0 && len(c.attrs[0].Value) == 4 && a != netip.MustParseAddr("192.0.2.7") {
			t.Errorf("%s: address %v", c.name, a)
		}
	}
}

// accessPoint encodes an entry of the kernel's scan list.
func accessPoint(t *testing.T, connected bool, elements []byte) genetlink.Message {
	t.Helper()
	ae := netlink.NewAttributeEncoder()
	ae.Nested(unix.NL80211_ATTR_BSS, func(bss *netlink.AttributeEncoder) error {
		bss.Uint16(unix.NL80211_BSS_CAPABILITY, 0x11)
		bss.Bytes(unix.NL80211_BSS_INFORMATION_ELEMENTS, elements)
		if connected {
			bss.Uint32(unix.NL80211_BSS_STATUS, 1)
		}
		return nil
	})
	data := must.Get(ae.Encode())(t)
	return genetlink.Message{Data: data}
}

func TestScanFindsTheConnectedOne(t *testing.T) {
	family := genetlink.Family{ID: 26, Version: 1, Name: unix.NL80211_GENL_NAME}
	c := genltest.Dial(
		genltest.ServeFamily(family, func(m genetlink.Message, _ netlink.Message) ([]genetlink.Message, error) {
			if m.Header.Command != unix.NL80211_CMD_GET_SCAN {
				t.Errorf("command %d", m.Header.Command)
			}
			return []genetlink.Message{
				accessPoint(t, false, elements(t, ssid)),
				accessPoint(t, true, elements(t, ssid, wpa3)),
				accessPoint(t, false, elements(t, ssid, wpa)),
			}, nil
		}))
	defer c.Close()
	if got, err := scan(c, family, 3); err != nil || got != "WPA3" {
		t.Errorf("got %q, %v", got, err)
	}
}
