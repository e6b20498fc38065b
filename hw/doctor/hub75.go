// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ledpost/ledpost/hw/gpiomem"
	"github.com/ledpost/ledpost/hw/panel"
)

// registers looks at the pins of a panel that is driven through their registers,
// or by the PIO of a Pi 5.
func (e *exam) registers(area string, s panel.Spec) {
	if !e.pi {
		e.fault(CodeBoard, area, "board",
			`use a Raspberry Pi; to try without one, write gpio = "vcd:/tmp/panel.vcd" into the [panel] table, which records `+
				`the signals`,
			"HUB75 panels need the pins of a Raspberry Pi, and this machine is not a Raspberry Pi")
		return
	}
	r, five := s.Needs.Registers, e.board.Chip == gpiomem.BCM2712
	if r.Backend == "pio" && !five || r.Backend == "bcm" && five {
		e.fault(CodeConfig, area, "backend", `remove it, or write backend = "auto"`, "backend %q is not for a %s", r.Backend,
			e.board.Model)
		return
	}
	if e.lacks(area, r) {
		return
	}
	e.rate(area, r)
	e.lineE(area, s)
	if five {
		e.pio(area, r)
		return
	}
	if e.mapped(area) {
		e.pulses(area, r)
	}
	e.isolation(area)
}

// lacks looks at whether the board has the lines of all chains.
func (e *exam) lacks(area string, r *panel.Registers) bool {
	chains := 0
	for chains < len(r.Last) && r.Last[chains] < e.board.Pins() {
		chains++
	}
	if chains == len(r.Last) {
		return false
	}
	fix := "correct the [panel] table, see docs/hardware.md"
	if chains > 0 {
		fix = fmt.Sprintf(
			"write parallel = %d into the [panel] table, or use a Compute Module 1, 3, 3+ or 4S, which has GPIO 0 to 45", chains)
	}
	e.fault(CodeConfig, area, "parallel", fix, "the chains need GPIO 0 to %d, and a %s has GPIO 0 to %d",
		r.Last[len(r.Last)-1], e.board.Model, e.board.Pins()-1)
	return true
}

// flickers is the rate below which people see a panel flicker, and still is the rate from
// which photographs of 1/100 s have two whole refreshes.
const flickers, still = 100, 200

// refreshed says how often this board refreshes the panel, as far as measured.
func (e *exam) refreshed(s panel.Spec) string {
	if s.Needs.Registers == nil || s.Needs.Registers.Rate == nil || !e.pi {
		return ""
	}
	hz, lit := e.rated(s.Needs.Registers)
	text := fmt.Sprintf(", about %.0f Hz, lit for %.0f %% of the time", hz, 100*lit)
	if hz < still {
		text += "; photographs of 1/100 s and shorter show stripes"
	}
	return text
}

// rate looks at whether the panel flickers.
func (e *exam) rate(area string, r *panel.Registers) {
	if r.Rate == nil {
		return
	}
	if hz, _ := e.rated(r); hz < flickers {
		e.warn(area, "refresh", e.faster(r), "the panel is refreshed about %.0f times a second: it flickers", hz)
	}
}

// faster says what raises the rate with this configuration, on this board.
func (e *exam) faster(r *panel.Registers) string {
	var fixes []string
	if r.Refresh < flickers {
		fix := `write refresh = "100Hz" into the [panel] table`
		if r.OwnPlanes {
			fix = `write refresh = "100Hz" into the [panel] table instead of planes and lsb`
		}
		fixes = append(fixes, fix)
	}
	most := min(r.Chains, r.Chain*len(r.Last)) // a panel each
	for most > len(r.Last) && !e.hasChains(most) {
		most--
	}
	switch {
	case r.Chain == 1 && len(fixes) == 0:
		fixes = append(fixes, "take a panel with fewer columns, or with 1/16 scan")
	case r.Chain == 1:
	case most > len(r.Last)+2:
		fixes = append(fixes, fmt.Sprintf("use several chains: parallel = %d to %d", len(r.Last)+1, most))
	case most > len(r.Last)+1:
		fixes = append(fixes, fmt.Sprintf("use several chains: parallel = %d or %d", len(r.Last)+1, most))
	case most > len(r.Last):
		fixes = append(fixes, fmt.Sprintf("use several chains: parallel = %d", most))
	case r.Chains == 1:
		fixes = append(fixes, `use an adapter with three chains, such as wiring = "adafruit-triple-bonnet"`)
	default:
		fixes = append(fixes, fmt.Sprintf("use fewer panels: the %d chains have %d each", len(r.Last), r.Chain))
	}
	return strings.Join(fixes, "; if that is not enough, ")
}

// hasChains reports whether the board has the lines of so many chains of the wiring: all boards
// have three, and Compute Modules as many as there are.
func (e *exam) hasChains(n int) bool { return n <= 3 || e.board.Pins() == gpiomem.ModulePins }

// lineE says of 64 rows on Adafruit's HAT and bonnet, which come without the line E, what
// has to be soldered; nobody can see from here whether it is.
func (e *exam) lineE(area string, s panel.Spec) {
	solder := strings.HasPrefix(s.Wiring, "adafruit-hat") || strings.HasPrefix(s.Wiring, "adafruit-bonnet")
	if s.Needs.Registers.Lines == 5 && solder {
		e.ok(area, "E", "so many rows need the address line E: "+
			"the pad E of the board has to be bridged with the pad 8, or with 16 for a few panels")
	}
}

