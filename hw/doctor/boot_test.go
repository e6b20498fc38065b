// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/memtest"
	"github.com/ledpost/ledpost/internal/must"
)

// TestFilters: dtparam=spi=on counts where the documentation of config.txt says.
func TestFilters(t *testing.T) {
	const on = "\ndtparam=spi=on"
	for _, c := range []struct {
		name, config string
		root         fstest.MapFS
		want         bool
	}{
		{"without a filter", on, four(), true},
		{"commented", "#dtparam=spi=on", four(), false},
		{"of this model", "[pi4]" + on, four(), true},
		{"of another", "[pi3]" + on, four(), false},
		{"a model replaces a model", "[pi3]\n[pi4]" + on, four(), true},
		{"for nobody", "[none]" + on, four(), false},
		{"all resets", "[none]\n[gpio4=1]\n[all]" + on, four(), true},
		{"kinds are combined: a line's level cannot be known", "[gpio4=1]\n[pi4]" + on, four(), false},
		{"the other way round", "[pi4]\n[EDID=VSC-TD2220]" + on, four(), false},
		{"the trial of an update", "[tryboot]" + on, four(), false},
		{"a port of HDMI does not matter to SPI", "[HDMI:1]" + on, four(), true},
		{"this board's type: 4B", "[board-type=0x11]" + on, four(), true},
		{"another type of the same model: CM4", "[board-type=0x14]" + on, four(), false},
		{"a type replaces a model", "[pi3]\n[board-type=0x11]" + on, four(), true},
		{"this very board", "[0x9d26bbbb]" + on, four(), true},
		{"another one", "[0x12345678]" + on, four(), false},
		{"this board, but only if it is a 3", "[0x9d26bbbb]\n[pi3]" + on, four(), false},
		{"later lines win", "dtparam=spi=on\ndtparam=spi=off", four(), false},
		{"older name, several at once, blanks", "  device_tree_param = i2c_arm=on,spi", four(), true},
		{"written on Windows", "[pi4]\r\ndtparam=spi=on\r\n", four(), true},

		{"included", "include extra.txt", with(four(), "boot/firmware/extra.txt dtparam=spi=on"), true},
		{"included by the included", "include extra.txt",
			with(four(), "boot/firmware/extra.txt include sub/more.txt", "boot/firmware/sub/more.txt dtparam=spi=on"), true},
		{"included for another model", "[pi3]\ninclude extra.txt",
			with(four(), "boot/firmware/extra.txt dtparam=spi=on"), false},
		{"a filter of the included holds on", "include extra.txt" + on, with(four(), "boot/firmware/extra.txt [pi3]"), false},
		{"the included is not there", "include extra.txt" + on, four(), true},
		{"it includes itself", "include config.txt" + on, four(), true},
		{"the loader of a 5 does not include", "include extra.txt",
			with(five(), "boot/firmware/extra.txt dtparam=spi=on"), false},
	} {
		c.root["boot/firmware/config.txt"] = &fstest.MapFile{Data: []byte(c.config)}
		c.root["proc/device-tree/serial-number"] = &fstest.MapFile{Data: []byte("100000009d26bbbb\x00")}
		c.root["proc/device-tree/system/linux,revision"] = &fstest.MapFile{Data: []byte{0x00, 0xc0, 0x31, 0x15}} // 4B, 4 GB
		b := readBoot(c.root, head(c.root, "proc/device-tree/model"))
		if got := b.on("spi"); got != c.want {
			t.Errorf("%s: on is %v, want %v", c.name, got, c.want)
		}
	}
}

