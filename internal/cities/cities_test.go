// SPDX-License-Identifier: Apache-2.0

package cities

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestFind(t *testing.T) {
	for _, row := range []struct {
		why, name string
		most      int
		want      string
	}{
		{"by its whole name", "Berlin", 10, "Berlin DE 52.50 13.37"},
		{"letter case and spaces do not count", " bERLin ", 10, "Berlin DE 52.50 13.37"},
		{"accents do not count", "Zürich", 10, "Zurich CH 47.38 8.53"},
		{"south and west are negative", "sao paulo", 10, "Sao Paulo BR -23.53 -46.62"},
		{"a beginning comes before what only contains it", "lon", 3,
			"London GB 51.51 -0.13; Longyearbyen SJ 78.00 16.00; Blanc-Sablon CA 51.42 -57.12"},
		{"a country chooses", "Saint, us", 10, ""},
		{"the country of a name", "Berlin, DE", 10, "Berlin DE 52.50 13.37"},
		{"another country", "Berlin, FR", 10, ""},
		{"no name finds nothing", " ", 10, ""},
		{"unknown city", "Atlantis", 10, ""},
		{"no more than are wanted", "a", 1, "Abidjan CI 5.32 -4.03"},
	} {
		var got []string
		for _, c := range Find(row.name, row.most) {
			got = append(got, fmt.Sprintf("%s %s %.2f %.2f", c.Name, c.Country, c.Latitude, c.Longitude))
		}
		if s := strings.Join(got, "; "); s != row.want {
			t.Errorf("%s: %q finds %s, want %s", row.why, row.name, s, row.want)
		}
	}
}

// TestTable: every line has a name, a country and a place on Earth.
func TestTable(t *testing.T) {
	n := 0
	for line := range strings.Lines(table) {
		c, ok := parse(strings.TrimSpace(line))
		if !ok || c.Name == "" || len(c.Country) != 2 || math.Abs(c.Latitude) > 90 || math.Abs(c.Longitude) > 180 {
			t.Errorf("%q is read as %+v", line, c)
		}
		n++
	}
	if n < 380 {
		t.Errorf("%d cities", n)
	}
}

func FuzzFind(f *testing.F) {
	f.Add("Berlin, DE")
	f.Add(",")
	f.Add("\xff")
	f.Fuzz(func(t *testing.T, name string) {
		if n := len(Find(name, 5)); n > 5 {
			t.Errorf("%d found", n)
		}
	})
}
