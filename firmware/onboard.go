package firmware

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"strconv"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/onboard"
	"github.com/ledpost/ledpost/onboard/nm"
	"github.com/ledpost/ledpost/onboard/portal"
)

// onboarding returns what takes a new device to its first client. On a simulated panel
// nobody would read the guide, which the greeting replaces, and the radio is that of
// somebody's computer; and there is nothing to reach if only this machine has the API.
func (a *appliance) onboarding() (tasks stage) {
	if a.screen.panel.simulated() || a.listeners.local() {
		return nil
	}
	guide := &onboard.Guide{Device: a.device, Name: a.Config.Name, Address: a.address, Used: a.server.Used(), Quiet: !a.Config.Onboard.Guide}
	if a.Config.Onboard.Wifi {
		guide.Setup = a.wifiSetup()
		a.buttons.held = hold{do: guide.Setup.Open}
		tasks = append(tasks, task{"wi-fi set-up", guide.Setup.Run})
	}
	return append(tasks, task{"guide", guide.Run})
}

// wifiSetup returns what sets up Wi-Fi, by NetworkManager.
func (a *appliance) wifiSetup() *onboard.Setup {
	serial := a.data.saved.Identity.Serial
	return onboard.NewSetup(onboard.Options{
		Networks: nm.Client{}, Hotspot: nm.Client{}, New: a.device.New, Keep: a.trial.settle,
		Serve: func(ctx context.Context, iface string, h http.Handler) error {
			return portal.Serve(ctx, iface, nm.Gateway, h)
		},
		SSID: "LED-" + serial[max(0, len(serial)-3):], Name: a.Config.Name, Zone: a.Config.Zone, Log: a.Log,
	})
}

// address returns the host and port at which others on the network find the page; "" =
// nowhere yet.
func (a *appliance) address() string { return reachable(a.listeners, a.network.Wifi()) }

// reachable is address on a network.
func reachable(l *listeners, w netinfo.Wifi) string {
	at := address(l.plain)
	ip, _ := netip.AddrFromSlice(at.IP)
	if at.IP.IsUnspecified() {
		ip = w.IP
	}
	switch {
	case !ip.IsValid() || ip.IsUnspecified():
		return ""
	case at.Port == 80:
		return ip.Unmap().String()
	}
	return net.JoinHostPort(ip.Unmap().String(), strconv.Itoa(at.Port))
}
