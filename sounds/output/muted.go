package output

import "strings"

// A control is one setting of a card's mixer.
type control struct {
	name string
	off  bool // a switch that is off, or a volume at its lowest
}

// outputs are the controls of what a card plays through, beside its master.
var outputs = []string{"PCM", "Speaker", "Headphone", "Digital", "HDMI", "Line Out"}

// mutes names the control because of which nothing can be heard, "" when there
// is none: the master's, or one of every output. A laptop's headphones are off
// while its speaker is on.
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
