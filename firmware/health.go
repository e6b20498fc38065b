// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"cmp"
	"errors"
	"math"
	"strings"

	"github.com/ledpost/ledpost/api"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/firmware/host"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/metric"
)

// health collects the health of the owners (docs/decisions.md 11). What only this
// device can mend has failed: panel, frames, a state that cannot be saved. What the
// picture does without, and what lies outside the device, is degraded. Something
// that is used only if present is absent.
type health []reporter

// A reporter is an owner that reports the health of what it owns. The API calls
// it, on any goroutine.
type reporter interface{ Health() []api.Component }

// components returns the reports of all owners in their order.
func (h health) components() (all []api.Component) {
	for _, owner := range h {
		all = append(all, owner.Health()...)
	}
	return all
}

// feeds is the part of the health that tells of the servers which apps ask. Nobody but
// their owners can mend them.
type feeds struct{ kit.Feeds }

func (f *feeds) Health() []api.Component {
	failing := f.Failing()
	if len(failing) == 0 {
		return []api.Component{api.Condition("feeds", nil, api.Degraded)}
	}
	return []api.Component{api.Condition("feeds", errors.New(strings.Join(failing, "; ")), api.Degraded)}
}

// scriptCollector counts characters that the faces lack.
type scriptCollector struct{ faces *fonts.Set }

func (c *scriptCollector) Collect(w *metric.Writer) {
	for script, n := range c.faces.Unknown() {
		w.Gauge("ledpost_unknown_characters", "Distinct characters that no font has, drawn as boxes.", float64(n),
			"script", script)
	}
}

// stateCollector reports how safe the state is.
type stateCollector struct{ store *store.Store }

func (c *stateCollector) Collect(w *metric.Writer) {
	w.Gauge("ledpost_state_unsaved_seconds",
		"Age of the oldest unsaved change of settings or notifications; 0 = everything is saved.",
		c.store.Unsaved().Seconds())
}

// newMemory makes the budget of this machine for what comes from outside.
func newMemory() budget.Parts {
	machine, group := host.Memory()
	return budget.Divide(min(cmp.Or(machine, math.MaxInt64), cmp.Or(group, math.MaxInt64)))
}

// memoryCollector reports how much of the budget is in use.
type memoryCollector struct{ budget.Parts }

// Collect implements [metric.Collector].
func (c memoryCollector) Collect(w *metric.Writer) {
	w.Gauge("ledpost_foreign_bytes", "Bytes taken for data from outside, and for pictures drawn of them.",
		float64(c.All.Held()))
	w.Gauge("ledpost_foreign_bytes_limit", "Bytes that it may be.", float64(c.All.Size()))
	refused := int64(0)
	for _, b := range []*budget.Budget{c.All, c.Owner, c.Guests, c.Sounds, c.Sender} {
		refused += b.Refused()
	}
	w.Counter("ledpost_foreign_refused_total", "Times that there was no room for such data.", uint64(refused))
}
