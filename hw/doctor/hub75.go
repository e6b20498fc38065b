package doctor

import (
	"fmt"
	"strings"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/hub75"
)

// hub75 looks at the pins of a HUB75 panel.
func (e *exam) hub75(part string, c hub75.Config) {
	if e.recorded(part, c.GPIO) {
		return
	}
	if !e.pi {
		e.fault(CodeBoard, part, "board", `use a Raspberry Pi; to try without one, write gpio = "vcd:/tmp/panel.vcd" into the [panel] table: what would be sent is recorded`, "HUB75 panels hang on the pins of a Raspberry Pi, and this is none")
		return
	}
	five := e.board.Chip == gpiomem.BCM2712
	if c.Backend == "pio" && !five || c.Backend == "bcm" && five {
		e.fault(CodeConfig, part, "backend", `remove it, or write backend = "auto"`, "backend %q is not for a %s", c.Backend, e.board.Model)
		return
	}
	if five {
		e.pio(part)
		return
	}
	if e.registers(part) {
		e.pulses(part, c)
	}
	e.isolation(part)
}

// pio looks at the state machines of a Pi 5.
func (e *exam) pio(part string) {
	if !e.exists(pioPath) {
		e.fault(CodePIO, part, "PIO", "sudo apt full-upgrade && sudo rpi-eeprom-update -a, then restart the Pi",
			"there is no %s: it wants a kernel and a boot loader of 2025 or later", pioPath)
		return
	}
	if e.permitted(part, "PIO", pioPath, "gpio", true) {
		e.ok(part, "PIO", "%s", pioPath)
	}
}

const (
	pioPath     = "/dev/pio0"
	gpiomemPath = "/dev/gpiomem"
	memPath     = "/dev/mem"
)

// registers looks at the way to the GPIO registers.
func (e *exam) registers(part string) bool {
	const name = "GPIO"
	if !e.exists(gpiomemPath) {
		if e.memory() || e.serviceHas() {
			e.ok(part, name, "%s%s", memPath, e.inService())
			return true
		}
		e.fault(CodeGPIO, part, name, "use Raspberry Pi OS, or on another system run as root with iomem=relaxed on the kernel's command line",
			"there is no %s, and %s may not be used: only the kernel of Raspberry Pi OS has the first", gpiomemPath, memPath)
		return false
	}
	if !e.permitted(part, name, gpiomemPath, "gpio", true) {
		return false
	}
	e.ok(part, name, "%s", gpiomemPath)
	return true
}

// memory says whether /dev/mem may be used.
func (e *exam) memory() bool {
	return e.exists(memPath) && (e.Access == nil || e.Access(memPath, true) == nil)
}

// pulses looks at what times the light.
func (e *exam) pulses(part string, c hub75.Config) {
	const name = "pulses"
	const timed = `write pulses = "timed" into the [panel] table`
	wired := c.Wiring != "adafruit-hat" // the others have the light on GPIO 18
	switch {
	case c.Pulses == "timed":
		e.ok(part, name, "timed by the program, as configured")
	case !wired:
		e.warn(part, name, `bridge GPIO 4 and 18 and write wiring = "adafruit-hat-pwm"`, "timed by the program, which is less even than by the PWM block")
	case !e.memory() && !e.serviceHas() && c.Pulses == "pwm":
		e.fault(CodeRights, part, name, e.getRights()+", or "+timed, "%s may not be used by %s, and the PWM block is behind it", memPath, e.User)
	case !e.memory() && !e.serviceHas():
		e.warn(part, name, e.getRights(), "timed by the program, which is less even than by the PWM block")
	case strings.Contains(e.text("/proc/asound/cards"), "bcm2835"):
		e.fault(CodePWM, part, name, e.soundOff()+", or "+timed, "on-board sound (snd_bcm2835) and the panel both need the PWM block")
	default:
		e.ok(part, name, "by the PWM block%s", e.inService())
	}
}

// The drop-in that gives the service the rights for /dev/mem, and how to get it.
const (
	dropInPath = "/etc/systemd/system/ledpost.service.d/hub75.conf"
	reload     = "sudo systemctl daemon-reload && sudo systemctl restart ledpost"
	dropIn     = "sudo install -D -m 644 /usr/share/doc/ledpost/hub75.conf " + dropInPath + " && " + reload
)

// serviceHas says whether the service may use /dev/mem, where this process is
// another: that one has the drop-in's rights only as a service.
func (e *exam) serviceHas() bool {
	return e.exists(dropInPath) && !strings.HasSuffix(e.text("/proc/self/cgroup"), "/ledpost.service")
}

// inService qualifies what only the service may do.
func (e *exam) inService() string {
	if e.memory() {
		return ""
	}
	return fmt.Sprintf(": the service may use it, by %s; %s may not", dropInPath, e.User)
}

// getRights says how the service gets at /dev/mem.
func (e *exam) getRights() string {
	if e.exists(dropInPath) {
		return reload // it is not in force yet
	}
	return dropIn
}

// soundOff says how to switch on-board sound off.
func (e *exam) soundOff() string {
	if e.boot.on("audio") {
		return "write dtparam=audio=off instead of dtparam=audio=on into " + e.boot.config + " and restart the Pi"
	}
	return e.boot.add("dtparam=audio=off")
}
