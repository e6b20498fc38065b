// SPDX-License-Identifier: Apache-2.0

// Package netinfo reports the state of the machine's Wi-Fi and Bluetooth. It
// reads the state at intervals and stores it, so that callers never wait.
package netinfo

import (
	"context"
	"log/slog"
	"net"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/internal/sysbus"
)

// Wifi is the state of the wireless network, or of the wired one if no wireless
// one is connected. Values compare with ==.
type Wifi struct {
	Available bool // there is a wireless interface
	Active    bool // it is connected
	MAC       string
	SSID      string
	Security  string     // OPEN, WEP, WPA, WPA2, WPA3; "" while not connected
	IP        netip.Addr // IPv4; 0.0.0.0 = none
	Mask      netip.Addr
	DHCP      bool // the address has a lifetime, as addresses from DHCP have
	Signal    int  // dBm; 0 = unknown
}

// Strength returns the signal in percent: 0 at -100 dBm, 100 at -50 dBm and
// above. NetworkManager and the tools of wpa_supplicant use the same scale.
func (w Wifi) Strength() int {
	if !w.Active || w.Signal >= 0 {
		return 0
	}
	return min(max(2*(w.Signal+100), 0), 100)
}

// Bluetooth is the state of the first Bluetooth adapter. Values compare with ==.
type Bluetooth struct {
	Available, Active      bool
	Discoverable, Pairable bool
	Name, Address          string
}

// BluetoothPatch changes the fields that are not nil.
type BluetoothPatch struct {
	Active *bool
	Name   *string
}

// How often the Watcher reads the state.
const (
	wifiEvery      = 5 * time.Second
	bluetoothEvery = 10 * time.Second
)

// Watcher stores the last state that it has read. Make one with [New]; its
// methods may be called from any goroutine.
type Watcher struct {
	log       *slog.Logger
	bus       string // address of the system bus
	wifi      atomic.Pointer[Wifi]
	bluetooth atomic.Pointer[Bluetooth]
}

// New returns a watcher that has read the interfaces once, which takes less
// than a millisecond. The state of Bluetooth is known once Run has started.
func New(log *slog.Logger) *Watcher {
	w := &Watcher{log: log, bus: sysbus.Address()}
	w.bluetooth.Store(&Bluetooth{})
	w.readWifi()
	return w
}

// Wifi returns the last known state.
func (w *Watcher) Wifi() Wifi { return *w.wifi.Load() }

// Read reads the state now and returns it, which takes less than a millisecond.
func (w *Watcher) Read() Wifi {
	w.readWifi()
	return w.Wifi()
}

// Bluetooth returns the last known state.
func (w *Watcher) Bluetooth() Bluetooth { return *w.bluetooth.Load() }

// Run reads the state repeatedly until ctx ends.
func (w *Watcher) Run(ctx context.Context) error {
	wifi := time.NewTicker(wifiEvery)
	defer wifi.Stop()
	bluetooth := time.NewTicker(bluetoothEvery)
	defer bluetooth.Stop()
	w.readBluetooth(ctx) // New does not: the bus may hang
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-wifi.C:
			w.readWifi()
		case <-bluetooth.C:
			w.readBluetooth(ctx)
		}
	}
}

func (w *Watcher) readWifi() {
	links, err := links()
	if err != nil {
		w.log.Debug("network interfaces cannot be read", "err", err)
	}
	w.wifi.Store(new(choose(links)))
}

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
