// SPDX-License-Identifier: Apache-2.0

package max7219

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/panel/paneltest"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/must"
	"periph.io/x/conn/v3/physic"
)

func TestConfigErrors(t *testing.T) {
	for want, cfg := range map[string]Config{
		"129 modules, want 1 to 128":      {Modules: 129},
		"-1 modules":                      {Modules: -1},
		"5 modules in 2 rows":             {Modules: 5, Rows: 2},
		"speed 11MHz, want 100kHz to 10":  {Speed: bus.Speed(11 * physic.MegaHertz)},
		`serpentine "yes"`:                {Serpentine: "yes"},
		"threshold 1, want":               {Threshold: 1},
		"speed 5Hz, want 100kHz":          {Speed: bus.Speed(5 * physic.Hertz)},
		`port "SPI0"`:                     {Port: "SPI0"},
		"3 levels":                        {Levels: 3},
		"rotate 45":                       {Rotate: 45},
		`first "middle"`:                  {First: "middle"},
		"size 41x8 is larger than the 40": {Size: pixel.Size{X: 41, Y: 8}},
		"size 37x9 is larger":             {Size: pixel.Size{X: 37, Y: 9}},
	} {
		port := &Chain{}
		_, err := New(port, cfg)
		paneltest.Refused(t, err, "max7219", want, port.Closed)
	}
}

// TestLongChains: what a chain may have follows from its bus: one message of
// spidev, and for levels the time that a plane has.
func TestLongChains(t *testing.T) {
	for _, c := range []struct {
		name string
		cfg  Config
		want string // in the error, empty if it is none
	}{
		{"three panels of eight modules", Config{Modules: 24}, ""},
		{"the longest", Config{Modules: 128, Rows: 8}, ""},
		{"levels at the usual speed", Config{Modules: 16, Levels: 8}, ""},
		{"more than fit in a plane's time", Config{Modules: 64, Levels: 8}, "raise speed, up to 10MHz"},
		{"the same, faster", Config{Modules: 64, Levels: 8, Speed: bus.Speed(10 * physic.MegaHertz)}, ""},
		{"the longest with levels", Config{Modules: 128, Levels: 4, Speed: bus.Speed(8 * physic.MegaHertz)}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.cfg.Plan()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
	chain := must.Get(NewChain(Config{Modules: maxModules}))(t)
	chain.Most = 4096 // spidev's usual buffer
	d := must.Get(New(chain, Config{Modules: maxModules}))(t)
	rec := &recorder{Conn: d.conn}
	d.conn = rec
	must.Do(t, d.Refresh())
	total := 0
	for _, p := range rec.last {
		total += len(p)
	}
	if total > chain.Most {
		t.Errorf("%d bytes in one message, spidev takes %d", total, chain.Most)
	}
}
