// SPDX-License-Identifier: Apache-2.0

package shallow

import (
	"runtime"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// TestTooDeep: what counts is the depth that the decoder sees.
func TestTooDeep(t *testing.T) {
	deep := strings.Repeat("[", 20)
	for _, row := range []struct {
		why, text string
		line      int
	}{
		{"nothing", "", 0},
		{"a configuration", "[panel]\ndriver = 'hub75'\nwiring = { oe = 1 }\nleds = [[1, 2], [3, 4]]\n", 0},
		{"lists", "a = 1\nb = " + deep, 2},
		{"tables in one line", "a = " + strings.Repeat("{a=", 20), 1},
		{"a dotted key", strings.Repeat("a.", 20) + "a = 1", 1},
		{"a table's name", "[" + strings.Repeat("a.", 20) + "a]", 1},
		{"a string of brackets", "a = \"" + deep + "\"", 0},
		{"a comment of brackets", "a = 1 # " + deep + "\nb = 2", 0},
		{"lists after a quote in a string", `a = "\""` + "\nb = " + deep, 2},
		{"lists after a long string that ends with a quote of its own", `a = ["""b"""", ` + deep, 1},
		{"and with two", `a = ['''b''''', ` + deep, 1},
	} {
		if line := TooDeep([]byte(row.text)); line != row.line {
			t.Errorf("%s: line %d, want %d", row.why, line, row.line)
		}
	}
}

// FuzzMemory: text that is not too deep takes memory in proportion.
func FuzzMemory(f *testing.F) {
	const most = 64 << 10 // bytes of text
	for _, seed := range []string{
		"a = 1", strings.Repeat("a=[", 10), strings.Repeat("[", most), strings.Repeat("a.", most/2),
		strings.Repeat("{a=", most/3),
		`a=["""b"""",` + strings.Repeat("[", most-16), strings.Repeat("[a.b.c.d.e.f.g.h]\n", most/18),
		strings.Repeat("[[a.b.c.d]]\n", most/12),
		"a=" + strings.Repeat("[[[[[[[[", 1) + strings.Repeat("1,", most/3), "'''" + strings.Repeat("[", most/2),
		`"\"` + strings.Repeat("[", most/2),
		"#\r" + strings.Repeat("[", most/2), strings.Repeat("a={b.c.d.e.f.g.h.i.j={", 16),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > most || TooDeep(text) > 0 {
			return
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		var content map[string]any
		_, _ = toml.Decode(string(text), &content)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
			t.Errorf("%d MB for %d bytes", used>>20, len(text))
		}
	})
}
