// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/internal/must"
)

// TestTakeEnds: a look at a recording ends at the time it is made, also where the recording
// goes on, and the next look goes on there.
func TestTakeEnds(t *testing.T) {
	cfg, files, err := hw.NewPanelConfig("max7219", &max7219.Config{Modules: 1}).Recorded(t.TempDir())
	must.Do(t, err)
	board := must.Get(hw.Open(hw.Config{Panel: cfg}))(t)
	for i := range 64 {
		m := image.NewRGBA(image.Rect(0, 0, 8, 8))
		m.Set(i%8, i/8, color.White)
		must.Do(t, board.Panel.Draw(m.Rect, m, image.Point{}))
		time.Sleep(time.Millisecond) // the recording's clock
	}
	must.Do(t, board.Panel.Close())
	whole := tapped{panel: cfg, file: files[0]}
	must.Do(t, whole.take(time.Hour))
	defer whole.tap.Close()
	if len(whole.read) < 64 {
		t.Fatalf("%d pictures", len(whole.read))
	}
	now := whole.read[30].at
	part := tapped{panel: cfg, file: files[0]}
	must.Do(t, part.take(now))
	defer part.tap.Close()
	if n := len(part.read); n != 32 {
		t.Errorf("%d pictures at the 31st, want one more", n)
	}
	must.Do(t, part.take(time.Hour))
	if len(part.read) != len(whole.read) {
		t.Errorf("%d pictures later, want %d", len(part.read), len(whole.read))
	}
}
