// SPDX-License-Identifier: Apache-2.0

// Package cities knows the principal cities of the world's time zones, some 400, so that
// a place can be found without a network.
package cities

import (
	_ "embed"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/unicode/norm"
)

// City is a city. Coordinates are in degrees, north and east being positive.
type City struct {
	Name      string // in English
	Country   string // the code of ISO 3166, such as DE
	Latitude  float64
	Longitude float64
}

// table has a line for each city: country, coordinates as in ISO 6709, name. It is made of
// zone1970.tab and zone.tab of tzdata 2025b, which are in the public domain.
//
//go:embed cities.tsv
var table string

// Find returns the cities whose name contains name, at most that many: first the names
// that begin with it. Letter case and accents do not count. What follows a comma in
// name is their country.
func Find(name string, most int) []City {
	words, country, _ := strings.Cut(fold(name), ",")
	words, country = strings.TrimSpace(words), strings.TrimSpace(country)
	var begin, contain []City
	for line := range strings.Lines(table) {
		c, ok := parse(strings.TrimSpace(line))
		at := strings.Index(fold(c.Name), words)
		switch {
		case !ok || words == "" || at < 0 || country != "" && country != strings.ToLower(c.Country):
		case at == 0:
			begin = append(begin, c)
		default:
			contain = append(contain, c)
		}
	}
	all := append(begin, contain...)
	return all[:min(most, len(all))]
}

// parse reads a line of the table.
func parse(line string) (c City, ok bool) {
	f := strings.Split(line, "\t")
	if len(f) != 3 || len(f[1]) < 2 {
		return c, false
	}
	east := 1 + strings.IndexAny(f[1][1:], "+-")
	if east == 0 {
		return c, false
	}
	return City{f[2], f[0], degrees(f[1][:east], 2), degrees(f[1][east:], 3)}, true
}

// degrees reads ±DDMM or ±DDMMSS, with that many digits for the degrees.
func degrees(text string, digits int) (sum float64) {
	whole, rest := text[1:1+digits], text[1+digits:]
	unit := 1.0
	for {
		n, _ := strconv.Atoi(whole) // a test reads all lines
		sum += float64(n) / unit
		if rest == "" {
			break
		}
		whole, rest, unit = rest[:2], rest[2:], 60*unit
	}
	if text[0] == '-' {
		return -sum
	}
	return sum
}

// fold returns text in lower case without accents.
func fold(text string) string {
	return strings.ToLower(runes.Remove(runes.In(unicode.Mn)).String(norm.NFD.String(text)))
}