// TestModels: the table of the documentation, by the names of the kernel.
func TestModels(t *testing.T) {
	for model, want := range map[string]string{
		"Raspberry Pi Model B Plus Rev 1.2":          "pi1",
		"Raspberry Pi Compute Module Rev 1.0":        "cm1 pi1",
		"Raspberry Pi Zero Rev 1.3":                  "pi0",
		"Raspberry Pi Zero W Rev 1.1":                "pi0 pi0w",
		"Raspberry Pi Zero 2 W Rev 1.0":              "pi0 pi0w pi02",
		"Raspberry Pi Compute Module 0 Rev 1.0":      "cm0 pi0 pi0w pi02",
		"Raspberry Pi 2 Model B Rev 1.1":             "pi2",
		"Raspberry Pi 3 Model B Rev 1.2":             "pi3",
		"Raspberry Pi 3 Model A Plus Rev 1.0":        "pi3 pi3+",
		"Raspberry Pi 3 Model B Plus Rev 1.3":        "pi3 pi3+",
		"Raspberry Pi Compute Module 3 Rev 1.0":      "cm3 pi3",
		"Raspberry Pi Compute Module 3 Plus Rev 1.0": "cm3+ cm3 pi3",
		"Raspberry Pi 4 Model B Rev 1.5":             "pi4",
		"Raspberry Pi 400 Rev 1.0":                   "pi4 pi400",
		"Raspberry Pi Compute Module 4 Rev 1.0":      "cm4 pi4",
		"Raspberry Pi Compute Module 4S Rev 1.0":     "cm4s pi4",
		"Raspberry Pi 5 Model B Rev 1.0":             "pi5",
		"Raspberry Pi 500 Rev 1.0":                   "pi5 pi500",
		"Raspberry Pi Compute Module 5 Rev 1.0":      "cm5 pi5",
		"":                                           "",
	} {
		must.Equal(t, strings.Join(models(model), " "), want, model)
	}
}

// TestSlips: a line that does something of its own is no slip.
func TestSlips(t *testing.T) {
	for _, c := range []struct {
		line, is string
		slip     bool
	}{
		{"dtoverlay=i2c3", "dtoverlay=i2c33", false}, // whatever is meant, nothing is to be corrected
		{"dtoverlay=i2c3", "dtoverlay=i2c6,pins_0_1", false},
		{"dtoverlay=i2c3", "dtoverlay=i2c,3", true},
		{"dtoverlay=i2c3", "dtoverly=i2c3", true},
		{"dtoverlay=spi1-1cs", "dtoverlay=spi1-2cs", false},
		{"dtoverlay=spi1-1cs", "dtoverlay=spi0-2cs,no_miso", false},
		{"dtoverlay=spi1-1cs", "dtoverlay=sip1-1cs", true},
		{"dtoverlay=ws2812-pio,gpio=18,num_leds=64", "dtoverlay=ws2812-pio,gpio=19,num_leds=64", false},
		{"dtoverlay=ws2812-pio,gpio=18,num_leds=64", "dtoverlay=ws2812-pio,gpio=4,num_leds=64", false},
		{"dtoverlay=ws2812-pio,gpio=18,num_leds=64", "dtoverlay=ws2812pio,gpio=18,num_leds=64", true},
		{"dtparam=i2c_arm=on", "dtparam=12c_arm=on", true},
		{"dtparam=spi=on", "DTPARAM=SPI=ON", true},
		{"dtparam=spi=on", "dtparam=i2s=on", false},
		{"dtparam=spi=on", "dtparam=sd=on", false},
		{"core_freq=250", "coer_freq=250 # clock", true},
	} {
		if got := (written{text: c.is}).resembles(c.line); got != c.slip {
			t.Errorf("%s, written %s: a slip is %v, want %v", c.line, c.is, got, c.slip)
		}
	}
}

// FuzzBoot: people write config.txt.
func FuzzBoot(f *testing.F) {
	f.Add("dtparam=spi=on,i2c_arm=on\n[pi4]\ncore_freq=500\n[all]\ndtoverlay=spi1-1cs,cs0_pin=18\n",
		"Raspberry Pi 4 Model B")
	f.Add("include config.txt\ninclude ../x\ninclude \n", "Raspberry Pi 3 Model B Rev 1.2")
	f.Add("[\n]\n=\n==\ndtparam\ndtoverlay=\n#", "Raspberry Pi Zero 2 W")
	f.Fuzz(func(t *testing.T, text, model string) {
		memtest.AtMost(t, 4<<20+4<<10*(len(text)+len(model)), func() {
			root := four()
			root["proc/device-tree/model"] = &fstest.MapFile{Data: []byte(model)}
			root["boot/firmware/config.txt"] = &fstest.MapFile{Data: []byte(text)}
			lines := Check(t.Context(), hw.Config{Panel: hw.NewPanelConfig("ws2812", nil)}, service(root))
			check(t, "fuzz", lines)
			if len(readBoot(root, model).overlays) > maxIncludes*len(text) {
				t.Error("more overlays than bytes")
			}
		})
	})
}
