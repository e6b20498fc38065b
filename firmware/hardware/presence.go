// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"context"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw/input"
)

// presence tells the device whether somebody is there. nil is no sensor.
type presence struct{ sensor *input.Presence }

func newPresence(cfg input.PresenceConfig) *presence {
	if !cfg.Chosen() {
		return nil
	}
	return &presence{input.NewPresence(cfg)}
}

func (p *presence) run(ctx context.Context, d *device.Device) error {
	if p == nil {
		return nil
	}
	return p.sensor.Run(ctx, func(here bool) { _ = d.SetPresence(ctx, here) })
}

func (p *presence) health() []api.Component {
	if p == nil {
		return nil
	}
	return []api.Component{api.Condition("presence", p.sensor.Fault(), api.Degraded)}
}
