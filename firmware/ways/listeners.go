// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"syscall"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw/doctor"
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

// The services that the device loses with a closed port.
const (
	lostPairing = "Home Assistant cannot pair by the press of a button, only with the key"
	lostAwtrix  = "AWTRIX clients find the device only at the port of the API"
	lostLMSP    = "LaMetric clients that do not ask for the port cannot stream"
	lostStream  = "%s receives nothing"
)

// lose logs the service lost because a port cannot be opened, and the owner of the port
// if another program has it.
func lose(log *slog.Logger, lost, addr string, err error) {
	if errors.Is(err, syscall.EADDRINUSE) {
		log.Warn(lost+": the port belongs to another program", "port", portOf(addr))
		return
	}
	log.Warn(lost, "err", err)
}

func portOf(addr string) string {
	_, port, _ := net.SplitHostPort(addr)
	return port
}

// needed is a port without which an interface is lost.
type needed struct {
	on             bool
	name, protocol string
	port           int
	lost, fix      string
}

// DiagnosePorts returns which interfaces are lost because another program below root, the
// file system's, has their port. The device itself, which has the port of the API, may have
// them.
func DiagnosePorts(cfg config.Config, root fs.FS) (lines []doctor.Line) {
	self := doctor.Holders(root, "tcp", number(cfg.HTTP.Addr))
	for _, one := range neededPorts(cfg) {
		holders := doctor.Holders(root, one.protocol, one.port)
		if !one.on || one.port == 0 || len(holders) == 0 ||
			slices.ContainsFunc(holders, func(h doctor.Holder) bool { return among(self, h) }) {
			continue
		}
		lines = append(lines, doctor.Line{
			Area: "network", Name: one.name, Level: doctor.Warning, Fix: one.fix,
			Text: fmt.Sprintf("port %d belongs to another program%s: %s", one.port, named(holders[0]), one.lost),
		})
	}
	return lines
}

// neededPorts returns the ports beside the API's own.
func neededPorts(cfg config.Config) []needed {
	const stop = "stop the other program, or "
	reached := !loopback(cfg.HTTP.Addr) // else nobody looks for the device
	list := []needed{
		{reached && cfg.HTTP.TLS != "", "pairing", "tcp", number(cfg.HTTP.Pairing), lostPairing, stop + "pair with the key"},
		{reached && cfg.Awtrix.Enabled, "awtrix", "tcp", number(cfg.Awtrix.Addr), lostAwtrix,
			stop + "give clients the port of the API"},
		{reached, "lmsp", "udp", stream.PortLMSP, lostLMSP,
			stop + "use clients that ask for the port (GET /api/v2/device/stream)"},
	}
	for _, one := range []struct {
		on   bool
		name string
		port int
	}{
		{reached && cfg.Stream.DDP, "DDP", stream.PortDDP},
		{reached && cfg.Stream.ArtNet, "Art-Net", stream.PortArtNet},
		{reached && cfg.Stream.SACN, "sACN", stream.PortSACN},
	} {
		list = append(list,
			needed{one.on, one.name, "udp", one.port, fmt.Sprintf(lostStream, one.name), stop + "let it send to another device"})
	}
	return list
}

// among reports whether h is one of the holders. Whom only root sees is known by the user.
func among(all []doctor.Holder, h doctor.Holder) bool {
	return slices.ContainsFunc(all, func(other doctor.Holder) bool {
		return other.User == h.User && (other.PID == h.PID || other.PID == 0 || h.PID == 0)
	})
}

// named names a program, if it is visible.
func named(h doctor.Holder) string {
	if h.PID == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s, process %d)", h.Name, h.PID)
}

// number returns the port of an address; 0 for none.
func number(addr string) int {
	n, _ := strconv.Atoi(portOf(addr))
	return n
}

// loopback reports whether only this machine reaches an address.
func loopback(addr string) bool {
	host, _, _ := net.SplitHostPort(addr)
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
