// SPDX-License-Identifier: Apache-2.0

package hub75

import (
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/internal/must"
)

// TestFlagsHaveTheirKeys: where docs/hardware.md names a key for a flag of rpi-rgb-led-matrix,
// there is one.
func TestFlagsHaveTheirKeys(t *testing.T) {
	keys, rows := map[string]bool{}, regexp.MustCompile("(?m)^\\| `--led-.*\\| `([a-z_]+)`[^|]*\\|$")
	for field := range reflect.TypeFor[Config]().Fields() {
		keys[field.Tag.Get("toml")] = true
	}
	_, table, _ := strings.Cut(hardwarePage(t), "\n### From another program\n")
	table, _, _ = strings.Cut(table, "`--led-show-refresh`")
	found := rows.FindAllStringSubmatch(table, -1)
	for _, m := range found {
		if !keys[m[1]] {
			t.Errorf("%s: %s is no key", m[0], m[1])
		}
	}
	if len(found) == 0 {
		t.Error("docs/hardware.md has no flags of another program")
	}
}

func hardwarePage(t *testing.T) string {
	t.Helper()
	page := must.Get(os.ReadFile("../../docs/hardware.md"))(t)
	return string(page)
}

// TestModuleIsDocumented: the lines by which people make carrier boards, on the page, in
// the driver and in the model that decodes it.
func TestModuleIsDocumented(t *testing.T) {
	_, table, ok := strings.Cut(hardwarePage(t), "| signal | `compute-module`, chain 1 |")
	if !ok {
		t.Fatal("docs/hardware.md has no table of a Compute Module")
	}
	_, table, _ = strings.Cut(table, "|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	documented := map[string][]int{}
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		for _, n := range regexp.MustCompile(`\d+`).FindAllString(strings.Join(cells[2:], " "), -1) {
			line, _ := strconv.Atoi(n)
			name := strings.TrimSpace(cells[1])
			documented[name] = append(documented[name], line)
		}
	}
	pins := must.Get(wiringNamed("compute-module"))(t)
	want := map[string][]int{"OE, CLK, LAT": {pins.OE, pins.Clock, pins.Latch}, "A, B, C, D, E": pins.Address[:]}
	for _, chain := range moduleChains {
		want["R1, G1, B1"], want["R2, G2, B2"] = append(want["R1, G1, B1"], chain[:3]...),
			append(want["R2, G2, B2"], chain[3:]...)
	}
	if !maps.EqualFunc(documented, want, slices.Equal) || !slices.Equal(pins.Colour[:], moduleChains) ||
		plugged("compute-module") {
		t.Errorf("documented are %v, want %v, and the driver has %v", documented, want, pins.Colour)
	}
	if pins.Clock != moduleClock || pins.Latch != moduleLatch || pins.OE != moduleLight || pins.Address[0] != moduleA {
		t.Errorf("%+v", pins)
	}
}
