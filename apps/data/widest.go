// SPDX-License-Identifier: Apache-2.0

package data

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/typeset"
)

// measure notes the longest text that the page is likely to have on other days, which chooses
// the size: 9.0 is as large as 10.0. Pages of several texts have none.
func (d *datum) measure() {
	before := d.widest
	if d.widest = ""; len(d.frames) == 0 || len(d.frames) > 1 && d.frames[1].Chart == nil {
		return
	}
	text := note.Text(d.frames[0].Text).String()
	if d.cfg.Trend && !d.pushed && text != "" { // an arrow may come
		text = strings.TrimRight(text, "↑↓") + "↑"
	}
	d.widest = typeset.Usual(text)
	if shape(before) == shape(d.widest) && utf8.RuneCountInString(before) > utf8.RuneCountInString(d.widest) {
		d.widest = before
	}
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
