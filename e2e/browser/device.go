// SPDX-License-Identifier: Apache-2.0

package browser

import (
	"encoding/json"
	"testing"

	"github.com/ledpost/ledpost/e2e/rig"
)

// What several packages wait for on the device's page.

// Sketched waits until the small panel shows what the composer's form holds.
func (p *Page) Sketched() {
	p.t.Helper()
	p.CSS("#sketch:not([data-empty]) img").Drawn(1)
}

// Home is where a browser finds the device: over the cable, or else over loopback.
func Home(_ *testing.T, r *rig.Device) string {
	if c, err := TheCable(); err == nil {
		return "http://" + c.Address + ":" + r.Port()
	}
	return r.URL
}

// Listed is a widget as GET /live/apps has it.
type Listed struct {
	Package, Widget, Title string
	Visible                bool
	Seconds                int
	Settings               json.RawMessage
}

// Find is the first widget of a package in a list.
func Find(list []Listed, pkg string) (w Listed) {
	for _, w := range list {
		if w.Package == pkg {
			return w
		}
	}
	return w
}
