// SPDX-License-Identifier: Apache-2.0

package output

import (
	"fmt"
	"strconv"
	"strings"
)

// parseCard reads hw:CARD,DEVICE; CARD is a number or a name of
// /proc/asound/cards, DEVICE may be left out for 0.
func parseCard(s string) (card string, device int, err error) {
	bad := fmt.Errorf("%q is not hw:CARD,DEVICE", s)
	rest, ok := strings.CutPrefix(s, "hw:")
	if !ok {
		return "", 0, bad
	}
	card, dev, has := strings.Cut(rest, ",")
	if has {
		if device, err = strconv.Atoi(dev); err != nil || device < 0 {
			return "", 0, bad
		}
	}
	if card == "" {
		return "", 0, bad
	}
	return card, device, nil
}

// caps is what a card's playback device can do.
type caps struct {
	s16, s32           bool
	minRate, maxRate   uint32
	minChans, maxChans uint32
}

// params is how a device is opened.
type params struct {
	bits, channels, rate, period, count uint32
}

// choose lists the parameters to try for a device, best first: the wanted rate
// or else the highest below, two channels or else what the device has, and a
// buffer that the device accepts.
func choose(c caps, rate int) (tries []params) {
	p := params{bits: 16}
	if !c.s16 {
		p.bits = 32
	}
	if !c.s16 && !c.s32 || c.minChans > 32 {
		return nil
	}
	p.channels = min(max(2, c.minChans), max(1, c.maxChans))
	rates := []uint32{min(max(uint32(rate), c.minRate), max(c.maxRate, 1))}
	for _, r := range []uint32{48000, 44100} {
		if r != rates[0] && r >= c.minRate && r <= c.maxRate {
			rates = append(rates, r)
		}
	}
	for _, p.rate = range rates {
		for _, b := range [][2]uint32{{Period, Buffer / Period}, {Period / 2, 16}, {2 * Period, 4}, {Period, 4}, {Period, 2},
			{256, 16}} {
			p.period, p.count = b[0], b[1]
			tries = append(tries, p)
		}
	}
	return tries
}

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
