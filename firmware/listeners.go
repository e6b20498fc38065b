// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"

	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/config"
)

// listeners are the ports on which the API is served.
type listeners struct {
	plain  net.Listener
	secure net.Listener // nil = off
	pair   net.Listener // where clients of the original ask for a key; nil = off
	awtrix net.Listener // plain, where clients of AWTRIX look for it; nil = off
}

// listen opens the ports. The listeners must be closed even if there is an
// error.
func listen(cfg config.HTTP) (*listeners, error) {
	l, err := &listeners{}, error(nil)
	if l.plain, err = net.Listen("tcp", cfg.Addr); err != nil {
		return l, fmt.Errorf("HTTP: %w; choose another address with --http", err)
	}
	if cfg.TLS == "" {
		return l, nil
	}
	if l.secure, err = net.Listen("tcp", cfg.TLS); err != nil {
		return l, fmt.Errorf("HTTPS: %w; choose another address with --https", err)
	}
	return l, nil
}

// listenPair opens the port for pairing. It is not opened if only this machine
// can reach the API, because then no client looks for it. If it cannot be
// opened, that is logged and the device goes on.
func (l *listeners) listenPair(addr string, log *slog.Logger) {
	if addr == "" || l.local() {
		return
	}
	var err error
	if l.pair, err = net.Listen("tcp", addr); err != nil {
		l.pair = nil
		lose(log, lostPairing, addr, err)
	}
}

// listenAwtrix opens the port of the AWTRIX interface, because its clients know
// no other. It follows the same rules as listenPair.
func (l *listeners) listenAwtrix(cfg awtrix.Config, log *slog.Logger) {
	if !cfg.Enabled || cfg.Addr == "" || l.local() {
		return
	}
	var err error
	if l.awtrix, err = net.Listen("tcp", cfg.Addr); err != nil {
		l.awtrix = nil
		lose(log, lostAwtrix, cfg.Addr, err)
	}
}

// close closes the ports if nothing serves them. A nil l has none.
func (l *listeners) close() (err error) {
	if l == nil {
		return nil
	}
	for _, one := range []net.Listener{l.plain, l.secure, l.pair, l.awtrix} {
		if one != nil {
			err = errors.Join(err, one.Close())
		}
	}
	return err
}

// local reports whether only this machine can reach the API.
func (l *listeners) local() bool { return address(l.plain).IP.IsLoopback() }

// url returns where a client on this machine finds the API, for display.
func (l *listeners) url() string {
	at := address(l.plain)
	host := at.IP.String()
	if at.IP.IsUnspecified() || at.IP.IsLoopback() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(at.Port))
}

// self returns the API's address on this machine, which needs no name service.
func (l *listeners) self() string {
	at := *address(l.plain)
	if at.IP.IsUnspecified() {
		at.IP = net.IPv4(127, 0, 0, 1)
	}
	return "http://" + at.String()
}

func address(l net.Listener) *net.TCPAddr { return l.Addr().(*net.TCPAddr) }

// port returns the port of l, or 0 if l is nil.
func port(l net.Listener) int {
	if l == nil {
		return 0
	}
	return address(l).Port
}
