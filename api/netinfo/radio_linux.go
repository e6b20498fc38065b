// SPDX-License-Identifier: Apache-2.0

package netinfo

import (
	"fmt"

	"github.com/mdlayher/genetlink"
	"github.com/mdlayher/netlink"
	"github.com/mdlayher/wifi"
	"golang.org/x/sys/unix"
)

// listen fills in the radio state of the wireless links, using nl80211.
func listen(links []link) error {
	c, err := wifi.New()
	if err != nil {
		return fmt.Errorf("netinfo: %w", err)
	}
	defer c.Close()
	for i := range links {
		l := &links[i]
		if !l.wireless {
			continue
		}
		ifi := &wifi.Interface{Index: l.index}
		bss, err := c.BSS(ifi)
		if err != nil {
			continue // not connected
		}
		l.radio = radio{connected: true, ssid: bss.SSID, security: encryption(l.index)}
		if stations, err := c.StationInfo(ifi); err == nil && len(stations) > 0 {
			l.radio.signal = stations[0].Signal
		}
	}
	return nil
}

// encryption returns the security that the connected access point requires,
// which package wifi does not report.
func encryption(index int) string {
	c, err := genetlink.Dial(nil)
	if err != nil {
		return ""
	}
	defer c.Close()
	family, err := c.GetFamily(unix.NL80211_GENL_NAME)
	if err != nil {
		return ""
	}
	s, _ := scan(c, family, index)
	return s
}

// scan reads the security of the connected access point from the kernel's scan
// results.
func scan(c *genetlink.Conn, family genetlink.Family, index int) (string, error) {
	ae := netlink.NewAttributeEncoder()
	ae.Uint32(unix.NL80211_ATTR_IFINDEX, uint32(index))
	data, err := ae.Encode()
	if err != nil {
		return "", err
	}
	messages, err := c.Execute(genetlink.Message{
		Header: genetlink.Header{Command: unix.NL80211_CMD_GET_SCAN, Version: family.Version},
		Data:   data,
	}, family.ID, netlink.Request|netlink.Dump)
	if err != nil {
		return "", err
	}
	for _, m := range messages {
		if s, connected, err := station(m.Data); err != nil || connected {
			return s, err
		}
	}
	return "", nil
}

// station reads one access point of the scan results.
func station(data []byte) (sec string, connected bool, err error) {
	ad, err := netlink.NewAttributeDecoder(data)
	if err != nil {
		return "", false, err
	}
	var capability uint16
	var elements []byte
	for ad.Next() {
		if ad.Type() != unix.NL80211_ATTR_BSS {
			continue
		}
		ad.Nested(func(bss *netlink.AttributeDecoder) error {
			for bss.Next() {
				switch bss.Type() {
				case unix.NL80211_BSS_STATUS:
					connected = true
				case unix.NL80211_BSS_CAPABILITY:
					capability = bss.Uint16()
				case unix.NL80211_BSS_INFORMATION_ELEMENTS:
					elements = bss.Bytes()
				}
			}
			return nil
		})
	}
	return security(capability, elements), connected, ad.Err()
}
