// SPDX-License-Identifier: Apache-2.0

// Package nm sets up Wi-Fi through NetworkManager, over D-Bus.
package nm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/ledpost/ledpost/internal/pause"
	"github.com/ledpost/ledpost/internal/sysbus"
)

// ErrNoWifi is returned if the machine has no Wi-Fi that NetworkManager manages.
var ErrNoWifi = errors.New("nm: no Wi-Fi")

// Names of NetworkManager on the bus (NetworkManager D-Bus Reference Manual).
const (
	service     = "org.freedesktop.NetworkManager"
	root        = dbus.ObjectPath("/org/freedesktop/NetworkManager")
	settings    = dbus.ObjectPath("/org/freedesktop/NetworkManager/Settings")
	deviceIface = service + ".Device"
	radioIface  = service + ".Device.Wireless"
	apIface     = service + ".AccessPoint"
	activeIface = service + ".Connection.Active"
	listIface   = service + ".Settings"
	savedIface  = service + ".Settings.Connection"
	propsIface  = "org.freedesktop.DBus.Properties"
)

// answerTime is NetworkManager's time for everything that it answers at once.
const answerTime = 5 * time.Second

// Client speaks to NetworkManager. The zero value uses the system bus. Its methods
// may be called from any goroutine; none takes longer than it says, whatever the bus does.
type Client struct {
	Bus string // address of the bus; "" = the system's
}

// conn is a connection to the bus for a few calls.
type conn struct {
	*dbus.Conn
	ctx context.Context
}

// with calls f with a connection that lasts at most within.
func (c Client) with(ctx context.Context, within time.Duration, f func(conn) error) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	address := c.Bus
	if address == "" {
		address = sysbus.Address()
	}
	bus, err := sysbus.Dial(ctx, address)
	if err != nil {
		return fmt.Errorf("nm: %w", err)
	}
	defer bus.Close()
	if err := f(conn{bus, ctx}); err != nil {
		return fmt.Errorf("nm: %w", err)
	}
	return nil
}

// call calls a method; it does not start NetworkManager.
func (c conn) call(path dbus.ObjectPath, method string, args ...any) *dbus.Call {
	return c.Object(service, path).CallWithContext(c.ctx, method, dbus.FlagNoAutoStart, args...)
}

// get reads a property into to.
func (c conn) get(path dbus.ObjectPath, iface, name string, to any) error {
	var v dbus.Variant
	if err := c.call(path, propsIface+".Get", iface, name).Store(&v); err != nil {
		return err
	}
	return v.Store(to)
}

// Kinds and states of devices (NMDeviceType, NMDeviceState).
const (
	typeEthernet = 1
	typeWifi     = 2

	stateUnmanaged    = 10
	stateUnavailable  = 20
	stateDisconnected = 30
	stateConfig       = 50 // looking for the network, and the handshake
	stateIPConfig     = 70
	stateActivated    = 100
	stateFailed       = 120
)

// link is one of NetworkManager's devices.
type link struct {
	path  dbus.ObjectPath
	kind  uint32
	state uint32
}

// connected reports whether l is in use, and not loopback or the like.
func (l link) connected() bool {
	return l.state == stateActivated && (l.kind == typeEthernet || l.kind == typeWifi)
}

// links lists the devices that NetworkManager manages.
func (c conn) links() (all []link, err error) {
	var paths []dbus.ObjectPath
	if err := c.call(root, service+".GetDevices").Store(&paths); err != nil {
		return nil, err
	}
	for _, p := range paths[:min(len(paths), maxObjects)] {
		l := link{path: p}
		if c.get(p, deviceIface, "DeviceType", &l.kind) != nil || c.get(p, deviceIface, "State", &l.state) != nil {
			continue // it has just been unplugged
		}
		if l.state > stateUnmanaged {
			all = append(all, l)
		}
	}
	return all, nil
}

// maxObjects bounds how many devices, networks and profiles are read.
const maxObjects = 128

// radio returns the first Wi-Fi device.
func (c conn) radio() (dbus.ObjectPath, error) {
	links, err := c.links()
	if err != nil {
		return "", err
	}
	for _, l := range links {
		if l.kind == typeWifi {
			return l.path, nil
		}
	}
	return "", ErrNoWifi
}

// Bare reports whether the machine has Wi-Fi and no network is set up: no Wi-Fi network
// is saved, and nothing but loopback is connected. It takes at most 5 s.
func (c Client) Bare(ctx context.Context) (bare bool, err error) {
	err = c.with(ctx, answerTime, func(c conn) error {
		if _, err := c.radio(); err != nil {
			return err
		}
		links, err := c.links()
		if err != nil {
			return err
		}
		if slices.ContainsFunc(links, link.connected) {
			return nil
		}
		saved, err := c.profiles()
		bare = err == nil && len(saved) == 0
		return err
	})
	return bare, err
}

// Connected reports whether the machine has a network, by cable or by Wi-Fi; its own access
// point does not count. Without Wi-Fi it is ErrNoWifi. It takes at most 5 s.
func (c Client) Connected(ctx context.Context) (connected bool, err error) {
	err = c.with(ctx, answerTime, func(c conn) error {
		if _, err := c.radio(); err != nil {
			return err
		}
		links, err := c.links()
		connected = slices.ContainsFunc(links, func(l link) bool {
			var mode uint32
			return l.connected() && !(l.kind == typeWifi && c.get(l.path, radioIface, "Mode", &mode) == nil && mode == modeAP)
		})
		return err
	})
	return connected, err
}

// profiles returns the saved profiles of Wi-Fi, without passwords.
func (c conn) profiles() (map[dbus.ObjectPath]profile, error) {
	var paths []dbus.ObjectPath
	if err := c.call(settings, listIface+".ListConnections").Store(&paths); err != nil {
		return nil, err
	}
	all := map[dbus.ObjectPath]profile{}
	for _, path := range paths[:min(len(paths), maxObjects)] {
		var p profile
		if err := c.call(path, savedIface+".GetSettings").Store(&p); err != nil {
			continue // it has just been removed
		}
		if kind, _ := p["connection"]["type"].Value().(string); kind == wifiType {
			all[path] = p
		}
	}
	return all, nil
}

// SetHostname changes the machine's host name. It takes at most 5 s.
func (c Client) SetHostname(ctx context.Context, name string) error {
	return c.with(ctx, answerTime, func(c conn) error {
		return c.call(settings, listIface+".SaveHostname", name).Err
	})
}

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
	if c.get(radio, radioIface, "LastScan", &before) != nil ||
		c.call(radio, radioIface+".RequestScan", map[string]dbus.Variant{}).Err != nil {
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
