// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"strings"
	"testing"
)

func TestPinConflicts(t *testing.T) {
	const (
		hub75     = "[panel]\ndriver = \"hub75\"\n"
		composite = "[panel]\ndriver = \"composite\"\n"
		spi1      = "[panel]\ndriver = \"max7219\"\n"
		part      = "[[panel.part]]\n"
		hub75Part = part + "driver = \"hub75\"\nat = [0, 8]\n"
		max7219   = part + "driver = \"max7219\"\n"
		ssd1306   = "[panel]\ndriver = \"ssd1306\"\n"
		ht16k33   = "[panel]\ndriver = \"ht16k33\"\n"
		bh1750    = "[light]\nsource = \"bh1750\"\n"
		bme280    = "[sense]\nsource = \"bme280\"\n"
		button    = "[[input.gpio]]\nbutton = \"left\"\n"
	)
	for _, c := range []struct{ name, text, says string }{
		{"a button on the panel's clock", hub75 + button + `line = "gpio17"`,
			`panel (hub75, wiring "regular") and input.gpio line = "gpio17" both use GPIO 17`},
		{"a button on a free line", hub75 + button + `line = "21"`, ""},
		{"the third chain takes it", hub75 + "parallel = 3\n" + button + `line = "21"`, "both use GPIO 21"},
		{"a line E that is not used", hub75 + button + `line = "15"`, ""},
		{"the bridged line of the HAT", hub75 + "wiring = \"adafruit-hat-pwm\"\n" + button + `line = "4"`, "both use GPIO 4"},
		{"a knob on SPI", "[panel]\ndriver = \"ws2812\"\nwidth = 8\nheight = 8\n[[input.rotary]]\na = \"10\"\nb = \"5\"\n" +
			"clockwise = \"right\"\ncounter = \"left\"", `panel (ws2812, port SPI0) and input.rotary a = "10" both use GPIO 10`},
		{"a light sensor on a chain's lines", hub75 + "parallel = 3\n[light]\nsource = \"bh1750\"",
			"light (bh1750, port I2C1) both use GPIO 2"},
		{"a light sensor beside one chain", hub75 + "[light]\nsource = \"bh1750\"", ""},
		{"a button on the sensor's bus", "[light]\nsource = \"bh1750\"\n" + button + `line = "3"`, "both use GPIO 3"},
		{"a light sensor on a display's bus", ssd1306 + bh1750, ""},
		{"a light sensor on a matrix's bus", ht16k33 + bh1750, ""},
		{"two sensors and a display on one bus", ssd1306 + bh1750 + bme280, ""},
		{"a sensor of the air on a chain's lines", hub75 + "parallel = 3\n" + bme280,
			`panel (hub75, wiring "regular") and air (bme280, port I2C1) both use GPIO 2`},
		{"another one, beside two chains", hub75 + "parallel = 2\n[sense]\nsource = \"sht3x\"\n", ""},
		{"a button on the line of a sensor of the air", bme280 + button + `line = "2"`,
			`air (bme280, port I2C1) and input.gpio line = "2" both use GPIO 2`},
		{"a knob on it", bme280 + "[[input.rotary]]\na = \"5\"\nb = \"3\"\nclockwise = \"right\"\ncounter = \"left\"",
			`air (bme280, port I2C1) and input.rotary b = "3" both use GPIO 3`},
		{"the same address on the same bus", ht16k33 + "address = 0x76\n" + bme280,
			"panel (ht16k33, port I2C1) and air (bme280, port I2C1) are both at 0x76 of I2C1"},
		{"a bus by another name", ht16k33 + "address = 0x76\nport = \"/dev/i2c-1\"\n" + bme280, "are both at 0x76 of I2C1"},
		{"the same address on another bus", ht16k33 + "address = 0x76\n" + bme280 + "port = \"I2C3\"\n", ""},
		{"one address of a bus that is not the header's",
			ht16k33 + "address = 0x76\nport = \"I2C3\"\n" + bme280 + "port = \"I2C3\"\n", "are both at 0x76 of I2C3"},
		{"a part of a composite at it",
			composite + part + "driver = \"ht16k33\"\naddress = 0x77\n" + bme280 + "address = 0x77\n",
			"panel part 1 (ht16k33, port I2C1) and air (bme280, port I2C1) are both at 0x77 of I2C1"},
		{"the same address of recordings",
			ht16k33 + "address = 0x76\nport = \"vcd:a\"\n" + bme280 + "port = \"vcd:b\"\n", ""},
		{"a presence sensor on the panel's clock", hub75 + "[presence]\nline = \"17\"\n",
			`panel (hub75, wiring "regular") and presence line = "17" both use GPIO 17; GPIO `},
		{"a presence sensor on a button's line", button + "line = \"5\"\n[presence]\nline = \"GPIO5\"\n", "both use GPIO 5"},
		{"a radar on the panel's line", hub75 + "rows = 64\n[presence]\nradar = \"/dev/serial0\"\n",
			`and presence radar = "/dev/serial0" both use GPIO 15`},
		{"a radar at USB beside a panel", hub75 + "rows = 64\n[presence]\nradar = \"/dev/ttyUSB0\"\n", ""},
		{"a presence sensor beside a panel", hub75 + "[presence]\nline = \"21\"\n", ""},
		{"a button on D/C", "[panel]\ndriver = \"ssd1322\"\n" + button + `line = "25"`,
			`panel (ssd1322, port SPI0) and input.gpio line = "25" both use GPIO 25`},
		{"two strips of the kernel's at one device",
			composite + part + "driver = \"ws2812\"\nport = \"/dev/leds0\"\n" + part + "driver = \"ws2812\"\n" +
				"port = \"/dev/leds0\"\nat = [0, 8]\n", "are both /dev/leds0"},
		{"two strips of the kernel's",
			composite + part + "driver = \"ws2812\"\nport = \"/dev/leds0\"\n" + part + "driver = \"ws2812\"\n" +
				"port = \"/dev/leds1\"\nat = [0, 8]\n", ""},
		{"two strips by PWM", composite + part + "driver = \"ws2812\"\nport = \"GPIO18\"\n" + part + "driver = \"ws2812\"\n" +
			"port = \"GPIO13\"\nat = [0, 8]\n", "both need the PWM block"},
		{"two strips by PCM", composite + part + "driver = \"ws2812\"\nport = \"GPIO21\"\n" + part + "driver = \"ws2812\"\n" +
			"port = \"gpio21\"\nat = [0, 8]\n", "both need the PCM block"},
		{"strips by PWM and PCM", composite + part + "driver = \"ws2812\"\nport = \"GPIO18\"\n" + part +
			"driver = \"ws2812\"\nport = \"GPIO21\"\nat = [0, 8]\n", ""},
		{"a strip by PWM beside HUB75's pulses", composite + part + "driver = \"ws2812\"\nport = \"GPIO19\"\n" + hub75Part,
			"both need the PWM block"},
		{"a button on a strip's line", "[panel]\ndriver = \"ws2812\"\nport = \"GPIO18\"\n" + button + `line = "18"`,
			`panel (ws2812, port GPIO18) and input.gpio line = "18" both use GPIO 18`},
		{"two displays on one D/C", composite + part + "driver = \"ssd1322\"\n" + part + "driver = \"ssd1322\"\n" +
			"at = [0, 64]\nport = \"SPI0.1\"\nreset = \"none\"\n", "both use GPIO 25"},
		{"two displays with lines of their own",
			composite + part + "driver = \"ssd1322\"\n" + part + "driver = \"ssd1322\"\nat = [0, 64]\nport = \"SPI0.1\"\n" +
				"dc = \"24\"\nreset = \"none\"\n", ""},
		{"two HUB75", composite + part + "driver = \"hub75\"\nat = [0, 40]\n" + hub75Part,
			`part 1 (hub75, wiring "regular") and part 2 (hub75, wiring "regular") both use GPIO`},
		{"HUB75 beside SPI0", composite + max7219 + hub75Part,
			`part 1 (max7219, port SPI0) and part 2 (hub75, wiring "regular") both use GPIO 7`},
		{"the HAT beside SPI0", composite + max7219 + hub75Part + "wiring = \"adafruit-hat\"", ""},
		{"the HAT beside SPI1", composite + max7219 + "port = \"SPI1.0\"\n" + hub75Part + "wiring = \"adafruit-hat\"",
			"both use GPIO"},
		{"a chip select that SPI1.0 leaves free", spi1 + "port = \"SPI1.0\"\n" + button + `line = "17"`, ""},
		{"the one that it has", spi1 + "port = \"SPI1.0\"\n" + button + `line = "18"`, "both use GPIO 18"},
		{"the first of SPI1.1", spi1 + "port = \"SPI1.1\"\n" + button + `line = "18"`, "both use GPIO 18"},
		{"the second", spi1 + "port = \"SPI1.1\"\n" + button + `line = "17"`, "both use GPIO 17"},
		{"the third, which is free", spi1 + "port = \"SPI1.1\"\n" + button + `line = "16"`, ""},
		{"the third of SPI1.2", spi1 + "port = \"SPI1.2\"\n" + button + `line = "16"`, "both use GPIO 16"},
		{"both of SPI0", "[panel]\ndriver = \"max7219\"\n" + button + `line = "7"`, "both use GPIO 7"},
		{"recordings",
			composite + part + "driver = \"hub75\"\nat = [0, 40]\ngpio = \"vcd:a\"\n" + hub75Part + "gpio = \"vcd:b\"", ""},
		{"a button on a part's line",
			composite + max7219 + part + "driver = \"ssd1306\"\nat = [0, 8]\n" + button + `line = "2"`,
			"panel part 2 (ssd1306, port I2C1)"},
		{"nothing", "", ""},
	} {
		cfg, _ := decode(c.text)
		err := cfg.Check()
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
		if _, alone := cfg.Panel.Spec(); strings.HasPrefix(c.text, composite) && !strings.Contains(c.text, "input") &&
			!strings.Contains(c.text, "sense") && (alone == nil) != (c.says == "") {
			t.Errorf("%s: the panel's own check says %v", c.name, alone)
		}
	}
}
