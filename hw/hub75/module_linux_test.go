// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"image"
	"path/filepath"
	"testing"

	"github.com/ledpost/ledpost/hw/gpiomem"
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
	if err := m.shows(picture, "RGB", c.Planes); err != nil {
		t.Error(err)
	}
	if m.levels != 1<<moduleLight {
		t.Errorf("lines %#x are high in the end, want the light's alone, which is dark then", m.levels)
	}
}
