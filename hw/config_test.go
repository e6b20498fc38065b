// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/ws2812"
	"github.com/ledpost/ledpost/internal/must"
)

func decode(text string) (Config, error) {
	var tables Tables
	meta, err := toml.Decode(text, &tables)
	c := tables.Config(&meta, "../deploy/examples")
	if err == nil && len(meta.Undecoded()) != 0 {
		panic("the decoder of the whole file would see unknown keys that the panel's has not refused")
	}
	return c, errors.Join(err, c.Panel.fault, c.Light.fault)
}

func TestPanelKeys(t *testing.T) {
	c, err := decode(`
		[panel]
		driver = "max7219"
		port = "SPI1.0"
		speed = "5MHz"
		modules = 8
		rows = 2
		wiring = "generic"
		first = "bottom-left"
		serpentine = "turned"
		rotate = 180
		size = "30x16"
		dither = true
		threshold = 0.4
		levels = 2`)
	must.Do(t, err)
	m := c.Panel.keys.(*max7219.Config)
	if m.Port != "SPI1.0" || m.Speed.String() != "5MHz" || m.Modules != 8 ||
		m.Wiring != (max7219.Wiring{DigitIsCol: true, RevDigit: true}) ||
		m.First != pixel.BottomLeft || m.Size != (pixel.Size{X: 30, Y: 16}) || !m.Dither || m.Threshold != 0.4 {
		t.Errorf("read %+v", m)
	}
	if s, err := c.Panel.Spec(); err != nil || s.Size != image.Pt(30, 16) || s.Kind != Monochrome {
		t.Errorf("check: %v, %v, %v", s.Size, s.Kind, err)
	}
}

func TestStripKeys(t *testing.T) {
	c, err := decode(`
		[panel]
		driver = "ws2812"
		order = "GRBW"
		width = 8
		height = 32
		wiring = "serpentine-columns"
		start = "bottom-left"
		tiles = [2, 1]
		tile_wiring = "rows"
		tile_start = "top-right"
		mirror = "y"
		rotate = 90
		gamma = 2.5
		white = [1.0, 0.8, 1]
		power_limit = 20
		power_per_led = [60, 60, 60, 60, 1]`)
	must.Do(t, err)
	w := c.Panel.keys.(*ws2812.Config)
	if w.Order != "GRBW" || w.Width != 8 || w.Tiles != [2]int{2, 1} || w.TileStart != pixel.TopRight || w.Gamma != 2.5 ||
		w.White != [3]float64{1, 0.8, 1} || w.Limit != 20 || w.Draw[4] != 1 {
		t.Errorf("read %+v", w)
	}
	if s, err := c.Panel.Spec(); err != nil || s.Size != image.Pt(32, 16) || s.Kind != Color {
		t.Errorf("check: %v, %v, %v", s.Size, s.Kind, err)
	}
}

const original = `
	[panel]
	driver = "composite"
	[[panel.part]]
	driver = "ws2812"
	width = 8
	height = 8
	port = "SPI0.0"
	[[panel.part]]
	at = [8, 0]
	driver = "max7219"
	port = "SPI1.0"
	modules = 4
	size = "29x8"`

func TestCompositeKeys(t *testing.T) {
	c := must.Get(decode(original))(t)
	p := c.Panel.keys.(*CompositeConfig).Parts
	if len(p) != 2 || p[1].At != image.Pt(8, 0) || p[1].Panel.keys.(*max7219.Config).Modules != 4 {
		t.Fatalf("read %+v", p)
	}
	if s, err := c.Panel.Spec(); err != nil || s.Size != image.Pt(37, 8) || s.Kind != Mixed {
		t.Errorf("check: %v, %v, %v; want the 37×8 of the original, mixed", s.Size, s.Kind, err)
	}
}

func TestKeyErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"driver is misspelt", `driver = "max7291"`, `unknown driver "max7291", want none, max7219`},
		{"key is misspelt", "driver = \"max7219\"\nmodles = 4", `driver "max7219": unknown key modles`},
		{"key of another driver", "driver = \"max7219\"\npower_limit = 4", "unknown key power_limit"},
		{"a zero", "driver = \"max7219\"\nmodules = 0", "modules: 0 is not possible"},
		{"a zero with a point", "driver = \"ws2812\"\npower_limit = -0.0", "power_limit: 0 is not possible"},
		{"zeros", "driver = \"ws2812\"\nwhite = [0, 0, 0]", "white: 0 is not possible"},
		{"key without a driver", "port = \"SPI0.0\"",
			`port is for the panel of a driver, and none is named: write driver = "max7219"`},
		{"size without a driver", "size = \"64x32\"", "as in --size 64x32"},
		{"size beside none", "driver = \"none\"\nsize = \"64x32\"", "none is named"},
		{"driver is no name", "driver = 7", "want a name in quotes"},
		{"number in quotes", "driver = \"max7219\"\nmodules = \"4\"", `driver "max7219": modules: want a whole number`},
		{"text for a number with a point", "driver = \"max7219\"\nthreshold = \"x\"", "threshold: want a number"},
		{"text for yes or no", "driver = \"max7219\"\ndither = \"yes\"", "dither: want true or false"},
		{"a number for text", "driver = \"max7219\"\nport = 1", "port: want text in quotes"},
		{"one of two", "driver = \"ws2812\"\ntiles = [2]", "tiles: want a list of 2, each a whole number"},
		{"all that is wrong", "driver = \"max7219\"\nport = 1\nmodles = 4",
			"unknown key modles, use modules\ndriver \"max7219\": port: want"},
		{"part as a number", "driver = \"composite\"\npart = 3", "part: want a list"},
		{"speed without a unit", "driver = \"max7219\"\nspeed = \"fast\"", "is not a clock such as 2MHz"},
		{"wiring", "driver = \"max7219\"\nwiring = \"fc-16\"", "want fc16"},
		{"part's key", "driver = \"composite\"\n[[panel.part]]\ndriver = \"apa102\"\nat = [0, 0, 0]", "at"},
		{"part's driver", "driver = \"composite\"\n[[panel.part]]\ndriver = \"apa103\"", "apa103"},
	} {
		cfg, err := decode("[panel]\n" + c.text)
		if err == nil {
			_, err = cfg.Panel.Spec()
		}
		must.Fail(t, err, c.want, c.name)
	}
	if _, err := decode(`panel = "max7219"`); err == nil {
		t.Error("a panel that is no table is accepted")
	}
}

func TestCheckErrors(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"no parts", ``, "[[panel.part]]"},
		{"parts overlap", "[[panel.part]]\ndriver=\"max7219\"\n[[panel.part]]\ndriver=\"unicornhd\"\nport=\"SPI0.1\"\n" +
			"at=[36,7]", "part 2 covers some of part 1"},
		{"nested", "[[panel.part]]\ndriver=\"composite\"", `"composite" cannot be a part`},
		{"part without a driver", "[[panel.part]]", `"" cannot be a part`},
		{"outside", "[[panel.part]]\ndriver=\"max7219\"\nat=[-1,0]", "want 0 to 4096"},
		{"same port", "[[panel.part]]\ndriver=\"max7219\"\n[[panel.part]]\ndriver=\"unicornhd\"\nat=[40,0]",
			"both on SPI0, chip select 0"},
		{"a strip shares no bus",
			"[[panel.part]]\ndriver=\"max7219\"\nport=\"SPI0.1\"\n[[panel.part]]\ndriver=\"ws2812\"\nat=[40,0]", "its own bus"},
		{"the same address by another name",
			"[[panel.part]]\ndriver=\"ssd1306\"\n[[panel.part]]\ndriver=\"ssd1306\"\nport=\"/dev/i2c-1\"\nat=[0,64]",
			"part 1 (ssd1306, port I2C1) and part 2 (ssd1306, port I2C1) are both at 0x3C of I2C1"},
		{"part's own keys", "[[panel.part]]\ndriver=\"max7219\"\nmodules=129", "part 1: max7219: 129 modules"},
	} {
		cfg, _ := decode("[panel]\ndriver=\"composite\"\n" + c.text)
		_, err := cfg.Panel.Spec()
		must.Fail(t, err, c.want, c.name)
		if _, err := Open(cfg); err == nil {
			t.Errorf("%s: opened", c.name)
		}
	}
}

func TestNoPanel(t *testing.T) {
	for _, text := range []string{"", "[panel]", "[panel]\ndriver = \"none\""} {
		c := must.Get(decode(text))(t)
		b, err := Open(c)
		if err != nil || b.Panel != nil || b.Kind != "" {
			t.Errorf("%q opens %+v, %v", text, b, err)
		}
	}
	if _, err := Open(Config{Panel: NewPanelConfig("lcd", nil)}); err == nil {
		t.Error("an unknown driver is opened")
	}
}

