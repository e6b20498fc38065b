// SPDX-License-Identifier: Apache-2.0

package hardware

import (
	"image"
	"image/color"
	"log/slog"
	"regexp"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/metric"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/render"
)

// samples returns the samples of a scrape, by name and labels.
func samples(t *testing.T, text string) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	for _, line := range regexp.MustCompile(`(?m)^([a-z_]+(?:\{.*\})?) (\S+)$`).FindAllStringSubmatch(text, -1) {
		v, err := strconv.ParseFloat(line[2], 64)
		if err != nil {
			t.Errorf("%s: %v", line[0], err)
		}
		all[line[1]] = v
	}
	return all
}

// slow is a panel that takes its time for each frame.
type slow time.Duration

func (s slow) Bounds() image.Rectangle { return image.Rect(0, 0, 4, 2) }
func (s slow) Draw(image.Rectangle, image.Image, image.Point) error {
	time.Sleep(time.Duration(s))
	return nil
}

// fade is a picture that changes with every frame.
type fade struct{}

func (fade) Size() image.Point     { return image.Pt(4, 2) }
func (fade) Period() time.Duration { return time.Second }
func (fade) Draw(dst *image.RGBA, p image.Point, t time.Duration) {
	dst.SetRGBA(p.X, p.Y, color.RGBA{R: uint8(t / (4 * time.Millisecond)), A: 255})
}

// TestFrameMetrics: how long the frames took is in the histogram, each in the bucket of its
// time, and their sum right to the width of a bucket.
func TestFrameMetrics(t *testing.T) {
	const frames, took = 20, 3 * time.Millisecond
	loop := render.NewLoop(slow(took), slog.New(slog.DiscardHandler))
	stop := must.Run(t, loop.Run)
	loop.Show(render.Scene{ID: 1, Root: fade{}, Start: time.Now(), Level: 1})
	eventually.True(t, "frames are drawn", func() bool { return loop.Stats().Drawn() > frames })
	stop()
	var w metric.Writer
	(&frameCollector{loop.Stats()}).Collect(&w)
	got := samples(t, string(w.Bytes()))
	const name = "ledpost_frame_draw_seconds"
	timed := got[name+"_count"]
	if drawn := got["ledpost_frames_drawn_total"]; timed < frames || timed > drawn ||
		got["ledpost_frame_late_seconds_count"] != timed {
		t.Errorf("%v frames drawn, %v timed, want at least %d; late were %v", drawn, timed, frames,
			got["ledpost_frame_late_seconds_count"])
	}
	if n, ok := got[name+`_bucket{le="0.002816"}`]; !ok || n != 0 {
		t.Errorf("%v frames (known: %v) took less than the panel", n, ok)
	}
	// The sum is between the sums of the lower and of the upper ends of the buckets.
	var below, least, most float64
	for i, bound := range bounds {
		upTo := got[name+`_bucket{le="`+strconv.FormatFloat(bound, 'g', -1, 64)+`"}`]
		if n := upTo - below; n > 0 && i > 0 {
			least, most = least+n*bounds[i-1], most+n*bound
		}
		below = upTo
	}
	slower := got[name+`_bucket{le="+Inf"}`] - below
	if sum := got[name+"_sum"]; sum < least || slower == 0 && sum > most {
		t.Errorf("they took %v s, want %v to %v", sum, least, most)
	}
}

// watched is a panel that estimates its power and counts its refreshes.
type watched struct{ counts bool }

func (watched) Power() (watts, scale float64) { return 7.5, 0.8 }
func (watched) Note() string                  { return "" }
func (w watched) Stats() (refresh.Stats, bool) {
	return refresh.Stats{Hz: 240, Late: 3 * time.Millisecond}, w.counts
}

// TestPanelMetrics: what the panel measures, once it is open and if it does.
func TestPanelMetrics(t *testing.T) {
	var power atomic.Pointer[hw.PowerMeter]
	var matrix atomic.Pointer[hw.Refreshed]
	collect := func() map[string]float64 {
		var w metric.Writer
		(&powerCollector{&power}).Collect(&w)
		(&matrixCollector{&matrix}).Collect(&w)
		return samples(t, string(w.Bytes()))
	}
	if got := collect(); len(got) != 0 {
		t.Errorf("before the panel is open: %v", got)
	}
	meter, quiet, busy := hw.PowerMeter(watched{}), hw.Refreshed(watched{}), hw.Refreshed(watched{true})
	power.Store(&meter)
	matrix.Store(&quiet)
	if got := collect(); len(got) != 2 || got["ledpost_panel_watts"] != 7.5 || got["ledpost_panel_power_scale"] != 0.8 {
		t.Errorf("without a refresher: %v", got)
	}
	matrix.Store(&busy)
	if got := collect(); len(got) != 4 || got["ledpost_panel_refresh_hertz"] != 240 ||
		got["ledpost_panel_late_seconds"] != 0.003 {
		t.Errorf("with a refresher: %v", got)
	}
}
