// SPDX-License-Identifier: Apache-2.0

package config

import (
	"encoding"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/must"
)

// TestDocumentedConfiguration: docs/configuration.md shows every key but those
// of the hardware, with its default.
func TestDocumentedConfiguration(t *testing.T) {
	text := documentedTOML(t)
	got, want := Default(), Default()
	must.Do(t, got.parse([]byte(text), ""))
	// What the parts take for a zero.
	want.Brightness = device.Light{Curve: device.DefaultCurve, Dark: device.DefaultDark}
	want.Apps.Dwell = device.DefaultDwell
	want.Audio.Output, want.Audio.Rate = "auto", 48000
	if got, want := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); got != want {
		t.Errorf("documented\n%s\nbut the defaults are\n%s", got, want)
	}
	shown := must.Get(toml.Decode(text, &map[string]any{}))(t)
	eachKey(reflect.TypeFor[Config](), nil, func(key []string) {
		if !shown.IsDefined(key...) {
			t.Errorf("%s is not documented", strings.Join(key, "."))
		}
	})
}

// TestHardwareIsDocumented: docs/hardware.md names every table of the hardware. That
// it has their keys is a test of package hw.
func TestHardwareIsDocumented(t *testing.T) {
	page := must.Get(os.ReadFile("../docs/hardware.md"))(t)
	tables := reflect.TypeFor[hw.Tables]()
	for i := range tables.NumField() {
		if name := tables.Field(i).Tag.Get("toml"); !strings.Contains(string(page), "`["+name+"]`") {
			t.Errorf("docs/hardware.md does not name [%s]", name)
		}
	}
}

func documentedTOML(t *testing.T) string {
	t.Helper()
	page := must.Get(os.ReadFile("../docs/configuration.md"))(t)
	_, rest, _ := strings.Cut(string(page), "```toml\n")
	text, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("no TOML in the page")
	}
	return text
}

// eachKey calls f for the keys of the tables of a struct.
func eachKey(table reflect.Type, above []string, f func(key []string)) {
	for i := range table.NumField() {
		field := table.Field(i)
		name := field.Tag.Get("toml")
		key := append(slices.Clip(above), name)
		switch {
		case name == "-":
		case field.Anonymous && name == "":
			eachKey(field.Type, above, f)
		case field.Type.Kind() == reflect.Struct &&
			!reflect.PointerTo(field.Type).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()):
			eachKey(field.Type, key, f)
		default:
			f(key)
		}
	}
}

// TestClassicWires: the wiring of classic in docs/hardware.md is taken for three chains, and its table has the same
// lines with the pins of the header.
func TestClassicWires(t *testing.T) {
	page := string(must.Get(os.ReadFile("../docs/hardware.md"))(t))
	_, section, _ := strings.Cut(page, "### Wires of `classic`\n")
	_, text, _ := strings.Cut(section, "```toml\n")
	text, _, _ = strings.Cut(text, "```")
	cfg := must.Get(Parse([]byte("[panel]\ndriver = \"hub75\"\nparallel = 3\n"+text), ""))(t)
	seen := 0
	for _, w := range must.Get(cfg.Panel.Spec())(t).Terminals {
		if w.Source < 0 { // ground
			continue
		}
		seen++
		if cell := fmt.Sprintf("%d (%d)", int(w.Source), w.Pin(0)); !strings.Contains(section, cell) {
			t.Errorf("%s is %s, which the table lacks", w.Name, cell)
		}
	}
	must.Equal(t, seen, 3*6+3+4, "wires")
}
