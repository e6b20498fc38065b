// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/ledpost/ledpost/internal/keyerr"
)

// Init is the set-up of the panels' chips: the name of a chip, or other
// words, separated by blanks. In the configuration it is a name or a list of words.
// A word is the bits of a register, the first one shifted first, and may end with a colon
// and how many clocks the latch is high, such as "0111111111111111:11".
type Init string

// The chips that are known by name. What their registers want was found out by users;
// the data sheets are not public.
const (
	chipFM6126A = "FM6126A"
	chipFM6127  = "FM6127"
)

// selfTimed are the marks of chips that time their light by themselves (S-PWM): they want another
// protocol, with a clock for the light in place of OE, which no released program drives from a Pi.
// Panels with them are those of issues 466, 1791, 1825 and 1866 of hzeller/rpi-rgb-led-matrix and
// of issues 642 and 721 of mrcodetastic/ESP32-HUB75-MatrixPanel-DMA; ICND2055 has a data sheet.
var selfTimed = regexp.MustCompile(`(?i)^(FM63[56]3|FM6373|ICND?2(053|055|153)|MBI5(152|153|253|264|353)|` +
	`DP3(264|265|269|364|365|367|369)|SM16(169|269|380))`)

// UnmarshalTOML reads a name, words in a string, or a list of words.
func (i *Init) UnmarshalTOML(v any) error {
	switch v := v.(type) {
	case string:
		*i = Init(v)
		return nil
	case []any:
		var words []string
		for _, w := range v {
			s, ok := w.(string)
			if !ok || strings.TrimSpace(s) == "" {
				return fmt.Errorf("%v is not a word of bits", w)
			}
			words = append(words, s)
		}
		if *i = Init(strings.Join(words, " ")); len(words) == 0 {
			*i = " " // an empty list, which own refuses
		}
		return nil
	}
	return fmt.Errorf("%v is neither a name nor a list of words", v)
}

// A setting is a register of 16 bits of the panels' chips: it takes the shifted
// bits when the latch is high during the last clocks of a line.
type setting struct {
	bits   uint16 // the first one shifted is the highest
	clocks int
}

// at is the bit that column x of a line has, of so many columns.
func (s setting) at(x, width int) bool { return s.bits>>((width-1-x)%16)&1 != 0 }

// settings are the registers in the order in which they are written.
func (i Init) settings() ([]setting, error) {
	switch i {
	case "":
		return nil, nil
	case chipFM6126A: // all outputs at full strength, outputs on
		return []setting{{0b0111111111111111, 11}, {0b0000000001000000, 12}}, nil
	case chipFM6127: // the third register suppresses bad pixels
		return []setting{{0b1111111111001110, 11}, {0b1110000001100010, 12}, {0b0101111100000000, 10}}, nil
	}
	return i.own()
}

// usualClocks are the clocks of the first three words that do not name theirs.
var usualClocks = []int{11, 12, 10}

// own reads the words of an unnamed chip.
func (i Init) own() (all []setting, err error) {
	for n, word := range strings.Fields(string(i)) {
		digits, count, counted := strings.Cut(word, ":")
		bits, err := strconv.ParseUint(digits, 2, 16)
		if selfTimed.MatchString(digits) {
			return nil, keyerr.New("init", "hub75: %s times its light by itself (S-PWM): "+
				"no program drives such panels from a Raspberry Pi, see docs/choosing.md", digits)
		}
		if err != nil || len(digits) != 16 {
			return nil, keyerr.New("init", "hub75: init is %q, want %s, %s, or words of 16 bits", string(i),
				chipFM6126A, chipFM6127)
		}
		s := setting{bits: uint16(bits)}
		switch {
		case counted:
			s.clocks, err = strconv.Atoi(count)
		case n < len(usualClocks):
			s.clocks = usualClocks[n]
		}
		if err != nil || s.clocks < 1 || s.clocks > 16 || counted && count != strconv.Itoa(s.clocks) {
			return nil,
				keyerr.New("init", "hub75: init: word %d, %q, wants the clocks of its latch, 1 to 16, after a colon", n+1, word)
		}
		all = append(all, s)
	}
	if len(all) < 1 || len(all) > 16 {
		return nil, keyerr.New("init", "hub75: init has %d words, want 1 to 16", len(all))
	}
	return all, nil
}

// setUp is what the panels' chips have to be set up with, nil for most: a word a clock.
// Address line A is high meanwhile, as an FM6126A wants it, where that selects a row
// and shifts none.
func (w *wire) setUp() (words []uint32) {
	settings, _ := Init(w.Init).settings() // check has read them
	var idle uint32
	if w.Init == chipFM6126A && (w.RowAddress == "" || w.RowAddress == rowDirect) {
		idle = w.Pins.address(1, 1)
	}
	for _, s := range settings {
		for x := range w.Width {
			word := idle
			if s.at(x, w.Width) {
				word |= w.Pins.colours(w.Chains)
			}
			if x >= w.Width-s.clocks {
				word |= 1 << w.Pins.Latch
			}
			words = append(words, word)
		}
	}
	return words
}
