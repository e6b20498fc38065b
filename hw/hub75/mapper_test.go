// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"fmt"
	"image"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
)

// An arrangement is a picture of testdata/mappers.txt.
type arrangement struct {
	mappers         Mappers
	chain, parallel int
	size            image.Point
	places          []image.Point // of each pixel in the chains, row by row; (-1, -1) for none
}

func (a arrangement) config() Config {
	return Config{Rows: 8, Cols: 12, Chain: a.chain, Parallel: a.parallel, Mappers: a.mappers, Planes: 4}
}

// arrangements reads the table.
func arrangements(t *testing.T) (all []arrangement) {
	t.Helper()
	raw := must.Get(os.ReadFile("testdata/mappers.txt"))(t)
	for line := range strings.Lines(string(raw)) {
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "\t"):
			all[len(all)-1].row(t, line)
		default:
			var a arrangement
			sscan(t, line, "%s %d %d %dx%d", &a.mappers, &a.chain, &a.parallel, &a.size.X, &a.size.Y)
			all = append(all, a)
		}
	}
	return all
}

// row reads a row of the picture.
func (a *arrangement) row(t *testing.T, text string) {
	run := regexp.MustCompile(`^(\d+),(\d+)([rldu])(\d+)$`)
	ways := map[string]image.Point{"r": {1, 0}, "l": {-1, 0}, "d": {0, 1}, "u": {0, -1}}
	for field := range strings.FieldsSeq(text) {
		if n, err := strconv.Atoi(field); err == nil && n < 0 {
			for range -n {
				a.places = append(a.places, image.Pt(-1, -1))
			}
			continue
		}
		m := run.FindStringSubmatch(field)
		if m == nil {
			t.Fatalf("%q is not a run", field)
		}
		var at image.Point
		var n int
		sscan(t, strings.Join([]string{m[1], m[2], m[4]}, " "), "%d %d %d", &at.X, &at.Y, &n)
		for range n {
			a.places = append(a.places, at)
			at = at.Add(ways[m[3]])
		}
	}
}

// TestMappersAreTheTable compares every place of every mapper with testdata/mappers.txt,
// which was written from the pictures in docs/hardware.md, panel by panel.
func TestMappersAreTheTable(t *testing.T) {
	seen := map[string]bool{}
	for _, a := range arrangements(t) {
		name := fmt.Sprintf("%s with %d×%d panels", a.mappers, a.chain, a.parallel)
		for step := range strings.SplitSeq(string(a.mappers), ";") {
			kind, _, _ := strings.Cut(strings.ToLower(step), ":")
			seen[strings.ReplaceAll(strings.TrimSuffix(kind, "-mapper"), "-", "")] = true
		}
		c := a.config()
		c.setDefaults()
		size, to, err := c.arrange()
		if err != nil || size != a.size || len(a.places) != size.X*size.Y {
			t.Errorf("%s: %v, %v; want %v, with %d places", name, size, err, a.size, len(a.places))
			continue
		}
		got := map[image.Point]image.Point{}
		for y := range 8 * a.parallel {
			for x := range 12 * a.chain {
				if p, ok := to(image.Pt(x, y)); ok {
					got[p] = image.Pt(x, y)
				}
			}
		}
		for i, want := range a.places {
			p := image.Pt(i%size.X, i/size.X)
			at, ok := got[p]
			if want.X < 0 && ok || want.X >= 0 && at != want {
				t.Errorf("%s: pixel %v is at %v (%v), want %v", name, p, at, ok, want)
				break
			}
		}
	}
	for name := range mappers() {
		if !seen[name] {
			t.Errorf("%s is not in the table", name)
		}
	}
}

// TestMappedPictures shows a picture on those that have no more chains than the pins.
func TestMappedPictures(t *testing.T) {
	for _, a := range arrangements(t) {
		if a.parallel > 3 {
			continue
		}
		r := newRig(t, a.config())
		m := random(r.geometry.size, 1)
		for i, at := range a.places {
			if at.X < 0 {
				copy(m.Pix[4*i:], []uint8{0, 0, 0, 255}) // no LED shows it
			}
		}
		r.byRegisters(t, m, 1)
		if err := r.emulator.Compare(m, 1); err != nil {
			t.Errorf("%s: %v", a.mappers, err)
		}
	}
}

func TestMappersThatDoNotFit(t *testing.T) {
	for mappers, want := range map[Mappers]string{
		"W": "want U, V", " ": "want U, V", "V;;V": "want U, V", "U:Z": "takes no", "V:F": "nothing or Z", "rotate": "0, 90",
		"rotate:45": "0, 90", "mirror:X": "H or V", "row:A": "behind the colon",
		"remap": "two numbers", "remap:0,8|0,0n": "1 to 2048", "remap:9999999,1|0,0n": "1 to 2048",
		"remap:2048,2048|0,0n": "pixels", "remap:8,8": "such as 64,0n",
		"remap:8,8|0,0n": "there are 3", "remap:8,8|0,0q|0,0n|0,0n": "such as 64,0n",
		"remap:8,8|0,0n|0,99999999n|0,0n": "more than", "U": "no middle",
		"row;rotate:90;remap:7,7|0,0n|0,0n|0,0n;V": "equal panels",
	} {
		c := Config{Rows: 8, Cols: 8, Chain: 3, Mappers: mappers}
		if _, err := c.Plan(); keyerr.Key(err) != "mappers" || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q of the key mappers", mappers, err, want)
		}
	}
	for want, c := range map[string]Config{
		"fold": {Mappers: "V", Fold: 2, Chain: 2}, "rotate": {Mappers: "V", Rotate: 90},
		"mirror": {Mappers: "V", Mirror: "x"}, "map": {Mappers: "V", Map: "x"},
	} {
		_, err := c.Plan()
		must.Fail(t, err, want, c)
	}
}

func TestMappersInTheConfiguration(t *testing.T) {
	for _, row := range []struct {
		v    any
		want Mappers
		ok   bool
	}{
		{[]any{"U-mapper", "Rotate:90"}, "U-mapper;Rotate:90", true}, {"U-mapper;Rotate:90", "U-mapper;Rotate:90", true},
		{[]any{}, "", false}, {[]any{int64(1)}, "", false}, {int64(1), "", false},
	} {
		var m Mappers
		if err := m.UnmarshalTOML(row.v); m != row.want || (err == nil) != row.ok {
			t.Errorf("%v: %q, %v", row.v, m, err)
		}
	}
}

// TestOverlappingPanels show the same part of the picture.
func TestOverlappingPanels(t *testing.T) {
	r := newRig(t, Config{Rows: 8, Cols: 8, Chain: 2, Mappers: "remap:8,8|0,0n|0,0s", Planes: 4})
	g := r.geometry
	if a, b := g.source[g.position(0, 0, 8, 0)], g.source[g.position(0, 3, 7, 1)]; a != 0 || b != 0 {
		t.Errorf("the first LEDs of both show pixels %d and %d, want 0", a, b)
	}
}
