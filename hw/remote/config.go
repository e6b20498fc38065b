// SPDX-License-Identifier: Apache-2.0

// Package remote drives panels over the network: any receiver of DDP, such as WLED or
// another ledpost, the Pixoo 64 and clocks with AWTRIX.
//
// Draw packs a picture and returns; a goroutine of each panel sends the newest one
// no faster than the panel bears. Nothing is sent to an address of this machine.
//
// # Protocols
//
// DDP, Distributed Display Protocol: http://www.3waylabs.com/ddp/
//
// Pixoo 64, Divoom's HTTP interface: http://doc.divoom-gz.com/web/#/12
//
// AWTRIX 3, its HTTP interface: https://blueforcer.github.io/awtrix3/#/api
package remote

import (
	"context"
	"errors"
	"image"
	"net/netip"
	"strings"
	"time"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// maxHosts bounds the panels that show one picture.
const maxHosts = 8

// Hosts are the panels, by name or address, with a port if it is not the usual one;
// all show the same picture.
type Hosts struct {
	Hosts []string `toml:"hosts"`
	// Own reports whether an address is this machine's; nil asks the machine. No key:
	// for tests, whose panels are on this machine.
	Own func(netip.Addr) bool `toml:"-"`
}

// check returns the faults of the key; driver begins the error.
func (h Hosts) check(driver string) error {
	if len(h.Hosts) < 1 || len(h.Hosts) > maxHosts {
		return keyerr.New("hosts", "%s: %d hosts, want 1 to %d, as in hosts = [\"panel.local\"]", driver,
			len(h.Hosts), maxHosts)
	}
	for i, host := range h.Hosts {
		if host == "" || len(host) > 253 || strings.ContainsAny(host, "/ @?#") {
			return keyerr.New("hosts", "%s: host %q, want a name or an address, such as panel.local or 192.168.1.7",
				driver, host)
		}
		for _, other := range h.Hosts[:i] {
			if strings.EqualFold(host, other) {
				return keyerr.New("hosts", "%s: host %q twice", driver, host)
			}
		}
	}
	return nil
}

// DDPConfig describes receivers of DDP. Keys of the panel's table.
type DDPConfig struct {
	Hosts
	// Size of the picture, at most 4096 pixels; there is no default, since receivers do
	// not tell theirs.
	Size pixel.Size `toml:"size"`
}

// maxPixels bounds a picture that is sent by DDP: nine packets.
const maxPixels = 4096

// Plan implements panel.Driver.
func (c DDPConfig) Plan() (panel.Plan, error) {
	if err := c.check("ddp"); err != nil {
		return panel.Plan{}, err
	}
	if n := c.Size.X * c.Size.Y; c.Size.X < 1 || c.Size.Y < 1 || n > maxPixels {
		return panel.Plan{}, keyerr.New("size",
			"ddp: size %dx%d, want WIDTHxHEIGHT of the receiver with at most %d pixels, as in size = \"32x8\"",
			c.Size.X, c.Size.Y, maxPixels)
	}
	return plan(image.Point(c.Size), c.Hosts, overDDP), nil
}

// Emulate implements panel.Driver.
func (DDPConfig) Emulate() (panel.Emulation, error) { return panel.Emulation{}, errWires }

// Pixoo64Config describes Pixoos of 64×64. Keys of the panel's table.
type Pixoo64Config struct{ Hosts }

// Plan implements panel.Driver.
func (c Pixoo64Config) Plan() (panel.Plan, error) {
	if err := c.check("pixoo64"); err != nil {
		return panel.Plan{}, err
	}
	return plan(image.Pt(64, 64), c.Hosts, overPixoo), nil
}

// Emulate implements panel.Driver.
func (Pixoo64Config) Emulate() (panel.Emulation, error) { return panel.Emulation{}, errWires }

// AWTRIXConfig describes clocks of 32×8 with AWTRIX 3, such as the Ulanzi TC001. Keys
// of the panel's table.
type AWTRIXConfig struct{ Hosts }

// Plan implements panel.Driver.
func (c AWTRIXConfig) Plan() (panel.Plan, error) {
	if err := c.check("awtrix"); err != nil {
		return panel.Plan{}, err
	}
	return plan(image.Pt(32, 8), c.Hosts, overAWTRIX), nil
}

// Emulate implements panel.Driver.
func (AWTRIXConfig) Emulate() (panel.Emulation, error) { return panel.Emulation{}, errWires }

// A protocol is how a kind of panel is spoken to.
type protocol struct {
	port   string        // the usual one
	every  time.Duration // between pictures, at the soonest
	repeat time.Duration // between pictures, at the latest, though the picture stands still
	again  time.Duration // between attempts while pictures do not arrive
	// proven is how long pictures must leave without an error before a host that was away
	// counts as there: 0 where the host answers each one.
	proven time.Duration
	sender func(*target) sender
}

// plan is the Plan of a panel of that size.
func plan(size image.Point, h Hosts, p protocol) panel.Plan {
	network := panel.Network{Hosts: h.Hosts, Every: p.every,
		Ask: func(ctx context.Context) []panel.Away { return missing(ctx, h, p) }}
	spec := panel.Spec{Size: size, Kind: panel.Color, Needs: panel.Needs{Network: &network}}
	return panel.Plan{Spec: spec, Open: func() (panel.Panel, error) { return open(size, h, p), nil }}
}

// ErrSelf is the error of a host that is this machine: its picture would come back.
var ErrSelf = errors.New("is this device itself: its picture would come back")

// ErrAll is the error of a host that is the address of all machines of a network, which
// would all show the picture.
var ErrAll = errors.New("is the address of a whole network, and no panel's")
