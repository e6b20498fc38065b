// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/header"
	"github.com/ledpost/ledpost/hw/input"
	"github.com/ledpost/ledpost/hw/source"
	"github.com/ledpost/ledpost/internal/keyerr"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/table"
)

// A sensorRow is a source of one of the tables.
type sensorRow struct {
	table, name string
	text        string // of its table, with what it has no default for
	keys        any    // a pointer to its configuration
}

// sensorRows returns every source of every table.
func sensorRows() (all []sensorRow) {
	wanted := map[string]string{"schedule": "times = {\"07:00\" = 300}\n"}
	row := func(table, name string, keys any) {
		all = append(all, sensorRow{table, name, fmt.Sprintf("[%s]\nsource = %q\n%s", table, name, wanted[name]), keys})
	}
	for _, l := range lights().all {
		row("light", l.name, l.new())
	}
	for _, l := range airs().all {
		row("sense", l.name, l.new())
	}
	return all
}

// spec returns what the source says of itself.
func (r sensorRow) spec(t *testing.T) source.Spec {
	t.Helper()
	cfg, err := decode(r.text)
	if err := errors.Join(err, cfg.Check()); err != nil {
		t.Fatalf("[%s] %s with its defaults: %v; what has no default belongs into wanted", r.table, r.name, err)
	}
	if r.table == "light" {
		return cfg.Light.Spec()
	}
	return cfg.Sense.Spec()
}

// TestEverySourceSaysWhatItIs: a source with its defaults is connected somewhere and
// says by which wires, or asks the kernel, or wants nothing at all.
func TestEverySourceSaysWhatItIs(t *testing.T) {
	for _, r := range sensorRows() {
		cfg, _ := decode(r.text)
		s, claims, wires := r.spec(t), cfg.Claims()[1:], cfg.Wires() // the first claim is of no panel
		var wired uint64
		for _, d := range wires {
			for _, c := range d.Terminals {
				if c.Source >= 0 {
					wired |= 1 << c.Source
				}
			}
		}
		switch {
		case s.Place.Kind == bus.None && (len(claims)+len(wires) > 0 || s.Title != ""):
			t.Errorf("%s is connected nowhere, but claims %+v and has the wires %+v", r.name, claims, wires)
		case s.Place.Kind == bus.None:
		case s.Driver != nil || s.Title == "" || s.Place.Pins == 0 || s.Place.Port == "" || wired != s.Place.Pins:
			t.Errorf("%s: %+v lacks something, or is wired to other lines than it has", r.name, s)
		case len(claims) != 1 || claims[0].Place != s.Place || claims[0].Area != r.table ||
			!strings.Contains(claims[0].Name, r.name):
			t.Errorf("%s claims %+v", r.name, claims)
		case !slices.ContainsFunc(wires[0].Terminals, func(t header.Terminal) bool { return t.Source == header.Ground }):
			t.Errorf("%s has no ground: %+v", r.name, wires)
		case s.Place.Kind == bus.I2C:
			addresses(t, r, s)
		}
	}
}

// addresses checks that a chip can have each address that it says, and no other.
func addresses(t *testing.T, r sensorRow, s source.Spec) {
	t.Helper()
	if len(s.Addresses) == 0 || s.Place.Chip != s.Addresses[0] {
		t.Errorf("%s is at %#x, and can be at %#x", r.name, s.Place.Chip, s.Addresses)
	}
	for a := 1; a < 0x80; a++ {
		cfg, _ := decode(fmt.Sprintf("%saddress = %d", r.text, a))
		err := cfg.Check()
		if valid := slices.Contains(s.Addresses, a); (err == nil) != valid ||
			err != nil && keyerr.Key(err) != r.table+".address" {
			t.Errorf("%s at %#x: %v of key %q", r.name, a, err, keyerr.Key(err))
		}
		if err == nil && !slices.ContainsFunc(cfg.Claims(), func(c Claim) bool { return c.Chip == a }) {
			t.Errorf("%s at %#x claims %+v", r.name, a, cfg.Claims())
		}
	}
	cfg, _ := decode(r.text + "port = \"SPI0.0\"")
	if err := cfg.Check(); err == nil || keyerr.Key(err) != r.table+".port" {
		t.Errorf("%s on SPI: %v of key %q", r.name, err, keyerr.Key(err))
	}
}

