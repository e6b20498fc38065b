// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/refresh"
	"github.com/ledpost/ledpost/internal/keyerr"
)

// usualLSB is the shortest pulse with all planes. minLSB and maxLSB bound it:
// LEDs do not light up in less, and panels flicker with more.
const (
	usualLSB = 130 * time.Nanosecond
	minLSB   = 50 * time.Nanosecond
	maxLSB   = 3 * time.Microsecond
	// maxUnit bounds it with fewer planes, too: the clock of the PWM block goes no
	// slower (see gpiomem.PWM).
	maxUnit = 20 * time.Microsecond
)

// ofAll is how long the shortest pulse of fewer planes is, if the shortest pulse of all
// planes is lsb. The shortest planes are left out, so that the others, and with them
// almost all of the light, stay as they are.
func ofAll(lsb time.Duration, planes int) time.Duration { return lsb << (maxPlanes - planes) }

// maxSettle bounds the dark between rows, which costs light.
const maxSettle = 20 * time.Microsecond

// maxColumns bounds a chain; a longer one would refresh too slowly to look at.
const maxColumns = 1024

// Config describes the panels and how they are connected. The zero value is one
// panel of 64×32 on the wiring "regular". Keys of the panel's table.
type Config struct {
	// Rows and Cols are the LEDs of one panel; zeros are 32 and 64. Rows may be
	// 8 to 64, with a Map 4 to 64, Cols 8 to 256.
	Rows int `toml:"rows"`
	Cols int `toml:"cols"`
	// Chain is the number of panels in a row, each fed by the one before, 1 to
	// 16: seen from the front, the first is the rightmost. Parallel is the number
	// of chains, one below the other: 1 to 3, on some Compute Modules 1 to 6. Zeros are 1.
	Chain    int `toml:"chain"`
	Parallel int `toml:"parallel"`
	// Fold lets each chain run as a snake through this many rows of panels, from the top
	// to the bottom row; 2 is the U of two rows. Seen from the front it enters at the top
	// right: the panels of the top row stand upright and run to the left, the panels of
	// the next row upside down and to the right, and so on. 0 is 1.
	Fold int `toml:"fold"`
	// Rotate turns the picture clockwise by 0, 90, 180 or 270 degrees, Mirror
	// swaps left and right ("x") or top and bottom ("y") before; Size is the
	// picture's size if it is smaller than the panels.
	Rotate int        `toml:"rotate"`
	Mirror string     `toml:"mirror"`
	Size   pixel.Size `toml:"size"`
	// Mappers arrange the panels in steps, in place of Fold, Rotate and Mirror.
	Mappers Mappers `toml:"mappers"`

	// RowAddress is how the panel takes the number of the row to light: direct (or
	// empty), a number in binary on A to E; ab-shift, abcd-lines, abc-shift, sm5266 or
	// b707, see docs/hardware.md.
	RowAddress string `toml:"row_address"`
	// Multiplexing is how an outdoor panel spreads its rows over the addresses:
	// direct (or empty), or a name of docs/hardware.md, such as stripe or zstripe.
	Multiplexing string `toml:"multiplexing"`
	// Map is a file with the place of each LED, in place of multiplexing and fold: see
	// [pixel.ParseMap]. LED y·w+x of panels that are w wide, all chains together, is the
	// LED that multiplexing direct would have at (x, y). In a configuration its name is
	// from the folder of that file, see Relative.
	Map string `toml:"map"`
	// Wiring is how the panels are connected to the pins: regular (or empty), or the name
	// of an adapter, such as adafruit-hat, or your own pins, see docs/hardware.md.
	Wiring Wiring `toml:"wiring"`
	// Order is the order of the panel's colour inputs, such as RBG; empty is RGB.
	Order string `toml:"order"`
	// Init is what the driver chips want to be set up with: FM6126A, FM6127, a list of
	// words of bits, or empty.
	Init Init `toml:"init"`
	// Inverse is set for panels that light where the colour lines are low.
	Inverse bool `toml:"inverse"`
	// Settle is how long it stays dark after a row is selected, up to 20 µs, against
	// ghosts of the row before; 0 is no longer than that takes.
	Settle Duration `toml:"settle"`

	// Planes is the number of bits of each colour, 4 to 11; 0 is 11. With fewer
	// planes the darkest shades are lost, but less data is shifted, so that
	// chains refresh faster.
	Planes int `toml:"planes"`
	// LSB is how long the lowest plane is lit, from 50 ns to 3 µs with 11 planes
	// and to twice as much with each plane less, at most 20 µs; 0 is 130 ns with 11
	// planes and twice as much with each plane less, which keeps the panel as
	// bright.
	LSB Duration `toml:"lsb"`
	// Refresh chooses planes and lsb so that the picture is refreshed that often, 50Hz to
	// 1000Hz, as bright as it can be then; neither of the two may be given with it. 0 is
	// whatever follows from them.
	Refresh Rate `toml:"refresh"`
	// Gamma is the exponent from values to light, 1 to 4; 0 is CIE lightness.
	Gamma float64 `toml:"gamma"`
	// Slowdown is the number of extra writes that stretch the clock, 0 to 8; not
	// given, it follows from the board.
	Slowdown *int `toml:"slowdown"`

	// Backend is the hardware that drives the pins: bcm (models 0 to 4), pio
	// (model 5), or auto (or empty), by the board.
	Backend string `toml:"backend"`
	// Pulses is what times the light: pwm, the PWM block, which needs root's
	// rights and output enable on GPIO 18 or 12; timed, the program; auto (or
	// empty), pwm where it is available.
	Pulses string `toml:"pulses"`
	// GPIO "vcd:FILE" records the lines in a file instead of driving pins.
	GPIO string `toml:"gpio"`

	// Limits are how long the refresher may take; zero is [refresh.Usual]. No key:
	// for programs that run where the clock jumps, such as an emulated board.
	Limits refresh.Limits `toml:"-"`
}

