// SPDX-License-Identifier: Apache-2.0

package synth

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

var update = flag.Bool("update", false, "write the goldens")

const goldenFile = "testdata/golden.txt"

// TestGolden compares 100 samples of each sound, evenly spread, with those
// that were written on amd64. Other processors may round differently by 1.
// go test -run Golden -update writes the file after a change that is meant.
func TestGolden(t *testing.T) {
	long(t)
	var b strings.Builder
	for _, category := range []string{"notifications", "alarms"} {
		for _, id := range IDs(category) {
			for _, rate := range []int{22050, 44100} {
				samples := must.Get(Render(category, id, rate))(t)
				fmt.Fprint(&b, id, " ", rate, " ", len(samples))
				for i := range 100 {
					fmt.Fprint(&b, " ", samples[(2*i+1)*len(samples)/200])
				}
				b.WriteByte('\n')
			}
		}
	}
	if *update {
		must.Do(t, os.WriteFile(goldenFile, []byte(b.String()), 0o644))
		return
	}
	want := must.Get(os.ReadFile(goldenFile))(t)
	compareGolden(t, strings.Split(b.String(), "\n"), strings.Split(string(want), "\n"))
}

func compareGolden(t *testing.T, got, want []string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	for n := range got {
		g, w := strings.Fields(got[n]), strings.Fields(want[n])
		if len(g) != len(w) {
			t.Fatalf("line %d: %d words, want %d", n+1, len(g), len(w))
		}
		for i := range g {
			var x, y int
			fmt.Sscan(g[i], &x)
			fmt.Sscan(w[i], &y)
			if i < 3 && g[i] != w[i] || x-y > 1 || y-x > 1 {
				t.Errorf("%s at %s Hz: word %d is %s, want %s", w[0], w[1], i, g[i], w[i])
				break
			}
		}
	}
}
