// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"context"
	"time"
)

// askEvery is how often a starting device is asked whether its API answers.
const askEvery = 2 * time.Millisecond

// tellReady calls Ready once the panel is open and everything answers.
func (a *appliance) tellReady(ctx context.Context, alive *liveness) error {
	if a.Ready == nil || !a.screen.panel.opens(ctx) {
		return nil
	}
	for alive.check(ctx) != nil {
		select {
		case <-time.After(askEvery):
		case <-ctx.Done():
			return nil
		}
	}
	a.Ready(a.listeners.self(), string(a.data.key))
	return nil
}

// opens waits until the panel is open; false if ctx ends before. The simulator is.
func (p *panel) opens(ctx context.Context) bool {
	for !p.simulated() && (!p.up.Load() || p.fault() != nil) {
		select {
		case <-time.After(askEvery):
		case <-ctx.Done():
			return false
		}
	}
	return true
}
