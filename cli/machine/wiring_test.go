// SPDX-License-Identifier: Apache-2.0

package machine

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/internal/must"
)

var redraw = flag.Bool("update", false, "write the pictures of docs")

// TestWires: every line that a wire of an example goes to is one that the doctor
// knows of, and of HUB75 panels every line is wired.
func TestWires(t *testing.T) {
	files, err := filepath.Glob("../../deploy/examples/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		cfg := must.Get(config.Load(file))(t)
		var claimed, wired uint64
		for _, c := range cfg.Claims() {
			claimed |= c.Pins
		}
		for _, d := range cfg.Wires() {
			for _, t := range d.Terminals {
				if t.Source >= 0 {
					wired |= 1 << t.Source
				}
			}
		}
		if wired&^claimed != 0 {
			t.Errorf("%s: wires go to lines %b, the doctor knows of %b", filepath.Base(file), wired, claimed)
		}
		if strings.Contains(file, "hub75") && wired|1<<4 != claimed|1<<4 { // 4 is bridged on a HAT
			t.Errorf("%s: wires go to lines %b of %b", filepath.Base(file), wired, claimed)
		}
	}
}

// TestWiringPictures: the pictures of docs are those that the command draws.
func TestWiringPictures(t *testing.T) {
	all := builds(t)
	for name, args := range map[string][]string{
		"max7219":   {"--config", all[0].config},
		"ws2812":    {"--config", all[1].config},
		"hub75":     {"--config", all[2].config},
		"module":    {"--config", "../../deploy/examples/hub75-compute-module.toml"},
		"light":     {"--config", "../../deploy/examples/light-bh1750.toml"},
		"buttons":   {"--config", "../../deploy/examples/buttons.toml"},
		"amplifier": {"--config", commandtest.File(t, "config.toml", ""), "--amplifier"},
	} {
		got := wires(t, append(args, "--svg", "-")...)
		if err := wellFormed(got); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		path := "../../docs/wiring/" + name + ".svg"
		if *redraw {
			must.Do(t, os.WriteFile(path, []byte(got), 0o644))
		}
		if want, err := os.ReadFile(path); err != nil || string(want) != got {
			t.Errorf("%s: the picture is not up to date (%v); go test ./cli/machine -run TestWiringPictures -update", path, err)
		}
	}
}

// A build is a section of docs/build.md.
type build struct {
	text   string
	config string // path of its configuration
}

// builds returns the sections of docs/build.md that have a configuration.
func builds(t *testing.T) (all []build) {
	t.Helper()
	guide := must.Get(os.ReadFile("../../docs/build.md"))(t)
	for _, section := range strings.Split(string(guide), "\n## ") {
		_, text, ok := strings.Cut(section, "```toml\n")
		if text, _, _ = strings.Cut(text, "```"); !ok {
			continue
		}
		b := build{section, commandtest.File(t, "config.toml", "")}
		must.Do(t, os.WriteFile(b.config, []byte(text), 0o600))
		all = append(all, b)
	}
	if len(all) != 3 {
		t.Fatalf("docs/build.md has %d builds", len(all))
	}
	return all
}

// TestBuildGuide: the configurations of docs/build.md are valid, the lists of parts are those
// that the command prints, and each build shows its wiring.
func TestBuildGuide(t *testing.T) {
	for i, b := range builds(t) {
		title, _, _ := strings.Cut(b.text, "\n")
		if _, err := config.Load(b.config); err != nil {
			t.Errorf("%s: %v", title, err)
			continue
		}
		var list []string
		for line := range strings.Lines(b.text) {
			if part, ok := strings.CutPrefix(line, "- "); ok {
				list = append(list, "  "+part)
			}
		}
		_, parts, _ := strings.Cut(wires(t, "--config", b.config), "\nparts\n")
		if got := strings.Join(list, ""); got != parts || parts == "" {
			t.Errorf("%s lists\n%sledpost wiring prints\n%s", title, got, parts)
		}
		if picture := "(wiring/" + []string{"max7219", "ws2812", "hub75"}[i] + ".svg)"; !strings.Contains(b.text, picture) {
			t.Errorf("%s does not show %s", title, picture)
		}
	}
}

// TestWiringTable: the table for people, and a configuration with nothing in it.
func TestWiringTable(t *testing.T) {
	const want = `panel (max7219)
  DIN  pin 19  GPIO 10                      through a level shifter
  CS   pin 24  GPIO 8                       through a level shifter
  CLK  pin 23  GPIO 11                      through a level shifter
  VCC  supply  5 V of its supply
  GND  pin 20  ground, and − of its supply

parts
  Raspberry Pi with a 40-pin header
  microSD card, 4 GB or more
  5 × MAX7219 module, 8×8 LEDs
  74AHCT125, a level shifter of 4 lines
  power supply 5 V, 4 A
  jumper wires
`
	must.Equal(t, wires(t, "--config", "../../deploy/examples/max7219.toml"), want)
	if got := wires(t, "--config", commandtest.File(t, "none.toml", ""), "--panel", "max7219"); got != want {
		t.Errorf("of --panel: got\n%swant\n%s", got, want)
	}
	_, err := room.Said(t, "wiring", "--config", commandtest.File(t, "none.toml", ""), "--panel", "tube")
	must.Fail(t, err, "tube", "of a driver that there is not")
	buzzer := commandtest.File(t, "config.toml", "")
	must.Do(t, os.WriteFile(buzzer, []byte("[audio]\noutput = \"buzzer\"\nline = \"GPIO13\"\n"), 0o600))
	if got, want := wires(t, "--config", buzzer),
		"buzzer\n  +  pin 33  GPIO 13\n  -  pin 34  ground\n\nparts\n"; !strings.HasPrefix(got, want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	module := wires(t, "--config", "../../deploy/examples/hub75-compute-module.toml")
	for _, line := range []string{"R1 of chain 1  module  GPIO 7 ", "B2 of chain 6  module  GPIO 45 ",
		"CLK            module  GPIO 16 ",
		"GND            board   ground, and − of its supply", "VCC            supply  5 V of its supply"} {
		if !strings.Contains(module, "  "+line) || strings.Contains(module, "pin ") {
			t.Errorf("of a Compute Module:\n%swant %q and no pin of the header", module, line)
		}
	}
	for _, row := range []struct {
		name, want string
		args       []string
	}{
		{"nothing wired", "names no hardware on the header", []string{"--config", commandtest.File(t, "config.toml", "")}},
		{"a line for two", "the amplifier and the configured hardware both use GPIO 18",
			[]string{"--config", "../../deploy/examples/hub75.toml", "--amplifier"}},
	} {
		err := room.Run(t.Context(), append([]string{"wiring", "--data", t.TempDir()}, row.args...),
			command.Streams{Out: io.Discard, Err: io.Discard})
		must.Fail(t, err, row.want, row.name)
	}
}

// wires returns what the command writes.
func wires(t *testing.T, args ...string) string {
	t.Helper()
	t.Setenv("STATE_DIRECTORY", t.TempDir()) // nothing was set up on the page
	var out bytes.Buffer
	must.Do(t, room.Run(t.Context(), append([]string{"wiring"}, args...), command.Streams{Out: &out, Err: io.Discard}))
	return out.String()
}

// wellFormed reads XML to its end.
func wellFormed(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
