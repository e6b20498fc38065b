// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/wave"
)

// panel looks at what a panel needs; the parts of a composite are looked at one
// by one.
func (e *exam) panel(area string, c hw.PanelConfig) {
	spec, err := c.Spec()
	if err != nil {
		e.refused(area, err)
		return
	}
	if spec.Kind == "" {
		e.none(area, c.Driver() != "")
		return
	}
	e.ok(area, "driver", "%s, %d×%d pixels, %s%s", c.Driver(), spec.Size.X, spec.Size.Y, spec.Kind, e.refreshed(spec))
	for name, p := range c.Panels(area) {
		if name != area {
			e.panel(name, p)
			continue
		}
		e.needs(area, spec)
	}
}

// none tells what to do first on a Raspberry Pi of which nobody has said which panel it has.
func (e *exam) none(area string, named bool) {
	if e.pi && !named {
		e.warn(area, "driver",
			"open the device's page, which asks for the panel, or name it in [panel] of /etc/ledpost/config.toml "+
				"(examples in /usr/share/doc/ledpost/examples); then look here again",
			"no panel is chosen yet: the picture is in the browser only")
		return
	}
	e.ok(area, "driver", "none: the picture is in the browser only")
}

// refused reports the faults in the keys of a panel.
func (e *exam) refused(area string, err error) {
	text, fix := err.Error(), "correct the [panel] table, see docs/hardware.md"
	if port := (*bus.PortError)(nil); errors.As(err, &port) && port.Fix != "" {
		text, fix = strings.Replace(text, "; "+port.Fix, "", 1), port.Fix
		if gpio, err := bus.HeaderLine("port", port.Name); err == nil && e.board.Chip == gpiomem.BCM2712 {
			fix += e.keepLine(gpio)
		}
	}
	e.fault(CodeConfig, area, "driver", fix, "%s", text)
}

// needs looks at what a panel other than a composite needs.
func (e *exam) needs(area string, s panel.Spec) {
	if n := s.Needs.Network; n != nil {
		e.network(area, *n)
		return
	}
	switch s.Place.Kind {
	case bus.SPI:
		if e.spi(area, s.Place.Port) {
			e.spiNeeds(area, s)
		}
	case bus.I2C:
		if e.i2c(area, s.Place.Port) && s.Needs.FastI2C {
			e.baudrate(area, s.Place.Bus)
		}
	case bus.LEDs:
		e.leds(area, s)
	case bus.Wave:
		e.waves(area, s.Place)
	case bus.GPIO:
		switch {
		case e.recorded(area, s.Place.Port):
		case s.Needs.Registers == nil:
			e.lineChip(area)
		default:
			e.registers(area, s)
		}
		return
	}
	if s.Needs.Refresher {
		e.isolation(area)
	}
}

// network asks the hosts of a panel over the network. One that is away is a warning: the
// others go on without it.
func (e *exam) network(area string, n panel.Network) {
	const name = "network"
	e.ok(area, name, "%s gets at most %.3g pictures a second", strings.Join(n.Hosts, " and "), 1/n.Every.Seconds())
	if e.Ask == nil {
		return
	}
	for _, away := range e.Ask(e.ctx, n) {
		e.warn(area, name,
			"switch it on, and compare its name or address with hosts in [panel]; pictures come back by themselves",
			"%s does not get the picture: %v", away.Host, away.Err)
	}
}

// spiNeeds looks at what a panel needs of a port that can be used.
func (e *exam) spiNeeds(area string, s panel.Spec) {
	if _, recorded := s.Place.Recorded(); !recorded {
		e.bufsiz(area, s.Frame)
	}
	if s.Needs.SteadyClock {
		e.coreClock(area)
	}
	if b := s.Needs.Bus; b != nil {
		e.busRate(area, *b)
	}
	if s.Place.Own != 0 {
		e.lineChip(area)
	}
}

// busRate tells how many pictures a bus takes, and where its clock is above the chip's.
func (e *exam) busRate(area string, b panel.Bus) {
	text := fmt.Sprintf("a whole picture takes %.3g ms at %v: at most %d a second",
		b.Picture.Seconds()*1e3, b.Speed, int(1/b.Picture.Seconds()))
	if b.Speed > b.Warranted {
		e.warn(area, "speed", fmt.Sprintf("where pixels are wrong, write speed = %q", b.Warranted),
			"%s; the chip is made for %v", text, b.Warranted)
		return
	}
	e.ok(area, "speed", "%s", text)
}

// isolation looks at whether the refresher has a processor for itself.
func (e *exam) isolation(area string) {
	n := e.processors()
	switch {
	case n < 4:
		e.ok(area, "isolcpus", "not for %d processors", n)
	case e.isolated():
		e.ok(area, "isolcpus", "processor %d is kept for the panel", n-1)
	default:
		e.warn(area, "isolcpus", e.boot.addToCmdline(fmt.Sprintf("isolcpus=%d", n-1)),
			"processor %d is shared with other programs: the panel may flicker when the machine is busy", n-1)
	}
}

