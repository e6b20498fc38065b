// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw/bus"
)

// i2sPins are clock, frame, input and output of the header's digital sound.
const i2sPins = 1<<18 | 1<<19 | 1<<20 | 1<<21

// headerPins are all lines of the header.
const headerPins = 1<<28 - 1

// A chosenLine is a line that a parameter of an overlay chooses, and the line without it.
type chosenLine struct {
	overlay, param string
	otherwise      int
}

// chosen are overlays whose lines are parameters (overlays/README of the Raspberry Pi's
// firmware).
var chosen = []chosenLine{
	{"w1-gpio", "gpiopin", 4}, {"w1-gpio-pullup", "gpiopin", 4}, {"dht11", "gpiopin", 4},
	{"gpio-ir", "gpio_pin", 18}, {"gpio-ir-tx", "gpio_pin", 18}, {"pwm-ir-tx", "gpio_pin", 18},
	{"gpio-fan", "gpiopin", 12}, {"pwm-gpio-fan", "fan_gpio", 18}, {"gpio-poweroff", "gpiopin", 26},
	{"gpio-shutdown", "gpio_pin", 3},
	{"pwm", "pin", 18}, {"pwm-2chan", "pin", 18}, {"pwm-2chan", "pin2", 19}, {"pwm-gpio", "gpio", 4},
	{"gpio-key", "gpio", 3}, {"gpio-led", "gpio", 17}, {"rotary-encoder", "pin_a", 4}, {"rotary-encoder", "pin_b", 17},
	{"i2c-gpio", "i2c_gpio_sda", 23}, {"i2c-gpio", "i2c_gpio_scl", 24}, {"ws2812-pio", "gpio", 4},
}

// pairs are buses whose overlay has a parameter for each pair of lines; the first is
// the one without a parameter.
var pairs = map[string][]string{
	"i2c3": {"4_5", "2_3"}, "i2c4": {"8_9", "6_7"}, "i2c5": {"12_13", "10_11"}, "i2c6": {"22_23", "0_1"},
	"i2c0": {"0_1"}, "i2c1": {"2_3"}, "uart2": {"0_1"}, "uart3": {"4_5"}, "uart4": {"8_9"}, "uart5": {"12_13"},
	"audremap": {"12_13", "18_19"},
}

// fixed are overlays that always take the same lines: parallel displays, and chip
// selects of SPI.
var fixed = map[string]uint64{
	"dpi18": 1<<22 - 1, "dpi24": headerPins, "vc4-kms-dpi-generic": headerPins, "i2s-mmap": i2sPins,
	"spi1-1cs": 0x1c0000 | 1<<21, "spi1-2cs": 0x1e0000 | 1<<21, "spi1-3cs": 0x1f0000 | 1<<21,
}

// makers are the beginnings of the names of overlays that take the lines of sound, or
// all lines as displays do.
var makers = []struct {
	pins  uint64
	names string
}{
	{i2sPins,
		"hifiberry- iqaudio- justboom- allo- audioinjector- googlevoicehat max98357a i2s-dac rpi-dac rpi-proto pisound " +
			"dionaudio- " +
			"fe-pi-audio merus-amp wm8960-soundcard adau seeed- respeaker- audiosense- rra-digidac1 superaudioboard"},
	{headerPins, "hyperpixel vc4-kms-dpi-"},
}

// pins returns the lines that an overlay takes, of those that people have beside a
// panel; 0 for another, of which the kernel has to be asked.
func (o overlay) pins() (mask uint64) {
	for _, p := range chosen {
		if o.name == p.overlay {
			mask |= line(o.params[p.param], p.otherwise)
		}
	}
	if all := pairs[o.name]; all != nil {
		mask |= o.pair(all)
	}
	mask |= fixed[o.name]
	if o.onI2C1() {
		mask |= bus.OnI2C(bus.DefaultI2C, 0).Pins
	}
	for _, m := range makers {
		for name := range strings.FieldsSeq(m.names) {
			if mask == 0 && strings.HasPrefix(o.name, name) {
				mask = m.pins
			}
		}
	}
	return mask
}

// known reports whether an overlay of this name is in the tables but those of makers.
func (o overlay) known() bool {
	return pairs[o.name] != nil || fixed[o.name] != 0 ||
		slices.ContainsFunc(chosen, func(c chosenLine) bool { return c.overlay == o.name })
}

// onI2C1 reports whether the overlay is of a chip on I2C1, such as i2c-rtc, whose driver the
// kernel talks to there: without a parameter that names another bus.
func (o overlay) onI2C1() bool {
	for _, other := range []string{"i2c-gpio", "i2c-rtc-gpio", "i2c-bcm2708"} {
		if o.name == other {
			return false
		}
	}
	for _, bus := range []string{"i2c0", "i2c2", "i2c3", "i2c4", "i2c5", "i2c6", "i2c_csi_dsi", "i2c_csi_dsi0", "i2c_csi_dsi1"} {
		if o.params[bus] != "" {
			return false
		}
	}
	return strings.HasPrefix(o.name, "i2c-")
}

// line is the mask of the line that a parameter names.
func line(value string, otherwise int) uint64 {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > 27 {
		n = otherwise
	}
	return 1 << n
}

// pair is the mask of the pair of lines that a parameter chooses among all.
func (o overlay) pair(all []string) (mask uint64) {
	chosen := all[0]
	for name := range o.params {
		if rest, ok := strings.CutPrefix(name, "pins_"); ok {
			chosen = rest // also one that is not on the header: then the mask is 0
		}
	}
	for n := range strings.SplitSeq(chosen, "_") {
		if i, err := strconv.Atoi(n); err == nil && i <= 27 {
			mask |= 1 << i
		}
	}
	return mask
}

// bus is what the overlay's lines belong to, as in hw.Claim; empty for no bus.
func (o overlay) bus() string {
	switch {
	case o.onI2C1():
		return bus.OnI2C(bus.DefaultI2C, 0).Bus
	case strings.HasPrefix(o.name, "spi1-"):
		return bus.OnSPI("SPI1.0").Bus
	case strings.HasPrefix(o.name, "i2c") && len(o.name) == len("i2c1"):
		return strings.ToUpper(o.name)
	}
	return ""
}

// idle reports whether the overlay's lines rest until a program uses them.
func (o overlay) idle() bool { return o.bus() != "" || strings.HasPrefix(o.name, "uart") }
