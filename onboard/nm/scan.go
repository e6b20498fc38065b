// SPDX-License-Identifier: Apache-2.0

package nm

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/ledpost/ledpost/internal/pause"
)

// Network is a Wi-Fi network in reach.
type Network struct {
	SSID   string // 1 to 32 bytes, valid UTF-8
	Signal int    // percent
	Open   bool   // it needs no password
}

// scanTime is how long a scan of all channels may take.
const scanTime = 8 * time.Second

// readyTime is how long a radio may take that was just switched on.
const readyTime = 10 * time.Second

// Scan lists the networks in reach, the strongest first, each once. It switches Wi-Fi on if
// it is off: Raspberry Pi OS blocks it until a country is set. It takes at most 23 s. While
// the device is an access point itself, it may find none.
func (c Client) Scan(ctx context.Context) (all []Network, err error) {
	err = c.with(ctx, readyTime+scanTime+answerTime, func(c conn) error {
		radio, err := c.radio()
		if err != nil {
			return err
		}
		c.ready(radio)
		c.scan(radio)
		all, err = c.networks(radio)
		return err
	})
	return all, err
}

// ready switches Wi-Fi on and waits until the radio can be used. What cannot be done shows
// in what comes next.
func (c conn) ready(radio dbus.ObjectPath) {
	var on bool
	if c.get(root, service, "WirelessEnabled", &on) == nil && !on {
		_ = c.call(root, propsIface+".Set", service, "WirelessEnabled", dbus.MakeVariant(true)).Err
	}
	var state uint32
	for end := time.Now().Add(readyTime); time.Now().Before(end); {
		if c.get(radio, deviceIface, "State", &state) != nil || state >= stateDisconnected || !pause.For(c.ctx, pollEvery) {
			return
		}
	}
}

// scan scans, and waits until that is over. An earlier result is better than nothing,
// so it does not fail.
func (c conn) scan(radio dbus.ObjectPath) {
	var before, now int64 // ms since the machine started; -1 = never
	if c.get(radio, radioIface, "LastScan", &before) != nil || c.call(radio, radioIface+".RequestScan", map[string]dbus.Variant{}).Err != nil {
		return
	}
	for end := time.Now().Add(scanTime); time.Now().Before(end); {
		if c.get(radio, radioIface, "LastScan", &now) != nil || now != before {
			return
		}
		if !pause.For(c.ctx, 200*time.Millisecond) {
			return
		}
	}
}

// networks lists the networks that the radio knows of, the strongest first, each once. It
// asks NetworkManager six times for each access point.
func (c conn) networks(radio dbus.ObjectPath) (all []Network, err error) {
	var points []dbus.ObjectPath
	err = c.call(radio, radioIface+".GetAllAccessPoints").Store(&points)
	for _, p := range points[:min(len(points), maxObjects)] {
		if n, ok := c.network(p); ok {
			all = append(all, n)
		}
	}
	return strongest(all), err
}

// network reads an access point. Those without a name cannot be chosen from a list, and those
// that want more than a password cannot be joined; one without an address is not there,
// NetworkManager only looks for it.
func (c conn) network(path dbus.ObjectPath) (n Network, ok bool) {
	var ssid []byte
	var address string
	var strength byte
	var flags, wpa, rsn uint32
	for name, to := range map[string]any{"Ssid": &ssid, "Strength": &strength, "Flags": &flags,
		"WpaFlags": &wpa, "RsnFlags": &rsn, "HwAddress": &address} {
		if c.get(path, apIface, name, to) != nil {
			return n, false // it has just gone
		}
	}
	const privacy = 1 // NM_802_11_AP_FLAGS_PRIVACY
	n = Network{string(ssid), min(int(strength), 100), flags&privacy == 0 && wpa == 0 && rsn == 0}
	const password, account = 0x100 | 0x400, 0x200 | 0x2000 // NM_802_11_AP_SEC_KEY_MGMT_PSK, SAE; 802_1X, EAP_SUITE_B_192
	keys := wpa | rsn
	return n, address != "" && CheckSSID(n.SSID) == nil && (keys&account == 0 || keys&password != 0)
}

// strongest returns each name once, with its strongest access point.
func strongest(all []Network) []Network {
	slices.SortStableFunc(all, func(a, b Network) int { return cmp.Compare(b.Signal, a.Signal) })
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(n Network) bool {
		again := seen[n.SSID]
		seen[n.SSID] = true
		return again
	})
}
