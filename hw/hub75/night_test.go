// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"image"
	"image/draw"
	"math"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
)

// TestNeverBlack: whatever is lit stays so at every brightness above 0, and more
// of a value or of brightness is never less light.
func TestNeverBlack(t *testing.T) {
	for bits := 4; bits <= maxPlanes; bits++ {
		for _, dither := range []pixel.Dither{{}, pixel.NewDither(2 * time.Millisecond)} {
			r := newRig(t, Config{Rows: 8, Cols: 8, Planes: bits})
			e := newEncoder(&r.config, r.geometry, &r.wire.Pins, dither)
			last := 0.0
			for percent := 0; percent <= 1000; percent += 5 {
				brightness := float64(percent) / 1000
				e.setBrightness(brightness)
				white := e.mean(255)
				if white < last || (white > 0) != (brightness > 0) {
					t.Fatalf("%d planes, %d phases, brightness %v: white has %v levels, darker it had %v", bits, dither.Phases(),
						brightness, white, last)
				}
				last = white
				ideal := luminance(100*brightness) * float64(int(1)<<bits-1)
				if off := math.Abs(white - ideal); off > 0.5/float64(e.phases)+1e-9 && white > 1/float64(e.phases) {
					t.Fatalf("%d planes, brightness %v: white has %v levels, want %v", bits, brightness, white, ideal)
				}
				for v := 1; v < 256 && brightness > 0; v++ {
					if m := e.mean(uint8(v)); m <= 0 || m < e.mean(uint8(v-1)) {
						t.Fatalf("%d planes, brightness %v: value %d has %v levels", bits, brightness, v, m)
					}
				}
			}
		}
	}
}

// mean is the level of a value over a round of the dither.
func (e *encoder) mean(v uint8) (sum float64) {
	for phase := range e.phases {
		for plane := range e.planes {
			sum += float64(e.spread[phase][v][plane/8]>>(plane%8*8)&1<<plane) / float64(e.phases)
		}
	}
	return sum
}

// night is a way to the panels, and how often they are refreshed in a round.
type night struct {
	planes, phases int
	lsb            time.Duration
	refresher      func(r *rig, t *testing.T, d pixel.Dither) (*encoder, func(frame []byte))
	duration       func(w *wire) time.Duration
}

// byScan refreshes by registers.
func byScan(r *rig, t *testing.T, d pixel.Dither) (*encoder, func(frame []byte)) {
	s, tape := r.scan()
	return newEncoder(&r.config, r.geometry, &r.wire.Pins, d), func(frame []byte) {
		must.Do(t, s.Refresh(frame))
		r.play(tape)
	}
}

// byOldKernels is how long a refresh by PIO takes with them.
func byOldKernels(w *wire) time.Duration { return w.streamed(wordBefore) }

// byStream refreshes by PIO.
func byStream(r *rig, t *testing.T, d pixel.Dither) (*encoder, func(frame []byte)) {
	s := newStream(&r.wire, r.interpreter())
	must.Do(t, s.start())
	return streamEncoder(&r.config, r.geometry, &r.wire, d), func(frame []byte) { must.Do(t, s.Refresh(frame)) }
}

// TestNightNeitherFlickersNorSteps looks at the LEDs of white panels through
// the brightnesses that people can set. The dither is that of 64×32 pixels.
func TestNightNeitherFlickersNorSteps(t *testing.T) {
	for name, n := range map[string]night{
		"11 planes":                   {11, 2, 0, byScan, (*wire).duration},
		"8 planes":                    {8, 2, 0, byScan, (*wire).duration},
		"8 planes, short ones":        {8, 4, usualLSB, byScan, (*wire).duration},
		"11 planes by PIO":            {11, 2, 0, byStream, byOldKernels},
		"9 planes by PIO":             {9, 2, 0, byStream, byOldKernels},
		"8 planes, short ones by PIO": {8, 4, usualLSB, byStream, byOldKernels},
	} {
		t.Run(name, func(t *testing.T) {
			full := newRig(t, Config{Planes: n.planes, LSB: Duration(n.lsb)})
			dither := pixel.NewDither(n.duration(&full.wire))
			if round := n.duration(&full.wire) * time.Duration(n.phases); dither.Phases() != n.phases ||
				n.phases > 1 && round > 10*time.Millisecond {
				t.Fatalf("%d phases in %v: a round must be over in 10 ms", dither.Phases(), round)
			}
			r := newRig(t, Config{Planes: n.planes, LSB: Duration(n.lsb), Rows: 8, Cols: 16})
			e, refresh := n.refresher(r, t, dither)
			last := 0.0
			for percent := 1; percent <= 100; percent++ {
				if percent > 30 && percent%10 != 0 {
					continue // bright enough for a few
				}
				light := r.steady(t, e, refresh, float64(percent)/100)
				ideal := luminance(float64(percent)) * float64(int(1)<<n.planes-1)
				if off := math.Abs(light - ideal); off > 0.5/float64(e.phases)+1e-9 || light < last ||
					light == last && n.phases*(1<<n.planes) > 1<<9 {
					t.Fatalf("%d %%: %v levels, want %.2f; before it %v", percent, light, ideal, last)
				}
				last = light
			}
		})
	}
}

// steady refreshes panels that are drawn white a few times, and returns the
// levels that each LED has on average in whatever round of refreshes: the same
// for all of them, and in each refresh the same for all together.
func (r *rig) steady(t *testing.T, e *encoder, refresh func(frame []byte), brightness float64) float64 {
	t.Helper()
	m := image.NewRGBA(image.Rectangle{Max: r.geometry.size})
	draw.Draw(m, m.Rect, image.White, image.Point{}, draw.Src)
	e.setBrightness(brightness)
	var frame []byte
	var shown [][]uint16 // levels of each refresh
	var sums []int
	for i := range 3 * e.phases {
		if i == 0 || i == e.phases+1 { // in the middle of a round it is drawn again
			frame = make([]byte, 4*e.frameSize())
			e.pack(words(frame), m)
		}
		refresh(frame)
		must.Do(t, r.emulator.Err())
		var levels []uint16
		sum := 0
		r.emulator.each(func(_, _ int, level [3]uint16) {
			levels, sum = append(levels, level[1]), sum+int(level[1])
		})
		shown, sums = append(shown, levels), append(sums, sum)
	}
	first := 0
	for i := range shown[:len(shown)-e.phases+1] {
		for led := range shown[i] {
			round, low, high := 0, uint16(math.MaxUint16), uint16(0)
			for _, levels := range shown[i : i+e.phases] {
				round, low, high = round+int(levels[led]), min(low, levels[led]), max(high, levels[led])
			}
			if i == 0 && led == 0 {
				first = round
			}
			if round != first || high-low > 1 || sums[i] != sums[0] {
				t.Fatalf("brightness %v: LED %d has %d levels in the round from refresh %d on, from %d to %d, and all together "+
					"%d; the first round had %d, and all %d",
					brightness, led, round, i, low, high, sums[i], first, sums[0])
			}
		}
	}
	return float64(first) / float64(e.phases)
}
