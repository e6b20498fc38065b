// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// Collectors returns the metrics of the hardware.
func (h *Hardware) Collectors() []metric.Collector {
	return []metric.Collector{
		&frameCollector{h.screen.loop.Stats()}, &panelCollector{h.panel}, &powerCollector{&h.panel.power},
		&matrixCollector{&h.panel.matrix}, &titleCollector{h.sound.Player},
	}
}

// frameCollector reads the counters of the frame loop.
type frameCollector struct{ stats *render.Stats }

func (c *frameCollector) Collect(w *metric.Writer) {
	histogram(w, "ledpost_frame_late_seconds", "Delay from the time of a frame to the waking of its thread.",
		&c.stats.Late)
	histogram(w, "ledpost_frame_draw_seconds", "Time from the waking of the thread to the end of the panel's drawing.",
		&c.stats.Took)
	w.Counter("ledpost_frames_drawn_total", "Frames that went to the panel.", c.stats.Drawn())
}

// bounds are the upper bounds of the buckets for Prometheus in seconds, which must
// never change: every second bound of the loop, from 16 µs to 64 ms.
var bounds = func() (all []float64) {
	for octave := 16 * time.Microsecond; octave < 64*time.Millisecond; octave *= 2 {
		for i := range 8 {
			all = append(all, (octave + octave*time.Duration(i)/8).Seconds())
		}
	}
	return all
}()

// histogram writes h. The loop keeps no sum, so each value counts as the upper end of
// its bucket.
func histogram(w *metric.Writer, name, help string, h *render.Histogram) {
	var sum float64
	counts := make([]uint64, len(bounds)+1)
	h.Each(func(upper time.Duration, n uint64) {
		sum += upper.Seconds() * float64(n)
		i, _ := slices.BinarySearch(bounds, upper.Seconds())
		counts[i] += n
	})
	w.Histogram(name, help, bounds, counts, sum)
}

// powerCollector reads the panel once it is open.
type powerCollector struct {
	meter *atomic.Pointer[hw.PowerMeter]
}

func (c *powerCollector) Collect(w *metric.Writer) {
	meter := c.meter.Load()
	if meter == nil {
		return
	}
	watts, scale := (*meter).Power()
	w.Gauge("ledpost_panel_watts", "Estimated power of the LEDs.", watts)
	w.Gauge("ledpost_panel_power_scale", "Factor by which the power limit dims the frame; 1 = not dimmed.", scale)
}

// matrixCollector reads the panel once it is open.
type matrixCollector struct{ panel *atomic.Pointer[hw.Refreshed] }

func (c *matrixCollector) Collect(w *metric.Writer) {
	panel := c.panel.Load()
	if panel == nil {
		return
	}
	stats, ok := (*panel).Stats()
	if !ok {
		return
	}
	w.Gauge("ledpost_panel_refresh_hertz", "Refreshes a second, over the last quarter of a second.", stats.Hz)
	w.Gauge("ledpost_panel_late_seconds", "Worst lateness of a pulse in that time.", stats.Late.Seconds())
}

// panelCollector says which panel is driven.
type panelCollector struct{ panel *panel }

func (c *panelCollector) Collect(w *metric.Writer) {
	driver := c.panel.cfg.Panel.Driver()
	if c.panel.simulated() {
		driver = "simulator"
	}
	w.Gauge("ledpost_panel_info", "Kind of the panel; always 1.", 1,
		"driver", driver, "size", fmt.Sprintf("%dx%d", c.panel.size.X, c.panel.size.Y))
}

// titleCollector reports the title that the radio plays.
type titleCollector struct{ player *sounds.Player }

func (c *titleCollector) Collect(w *metric.Writer) {
	if title := c.player.Stats().Title; title != "" {
		w.Gauge("ledpost_sound_title",
			"Title that the playing stream names, at most 256 characters; 1 while there is a title.", 1, "title", title)
	}
}
