// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"context"
	"sync"
	"time"

	"github.com/ledpost/ledpost/device"
)

// A display switches the display of a device on and off, from any goroutine.
type display struct {
	dev *device.Device

	mu     sync.Mutex  // held while the display is switched
	asleep *time.Timer // switches it on; nil = no sleep has been requested
}

// turn switches the display on or off and ends a sleep.
func (d *display) turn(ctx context.Context, on bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.set(ctx, on)
}

// sleep switches the display off, and on again after span, unless it is switched before.
func (d *display) sleep(ctx context.Context, span time.Duration) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.set(ctx, false); err != nil {
		return err
	}
	var mine *time.Timer
	mine = time.AfterFunc(span, func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.asleep == mine { // no other sleep has begun in this instant
			_ = d.set(context.Background(), true) // fails when the device has ended
		}
	})
	d.asleep = mine
	return nil
}

// set is turn for a caller that holds mu.
func (d *display) set(ctx context.Context, on bool) error {
	d.end()
	_, err := d.dev.SetDisplay(ctx, device.DisplayPatch{On: &on})
	return err
}

// end cancels the sleep. The caller holds mu.
func (d *display) end() {
	if d.asleep != nil {
		d.asleep.Stop()
	}
	d.asleep = nil
}
