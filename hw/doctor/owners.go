// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"fmt"
	"strings"
)

// owners returns who has lines of the header by the kernel's own account, whatever the
// overlay is called: those who asked for a line, and those to whom the device tree
// gives lines.
func (e *exam) owners() (all []occupant) {
	if e.Lines != nil {
		for _, l := range e.Lines() {
			if strings.HasPrefix(l.Owner, "ledpost") { // our own, while the device runs
				continue
			}
			o := occupant{name: fmt.Sprintf("%q", l.Owner), pins: 1 << l.Pin, bus: busOf(l.Owner)}
			if l.Owner == "" {
				o.name = "the kernel"
			}
			o.idle = o.bus != ""
			o.fix = e.culprit(o)
			all = append(all, o)
		}
	}
	for _, o := range treePins(e.Root) {
		o.fix = e.culprit(o)
		all = append(all, o)
	}
	return all
}

// busOf is the bus whose driver has asked for a line: "spi0 CS1" is of SPI0.
func busOf(owner string) string {
	name, _, _ := strings.Cut(owner, " ")
	if n, ok := strings.CutPrefix(name, "spi"); ok && len(n) == 1 {
		return "SPI" + n
	}
	return ""
}

// harmless are overlays that take no lines of the header.
const harmless = " vc4-kms-v3d vc4-kms-v3d-pi4 vc4-kms-v3d-pi5 vc4-fkms-v3d vc4-fkms-v3d-pi4 disable-bt miniuart-bt disable-wifi" +
	" dwc2 disable-bt-pi5 disable-wifi-pi5 act-led imx219 imx477 imx708 ov5647 i2c-rtc cma "

// culprit says what to change so that the lines become free. The name that the kernel
// has for their owner differs from the overlay's.
func (e *exam) culprit(o occupant) string {
	var suspects []string
	for _, v := range e.boot.overlays {
		if v.pins() == 0 && !strings.Contains(harmless, " "+v.name+" ") {
			suspects = append(suspects, "dtoverlay="+v.name)
		}
	}
	switch {
	case o.bus == "SPI0":
		return e.boot.remove("dtparam=spi=on")
	case o.bus == "I2C1":
		return e.boot.remove("dtparam=i2c_arm=on")
	case o.name == "serial":
		return e.boot.add("enable_uart=0")
	case len(suspects) == 1:
		return e.boot.remove(suspects[0])
	case len(suspects) > 1:
		return e.boot.remove("what uses it, one of " + strings.Join(suspects, " and ") + ",")
	}
	return "end the program or remove the driver that has it: sudo gpioinfo says its name, sudo lsof /dev/gpiochip* which program it is"
}
