// SPDX-License-Identifier: Apache-2.0

package apptest

import (
	"image"
	"image/color"
	"image/draw"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
)

// Portrait draws what an app shows at noon, without settings and with each value of the
// pictured settings: a row each, on panels of 8, 16, 32 and 64 rows, at first and 4 s later.
func Portrait(t *testing.T, a kit.App) *image.RGBA {
	t.Helper()
	sizes, times := []image.Point{{37, 8}, {16, 16}, {64, 32}, {64, 64}}, []time.Duration{0, 4 * time.Second}
	c := newChecker(t, a)
	rows := append([]sample{sampleOf(nil)}, singles(&c.about.Settings, func(s *device.Schema) []any {
		if s.Format != "pictured" {
			return nil
		}
		return values(s)
	})...)
	const gap = 1
	wide, high := gap, 64+gap
	for _, size := range sizes {
		wide += len(times) * (size.X + gap)
	}
	m := image.NewRGBA(image.Rect(0, 0, wide, len(rows)*high+gap))
	draw.Draw(m, m.Rect, image.NewUniform(color.RGBA{70, 70, 80, 255}), image.Point{}, draw.Src)
	for i, row := range rows {
		at := image.Pt(gap, i*high+gap)
		for _, size := range sizes {
			view := c.shown(c.fresh(size, nil), row).Views["a"]
			for _, later := range times {
				picture := Drawn(view, size, view.Start.Add(later))
				draw.Draw(m, picture.Rect.Add(at), picture, image.Point{}, draw.Src)
				at.X += size.X + gap
			}
		}
	}
	for _, fault := range c.faults {
		t.Error(fault)
	}
	return m
}
