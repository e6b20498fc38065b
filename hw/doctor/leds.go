// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
)

// leds looks at a strip that the kernel's driver ws2812-pio has, which is for a Pi 5.
func (e *exam) leds(area string, s panel.Spec) {
	const overlay = "ws2812-pio"
	path, n := s.Place.Port, s.Frame/4
	switch {
	case e.board.Chip != gpiomem.BCM2712:
		e.fault(CodeGPIO, area, path, fmt.Sprintf("connect DIN to pin 19 (GPIO 10, MOSI), and write port = %q", bus.DefaultSPI),
			"the kernel drives strips on a Raspberry Pi 5 only")
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