// planned counts how often its keys are checked.
type planned struct{ times int }

func (d *planned) Plan() (panel.Plan, error) {
	d.times++
	spec := panel.Spec{Size: image.Pt(8, 8), Kind: Color}
	return panel.Plan{Spec: spec, Open: func() (Panel, error) { return &composite{size: spec.Size}, nil }}, nil
}

func (*planned) Emulate() (panel.Emulation, error) { return panel.Emulation{}, nil }

// TestKeysAreCheckedOnce: when they are read. Nothing that uses them checks them
// again.
func TestKeysAreCheckedOnce(t *testing.T) {
	d := &planned{}
	cfg := Config{Panel: NewPanelConfig("counted", d)}
	must.Do(t, cfg.Check())
	cfg.Claims()
	for range 2 {
		b, err := Open(cfg)
		if err != nil || b.Kind != Color || b.Panel.Bounds().Size() != image.Pt(8, 8) {
			t.Errorf("opens %+v, %v", b, err)
		}
	}
	must.Equal(t, must.Get(cfg.Panel.Spec())(t).Size, image.Pt(8, 8), "spec")
	if d.times != 1 {
		t.Errorf("checked %d times", d.times)
	}
}

func TestMissingHardwareIsAnErrorNotAPanel(t *testing.T) {
	for name, cfg := range samples(t) {
		spec := must.Get(cfg.Spec())(t)
		switch spec.Place.Kind {
		case bus.SPI:
			cfg = onPort(t, cfg, "SPI99.9")
		case bus.I2C:
			cfg = onPort(t, cfg, "I2C99")
		default:
			continue // its pins may be there
		}
		b, err := Open(Config{Panel: cfg})
		if err == nil || b != nil || !strings.HasPrefix(err.Error(), "hw: panel: ") {
			t.Errorf("%s: %v, %v", name, b, err)
		}
	}
}

// TestExamples loads every example that people copy: each is a panel of the size
// that it says, and docs/hardware.md names it.
func TestExamples(t *testing.T) {
	panels := map[string]string{
		"apa102": "16x16 color", "composite": "37x8 mixed", "max7219": "37x8 monochrome", "max7219-gray": "37x8 grayscale",
		"max7219-gray8": "37x8 grayscale", "max7219-two-rows": "32x16 monochrome", "recording": "37x8 monochrome",
		"hub75": "64x32 color", "hub75-adafruit": "128x32 color", "hub75-compute-module": "128x192 color",
		"hub75-outdoor": "32x16 color", "hub75-parallel": "128x64 color",
		"hub75-u": "128x64 color", "hub75-fm6126a": "64x32 color", "hub75-pi5": "64x32 color", "ssd1306": "128x64 monochrome",
		"ssd1322": "256x64 grayscale", "st7789": "37x8 color", "lametric": "37x8 mixed",
		"ht16k33": "8x8 monochrome", "tm1640": "16x8 monochrome", "is31fl": "17x7 grayscale",
		"ht16k33-row": "32x8 monochrome",
		"unicornhd":   "16x16 color", "ws2812": "32x8 color", "ws2812-37x8": "37x8 color", "ws2812-map": "8x8 color",
		"ws2812-rgbw": "32x8 color", "ws2812-tiles": "16x16 color",
	}
	page := must.Get(os.ReadFile("../docs/hardware.md"))(t)
	files := must.Get(filepath.Glob("../deploy/examples/*.toml"))(t)
	found, used := 0, map[string]bool{}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".toml")
		text := must.Get(os.ReadFile(file))(t)
		c, err := decode(string(text))
		if err == nil {
			err = c.Check()
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		spec, _ := c.Panel.Spec()
		shows := ""
		if spec.Kind != "" {
			found++
			shows = fmt.Sprint(pixel.Size(spec.Size), " ", spec.Kind)
			used[c.Panel.driver] = true
		}
		if shows != panels[name] {
			t.Errorf("%s is a panel of %q, want %q", name, shows, panels[name])
		}
		if !strings.Contains(string(page), "`"+name+".toml`") {
			t.Errorf("docs/hardware.md does not name %s", name)
		}
	}
	must.Equal(t, found, len(panels), "examples of panels")
	for _, driver := range Drivers() {
		if !used[driver] {
			t.Errorf("deploy/examples has no panel of driver %s", driver)
		}
	}
}
