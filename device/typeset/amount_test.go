// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"strings"
	"testing"

	"github.com/ledpost/ledpost/fonts"
)

// TestAmounts: what belongs to a number is in one line with it. A stroke is where a line may be broken, an
// underscore a space that does not break.
func TestAmounts(t *testing.T) {
	for _, row := range []struct{ why, want string }{
		{"a unit", "now |7 mm |of |rain"},
		{"a unit of five letters", "walked |800 steps |today"},
		{"a longer word may be what has the number for its name", "room |12 |downstairs"},
		{"thousands have a unit of any length", "12,400 kilocalories"},
		{"so has a fraction", "1.5 kilometres"},
		{"so has a number with a sign", "-5 degrees |outside"},
		{"a time with a full stop has not", "19.30 |Elternabend"},
		{"nor has an address", "192.0.2.77 |wants |a |key"},
		{"nor has a day", "24.12.2026 |Weihnachten"},
		{"a unit with a stroke", "5.4 mmol/L"},
		{"a unit with brackets", "(48.3 dB(A)) |outside"},
		{"a unit with a power", "38 µg/m³ |now"},
		{"a power as a digit", "12 m2 |of |38 µg/m3"},
		{"a name with a digit is no unit", "12 |B12"},
		{"a sign of its own, U+2212", "−18.8 °C"},
		{"the sign apart from its number", "− 5 °C"},
		{"about", "CO₂ |≈ 800 ppm"},
		{"a code of a currency before", "CHF 92.10"},
		{"the same at the end of a sentence", "It |costs |CHF 92.10."},
		{"a sign of a currency that has letters", "R$ 5,43"},
		{"a currency without a sign", "kr 120"},
		{"a currency behind", "12 345,60 €"},
		{"a day is no currency", "MON |12 |AUGUST"},
		{"nor is a team, and a score has no unit", "AJA |2:1 |PSV"},
		{"thousands by a space", "1 000 000 people |came"},
		{"behind a currency", "about |€12 345, |or |USD 12 345"},
		{"a negative one", "-12 345,60 euros"},
		{"by a thin space", "12\u2009345 kWh"},
		{"by U+00A0", "12_345 kWh"},
		{"by U+202F", "1\u202f234,5 kWh"},
		{"with what ends the sentence", "Total |12 345!"},
		{"with its currency in one word", "12 345€ |today"},
		{"a number is no thousands of an hour", "19:00 |200"},
		{"nor of a fraction", "5.4 |200"},
		{"nor of four digits", "1234 |567"},
		{"nor are two digits", "3 |45"},
		{"a number of a telephone", "020 |123 456"},
		{"a score", "2:1"},
		{"a span", "10–15 °C"},
		{"a span of times", "19:00–20:30 Uhr"},
		{"a span with spaces", "10 – 15 °C"},
		{"a score with spaces", "2 : 1"},
		{"a dash stays with what is before it", "800 ppm |– |open |the |window"},
		{"an abbreviation", "at |No. 12"},
		{"a short one", "Gl. 4"},
		{"sentence", "Done. |5 m"},
		{"a comma ends the amount", "at |12, |open"},
		{"a character that counts", "5日|に"},
		{"a title behind a time", "10:30 |家|长|会"},
		{"a sentence in French", "Solde_: |12_345,60_€"},
	} {
		row.want = strings.ReplaceAll(row.want, "_", "\u00a0")
		var got []string
		for _, w := range joined(words([]fonts.Span{{Text: strings.ReplaceAll(row.want, "|", "")}})) {
			got = append(got, fonts.Plain(w))
		}
		if strings.Join(got, "|") != row.want {
			t.Errorf("%s: %q, want %s", row.why, got, row.want)
		}
	}
}

// TestSpacesThatGlue: no line ends at one, whatever is around it.
func TestSpacesThatGlue(t *testing.T) {
	for _, space := range []string{"\u00a0", "\u202f", "\u2007", "\u2060"} {
		for _, pair := range [][2]string{{"all", "well"}, {"12", "downstairs"}, {"日", "本"}, {"日", "x"}, {"x", "日"}} {
			one := []fonts.Span{{Text: pair[0] + space + pair[1]}}
			two := []fonts.Span{{Text: pair[0] + space}, {Text: pair[1]}}
			for _, spans := range [][]fonts.Span{one, two} {
				if got := joined(words(spans)); len(got) != 1 {
					t.Errorf("%+q breaks as %+q", pair[0]+space+pair[1], got)
				}
			}
		}
	}
}

// TestAmountOfSeveralColours: the colours of an amount's parts do not part it.
func TestAmountOfSeveralColours(t *testing.T) {
	got := joined(words([]fonts.Span{{Text: "12 "}, {Text: "345 "}, {Text: "kWh today"}}))
	if len(got) != 2 || fonts.Plain(got[0]) != "12 345 kWh " {
		t.Errorf("%q", got)
	}
}

// TestDecimalSigns: a number with a comma is in the digits of one with a point, at every size.
func TestDecimalSigns(t *testing.T) {
	g := gridOf(t, 128, 64)
	for rows := 5; rows <= 48; rows++ {
		if point, comma := g.Face(rows, "19.5°"), g.Face(rows, "19,5°"); point.Cap() != comma.Cap() {
			t.Errorf("%d rows: %d with a point, %d with a comma", rows, point.Cap(), comma.Cap())
		}
	}
}

func TestFigure(t *testing.T) {
	for want, texts := range map[bool][]string{
		true: {"12", "-3.5", "21.5°", "12kWh", "1.0 ct↑", "1234.5 kWh", "€ 12", "EUR 12", "€12", "R$ 12", "R$12", "US$5",
			"CHF12", "≈12", "12 345,60 €", "12,400 steps", "10 – 15 °C", "− 5 °C", "19:00–20:30"},
		false: {"Room 204", "Bus 7", "B12", "crit2", "open", "12 3 4", "2 messages", "", "No. 12", "€ $", "≈ €",
			"6:43 PM"},
	} {
		for _, text := range texts {
			if Figure(text) != want {
				t.Errorf("%q: %v, want %v", text, !want, want)
			}
		}
	}
}

// TestAmountIsNotParted: an amount that is wider than the room is in no line, rather than in two.
func TestAmountIsNotParted(t *testing.T) {
	face := gridOf(t, 37, 8).set.Normal
	for _, amount := range []string{"12 345,60 €", "CHF 92.10", "12,400 steps", "1\u202f234,5 kWh"} {
		if got := Broken(face, []fonts.Span{{Text: amount}}, face.Width(amount)-1, 4); got != nil {
			t.Errorf("%q is in %d lines", amount, len(got))
		}
	}
}
