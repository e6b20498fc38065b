// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/rio"
)

// byRIO reports whether the columns go by the registers of a Pi 5.
func byRIO(e *exam, r *panel.Registers) bool {
	return e.board.Chip == gpiomem.BCM2712 && r.WithoutRIO != nil && e.exists(rio.Path) && (e.Access == nil || e.Access(rio.Path, true) == nil)
}

// rated is about how often a second the panel is refreshed, and its share of light.
func rated(e *exam, r *panel.Registers) (hz, lit float64) {
	if e.board.Chip == gpiomem.BCM2712 && r.WithoutRIO != nil && !byRIO(e, r) {
		return r.WithoutRIO()
	}
	return r.Rate(string(e.board.Chip))
}

// columns looks at the registers of a Pi 5, by which the columns of several chains go. Where
// they are missing, the PIO has the columns too.
func columns(e *exam, area string, r *panel.Registers) {
	const name = "GPIO"
	if r.WithoutRIO == nil {
		return
	}
	if byRIO(e, r) {
		e.ok(area, name, "%s", rio.Path)
		e.isolation(area)
		return
	}
	fix := "use Raspberry Pi OS, whose kernel has it"
	if e.exists(rio.Path) {
		fix = join(e, rio.Path, "gpio")
	}
	slow, _ := r.WithoutRIO()
	fast, _ := r.Rate(string(e.board.Chip))
	e.warn(area, name, fix, "without %s the panel is refreshed about %.0f times a second instead of %.0f", rio.Path, slow, fast)
}
