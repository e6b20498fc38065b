// SPDX-License-Identifier: Apache-2.0

package clock

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"time"

	"github.com/ledpost/ledpost/apps/clock/face"
	"github.com/ledpost/ledpost/render"
)

// amber is the colour of a bar, unless the clock has a second one.
var amber = color.RGBA{255, 160, 0, 255}

// progress returns how much is done of what the settings name at now, 0 to 1, and when that is a column more; zero =
// it stands. Nothing and all show no bar.
func (d *widgetClock) progress(m *face.Reading, now time.Time) (done float64, again time.Time) {
	if d.cfg.Progress == "" {
		return 0, time.Time{}
	}
	brief, _ := m.Panel.Shared.Brief(d.cfg.Progress, now)
	if done = brief.Done.At(now); done == 1 {
		return 0, time.Time{}
	}
	columns := float64(d.size.X)
	return math.Floor(done*columns) / columns, brief.Done.Next(now, 1/columns)
}

// above returns root above a bar of what is done.
func (d *widgetClock) above(root render.Widget, m *face.Reading, done float64) render.Widget {
	if done == 0 {
		return root
	}
	ink, rows := cmp.Or(m.Accent, amber), max(1, d.size.Y/32)
	bar := &render.Bar{Bounds: image.Pt(d.size.X, rows), Filled: done, Fill: ink, Track: m.Panel.Dimmed(ink, 6)}
	return &render.Stack{Bounds: d.size, Layers: []render.Layer{{Widget: root},
		{At: image.Pt(0, d.size.Y-rows), Widget: bar}}}
}
