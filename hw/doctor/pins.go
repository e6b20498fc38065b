package doctor

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/bus"
)

// An occupant is what the system does with GPIO lines of the header.
type occupant struct {
	name string
	bus  string // to which the lines belong, as in hw.Claim
	pins uint32 // bit n is GPIO n
	// idle says that the lines rest until a program uses them; others are in use
	// all the time.
	idle bool
	fix  string
}

// used returns the GPIO lines that the configuration and the system use.
func (e *exam) used(cfg hw.Config) (mask uint32) {
	for _, c := range cfg.Claims() {
		mask |= c.Pins
	}
	if e.pi {
		for _, o := range e.occupants() {
			mask |= o.pins
		}
	}
	return mask
}

// conflicts looks at whether two devices of the configuration are on the same lines,
// and whether the system uses lines of the configuration.
func (e *exam) conflicts(cfg hw.Config) {
	if found := (*hw.Conflict)(nil); errors.As(cfg.Check(), &found) {
		e.fault(CodeConfig, "config", "pins", cmp.Or(found.Fix, "give one of them other lines, see docs/hardware.md"), "%s", found.Text)
	}
	if !e.pi {
		return
	}
	for _, c := range cfg.Claims() {
		for _, o := range e.occupants() {
			both := c.Pins & o.pins
			switch {
			case both == 0 || c.Bus != "" && c.Bus == o.bus:
			case o.idle:
				e.warn(c.Area, "pins", o.fix, "%s and %s both use GPIO %d: what uses %s disturbs the other", o.name, c.Name, bits.TrailingZeros32(both), o.name)
			default:
				e.fault(CodePins, c.Area, "pins", o.fix, "%s and %s both use GPIO %d", o.name, c.Name, bits.TrailingZeros32(both))
			}
		}
	}
}

// occupants returns what config.txt and the running kernel have on the header.
func (e *exam) occupants() (all []occupant) {
	for _, o := range e.boot.overlays {
		if pins := o.pins(); pins != 0 {
			all = append(all, occupant{name: o.name, pins: pins, fix: e.boot.remove("dtoverlay=" + o.name)})
		}
	}
	if e.boot.on("i2s") {
		all = append(all, occupant{name: "I2S sound", pins: i2sPins, fix: e.boot.remove("dtparam=i2s=on")})
	}
	if e.boot.on("i2c", "i2c_arm") {
		at := bus.OnI2C(bus.DefaultI2C, 0)
		all = append(all, occupant{name: at.Bus, bus: at.Bus, pins: at.Pins, idle: true, fix: e.boot.remove("dtparam=i2c_arm=on")})
	}
	if e.console() {
		all = append(all, occupant{name: "the serial console", pins: 1<<14 | 1<<15, idle: true,
			fix: "remove console=serial0,115200 from " + e.boot.cmdline + " and restart the Pi"})
	}
	return all
}

// console reports whether the kernel's console is on GPIO 14 and 15. That of a Pi
// 5 has a plug of its own, ttyAMA10.
func (e *exam) console() bool {
	for _, tty := range strings.Fields(e.text("/sys/class/tty/console/active")) {
		if tty == "ttyAMA0" || tty == "ttyS0" {
			return true
		}
	}
	return false
}

// i2sPins are clock, frame, input and output of the header's digital sound.
const i2sPins = 1<<18 | 1<<19 | 1<<20 | 1<<21

// pins returns the lines that an overlay takes, of those that people have beside a
// panel (overlays/README of the Raspberry Pi's firmware).
func (o overlay) pins() (mask uint32) {
	for _, p := range []struct {
		overlay, param string
		otherwise      int
	}{
		{"w1-gpio", "gpiopin", 4}, {"w1-gpio-pullup", "gpiopin", 4}, {"dht11", "gpiopin", 4},
		{"gpio-ir", "gpio_pin", 18}, {"gpio-ir-tx", "gpio_pin", 18}, {"pwm-ir-tx", "gpio_pin", 18},
		{"gpio-fan", "gpiopin", 12}, {"gpio-poweroff", "gpiopin", 26}, {"gpio-shutdown", "gpio_pin", 3}, {"pwm", "pin", 18},
		{"gpio-key", "gpio", 3}, {"rotary-encoder", "pin_a", 4}, {"rotary-encoder", "pin_b", 17},
	} {
		if o.name != p.overlay {
			continue
		}
		n, err := strconv.Atoi(o.params[p.param])
		if err != nil || n < 0 || n > 27 {
			n = p.otherwise
		}
		mask |= 1 << n
	}
	for _, maker := range []string{
		"hifiberry-", "iqaudio-", "justboom-", "allo-", "audioinjector-", "googlevoicehat", "max98357a", "i2s-dac", "rpi-dac",
		"rpi-proto", "pisound", "dionaudio-", "fe-pi-audio", "merus-amp", "wm8960-soundcard", "adau",
	} {
		if strings.HasPrefix(o.name, maker) {
			return i2sPins
		}
	}
	return mask
}

// remove says which line does not belong into config.txt.
func (b *boot) remove(line string) string {
	return fmt.Sprintf("remove %s from %s and restart the Pi", line, b.config)
}
