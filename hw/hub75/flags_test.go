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
)

// flags are those that rpi-rgb-led-matrix takes (lib/options-initialize.cc, 19 May 2026),
// with our keys for them; the others have a reason.
var flags = map[string]string{
	"gpio-mapping": "wiring", "rows": "rows", "cols": "cols", "chain": "chain", "parallel": "parallel", "multiplexing": "multiplexing map",
	"pixel-mapper": "mappers fold rotate mirror", "pwm-bits": "planes", "pwm-lsb-nanoseconds": "lsb", "row-addr-type": "row_address",
	"rgb-sequence": "order", "swap-green-blue": "order", "panel-type": "init", "inverse": "inverse", "hardware-pulse": "pulses",
	"slowdown-gpio": "slowdown", "brightness": "", "show-refresh": "",
	"scan-mode": "", "pwm-dither-bits": "", "limit-refresh": "refresh", "busy-waiting": "", "rp1-rio": "", "daemon": "", "drop-privs": "",
	"drop-priv-user": "", "drop-priv-group": "", "help": "",
}

// TestFlagsHaveTheirPlace: each flag has one row in docs/hardware.md, which names our key
// or gives a reason, and each key is one of ours.
func TestFlagsHaveTheirPlace(t *testing.T) {
	_, section, ok := strings.Cut(hardwarePage(t), "\n### From another program\n")
	if !ok {
		t.Fatal("docs/hardware.md has no section for people with another program")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	keys := map[string]bool{}
	for field := range reflect.TypeFor[Config]().Fields() {
		keys[field.Tag.Get("toml")] = true
	}
	rows := map[string]string{}
	for row := range strings.Lines(section) {
		cells := strings.Split(strings.TrimSpace(row), "|")
		if len(cells) < 4 {
			continue
		}
		for _, m := range regexp.MustCompile("`--led-([a-z0-9-]+)`").FindAllStringSubmatch(cells[1], -1) {
			if rows[m[1]] != "" {
				t.Errorf("--led-%s has two rows", m[1])
			}
			rows[m[1]] = cells[len(cells)-2]
		}
	}
	for flag, ours := range flags {
		if strings.TrimSpace(rows[flag]) == "" {
			t.Errorf("--led-%s has no row, or nothing in its last column", flag)
		}
		for key := range strings.FieldsSeq(ours) {
			if !keys[key] || !strings.Contains(rows[flag], "`"+key+"`") {
				t.Errorf("--led-%s: its row says %s, want `%s`, and that it is a key", flag, rows[flag], key)
			}
		}
	}
	for flag := range rows {
		if _, ok := flags[flag]; !ok {
			t.Errorf("--led-%s is no flag of theirs", flag)
		}
	}
}

func hardwarePage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/hardware.md")
	if err != nil {
		t.Fatal(err)
	}
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
	pins, err := wiringNamed("compute-module")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]int{"OE, CLK, LAT": {pins.OE, pins.Clock, pins.Latch}, "A, B, C, D, E": pins.Address[:]}
	for _, chain := range moduleChains {
		want["R1, G1, B1"], want["R2, G2, B2"] = append(want["R1, G1, B1"], chain[:3]...), append(want["R2, G2, B2"], chain[3:]...)
	}
	if !maps.EqualFunc(documented, want, slices.Equal) || !slices.Equal(pins.Colour[:], moduleChains) || plugged("compute-module") {
		t.Errorf("documented are %v, want %v, and the driver has %v", documented, want, pins.Colour)
	}
	if pins.Clock != moduleClock || pins.Latch != moduleLatch || pins.OE != moduleLight || pins.Address[0] != moduleA {
		t.Errorf("%+v", pins)
	}
}
