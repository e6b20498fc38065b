// SPDX-License-Identifier: Apache-2.0

package spectrum

import (
	"math"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

const rate = 48000

// sine returns a second of a sine.
func sine(hz, loud float64) [][2]float64 {
	block := make([][2]float64, rate)
	for i := range block {
		v := loud * math.Sin(2*math.Pi*hz*float64(i)/rate)
		block[i] = [2]float64{v, v}
	}
	return block
}

func TestSineLightsItsBand(t *testing.T) {
	for want := range Bands {
		m := New(rate)
		m.Add(sine(Centre(want), 1))
		l := m.Levels()
		if l[want] < 250 {
			t.Errorf("band %d has level %d of its own sine", want, l[want])
		}
		for i := range l {
			if i != want && l[i] > l[want]-20 {
				t.Errorf("the sine of band %d lights band %d as well: %v", want, i, l)
			}
		}
	}
}

func TestKilohertz(t *testing.T) {
	m := New(rate)
	m.Add(sine(1000, 0.5))
	l := m.Levels()
	for i := range l {
		if i != 6 && l[i] >= l[6] { // 968 Hz is the nearest centre
			t.Errorf("band %d is at least as loud as band 6: %v", i, l)
		}
	}
	if want := 255.0 * (floor - 6) / floor; math.Abs(float64(l[6])-want) > 5 {
		t.Errorf("half a sine has level %d, not about %.0f", l[6], want)
	}
}

func TestSilence(t *testing.T) {
	m := New(rate)
	m.Add(sine(1000, 1))
	m.Add(make([][2]float64, rate)) // in which the filters ring
	m.Add(make([][2]float64, rate))
	must.Equal(t, m.Levels(), Levels{}, "silence has levels")
	m.Add(sine(1000, 1))
	m.Clear()
	must.Equal(t, m.Levels(), Levels{}, "a cleared meter has levels")
}

func TestNoNumberStays(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		m := New(rate)
		m.Add([][2]float64{{bad, bad}})
		m.Add(sine(Centre(6), 1))
		if l := m.Levels(); l[6] < 250 {
			t.Errorf("after %v a sine has levels %v", bad, l)
		}
	}
}

func TestAddAllocatesNothing(t *testing.T) {
	m, block := New(rate), sine(1000, 1)[:1024]
	if n := testing.AllocsPerRun(10, func() { m.Add(block) }); n != 0 {
		t.Errorf("a block allocates %v times", n)
	}
}

// TestLowRates: bands above half of the rate stay silent, and the others measure.
func TestLowRates(t *testing.T) {
	for _, rate := range []int{8000, 11025, 16000, 22050} {
		m, block := New(rate), make([][2]float64, rate)
		for i := range block {
			v := math.Sin(2*math.Pi*Centre(4)*float64(i)/float64(rate)) + float64(i%2) - 0.5 // and half of the rate
			block[i] = [2]float64{v, v}
		}
		m.Add(block)
		for i, l := range m.Levels() {
			if above := Centre(i) >= highest*float64(rate); above && l != 0 || i == 4 && l < 240 {
				t.Errorf("%d Hz: band %d at %.0f Hz has level %d", rate, i, Centre(i), l)
			}
		}
	}
}

// TestLevelsFall within 0.7 s, in equal steps.
func TestLevelsFall(t *testing.T) {
	m := New(rate)
	m.Add(sine(Centre(5), 1))
	before := m.Levels()[5]
	m.Add(make([][2]float64, rate*35/100))
	if half := m.Levels()[5]; half < before/2-3 || half > before/2+3 {
		t.Errorf("after 0.35 s %d, want half of %d", half, before)
	}
	m.Add(make([][2]float64, rate*36/100))
	if l := m.Levels()[5]; l > 1 {
		t.Errorf("after 0.71 s %d", l)
	}
}
