// SPDX-License-Identifier: Apache-2.0

package output

import "strings"

// A control is one setting of a card's mixer.
type control struct {
	name string
	off  bool // a switch that is off, or a volume at its lowest
}

// outputs are the controls of a card's outputs, apart from its master control.
var outputs = []string{"PCM", "Speaker", "Headphone", "Digital", "HDMI", "Line Out"}

// mutes names the control that makes the card silent, "" if there is none: the
// master, or one of the outputs if all of them are off. A laptop's headphones
// are off while its speaker is on.
func mutes(controls []control) string {
	there, off := map[string]bool{}, map[string]string{}
	for _, c := range controls {
		what, kind, ok := strings.Cut(c.name, " Playback ")
		if !ok || kind != "Switch" && kind != "Volume" {
			continue
		}
		there[what] = true
		if c.off {
			off[what] = c.name
		}
	}
	muted := off["Master"]
	for _, what := range outputs {
		if there[what] && off[what] == "" {
			return off["Master"]
		}
		if muted == "" {
			muted = off[what]
		}
	}
	return muted
}