// Duration is a time in the configuration, such as "130ns".
type Duration time.Duration

// UnmarshalText reads a number and a unit.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil || v <= 0 {
		return fmt.Errorf("%q is not a time such as 130ns", text)
	}
	*d = Duration(v)
	return nil
}

// MarshalText writes it as UnmarshalText reads it.
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// Relative makes the name of the map's file one from the folder dir, where the
// configuration lies, unless it has a path from the root.
func (c *Config) Relative(dir string) {
	l := pixel.Layout{MapFile: c.Map}
	l.Relative(dir)
	c.Map = l.MapFile
}

func (c *Config) setDefaults() {
	for _, d := range []struct {
		v         *int
		otherwise int
	}{{&c.Rows, 32}, {&c.Cols, 64}, {&c.Chain, 1}, {&c.Parallel, 1}, {&c.Fold, 1}, {&c.Planes, 11}} {
		if *d.v == 0 {
			*d.v = d.otherwise
		}
	}
	if c.LSB == 0 {
		// For a wrong number of planes, which check refuses, any value will do.
		c.LSB = Duration(ofAll(usualLSB, min(max(c.Planes, 4), maxPlanes)))
	}
	c.Wiring = cmp.Or(c.Wiring, "regular")
	for _, d := range []struct {
		v         *string
		otherwise string
	}{{&c.RowAddress, rowDirect}, {&c.Multiplexing, "direct"}, {&c.Order, "RGB"}, {&c.Backend, "auto"},
		{&c.Pulses, "auto"}} {
		if *d.v == "" {
			*d.v = d.otherwise
		}
	}
	c.Order = strings.ToUpper(c.Order)
	c.Multiplexing = strings.ToLower(c.Multiplexing)
	c.RowAddress = strings.ToLower(c.RowAddress)
	c.Init = Init(strings.ToUpper(string(c.Init)))
}

