// SPDX-License-Identifier: Apache-2.0

package firmware

import (
	"cmp"
	"math"

	"github.com/ledpost/ledpost/firmware/host"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/metric"
)

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
