// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ledpost/ledpost/fonts"
)

// kind tells which places a word may have in an amount. A word may have several.
type kind uint16

const (
	digits   kind = 1 << iota // begins with a digit, behind a sign or a currency at most: 12kWh, €12
	figure                    // of digits alone, and the signs among them: -3.5, 2/3, 19:00–20:30
	count                     // a figure that is no time
	measured                  // a figure that has a sign, thousands or a fraction, so it numbers no bus and no day
	leading                   // the first digits of 12 345
	three                     // three digits, as the others of 1 000 000
	cents                     // the last digits of 12 345,60
	closing                   // the same with what ends the amount: 345€, 345!
	unit                      // up to five characters, or with a sign: lx, steps, mmol/L, dB(A)
	noun                      // letters, of any number
	counter                   // a character of a script without spaces: 5日, but not 10:30会
	before                    // of the figure behind it: €, CHF, No., ≈
	between                   // two figures: the dash of 10 – 15
	open                      // an amount up to that dash
)

// bonds has the words that are one with the amount before them: of these kinds, at the end of
// the amount and of the word. What the amount is then decides about the next word.
var bonds = []struct{ end, next, then kind }{
	{leading, three, leading | measured},
	{leading, cents, measured},
	{leading, closing, 0},
	{figure, unit, 0},
	{count, counter, 0},
	{measured, noun, 0},
	{before, digits, 0},
	{figure, between, open},
	{open, digits, 0},
}

// bind returns the kind of an amount's end with one more word, and whether that word belongs to it.
func (end kind) bind(word string) (kind, bool) {
	next := kindOf(word)
	for _, b := range bonds {
		if end&b.end != 0 && next&b.next != 0 {
			return next&(figure|count|measured|leading) | b.then, true
		}
	}
	return next, false
}

// joined returns words in which a number is one with its sign, its thousands, its unit or currency, and the
// abbreviation before it.
func joined(words [][]fonts.Span) (all [][]fonts.Span) {
	var end kind
	for _, word := range words {
		bound := false
		for i, part := range strings.Fields(fonts.Plain(word)) { // a space that does not break is within a word
			next, binds := end.bind(part)
			end, bound = next, bound || i == 0 && binds
		}
		if n := len(all) - 1; bound && n >= 0 {
			all[n] = append(all[n][:len(all[n]):len(all[n])], word...)
			continue
		}
		all = append(all, word)
	}
	return all
}

// Figure reports whether text is a number, with or without its unit or currency. A name with a number is
// a text, such as "Room 204", "No. 7" and "B12", and so is a time with AM or PM.
func Figure(text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 || abbreviation(words[0]) {
		return false
	}
	first := kindOf(words[0])
	if len(words) == 1 {
		return first&figure != 0 || first&digits != 0 && utf8.RuneCountInString(text) <= 8
	}
	end := first
	for _, word := range words[1:] {
		next, bound := end.bind(word)
		if !bound {
			return false
		}
		end = next
	}
	return strings.ContainsAny(text, decimal) && !strings.Contains(text, ":")
}

const (
	decimal = "0123456789"
	within  = decimal + ".,:'’+-−–/×~↑↓" // a figure
	ahead   = "+-−–±≈~<>≤≥↑↓#№"          // of a figure, in its word or as one
	spans   = " - – — : / × "
	// currencies has those that are written before a figure and have no sign. Not any three capitals:
	// they may be a day or a team.
	currencies = " AED ARS AUD BGN BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR" +
		" NGN NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TRY TWD UAH USD VND ZAR Fr Kr R RM Rp Rs kr "
)

