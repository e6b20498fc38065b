// SPDX-License-Identifier: Apache-2.0

package nm

import (
	"context"
	"time"

	"github.com/godbus/dbus/v5"
)

// Gateway is the device's address in the network of its access point.
const Gateway = "10.42.0.1"

// openTime is how long it may take until an access point is there.
const openTime = 15 * time.Second

// accessPoint is the profile of a device's own network: WPA2 alone, and addresses from
// NetworkManager's dnsmasq.
func accessPoint(with Credentials) profile {
	v := dbus.MakeVariant
	address := []map[string]dbus.Variant{{"address": v(Gateway), "prefix": v(uint32(24))}}
	return profile{
		"connection": {"id": v(with.SSID), "type": v(wifiType), "autoconnect": v(false)},
		wifiType:     {"ssid": v([]byte(with.SSID)), "mode": v("ap"), "band": v("bg"), "channel": v(uint32(channel))},
		"802-11-wireless-security": {
			"key-mgmt": v("wpa-psk"), "psk": v(with.Password),
			"proto": v([]string{"rsn"}), "pairwise": v([]string{"ccmp"}), "group": v([]string{"ccmp"}),
			"pmf": v(int32(pmfDisable)),
		},
		"ipv4": {"method": v("shared"), "address-data": v(address)},
		"ipv6": {"method": v("ignore")},
	}
}

// Open makes the radio an access point until it is closed, and returns the name of its
// interface. NetworkManager keeps nothing of it. It takes at most 20 s.
func (c Client) Open(ctx context.Context, with Credentials) (iface string, err error) {
	err = c.with(ctx, openTime+answerTime, func(c conn) error {
		radio, err := c.radio()
		if err != nil {
			return err
		}
		if err := c.get(radio, deviceIface, "Interface", &iface); err != nil {
			return err
		}
		up, err := c.activate(accessPoint(with), radio, "volatile")
		if err != nil {
			return err
		}
		if err = c.reached(radio, time.Now().Add(openTime)); err != nil {
			_ = c.call(root, service+".DeactivateConnection", up.active).Err
		}
		return err
	})
	return iface, err
}

// Close ends the access point with this name, if there is one: also an access point of
// an interrupted run of the program. It takes at most 5 s.
func (c Client) Close(ctx context.Context, ssid string) error {
	return c.with(ctx, answerTime, func(c conn) error {
		radio, err := c.radio()
		if err != nil {
			return err
		}
		var active dbus.ObjectPath
		if err := c.get(radio, deviceIface, "ActiveConnection", &active); err != nil || active == "/" {
			return err
		}
		var mode uint32
		var name string
		if c.get(radio, radioIface, "Mode", &mode) != nil || c.get(active, activeIface, "Id", &name) != nil ||
			mode != modeAP || name != ssid {
			return nil // it is another network
		}
		return c.call(root, service+".DeactivateConnection", active).Err
	})
}

// channel is one of 2.4 GHz that may be used everywhere. Left to itself, NetworkManager
// derives one from the name, up to 13 and 14, on which a radio may not begin to send
// without a country.
const channel = 6

// pmfDisable is NM_SETTING_WIRELESS_SECURITY_PMF_DISABLE. Left to itself, NetworkManager offers
// WPA3 too, with which some radios cannot be an access point.
const pmfDisable = 1

const modeAP = 3 // NM_802_11_MODE_AP
