// SPDX-License-Identifier: Apache-2.0

// Package lametric answers as the original device does: everything under /api/v2,
// the older way of pushing to a widget, and the two endpoints of streams. Each file has
// one object of the specification; display and audio need no file, only [rest.Object].
package lametric

import (
	"context"
	"net/http"
	"net/netip"
	"sync/atomic"

	"github.com/ledpost/ledpost/api/netinfo"
	"github.com/ledpost/ledpost/device"
)

// Network reports the state of Wi-Fi and Bluetooth. Only SetBluetooth may wait.
type Network interface {
	Wifi() netinfo.Wifi
	Bluetooth() netinfo.Bluetooth
	SetBluetooth(context.Context, netinfo.BluetoothPatch) (netinfo.Bluetooth, error)
}

// Config is what the original's API needs. Only Device is required.
type Config struct {
	Device  *device.Device
	Network Network                  // nil: the state of the network is unknown
	Streams bool                     // the index names the endpoints of Streams
	SeesAll func(*http.Request) bool // whether a request's key reads secrets in addresses; nil = none does
	Update  func() string            // the version to announce to users, "" = none; nil = none ever
	Version string                   // of the program

	IndexBraces bool // the index writes /{:id} rather than {/:id} (docs/decisions.md 5)
}

// Original is the API of the original device. Make one with [New]; any goroutine may
// use it.
type Original struct {
	cfg    Config
	device atomic.Pointer[deviceAnswer] // the last answer to GET device
}

// New returns the API of the original.
func New(cfg Config) *Original {
	if cfg.Network == nil {
		cfg.Network = noNetwork{}
	}
	if cfg.Update == nil {
		cfg.Update = func() string { return "" }
	}
	if cfg.SeesAll == nil {
		cfg.SeesAll = func(*http.Request) bool { return false }
	}
	return &Original{cfg: cfg}
}

// noNetwork is a Network whose state is unknown.
type noNetwork struct{}

func (noNetwork) Wifi() netinfo.Wifi {
	return netinfo.Wifi{IP: netip.IPv4Unspecified(), Mask: netip.IPv4Unspecified()}
}

func (noNetwork) Bluetooth() netinfo.Bluetooth { return netinfo.Bluetooth{} }

func (noNetwork) SetBluetooth(context.Context, netinfo.BluetoothPatch) (netinfo.Bluetooth, error) {
	return netinfo.Bluetooth{}, netinfo.ErrNoBluetooth
}