// TestSourcesAreDocumented: docs/hardware.md has each source, its keys and where it is
// wired; the set-up of the page offers what is connected or read by the kernel.
func TestSourcesAreDocumented(t *testing.T) {
	chapters := map[string]string{"light": chapter(t, "Light"), "sense": chapter(t, "Temperature and humidity")}
	offers := map[string]string{"light": offered(t, "lights"), "sense": offered(t, "airs")}
	for _, r := range sensorRows() {
		text, s := chapters[r.table], r.spec(t)
		if !strings.Contains(text, "\n| `"+r.name+"` | ") {
			t.Errorf("docs/hardware.md has no row | `%s` | in the sources of its chapter", r.name)
		}
		rows := rowsOf(text, r.name)
		for key := range table.Fields(reflect.ValueOf(r.keys).Elem()) {
			if !strings.Contains(rows, "`"+key+"`") {
				t.Errorf("docs/hardware.md has no row | `%s` | `%s` | in the keys of its chapter, but:\n%s", r.name, key, rows)
			}
		}
		if s.Place.Kind != bus.None && !strings.Contains(text, s.Title) {
			t.Errorf("docs/hardware.md does not say in its chapter how a %s is wired", s.Title)
		}
		if (s.Place.Kind != bus.None || s.Driver != nil) && !strings.Contains(offers[r.table], "'"+r.name+"'") {
			t.Errorf("the set-up of the page does not offer the source %s of [%s]: give api/web/sensors.js a line",
				r.name, r.table)
		}
	}
}

// rowsOf returns the rows of a chapter's tables that are about a source: those that
// begin with its name or with "all", and those below them that begin with nothing.
func rowsOf(chapter, source string) (rows string) {
	about := false
	for row := range strings.Lines(chapter) {
		cells := strings.Split(row, "|")
		if len(cells) < 3 {
			about = false
			continue
		}
		if first := strings.TrimSpace(cells[1]); first != "" {
			about = first == "`"+source+"`" || first == "all"
		}
		if about {
			rows += row
		}
	}
	return rows
}

// TestInputIsDocumented: docs/hardware.md names each key and table of [input].
func TestInputIsDocumented(t *testing.T) {
	text := chapter(t, "Buttons, remote controls, knobs")
	for _, keys := range []any{new(input.Config), new(input.LineConfig), new(input.KnobConfig)} {
		for key := range table.Fields(reflect.ValueOf(keys).Elem()) {
			if !strings.Contains(text, "`"+key+"`") && !strings.Contains(text, "[input."+key+"]") {
				t.Errorf("docs/hardware.md does not name the key %s of [input]", key)
			}
		}
	}
}

// offered returns a list of the set-up of the page.
func offered(t *testing.T, list string) string {
	t.Helper()
	return part(t, "../api/web/sensors.js", "export const "+list+" = ", "];")
}

// chapter returns a chapter of docs/hardware.md.
func chapter(t *testing.T, title string) string {
	t.Helper()
	return part(t, "../docs/hardware.md", "\n## "+title+"\n", "\n## ")
}

// part returns what a file has between two texts.
func part(t *testing.T, file, begin, end string) string {
	t.Helper()
	all := must.Get(os.ReadFile(file))(t)
	_, text, ok := strings.Cut(string(all), begin)
	if !ok {
		t.Fatalf("%s has no %q", file, begin)
	}
	text, _, _ = strings.Cut(text, end)
	return text
}
