// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/wave"
)

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
			`use a Raspberry Pi; to try without one, write port = "vcd:/tmp/panel.vcd" into the [panel] table, which records the signals`,
			"this machine is not a Raspberry Pi")
	case wave.Refusal(e.board.Chip, line) != nil:
		e.fault(CodeGPIO, area, p.Port, moveToSPI+e.keepLine(line), "PWM and PCM drive strips on the Raspberry Pi 0 to 4 only")
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
		e.fault(CodePWM, area, port, e.boot.remove("dtoverlay="+e.pwmOverlay())+other, "%s and the panel both need the PWM block", e.pwmOverlay())
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
			e.warn(area, "num_leds", fmt.Sprintf("write num_leds=%d into dtoverlay=%s in %s and restart the Pi", n, overlay, e.boot.config),
				"the kernel's strip has %d LEDs, the panel %d", has, n)
		}
	}
	if e.permitted(area, path, path, "gpio", true) {
		e.ok(area, path, "%d LEDs by the kernel's driver", n)
	}
}
