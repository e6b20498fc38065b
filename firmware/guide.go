package firmware

import (
	"net"
	"net/netip"
	"strconv"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/onboard"
)

// guide returns what the panel of a new device says, or nil if nobody would read it: the
// panel is simulated, and the greeting says it; or only this machine can reach the API.
func (a *appliance) guide() *onboard.Guide {
	if !a.Config.Onboard.Guide || a.screen.panel.simulated() || a.listeners.local() {
		return nil
	}
	return &onboard.Guide{Device: a.device, Name: a.Config.Name, Address: a.address, Used: a.server.Used()}
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
