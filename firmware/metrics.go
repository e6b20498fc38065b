// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/metric"
)

// scriptCollector counts characters that the faces lack.
type scriptCollector struct{ faces *fonts.Set }

func (c *scriptCollector) Collect(w *metric.Writer) {
	for script, n := range c.faces.Unknown() {
		w.Gauge("ledpost_unknown_characters", "Distinct characters that no font has, drawn as boxes.", float64(n), "script", script)
	}
}

// stateCollector reports how safe the state is.
type stateCollector struct{ store *store.Store }

func (c *stateCollector) Collect(w *metric.Writer) {
	w.Gauge("ledpost_state_unsaved_seconds",
		"Age of the oldest unsaved change of settings or notifications; 0 = everything is saved.",
		c.store.Unsaved().Seconds())
}
