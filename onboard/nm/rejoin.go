// SPDX-License-Identifier: Apache-2.0

package nm

import (
	"context"

	"github.com/godbus/dbus/v5"
)

// Rejoin has NetworkManager join a network that is saved and in reach, if it joins none: after a failed
// handshake, as happens while a router starts, versions before 1.58 wait for somebody to type the password
// again. Of several, turn 0 is the strongest, 1 the next one, and so on around: a changed password does not keep
// the device from the others. It leaves a radio alone that is in use or was disconnected by hand as a device (of
// a connection that was taken down by hand it does not know), profiles that are not joined by themselves, and
// networks that want an account. It does not wait for the network, and takes at most 5 s.
func (c Client) Rejoin(ctx context.Context, turn int) error {
	return c.with(ctx, answerTime, func(c conn) error {
		radio, err := c.radio()
		if err != nil {
			return err
		}
		var state uint32
		var auto bool
		if c.get(radio, deviceIface, "State", &state) != nil || c.get(radio, deviceIface, "Autoconnect", &auto) != nil ||
			state != stateDisconnected || !auto {
			return nil
		}
		saved, err := c.profiles()
		if err != nil {
			return err
		}
		inReach, err := c.networks(radio)
		var known []dbus.ObjectPath
		for _, n := range inReach {
			for path, p := range saved {
				if ssid, ok := p.joined(); ok && ssid == n.SSID {
					known = append(known, path)
				}
			}
		}
		if len(known) == 0 {
			return err
		}
		return c.call(root, service+".ActivateConnection", known[turn%len(known)], radio, dbus.ObjectPath("/")).Err
	})
}

// joined returns the network of a profile that NetworkManager joins by itself.
func (p profile) joined() (ssid string, ok bool) {
	auto, set := p["connection"]["autoconnect"].Value().(bool)
	mode, _ := p[wifiType]["mode"].Value().(string)
	name, _ := p[wifiType]["ssid"].Value().([]byte)
	return string(name), (auto || !set) && (mode == "" || mode == "infrastructure") && len(name) > 0
}
