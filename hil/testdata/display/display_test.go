// Package display tests displays from another module, as anyone may.
package display

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/hw"
)

// hello fits on the smallest panel, where it stands still.
const hello = `{"model":{"cycles":0,"frames":[{"text":"F"}]}}`

// panels is a panel of each driver.
var panels = map[string]hil.PanelConfig{
	"max7219":   hil.Panel("max7219", "modules = 4"),
	"hub75":     hil.Panel("hub75", "rows = 16", "cols = 32", "planes = 6"),
	"ws2812":    hil.Panel("ws2812", "width = 16", "height = 8"),
	"apa102":    hil.Panel("apa102", "width = 16", "height = 8"),
	"unicornhd": hil.Panel("unicornhd"),
	"ssd1306":   hil.Panel("ssd1306", `size = "64x32"`),
	"ssd1322":   hil.Panel("ssd1322"),
	"st7789":    hil.Panel("st7789", `size = "16x8"`, "pitch = 3"),
	"ht16k33":   hil.Panel("ht16k33"),
	"tm1640":    hil.Panel("tm1640"),
	"is31fl":    hil.Panel("is31fl"),
	"lametric":  hil.Panel("lametric"),
	"composite": hil.Panel("composite", "[[panel.part]]", `driver = "ws2812"`, `port = "SPI1.0"`, "width = 8", "height = 8",
		"[[panel.part]]", `driver = "max7219"`, "modules = 1", "at = [8, 0]"),
}

// without is why a driver has nothing that can be recorded.
var without = map[string]string{
	"ddp":     "a panel over the network has no wires: hw/remote tests it against a stand-in",
	"pixoo64": "a panel over the network has no wires: hw/remote tests it against a stand-in",
	"awtrix":  "a panel over the network has no wires: hw/remote tests it against a stand-in",
}

// TestMAX7219 is a whole test of a display.
func TestMAX7219(t *testing.T) {
	t.Parallel()
	d := hil.Start(t, hil.Panel("max7219", "levels = 8", "modules = 2"))
	d.Notify(hello)
	d.Shows(t, hello, 20*time.Second)
}

// TestDrivers: every panel shows what is posted, and three wrong recordings of it are
// told from the right one, with the first wrong pixel.
func TestDrivers(t *testing.T) {
	for _, name := range slices.Concat(hw.Drivers(), hw.NetworkDrivers()) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if why := without[name]; why != "" {
				t.Skip(why)
			}
			p, ok := panels[name]
			if !ok {
				t.Fatal("no panel of this driver, and no reason why")
			}
			d := hil.Start(t, p)
			d.Notify(hello)
			d.Shows(t, hello, time.Minute)
			hil.Follows(t, p, hello, hil.Shots(t, p, bytes.NewReader(bytes.Join(d.Wires(), nil))))
			wrongs(t, name, p)
		})
	}
}

// wrongs compares recordings of what was not posted.
func wrongs(t *testing.T, name string, p hil.PanelConfig) {
	right := hil.Picture(t, p, hello, 0)
	dumps := record(t, name, right)
	hil.Follows(t, p, hello, hil.Shots(t, p, bytes.NewReader(bytes.Join(dumps, nil))))
	for i, dump := range dumps {
		late := append([][]byte(nil), dumps...)
		chip := name
		if name == "composite" {
			chip = []string{"ws2812", "max7219"}[i]
		}
		late[i] = oneBitLate(t, chip, dump)
		found(t, p, fmt.Sprintf("bus %d, one bit late", i+1), late, lates[chip](part(right, name, i)))
	}
	for what, wrong := range map[string]*image.RGBA{"mirrored": mirrored(right), "two LEDs exchanged": exchanged(right)} {
		found(t, p, what, record(t, name, wrong), first(right, wrong))
	}
}

// part is the picture of one bus: of the composite, whose second part begins in column 8.
func part(right *image.RGBA, name string, bus int) *image.RGBA {
	if name != "composite" {
		return right
	}
	m := image.NewRGBA(image.Rect(8*bus, 0, 8*bus+8, 8))
	draw.Draw(m, m.Rect, right, m.Rect.Min, draw.Src)
	return m
}

// found checks that a wrong recording is told from the right one.
func found(t *testing.T, p hil.PanelConfig, what string, dumps [][]byte, want string) {
	t.Helper()
	r := &recorder{T: t}
	hil.Follows(r, p, hello, hil.Shots(r, p, bytes.NewReader(bytes.Join(dumps, nil))))
	if !strings.Contains(r.said, want) {
		t.Errorf("%s: said %q, want %q", what, r.said, want)
	}
}

// recorder is a test that keeps what it is told.
type recorder struct {
	hil.T
	said string
}

func (r *recorder) Errorf(f string, a ...any) { r.said += fmt.Sprintf(f, a...) }

// record draws a picture on the panel of a driver and returns what went over its wires.
func record(t *testing.T, name string, m *image.RGBA) (dumps [][]byte) {
	t.Helper()
	panel, files, err := configs(t)[name].Recorded(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	board, err := hw.Open(hw.Config{Panel: panel})
	if err != nil {
		t.Fatal(err)
	}
	if err := board.Panel.Draw(m.Rect, m, image.Point{}); err != nil {
		t.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // how long the picture stands in the recording: I²C takes half of it
	if err := board.Panel.Close(); err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		dump, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		dumps = append(dumps, dump)
	}
	return dumps
}
