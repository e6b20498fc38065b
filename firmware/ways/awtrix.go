// SPDX-License-Identifier: Apache-2.0

package ways

import (
	"net/netip"

	"github.com/ledpost/ledpost/api/awtrix"
	"github.com/ledpost/ledpost/firmware/host"
)

// newAwtrix makes the server of the AWTRIX interface, a room of the API and a guest of the
// broker's connection. It is nil if the interface is off. commanded is told that it has
// obeyed.
func newAwtrix(in Inside, commanded func(how string)) *awtrix.Server {
	if in.Awtrix == nil {
		return nil
	}
	cfg := in.Config.Awtrix
	cfg.Discovery = in.Config.MQTT.Discovery
	return awtrix.New(cfg, in.Device, in.Awtrix, awtrix.Machine{
		Screen:  in.Preview.Picture,
		Address: func() netip.Addr { return in.Network.Wifi().IP },
		Signal:  func() int { return in.Network.Wifi().Signal },
		Memory:  host.FreeMemory,
		Obeyed:  func() { commanded("in AWTRIX's form") },
	}, in.Log)
}
