package hil_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hil"
)

const hello = `{"model":{"cycles":0,"frames":[{"text":"Hello"}]}}`

// panels are what devices are started with: every driver, and what has more than one
// plane or bus.
var panels = map[string]hil.PanelConfig{
	"max7219":   hil.Panel("max7219"),
	"levels 4":  hil.Panel("max7219", "levels = 4"),
	"hub75":     hil.Panel("hub75", "rows = 16", "cols = 32", "planes = 6"),
	"ws2812":    hil.Panel("ws2812", "width = 16", "height = 8"),
	"apa102":    hil.Panel("apa102", "width = 16", "height = 8"),
	"unicornhd": hil.Panel("unicornhd"),
	"ssd1306":   hil.Panel("ssd1306", `size = "64x32"`),
	"ht16k33":   hil.Panel("ht16k33"),
	"composite": hil.Panel("composite", "[[panel.part]]", `driver = "ws2812"`, `port = "SPI1.0"`, "width = 8", "height = 8",
		"[[panel.part]]", `driver = "max7219"`, "modules = 3", "rows = 1", "at = [8, 0]"),
}

// TestShows: each panel shows what is posted, and something else is told apart.
func TestShows(t *testing.T) {
	for name, panel := range panels {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := hil.Start(t, panel)
			if id := d.Notify(hello); id == "" {
				t.Error("no id")
			}
			d.Shows(t, hello, 10*time.Second)
			r := &recorder{T: t}
			d.Shows(r, strings.Replace(hello, "Hello", "Olleh", 1), 50*time.Millisecond)
			if !strings.Contains(r.said, "pixel (") || !strings.Contains(r.said, "got:") {
				t.Errorf("another text is reported as %q", r.said)
			}
			for i, dump := range d.Wires() {
				if !strings.HasPrefix(string(dump), "$version ledpost") {
					t.Errorf("the dump of bus %d begins with %.20q", i, dump)
				}
			}
		})
	}
}

// recorder is a test that keeps what it is told, instead of failing.
type recorder struct {
	hil.T
	said string
}

func (r *recorder) Errorf(format string, args ...any) { r.said += fmt.Sprintf(format, args...) }
