// SPDX-License-Identifier: Apache-2.0

package doctor

import (
	"strings"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/gpiomem"
)

// Sound describes a machine's sound output.
type Sound struct {
	Output string // by its name; empty or "null" without sound
	Card   string // of the output, if it has one
	Err    error  // why nothing would be heard
	Chosen bool   // by the configuration, so that a failure is a fault
}

// sound looks at where sound goes, beside a panel.
func (e *exam) sound(c hw.PanelConfig) {
	const area, name = "sound", "output"
	if e.Sound == nil {
		return
	}
	s := e.Sound()
	none := s.Output == "" || s.Output == "null"
	switch {
	case s.Err != nil && s.Chosen:
		e.fault(CodeSound, area, name, mendSound(none), "%v", s.Err)
	case s.Err != nil && none: // a clock may do without sound
		e.warn(area, name, e.addSound(c), "%v", s.Err)
	case s.Err != nil:
		e.warn(area, name, mendSound(none), "%v", s.Err)
	case none:
		e.ok(area, name, "none, as configured")
	case s.Card != "":
		e.ok(area, s.Output, "%s", s.Card)
	default:
		e.ok(area, s.Output, "plays")
	}
}

// mendSound says what to do about an output that is not there, or is mute.
func mendSound(none bool) string {
	if none {
		return `write output = "auto" into the [audio] table, or the name of a card that 'aplay -l' lists`
	}
	return "run alsamixer and press M on the channel that shows MM; for good: sudo alsactl store"
}

// addSound says how to get a sound card. The Zeros and the 5 have no jack, and the
// pulses of HUB75 panels want what makes the jack's sound.
func (e *exam) addSound(c hw.PanelConfig) string {
	spec, _ := c.Spec()
	const usb = "plug in a USB sound card"
	switch {
	case !e.pi || e.board.Chip == gpiomem.BCM2712 || strings.Contains(e.board.Model, "Zero") ||
		spec.Needs.Registers != nil:
		return usb
	case e.boot.on("audio"):
		return usb + "; the jack is switched on in " + e.boot.config + ": if that is new, restart the Pi"
	}
	return usb + "; or for the jack " + e.boot.add("dtparam=audio=on")
}
