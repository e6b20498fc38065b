// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/internal/must"
)

// TestExchangedLines: a capture in which two lines of a bus are exchanged says which, as soon
// as it is known.
func TestExchangedLines(t *testing.T) {
	for name, cfg := range samples(t) {
		spec := must.Get(cfg.Spec())(t)
		dir := t.TempDir()
		path := filepath.Join(dir, "a.vcd")
		if _, _, err := cfg.Recorded(dir); err != nil || name == "ws2812" {
			continue // it has no wires, or one
		}
		recorded(t, onPort(t, cfg, "vcd:"+path), path, pictures(spec.Size, spec.Kind == Monochrome, 20))
		dump := must.Get(os.ReadFile(path))(t)
		d := must.Get(vcd.NewReader(bytes.NewReader(dump)))(t)
		has := " " + strings.Join(d.Lines(), " ") + " "
		for _, pair := range [][2]string{{"CLK", "CS"}, {"CLK", "MOSI"}, {"SCL", "SDA"}, {"CLK", "LAT"}, {"CLK", "OE"},
			{"CLK", "DC"}} {
			if !strings.Contains(has, " "+pair[0]+" ") || !strings.Contains(has, " "+pair[1]+" ") {
				continue
			}
			frames := 0
			_, err := Frames(cfg, []io.Reader{bytes.NewReader(dump)}, vcd.Wiring{pair[0]: pair[1], pair[1]: pair[0]},
				func(_ time.Duration, _ image.Image) error { frames++; return nil })
			if !errors.Is(err, vcd.ErrExchanged) || !strings.Contains(err.Error(), pair[0]) ||
				!strings.Contains(err.Error(), pair[1]) || !strings.Contains(err.Error(), "look exchanged") {
				t.Errorf("%s with %s and %s exchanged: %v", name, pair[0], pair[1], err)
			}
			if frames > 4096 {
				t.Errorf("%s with %s and %s exchanged: %d frames before", name, pair[0], pair[1], frames)
			}
		}
	}
}

// TestNoise: lines that change at random carry no bus, and end before they cost much.
func TestNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for name, cfg := range samples(t) {
		dir := t.TempDir()
		if _, _, err := cfg.Recorded(dir); err != nil {
			continue // it has no wires
		}
		path := filepath.Join(dir, "a.vcd")
		spec := must.Get(cfg.Spec())(t)
		recorded(t, onPort(t, cfg, "vcd:"+path), path, pictures(spec.Size, true, 1))
		lines := must.Get(vcd.NewReader(bytes.NewReader(must.Get(os.ReadFile(path))(t))))(t).Lines()
		var noise strings.Builder
		for i, line := range lines {
			fmt.Fprintf(&noise, "$var wire 1 %c %s $end\n", '!'+i, line)
		}
		noise.WriteString("$enddefinitions $end\n")
		for at := range 100_000 {
			fmt.Fprintf(&noise, "#%d %d%c\n", 40*at, rng.IntN(2), '!'+rng.IntN(len(lines)))
		}
		frames := 0
		_, err := Frames(cfg, []io.Reader{strings.NewReader(noise.String())}, nil,
			func(time.Duration, image.Image) error { frames++; return nil })
		if frames > 4096 || name != "ws2812" && !errors.Is(err, vcd.ErrExchanged) {
			t.Errorf("%s: %d frames, %v", name, frames, err)
		}
	}
}
