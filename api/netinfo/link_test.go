// SPDX-License-Identifier: Apache-2.0

package netinfo

import (
	"log/slog"
	"net/netip"
	"testing"
)

func TestChoose(t *testing.T) {
	wlan := link{name: "wlan0", mac: "02:00:00:00:00:01", wireless: true, physical: true,
		addr: netip.MustParsePrefix("192.168.1.5/24"), dhcp: true,
		radio: radio{true, "home", "WPA2", -60}}
	idle := link{name: "wlan0", mac: "02:00:00:00:00:01", wireless: true, physical: true}
	eth := link{name: "eth0", mac: "02:00:00:00:00:02", physical: true, addr: netip.MustParsePrefix("10.1.2.3/20")}
	bridge := link{name: "docker0", mac: "02:00:00:00:00:03", addr: netip.MustParsePrefix("172.17.0.1/16")}
	bare := link{name: "eth1", mac: "02:00:00:00:00:04", physical: true}

	none := netip.IPv4Unspecified()
	wired := Wifi{MAC: eth.mac, IP: eth.addr.Addr(), Mask: netip.MustParseAddr("255.255.240.0")}
	wiredWithRadio := wired
	wiredWithRadio.Available = true
	on := Wifi{Available: true, Active: true, MAC: wlan.mac, SSID: "home", Security: "WPA2",
		IP: wlan.addr.Addr(), Mask: netip.MustParseAddr("255.255.255.0"), DHCP: true, Signal: -60}
	for _, c := range []struct {
		name  string
		links []link
		want  Wifi
	}{
		{"connected", []link{wlan}, on},
		{"connected beside a cable", []link{eth, wlan}, on},
		{"the connected one of two", []link{idle, wlan}, on},
		{"wired only", []link{eth}, wired},
		{"a device rather than a bridge", []link{bridge, eth}, wired},
		{"one with an address", []link{bare, eth}, wired},
		{"wireless not connected: the wired one's address", []link{idle, eth}, wiredWithRadio},
		{"wireless not connected, no cable", []link{idle}, Wifi{Available: true, MAC: idle.mac, IP: none, Mask: none}},
		{"nothing", nil, Wifi{IP: none, Mask: none}},
	} {
		if got := choose(c.links); got != c.want {
			t.Errorf("%s:\ngot  %+v\nwant %+v", c.name, got, c.want)
		}
	}
}

func TestStrength(t *testing.T) {
	for _, c := range []struct {
		active       bool
		signal, want int
	}{{true, -100, 0}, {true, -110, 0}, {true, -75, 50}, {true, -50, 100}, {true, -20, 100}, {true, 0, 0},
		{false, -50, 0}} {
		if got := (Wifi{Active: c.active, Signal: c.signal}).Strength(); got != c.want {
			t.Errorf("%d dBm, active %v: %d %%, want %d %%", c.signal, c.active, got, c.want)
		}
	}
}

// The machine of the test has some network or none; either way there is an
// address that parses, as clients demand.
func TestNewHasLooked(t *testing.T) {
	w := New(slog.New(slog.DiscardHandler))
	if got := w.Wifi(); !got.IP.Is4() || !got.Mask.Is4() {
		t.Errorf("got %+v", got)
	}
	if w.Bluetooth().Available {
		t.Error("Bluetooth is known before Run")
	}
}