const (
	pioPath     = "/dev/pio0"
	gpiomemPath = "/dev/gpiomem"
	memPath     = "/dev/mem"
)

// mapped looks at the way to the GPIO registers.
func (e *exam) mapped(area string) bool {
	const name = "GPIO"
	if !e.exists(gpiomemPath) {
		if (e.memory() || e.served()) && e.unmappable(area, name) {
			return false
		}
		if e.memory() || e.served() {
			e.ok(area, name, "%s%s", memPath, e.byWhom())
			return true
		}
		e.fault(CodeGPIO, area, name,
			"use Raspberry Pi OS, or on another system run as root with iomem=relaxed on the kernel's command line",
			"there is no %s, and %s may not be used: only the kernel of Raspberry Pi OS has the first", gpiomemPath, memPath)
		return false
	}
	if !e.permitted(area, name, gpiomemPath, "gpio", true) {
		return false
	}
	e.ok(area, name, "%s", gpiomemPath)
	return true
}

// memory reports whether /dev/mem may be used.
func (m Machine) memory() bool {
	return m.exists(memPath) && (m.Access == nil || m.Access(memPath, true) == nil)
}

// unmappable reports, as a fault, that /dev/mem opens but the registers cannot be
// mapped from it: kernels other than Raspberry Pi OS's keep what drivers use to
// themselves, and a locked down one keeps all.
func (e *exam) unmappable(area, name string) bool {
	const relaxed = "iomem=relaxed"
	lockdown := e.text("/sys/kernel/security/lockdown")
	locked := strings.Contains(lockdown, "[integrity]") || strings.Contains(lockdown, "[confidentiality]")
	line := e.boot.kernel.now
	refused := line != "" && !slices.Contains(strings.Fields(line), relaxed)
	if e.Map != nil && e.memory() {
		refused = e.Map(e.board) != nil
	}
	switch {
	case locked:
		e.fault(CodeGPIO, area, name,
			"remove lockdown= from "+e.boot.cmdline+" and switch Secure Boot off, then restart; or use Raspberry Pi OS",
			"the kernel is locked down (%s): %s opens, but the registers cannot be mapped", lockdown, memPath)
	case refused:
		e.fault(CodeGPIO, area, name, e.boot.addToCmdline(relaxed)+"; or use Raspberry Pi OS, which has "+gpiomemPath,
			"%s opens, but the kernel does not let the registers be mapped", memPath)
	}
	return locked || refused
}

// pwmOverlay is the overlay that has taken the PWM block, on whatever lines; empty for
// none.
func (e *exam) pwmOverlay() string {
	for _, o := range e.boot.overlays {
		switch o.name {
		case "pwm", "pwm-2chan", "audremap", "pwm-ir-tx":
			return o.name
		}
	}
	return ""
}

// pulses looks at what times the light.
func (e *exam) pulses(area string, r *panel.Registers) {
	const name = "pulses"
	const timed = `write pulses = "timed" into the [panel] table`
	switch {
	case r.Pulses == "timed":
		e.ok(area, name, "timed by the program, as configured")
	case !r.OnPWM:
		e.warn(area, name, `bridge GPIO 4 and 18 and write wiring = "adafruit-hat-pwm"`,
			"timed by the program, which is less even than by the PWM block")
	case !e.memory() && !e.served() && r.Pulses == "pwm":
		e.fault(CodeRights, area, name, serve+", or "+timed, "%s may not be used by %s, and the PWM block is behind it",
			memPath, e.User)
	case !e.memory() && !e.served():
		e.warn(area, name, serve, "timed by the program, which is less even than by the PWM block")
	case gpiomem.SoundUsesPWM(e.Root):
		e.fault(CodePWM, area, name, e.soundOff()+", or "+timed,
			"on-board sound (snd_bcm2835) and the panel both need the PWM block")
	case e.pwmOverlay() != "":
		e.fault(CodePWM, area, name, e.boot.remove("dtoverlay="+e.pwmOverlay())+", or "+timed,
			"%s and the panel both need the PWM block", e.pwmOverlay())
	default:
		e.ok(area, name, "by the PWM block%s", e.byWhom())
	}
}

// socketPath is where the service asks for a refresher, which may use /dev/mem, and serve
// is how it gets one that was switched off.
const (
	socketPath = "/run/ledpost-refresher.sock"
	serve      = "sudo systemctl unmask ledpost-refresher.socket && sudo systemctl restart ledpost"
)

// served reports whether the system starts the refresher of the service, with the rights
// for /dev/mem.
func (m Machine) served() bool { return m.exists(socketPath) }

// byWhom qualifies what only the service's refresher may do.
func (m Machine) byWhom() string {
	if m.memory() {
		return ""
	}
	return fmt.Sprintf(": the service may use it, by ledpost-refresher.socket; %s may not", m.User)
}

// soundOff says how to switch on-board sound off.
func (e *exam) soundOff() string { return e.boot.add("dtparam=audio=off") }
