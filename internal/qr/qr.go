// SPDX-License-Identifier: Apache-2.0

// Package qr makes QR codes for screens: for a terminal, and as rows of modules.
package qr

import (
	"strings"

	"github.com/skip2/go-qrcode"
)

// quiet is the margin around a code, in modules (ISO/IEC 18004 asks for 4; readers take 2
// on a ground of one colour).
const quiet = 2

// Rows returns the code of a text without a margin, a string a row, "1" for a dark
// module. The error says that the text is too long: 2,900 bytes fit.
func Rows(text string) ([]string, error) {
	code, err := qrcode.New(text, qrcode.Low)
	if err != nil {
		return nil, err
	}
	code.DisableBorder = true
	var rows []string
	for _, line := range code.Bitmap() {
		var b strings.Builder
		for _, dark := range line {
			b.WriteByte("01"[index(dark)])
		}
		rows = append(rows, b.String())
	}
	return rows, nil
}

func index(dark bool) int {
	if dark {
		return 1
	}
	return 0
}

// Terminal returns the code of a text as lines for a terminal, two rows of modules a
// line, dark on light whatever the terminal's colours are; "" for a text that is too long.
func Terminal(text string) string {
	rows, err := Rows(text)
	if err != nil {
		return ""
	}
	n := len(rows)
	dark := func(x, y int) bool { return x >= 0 && y >= 0 && x < n && y < n && rows[y][x] == '1' }
	var b strings.Builder
	for y := -quiet; y < n+quiet; y += 2 {
		b.WriteString("\x1b[30;107m") // black on bright white
		for x := -quiet; x < n+quiet; x++ {
			b.WriteString([]string{" ", "▄", "▀", "█"}[2*index(dark(x, y))+index(dark(x, y+1))])
		}
		b.WriteString("\x1b[0m\n")
	}
	return b.String()
}
