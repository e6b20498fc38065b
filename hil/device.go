// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"fmt"
	"sync"

	"github.com/ledpost/ledpost/config"
)

// A Device is a device under test, from [Start] or [At]. Its methods are for the
// goroutine of the test; several devices may run beside each other.
type Device struct {
	t      T
	client client
	cfg    config.Config // that it was started with
	source source        // of what it shows
	here   bool          // it runs in this process

	mu  sync.Mutex // the device restarts with another configuration
	url string
	key string
}

// reached notes where the device answers.
func (d *Device) reached(url, key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.url, d.key = url, key
}

// brighten sets the brightness to the most that is allowed, unless the configuration
// says how it follows the light.
func (d *Device) brighten() {
	d.t.Helper()
	if d.cfg.Light.Chosen() || len(d.cfg.Brightness.Curve) > 0 {
		return
	}
	most := min(100, d.cfg.Limits.BrightnessLimit.Max, d.cfg.Limits.BrightnessRange.Max)
	d.call("PUT", displayPath, fmt.Sprintf(`{"brightness":%d,"brightness_mode":"manual"}`, most))
}

// URL returns where the API answers, such as "http://127.0.0.1:41234".
func (d *Device) URL() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.url
}

// Key returns the key of the API.
func (d *Device) Key() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.key
}
