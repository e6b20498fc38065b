// SPDX-License-Identifier: Apache-2.0

package ssd1306

// The chips that take the same pictures, a page of eight rows at a time, and differ in
// how they are set up. The configuration has the same names.
const (
	chipSSD1306 = "ssd1306"
	chipSH1106  = "sh1106"  // 1.3 inches; it has 132 columns, of which modules show the middle ones
	chipSSD1309 = "ssd1309" // 2.4 inches, with a separate supply for the light
)

// chips are their names.
func chips() []string { return []string{chipSSD1306, chipSH1106, chipSSD1309} }

// margin is how many columns of a chip's memory are left of the display (SH1106
// datasheet: 132 columns; modules of 128 have two at each side).
func margin(chip string) byte {
	if chip == chipSH1106 {
		return 2
	}
	return 0
}

// dcdc switches the SH1106's converter on, which feeds the light (SH1106 datasheet,
// command 8, "DC-DC control mode set").
const dcdc, dcdcOn = 0xAD, 0x8B

// translate appends commands of an SSD1306 as another chip has them.
func translate(to []byte, chip string, w []byte) []byte {
	for len(w) > 0 {
		op, n := w[0], min(1+arguments(w[0]), len(w))
		command := w[:n]
		w = w[n:]
		switch {
		case op == 0x8D && chip == chipSH1106: // the charge pump
			to = append(to, dcdc, dcdcOn)
		case op == 0x8D && chip == chipSSD1309: // has none
		case chip == chipSH1106 && (op >= 0x20 && op <= 0x22 || op == 0x2E):
			// Ways of addressing, and scrolling: it has pages and no other.
		case op == 0xD5:
			// The fastest clock of an SSD1306 is out of range of others: theirs stays.
		default:
			to = append(to, command...)
		}
	}
	return to
}

// shift adds the margin to the column of a command that chooses a page: page, the low
// and the high half of the column, as periph's driver sends them.
func shift(w []byte, by byte) {
	if len(w) == 3 && w[0]&0xF8 == 0xB0 && w[1]>>4 == 0 && w[2]>>4 == 1 {
		column := (w[1]&0x0F | w[2]&0x0F<<4) + by
		w[1], w[2] = column&0x0F, 0x10|column>>4
	}
}