// kindOf returns the kinds of a word, which has no space.
func kindOf(word string) kind {
	bare := strings.TrimLeft(word, `([{"'«„“‚‘¿¡`)
	switch {
	case word == "−":
		return before | between
	case strings.Contains(spans, " "+word+" "):
		return between
	case strings.Trim(bare, ahead) == "":
		return before | unit
	}
	ended := strings.TrimRight(bare, `]}"»”“!?;:,…`)
	if !strings.Contains(ended, "(") {
		ended = strings.TrimRight(ended, ")")
	}
	at := strings.IndexAny(ended, decimal)
	if at < 0 {
		return kindOfLetters(ended)
	}
	sign := strings.Trim(ended[:at], ahead)
	if sign != "" && !currency(sign) {
		return unitWithDigits(ended)
	}
	return digits | kindOfFigure(ended[:at], ended[at:], ended != bare)
}

// kindOfLetters returns the kinds of a word without a digit.
func kindOfLetters(word string) (k kind) {
	if currency(word) || abbreviation(word) {
		k = before
	}
	if r, _ := utf8.DecodeRuneInString(word); spaceless(r) {
		return counter
	}
	if n := utf8.RuneCountInString(word); n > 0 && n <= 5 || strings.ContainsAny(word, "/(²³°·%") {
		k |= unit
	}
	if !strings.ContainsFunc(word, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M) && r != '.' }) {
		k |= noun
	}
	return k
}

// unitWithDigits returns unit for a word such as m2, µg/m3 and l/100km, and no kind for B12.
func unitWithDigits(word string) kind {
	power := strings.TrimRight(word, "23")
	if strings.Contains(word, "/") || len(power) <= 2 && power == strings.ToLower(power) {
		return unit
	}
	return 0
}

// kindOfFigure returns the kinds of digits and what follows them in their word, behind a sign;
// ended = a mark ends the sentence or a part of it.
func kindOfFigure(sign, rest string, ended bool) (k kind) {
	n := len(rest) - len(strings.TrimLeft(rest, decimal))
	group := n == 3 && sign == ""
	if other := strings.ContainsFunc(rest, func(r rune) bool { return !strings.ContainsRune(within, r) }); other || ended {
		if group {
			return closing
		}
		return 0
	}
	switch at := strings.LastIndexByte(rest, ':'); {
	case strings.Count(rest, ".") == 3: // an address
		return 0
	case at < 0:
		k = figure | count
	case at != len(rest)-2: // 2:1 has no unit
		k = figure
	}
	if strings.ContainsAny(sign, "+-−–") || fraction(rest) {
		k |= measured
	}
	switch {
	case n < len(rest) && group:
		k |= cents
	case n == len(rest) && group:
		k |= three
	}
	if n == len(rest) && n <= 3 && rest[0] != '0' { // 020 begins a number of a telephone
		k |= leading
	}
	return k
}

// fraction reports whether a figure has thousands or a fraction. 19.30 may be a time, and 24.12.2026 is a day.
func fraction(figure string) bool {
	parts := strings.FieldsFunc(figure, func(r rune) bool { return strings.ContainsRune(".,'’", r) })
	if len(parts) < 2 || strings.ContainsAny(figure, ":+-−–/×~↑↓") || strings.HasSuffix(figure, ".") {
		return false
	}
	return len(parts[1]) == 3 || len(parts) == 2 && (len(parts[1]) != 2 || strings.Contains(figure, ","))
}

// currency reports whether a word has the sign of a currency, as in R$, or is the code of one.
func currency(word string) bool {
	sign := func(r rune) bool { return unicode.Is(unicode.Sc, r) }
	return len(word) <= 6 && strings.ContainsFunc(word, sign) || strings.Contains(currencies, " "+word+" ")
}

// abbreviation reports whether a word is a short one with a full stop, such as "No.".
func abbreviation(word string) bool {
	return strings.HasSuffix(word, ".") && utf8.RuneCountInString(word) <= 4 && !strings.ContainsAny(word, decimal)
}

// Usual returns text with zeroes for its digits, at least two before the point of each number: what a figure is
// likely to be as wide as on other days.
func Usual(text string) string {
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
