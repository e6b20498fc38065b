// SPDX-License-Identifier: Apache-2.0

package data

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// measure notes the longest text that the page is likely to have on other days, which chooses
// the size: 9.0 is as large as 10.0. Pages of several texts have none.
func (d *datum) measure() {
	before := d.widest
	if d.widest = ""; len(d.frames) == 0 || len(d.frames) > 1 && d.frames[1].Chart == nil {
		return
	}
	text := ""
	for _, f := range d.frames[0].Text {
		text += f.Text
	}
	if d.cfg.Trend && !d.pushed && text != "" { // an arrow may come
		text = strings.TrimRight(text, "↑↓") + "↑"
	}
	d.widest = zeroes(text)
	if shape(before) == shape(d.widest) && utf8.RuneCountInString(before) > utf8.RuneCountInString(d.widest) {
		d.widest = before
	}
}

// zeroes returns text with zeroes for its digits, at least two before the point of each number.
func zeroes(text string) string {
	var b strings.Builder
	all := []rune(text)
	for i, c := range all {
		if !unicode.IsDigit(c) {
			b.WriteRune(c)
			continue
		}
		begins := i == 0 ||
			!unicode.IsDigit(all[i-1]) && !unicode.IsLetter(all[i-1]) && !strings.ContainsRune(".,:", all[i-1])
		grouped := i+1 < len(all) &&
			(unicode.IsDigit(all[i+1]) || all[i+1] == ',' && i+4 < len(all) && unicode.IsDigit(all[i+4]))
		if begins && !grouped {
			b.WriteByte('0')
		}
		b.WriteByte('0')
	}
	return b.String()
}

// shape returns text without the digits and signs of its numbers.
func shape(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsDigit(c) || strings.ContainsRune("-.,", c) {
			return -1
		}
		return c
	}, text)
}