// coreClock looks at whether the clock of SPI stays as it is, which the pulses
// of WS2812 are made of. It comes from the core clock, which follows the load;
// on a Pi 5 SPI has its own clock, and models 1 and 2 always run at 250 MHz.
func (e *exam) coreClock(area string) {
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
		e.ok(area, name, "does not change")
		return
	}
	e.warn(area, name, e.boot.add(lines...), "the clock of SPI follows the load: LEDs may flicker or show wrong colours")
}

// baudrate looks at whether a display on I2C1 can move smoothly.
func (e *exam) baudrate(area, name string) {
	if !e.pi || name != bus.DefaultI2C {
		return
	}
	const param, enough = "i2c_arm_baudrate", 400_000
	value := e.boot.params[param]
	if value == "" {
		value = e.boot.params["i2c_baudrate"]
	}
	if n, err := strconv.Atoi(value); err == nil && n >= enough {
		e.ok(area, param, "%d", n)
		return
	}
	e.warn(area, param, e.boot.add(fmt.Sprintf("dtparam=%s=%d", param, enough)),
		"the bus is slow: a full picture takes a tenth of a second")
}

// moveToSPI says how a strip does without PWM, PCM and the driver of the kernel.
var moveToSPI = fmt.Sprintf("connect DIN to pin 19 (GPIO 10, MOSI), and write port = %q", bus.DefaultSPI)

// keepLine says how a Pi 5 drives a strip on any line.
func (e *exam) keepLine(gpio int) string {
	return fmt.Sprintf("; or keep GPIO %d: %s, with the number of your LEDs for 64, and write port = \"/dev/leds0\"",
		gpio, e.boot.add(bus.LEDsLine(gpio, 64)))
}

// waves looks at a strip that PWM or PCM drives by DMA.
func (e *exam) waves(area string, p bus.Place) {
	line, block, _ := bus.WaveLine(p.Port)
	switch {
	case !e.pi:
		e.fault(CodeBoard, area, p.Port,
			`use a Raspberry Pi; to try without one, write port = "vcd:/tmp/panel.vcd" into the [panel] table, which records `+
				`the signals`,
			"this machine is not a Raspberry Pi")
	case wave.Refusal(e.board.Chip, line) != nil:
		e.fault(CodeGPIO, area, p.Port, moveToSPI+e.keepLine(line),
			"PWM and PCM drive strips on the Raspberry Pi 0 to 4 only")
	case !e.memory() && !e.served():
		e.fault(CodeRights, area, p.Port, serve+"; or "+moveToSPI,
			"%s may not be used by %s, and the %s block is behind it", memPath, e.User, block)
	case !e.exists(gpiomemPath) && e.unmappable(area, p.Port): // told
	case !e.exists(vcioPath):
		e.fault(CodeGPIO, area, p.Port, "use Raspberry Pi OS; or "+moveToSPI,
			"there is no %s: only the kernel of Raspberry Pi OS has it", vcioPath)
	case !e.served() && !e.permitted(area, p.Port, vcioPath, "video", true): // told
	default:
		e.blockFree(area, p.Port, block)
	}
}

const vcioPath = "/dev/vcio" // VideoCore's mailbox

// blockFree looks at whether something else has a strip's peripheral. The lines of PCM are
// looked at with all others.
func (e *exam) blockFree(area, port, block string) {
	const other = `, or connect DIN to pin 40 (GPIO 21), and write port = "GPIO21"`
	switch {
	case block == "PWM" && gpiomem.SoundUsesPWM(e.Root):
		e.fault(CodePWM, area, port, e.soundOff()+other, "on-board sound (snd_bcm2835) and the panel both need the PWM block")
	case block == "PWM" && e.pwmOverlay() != "":
		e.fault(CodePWM, area, port, e.boot.remove("dtoverlay="+e.pwmOverlay())+other,
			"%s and the panel both need the PWM block", e.pwmOverlay())
	default:
		e.ok(area, port, "by the %s block and DMA%s", block, e.byWhom())
	}
}

// leds looks at a strip that the kernel's driver ws2812-pio has, which is for a Pi 5.
func (e *exam) leds(area string, s panel.Spec) {
	const overlay = "ws2812-pio"
	path, n := s.Place.Port, s.Frame/4
	switch {
	case e.board.Chip != gpiomem.BCM2712:
		e.fault(CodeGPIO, area, path, moveToSPI, "the kernel drives strips on a Raspberry Pi 5 only")
		return
	case !e.exists(path) && e.boot.has(overlay):
		e.fault(CodeGPIO, area, path, "restart the Pi; if that is done, sudo apt full-upgrade",
			"there is no %s, though its driver is in %s", path, e.boot.config)
		return
	case !e.exists(path):
		e.fault(CodeGPIO, area, path, e.boot.add(bus.LEDsLine(18, n))+", for DIN on pin 12", "there is no %s", path)
		return
	}
	for _, o := range e.boot.overlays {
		if has, err := strconv.Atoi(cmp.Or(o.params["num_leds"], "60")); o.name == overlay && err == nil && has != n {
			e.warn(area, "num_leds",
				fmt.Sprintf("write num_leds=%d into dtoverlay=%s in %s and restart the Pi", n, overlay, e.boot.config),
				"the kernel's strip has %d LEDs, the panel %d", has, n)
		}
	}
	if e.permitted(area, path, path, "gpio", true) {
		e.ok(area, path, "%d LEDs by the kernel's driver", n)
	}
}
