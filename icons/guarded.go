// SPDX-License-Identifier: Apache-2.0

package icons

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
)

// guarded dials for the gallery, which may redirect anywhere: it refuses
// addresses of this device and its network, except those that the user
// configured.
type guarded struct {
	home    string          // host of the gallery: may be in the network
	proxies map[string]bool // host:port of the environment's
}

func guard(home string) *guarded {
	g := &guarded{proxies: map[string]bool{}}
	u, err := url.Parse(strings.ReplaceAll(home, "{id}", "1"))
	if err != nil {
		return g
	}
	g.home = u.Hostname()
	for _, scheme := range []string{"http", "https"} {
		r := &http.Request{URL: &url.URL{Scheme: scheme, Host: u.Host}}
		if p, err := http.ProxyFromEnvironment(r); err == nil && p != nil {
			g.proxies[net.JoinHostPort(p.Hostname(), portOf(p))] = true
		}
	}
	return g
}

func portOf(u *url.URL) string {
	if port := u.Port(); port != "" {
		return port
	}
	return map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}[u.Scheme]
}

func (g *guarded) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	var d net.Dialer
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if !strings.EqualFold(host, g.home) && !g.proxies[addr] {
		d.Control = refuseLocal
	}
	return d.DialContext(ctx, network, addr)
}

// refuseLocal refuses loopback, link-local, private and multicast addresses.
func refuseLocal(_, addr string, _ syscall.RawConn) error {
	a, err := netip.ParseAddrPort(addr)
	if err != nil {
		return err
	}
	if ip := a.Addr().Unmap(); !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return fmt.Errorf("%w: %v is an address of this network", errAway, ip)
	}
	return nil
}
