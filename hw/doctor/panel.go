package doctor

import (
	"fmt"
	"strconv"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/strip"
	"github.com/ledpost/ledpost/hw/ws2812"
)

// panel looks at what one panel needs; a composite is looked at part by part.
func (e *exam) panel(part string, c hw.PanelConfig) {
	size, kind, err := c.Check()
	if err != nil {
		e.fault(CodeConfig, part, "driver", "correct the [panel] table, see docs/hardware.md", "%v", err)
		return
	}
	if kind == "" {
		e.ok(part, "driver", "none: the picture is in the browser only")
		return
	}
	e.ok(part, "driver", "%s, %d×%d pixels, %s", c.Driver, size.X, size.Y, kind)
	switch c.Driver {
	case "max7219":
		e.spi(part, c.MAX7219.Port)
		if c.MAX7219.Levels > 2 {
			e.isolation(part)
		}
	case "ws2812":
		if e.spi(part, c.WS2812.Port) {
			e.bufsiz(part, ws2812Bytes(c.WS2812))
			e.coreClock(part)
		}
	case "apa102":
		if e.spi(part, c.APA102.Port) {
			e.bufsiz(part, apa102Bytes(c.APA102))
		}
	case "unicornhd":
		e.spi(part, c.UnicornHD.Port)
	case "ssd1306":
		if e.i2c(part, c.SSD1306.Port) {
			e.baudrate(part, c.SSD1306.Port)
		}
	case "hub75":
		e.hub75(part, c.HUB75)
	case "composite":
		for i, p := range c.Composite.Parts {
			e.panel(fmt.Sprintf("%s part %d", part, i+1), p.Panel)
		}
	}
}

// refreshed says whether the panel is lit by a process of its own.
func refreshed(c hw.PanelConfig) bool {
	for _, p := range c.Composite.Parts {
		if c.Driver == "composite" && refreshed(p.Panel) {
			return true
		}
	}
	return c.Driver == "hub75" || c.Driver == "max7219" && c.MAX7219.Levels > 2
}

// leds of a layout that was checked.
func leds(l pixel.Layout, most int) int {
	m, err := l.Map(most)
	if err != nil {
		return 0
	}
	return len(m.Pixel)
}

// ws2812Bytes of a frame: three a channel, and 84 zeros on either side at the
// usual speed.
func ws2812Bytes(c ws2812.Config) int {
	channels := 3
	if c.Order != "" {
		channels = len(c.Order)
	}
	return leds(c.Layout, strip.MaxLEDs)*channels*3 + 2*84
}

// apa102Bytes of a frame: four an LED, and those around them.
func apa102Bytes(c apa102.Config) int {
	n := leds(c.Layout, strip.MaxLEDs)
	return 4 + 4*n + 4 + (n+15)/16
}

// isolation looks at whether the refresher has a processor for itself.
func (e *exam) isolation(part string) {
	n := e.processors()
	switch {
	case n < 4:
		e.ok(part, "isolcpus", "not for %d processors", n)
	case e.isolated():
		e.ok(part, "isolcpus", "processor %d is kept for the panel", n-1)
	default:
		e.warn(part, "isolcpus", e.boot.addToCmdline(fmt.Sprintf("isolcpus=%d", n-1)),
			"processor %d is shared with other programs: the panel may flicker when the machine is busy", n-1)
	}
}

// coreClock looks at whether the clock of SPI stays as it is, which the pulses
// of WS2812 are made of. It comes from the core clock, which follows the load;
// on a Pi 5 SPI has a clock of its own, and models 1 and 2 always run at 250 MHz.
func (e *exam) coreClock(part string) {
	const name = "core_freq"
	s := e.boot.settings
	freq, least := s["core_freq"], s["core_freq_min"]
	var lines []string
	switch e.board.Chip {
	case gpiomem.BCM2711:
		if freq == "" || freq != least {
			lines = []string{"core_freq=500", "core_freq_min=500"}
		}
	case gpiomem.BCM2835, gpiomem.BCM2837:
		// 250 is the least anyway, and what the serial console wants.
		if freq != "250" && (freq == "" || freq != least) && s["enable_uart"] != "1" {
			lines = []string{"core_freq=250"}
		}
	default:
		return
	}
	if s["force_turbo"] == "1" || lines == nil {
		e.ok(part, name, "does not change")
		return
	}
	e.warn(part, name, e.boot.add(lines...), "the clock of SPI follows the load: LEDs may flicker or show wrong colours")
}

// baudrate looks at whether a display on I2C1 can move smoothly.
func (e *exam) baudrate(part, port string) {
	if !e.pi || port != "" && port != "I2C1" {
		return
	}
	const name, enough = "i2c_arm_baudrate", 400_000
	value := e.boot.params[name]
	if value == "" {
		value = e.boot.params["i2c_baudrate"]
	}
	if n, err := strconv.Atoi(value); err == nil && n >= enough {
		e.ok(part, name, "%d", n)
		return
	}
	e.warn(part, name, e.boot.add(fmt.Sprintf("dtparam=%s=%d", name, enough)), "the bus is slow: a full picture takes a tenth of a second")
}