// check returns which key is wrong in a Config with its defaults set.
func (c *Config) check() error {
	fewest := 8
	if c.Map != "" { // rows of the wire
		fewest = 4
	}
	for _, r := range []struct {
		key            string
		v, least, most int
	}{
		{"rows", c.Rows, fewest, 64}, {"cols", c.Cols, 8, 256}, {"chain", c.Chain, 1, 16},
		{"parallel", c.Parallel, 1, maxChains},
		{"fold", c.Fold, 1, 16}, {"planes", c.Planes, 4, maxPlanes},
	} {
		if r.v < r.least || r.v > r.most {
			return keyerr.New(r.key, "hub75: %s is %d, want %d to %d", r.key, r.v, r.least, r.most)
		}
	}
	most := min(ofAll(maxLSB, c.Planes), maxUnit)
	switch lsb := time.Duration(c.LSB); {
	case lsb < minLSB || lsb > most:
		return keyerr.New("lsb", "hub75: lsb is %v, want %v to %v with %d planes", lsb, minLSB, most, c.Planes)
	case c.Slowdown != nil && (*c.Slowdown < 0 || *c.Slowdown > 8):
		return keyerr.New("slowdown", "hub75: slowdown is %d, want 0 to 8", *c.Slowdown)
	case c.Gamma != 0 && !(c.Gamma >= 1 && c.Gamma <= 4):
		return keyerr.New("gamma", "hub75: gamma is %v, want 1 to 4", c.Gamma)
	case time.Duration(c.Settle) > maxSettle:
		return keyerr.New("settle", "hub75: settle is %v, want at most %v", time.Duration(c.Settle), maxSettle)
	case c.Chain*c.Cols > maxColumns:
		return keyerr.New("chain", "hub75: a chain of %d panels of %d columns, want at most %d columns", c.Chain,
			c.Cols, maxColumns)
	case c.Map != "" && c.Multiplexing != "direct":
		return keyerr.New("map", "hub75: map says where each LED is, multiplexing = %q too: write one of them",
			c.Multiplexing)
	case c.Map != "" && c.Fold != 1:
		return keyerr.New("map", "hub75: map says where each LED is, fold = %d too: write one of them", c.Fold)
	case c.Map != "" && c.Mappers != "":
		return keyerr.New("map", "hub75: map says where each LED is, mappers do too: write one of them")
	case c.Mappers != "" && (c.Fold != 1 || c.Rotate != 0 || c.Mirror != ""):
		return keyerr.New("mappers",
			"hub75: fold, rotate and mirror are mappers, too: write U, rotate:… or mirror:… into the list in place of them")
	case c.Chain%c.Fold != 0:
		return keyerr.New("fold", "hub75: a chain of %d panels cannot be folded into %d equal rows", c.Chain, c.Fold)
	}
	if _, err := c.Init.settings(); err != nil {
		return err
	}
	return c.checkNames()
}

// checkNames checks the keys whose values are words.
func (c *Config) checkNames() error {
	for _, e := range []struct{ key, v, allowed string }{
		{"backend", c.Backend, "auto bcm pio"}, {"pulses", c.Pulses, "auto pwm timed"},
		{"order", c.Order, "RGB RBG GRB GBR BRG BGR"},
	} {
		if !slices.Contains(strings.Split(e.allowed, " "), e.v) {
			return keyerr.New(e.key, "hub75: %s is %q, want one of: %s", e.key, e.v, strings.TrimSpace(e.allowed))
		}
	}
	if path, ok := strings.CutPrefix(c.GPIO, "vcd:"); c.GPIO != "" && (!ok || path == "") {
		return keyerr.New("gpio", "hub75: gpio is %q, want vcd:FILE or nothing", c.GPIO)
	}
	if c.Pulses == "pwm" && c.Backend == "pio" {
		return keyerr.New("pulses", `hub75: pulses = "pwm" is of the models 0 to 4; the backend pio times the light itself`)
	}
	return nil
}
