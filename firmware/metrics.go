package firmware

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/ledpost/ledpost/api/stream"
	"github.com/ledpost/ledpost/device/store"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"
)

// Metrics of the frame loop.
var (
	lateDesc  = prometheus.NewDesc("ledpost_frame_late_seconds", "From when a frame was due to when its thread was awake.", nil, nil)
	tookDesc  = prometheus.NewDesc("ledpost_frame_draw_seconds", "From awake to the end of the panel's Draw.", nil, nil)
	drawnDesc = prometheus.NewDesc("ledpost_frames_drawn_total", "Frames that went to the panel.", nil, nil)
)

// frameCollector reads the counters of the frame loop.
type frameCollector struct{ stats *render.Stats }

func (c *frameCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- lateDesc
	ch <- tookDesc
	ch <- drawnDesc
}

func (c *frameCollector) Collect(ch chan<- prometheus.Metric) {
	ch <- histogram(lateDesc, &c.stats.Late)
	ch <- histogram(tookDesc, &c.stats.Took)
	ch <- prometheus.MustNewConstMetric(drawnDesc, prometheus.CounterValue, float64(c.stats.Drawn()))
}

// bounds returns the upper bounds of the buckets for Prometheus, which must
// never change: every second bound of the loop, from 16 µs to 64 ms.
func bounds() (all []time.Duration) {
	for octave := 16 * time.Microsecond; octave < 64*time.Millisecond; octave *= 2 {
		for i := range 8 {
			all = append(all, octave+octave*time.Duration(i)/8)
		}
	}
	return all
}

// histogram converts h. The loop keeps no sum, so each value counts as the
// upper end of its bucket.
func histogram(desc *prometheus.Desc, h *render.Histogram) prometheus.Metric {
	var count uint64
	var sum float64
	buckets := map[float64]uint64{}
	for _, b := range bounds() {
		buckets[b.Seconds()] = 0
	}
	h.Each(func(upper time.Duration, n uint64) {
		count += n
		sum += upper.Seconds() * float64(n)
		for _, b := range bounds() {
			if upper <= b {
				buckets[b.Seconds()] += n
			}
		}
	})
	return prometheus.MustNewConstHistogram(desc, count, sum, buckets)
}

// Power drawn by the panel's LEDs, if the driver limits it.
var (
	wattsDesc = prometheus.NewDesc("ledpost_panel_watts", "Estimated power of the LEDs.", nil, nil)
	limitDesc = prometheus.NewDesc("ledpost_panel_power_scale", "By what the limit of power dims the frame; 1 = not.", nil, nil)
)

// powerCollector reads the panel once it is open.
type powerCollector struct {
	meter *atomic.Pointer[hw.PowerMeter]
}

func (c *powerCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- wattsDesc
	ch <- limitDesc
}

func (c *powerCollector) Collect(ch chan<- prometheus.Metric) {
	meter := c.meter.Load()
	if meter == nil {
		return
	}
	watts, scale := (*meter).Power()
	ch <- prometheus.MustNewConstMetric(wattsDesc, prometheus.GaugeValue, watts)
	ch <- prometheus.MustNewConstMetric(limitDesc, prometheus.GaugeValue, scale)
}

// Metrics of a panel that needs refreshing.
var (
	refreshDesc = prometheus.NewDesc("ledpost_panel_refresh_hertz", "Refreshes a second, over the last quarter of a second.", nil, nil)
	overrunDesc = prometheus.NewDesc("ledpost_panel_late_seconds", "Worst lateness of a pulse in that time.", nil, nil)
)

// matrixCollector reads the panel once it is open.
type matrixCollector struct{ panel *atomic.Pointer[hw.Refreshed] }

func (c *matrixCollector) Describe(ch chan<- *prometheus.Desc) {
	ch <- refreshDesc
	ch <- overrunDesc
}

func (c *matrixCollector) Collect(ch chan<- prometheus.Metric) {
	panel := c.panel.Load()
	if panel == nil {
		return
	}
	stats, ok := (*panel).Stats()
	if !ok {
		return
	}
	ch <- prometheus.MustNewConstMetric(refreshDesc, prometheus.GaugeValue, stats.Hz)
	ch <- prometheus.MustNewConstMetric(overrunDesc, prometheus.GaugeValue, stats.Late.Seconds())
}

var scriptDesc = prometheus.NewDesc("ledpost_unknown_characters", "Different characters that no face has, drawn as boxes.", []string{"script"}, nil)

// scriptCollector counts characters that the faces lack.
type scriptCollector struct{ faces *fonts.Set }

func (c *scriptCollector) Describe(ch chan<- *prometheus.Desc) { ch <- scriptDesc }

func (c *scriptCollector) Collect(ch chan<- prometheus.Metric) {
	for script, n := range c.faces.Unknown() {
		ch <- prometheus.MustNewConstMetric(scriptDesc, prometheus.GaugeValue, float64(n), script)
	}
}

var titleDesc = prometheus.NewDesc("ledpost_sound_title", "What the stream that is heard calls its piece, at most 256 characters; 1 while there is one.", []string{"title"}, nil)

// titleCollector reports the title that the radio plays.
type titleCollector struct{ player *sounds.Player }

func (c *titleCollector) Describe(ch chan<- *prometheus.Desc) { ch <- titleDesc }

func (c *titleCollector) Collect(ch chan<- prometheus.Metric) {
	if title := c.player.Stats().Title; title != "" {
		ch <- prometheus.MustNewConstMetric(titleDesc, prometheus.GaugeValue, 1, title)
	}
}

var packetDesc = prometheus.NewDesc("ledpost_stream_packets_total", "Packets of pixel streams, by what became of them.", []string{"protocol", "outcome"}, nil)

// streamCollector counts the packets of streams.
type streamCollector struct{ stream *stream.Server }

func (c *streamCollector) Describe(ch chan<- *prometheus.Desc) { ch <- packetDesc }

func (c *streamCollector) Collect(ch chan<- prometheus.Metric) {
	for _, n := range c.stream.Counts() {
		ch <- prometheus.MustNewConstMetric(packetDesc, prometheus.CounterValue, float64(n.Packets), n.Protocol, n.Outcome)
	}
}

var unsavedDesc = prometheus.NewDesc("ledpost_state_unsaved_seconds", "How long the oldest change of settings or notifications that is not on disk has waited; 0 = all is.", nil, nil)

// stateCollector reports how safe the state is.
type stateCollector struct{ store *store.Store }

func (c *stateCollector) Describe(ch chan<- *prometheus.Desc) { ch <- unsavedDesc }

func (c *stateCollector) Collect(ch chan<- prometheus.Metric) {
	ch <- prometheus.MustNewConstMetric(unsavedDesc, prometheus.GaugeValue, c.store.Unsaved().Seconds())
}
