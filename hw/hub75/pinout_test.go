// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
)

// TestOwnPins: a table of pins is a wiring like those with names.
func TestOwnPins(t *testing.T) {
	var c Config
	must.Get(toml.Decode(`
rows = 16
cols = 16
planes = 4
parallel = 2
[wiring]
oe = 12
clk = 2
lat = 3
address = [22, 23, 24]
chains = [[4, 5, 6, 7, 8, 9], [10, 11, 13, 14, 15, 16]]
`, &c))(t)
	for way, show := range ways() {
		r := newRig(t, c)
		m := random(r.geometry.size, 3)
		show(r, t, m, 1)
		if err := r.emulator.Compare(m, 1); err != nil {
			t.Errorf("%s: %v", way, err)
		}
		want := Pins{OE: 12, Clock: 2, Latch: 3, Address: [5]int{22, 23, 24}, Lines: 3}
		copy(want.Colour[:], [][6]int{{4, 5, 6, 7, 8, 9}, {10, 11, 13, 14, 15, 16}})
		if r.wire.Pins != want {
			t.Errorf("pins %+v, want %+v", r.wire.Pins, want)
		}
	}
	p, err := c.Plan()
	if err != nil || p.Board || !p.Needs.Registers.OnPWM || len(p.Terminals) != 12+3+3+2 {
		t.Errorf("planned as %+v, %v", p.Spec, err)
	}
}

func TestOwnPinsThatDoNotFit(t *testing.T) {
	const rest = "lat = 3\nclk = 2\noe = 18\naddress = [22, 23, 24, 25]\nchains = [[4, 5, 6, 7, 8, 9]]\n"
	for _, row := range []struct{ why, table, want string }{
		{"a line of two signals", strings.Replace(rest, "clk = 2", "clk = 3", 1), "both"},
		{"a line that no header has", strings.Replace(rest, "clk = 2", "clk = 28", 1), "0 to 27"},
		{"a word", strings.Replace(rest, "clk = 2", `clk = "x"`, 1), "numbers"},
		{"no clock", strings.Replace(rest, "clk = 2", "", 1), "no clk"},
		{"no light", strings.Replace(rest, "oe = 18", "", 1), "no oe"},
		{"no rows", strings.Replace(rest, "address = [22, 23, 24, 25]", "", 1), "address"},
		{"no chain", strings.Replace(rest, "chains = [[4, 5, 6, 7, 8, 9]]", "", 1), "chains"},
		{"five colours", strings.Replace(rest, ", 9]", "]", 1), "with 6"},
		{"another key", rest + "strobe = 26\n", "strobe"},
		{"too few lines for the rows", strings.Replace(rest, "24, 25]", "24]", 1), "want 4 address lines"},
	} {
		var c Config
		_, err := toml.Decode("[wiring]\n"+row.table, &c)
		if err == nil {
			_, err = c.Plan()
			if keyerr.Key(err) != "wiring" {
				t.Errorf("%s: of the key %q", row.why, keyerr.Key(err))
			}
		}
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %q", row.why, err, row.want)
		}
	}
}
