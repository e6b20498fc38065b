// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"image"
	"path/filepath"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSixChainsThroughTheProcess follows a picture from Draw to the registers of both
// banks, through the memory that the refresher shares.
func TestSixChainsThroughTheProcess(t *testing.T) {
	c := small()
	c.Parallel, c.Wiring = 6, "compute-module"
	tape := filepath.Join(t.TempDir(), "tape")
	p := must.Get(openTapeOf(c, tape))(t)
	defer p.Close()
	picture := random(p.Bounds().Size(), 1)
	must.Do(t, p.Draw(p.Bounds(), picture, image.Point{}))
	within(t, "a few refreshes", func() bool { s, _ := p.Stats(); return s.Frames > 3 })
	must.Do(t, p.Close())
	recorded := must.Get(gpiomem.LoadTape(tape))(t)
	m := newModule(t, newRig(t, c), moduleChains)
	m.levels, m.outputs = 1<<moduleLight, 1<<moduleLight // as before this refresh
	m.play(recorded)
	must.Do(t, m.shows(picture, "RGB", c.Planes))
	if m.levels != 1<<moduleLight {
		t.Errorf("lines %#x are high in the end, want the light's alone, which is dark then", m.levels)
	}
}

// TestPeriodIsMeasured: a refresh with pulses of 3 µs lasts at least as long as they do, and
// a panel that waited for its first picture counts from that. On a board that is busy it
// lasts longer.
func TestPeriodIsMeasured(t *testing.T) {
	p := must.Get(openTape(filepath.Join(t.TempDir(), "tape")))(t)
	defer p.Close()
	lit := 3 * time.Microsecond * (1<<8 - 1) * smallAddresses
	if got := p.measured(refresh.Patient().Ready); got < lit {
		t.Errorf("a refresh takes %v, its light alone %v", got, lit)
	}
	must.Do(t, p.Close())
	must.Equal(t, p.measured(time.Minute), 0, "a closed panel is refreshed in")
}
