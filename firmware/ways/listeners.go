// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"strconv"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/config"
)

// Listeners are the ports on which the API is served. Make them with [Listen].
type Listeners struct {
	plain  net.Listener
	secure net.Listener // nil = off
	pair   net.Listener // where clients of the original ask for a key; nil = off
	awtrix net.Listener // plain, where clients of AWTRIX look for it; nil = off
}

// Listen opens the ports that cfg names. If a port of the API cannot be opened, that is an
// error, and nothing stays open. If another one cannot, that is logged and the device goes on.
func Listen(cfg config.Config, log *slog.Logger) (*Listeners, error) {
	l, err := &Listeners{}, error(nil)
	if l.plain, err = net.Listen("tcp", cfg.HTTP.Addr); err != nil {
		return nil, fmt.Errorf("HTTP: %w; choose another address with --http", err)
	}
	if cfg.HTTP.TLS != "" {
		if l.secure, err = net.Listen("tcp", cfg.HTTP.TLS); err != nil {
			return nil, errors.Join(fmt.Errorf("HTTPS: %w; choose another address with --https", err), l.plain.Close())
		}
	}
	l.pair = l.more(cfg.HTTP.Pairing, lostPairing, log)
	if cfg.Awtrix.Enabled {
		l.awtrix = l.more(cfg.Awtrix.Addr, lostAwtrix, log)
	}
	return l, nil
}

// more opens the port of clients that know no other, nil if it cannot be opened: then lost is
// logged. It is not opened if only this machine can reach the API, because then no client
// looks for it.
func (l *Listeners) more(addr, lost string, log *slog.Logger) net.Listener {
	if addr == "" || l.Local() {
		return nil
	}
	opened, err := net.Listen("tcp", addr)
	if err != nil {
		lose(log, lost, addr, err)
		return nil
	}
	return opened
}

// Close closes the ports if nothing serves them.
func (l *Listeners) Close() (err error) {
	for _, one := range []net.Listener{l.plain, l.secure, l.pair, l.awtrix} {
		if one != nil {
			err = errors.Join(err, one.Close())
		}
	}
	return err
}

// Local reports whether only this machine can reach the API.
func (l *Listeners) Local() bool { return address(l.plain).IP.IsLoopback() }

// URL returns where a client on this machine finds the API, for display.
func (l *Listeners) URL() string {
	at := address(l.plain)
	host := at.IP.String()
	if at.IP.IsUnspecified() || at.IP.IsLoopback() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port))
}

// Self returns the API's URL on this machine, which needs no name service.
func (l *Listeners) Self() string {
	at := *address(l.plain)
	if at.IP.IsUnspecified() {
		at.IP = net.IPv4(127, 0, 0, 1)
	}
	return "http://" + at.String()
}

// Port returns the port of the API over HTTP.
func (l *Listeners) Port() int { return port(l.plain) }

// Everywhere reports whether the API is served at every address of this machine.
func (l *Listeners) Everywhere() bool { return address(l.plain).IP.IsUnspecified() }

// Reachable returns the host and port at which others on the network w find the page; "" =
// nowhere yet.
func (l *Listeners) Reachable(w netinfo.Wifi) string {
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

func address(l net.Listener) *net.TCPAddr { return l.Addr().(*net.TCPAddr) }

// port returns the port of l, or 0 if l is nil.
func port(l net.Listener) int {
	if l == nil {
		return 0
	}
	return address(l).Port
}
