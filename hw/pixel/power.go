// SPDX-License-Identifier: Apache-2.0

package pixel

import (
	"cmp"
	"math"
	"sync/atomic"

	"github.com/ledpost/ledpost/internal/keyerr"
)

// Power models what LEDs draw from the supply and says how much is allowed. The
// zero value allows 8 W and takes the numbers of a 5 mm WS2812B.
type Power struct {
	// Limit in watts; 0 is 8 W, what a Pi's own supply can spare at 5 V with
	// short leads; below 0 is no limit.
	Limit float64 `toml:"power_limit"`
	// Draw of one LED in milliwatts: red, green, blue and white at full light,
	// and the chip when dark. All 0 is 80, 55, 75, 80, 5 (FastLED's power
	// management, measured on WS2812B at 5 V; white as the strongest colour).
	Draw [5]float64 `toml:"power_per_led"`
}

func (p *Power) setDefaults() {
	p.Limit = cmp.Or(p.Limit, 8)
	if p.Draw == [5]float64{} {
		p.Draw = [5]float64{80, 55, 75, 80, 5}
	}
}

// Most returns the watts that so many LEDs may take: all of them white, or the limit.
func (p Power) Most(leds int) float64 {
	p.setDefaults()
	white := float64(leds) * (p.Draw[0] + p.Draw[1] + p.Draw[2] + p.Draw[4]) / 1000
	if p.Limit < 0 {
		return white
	}
	return min(white, p.Limit)
}

// Limiter estimates the power of a frame and says how to dim it. Frame is for
// one goroutine; Power for any.
type Limiter struct {
	// Immutable.
	idle    float64    // watts of all LEDs dark
	limit   float64    // watts
	perUnit [4]float64 // watts of one step of 16-bit light, by channel
	// The frame last seen.
	watts, scale atomic.Uint64 // math.Float64bits
}

// NewLimiter returns the limiter for a chain of so many LEDs.
func NewLimiter(p Power, leds int) (*Limiter, error) {
	p.setDefaults()
	l := &Limiter{limit: p.Limit, idle: float64(leds) * p.Draw[4] / 1000}
	if p.Limit < 0 {
		l.limit = math.Inf(1)
	}
	for _, mw := range p.Draw {
		if !(mw >= 0 && mw <= 10000) {
			return nil, keyerr.New("power_per_led", "power_per_led %v: want milliwatts from 0 to 10000", p.Draw)
		}
	}
	if !(l.limit > l.idle) {
		return nil, keyerr.New("power_limit", "power_limit %v W: %d dark LEDs alone take %.1f W", p.Limit, leds, l.idle)
	}
	for ch := range l.perUnit {
		l.perUnit[ch] = p.Draw[ch] / 1000 / full
	}
	l.note(l.idle, 1)
	return l, nil
}

func (l *Limiter) note(watts, scale float64) {
	l.watts.Store(math.Float64bits(watts))
	l.scale.Store(math.Float64bits(scale))
}

// Frame takes the sums of 16-bit light over all LEDs, by channel (red, green,
// blue, white), and returns the factor that keeps the frame within the limit,
// in 65536ths, 1 to 65536.
func (l *Limiter) Frame(sums [4]uint64) uint32 {
	lit := 0.0
	for ch, s := range sums {
		lit += float64(s) * l.perUnit[ch]
	}
	if l.idle+lit <= l.limit {
		l.note(l.idle+lit, 1)
		return 1 << 16
	}
	scale := max(uint32((l.limit-l.idle)/lit*(1<<16)), 1)
	factor := float64(scale) / (1 << 16)
	l.note(l.idle+lit*factor, factor)
	return scale
}

// Power is the estimate of the last frame as it was dimmed, in watts, and the
// factor by which it was dimmed, at most 1. Any goroutine may call it.
func (l *Limiter) Power() (watts, scale float64) {
	return math.Float64frombits(l.watts.Load()), math.Float64frombits(l.scale.Load())
}
