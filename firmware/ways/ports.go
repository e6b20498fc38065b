// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"syscall"

	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/hw/doctor"
)

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
		if !one.on || one.port == 0 || len(holders) == 0 || slices.ContainsFunc(holders, func(h doctor.Holder) bool { return among(self, h) }) {
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
		{reached && cfg.Awtrix.Enabled, "awtrix", "tcp", number(cfg.Awtrix.Addr), lostAwtrix, stop + "give clients the port of the API"},
		{reached, "lmsp", "udp", stream.PortLMSP, lostLMSP, stop + "use clients that ask for the port (GET /api/v2/device/stream)"},
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
		list = append(list, needed{one.on, one.name, "udp", one.port, fmt.Sprintf(lostStream, one.name), stop + "let it send to another device"})
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
