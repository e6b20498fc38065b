package max7219

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/pixel"
	"periph.io/x/conn/v3/physic"
)

func TestConfigErrors(t *testing.T) {
	for want, cfg := range map[string]Config{
		"17 modules, want 1 to 16":        {Modules: 17},
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
		if _, err := New(port, cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
		if !port.Closed {
			t.Errorf("%s: the port stays open", want)
		}
	}
}
