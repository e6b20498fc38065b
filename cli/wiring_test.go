// SPDX-License-Identifier: Apache-2.0

package cli

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

	"github.com/ledpost/ledpost/config"
)

var redraw = flag.Bool("update", false, "write the pictures of docs")

// TestWires: every line that a wire of an example goes to is one that the doctor
// knows of, and of HUB75 panels every line is wired.
func TestWires(t *testing.T) {
	files, err := filepath.Glob("../deploy/examples/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		cfg, err := config.Load(file)
		if err != nil {
			t.Fatal(err)
		}
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
	for name, args := range map[string][]string{
		"max7219":   {"--config", "../deploy/examples/max7219.toml"},
		"ws2812":    {"--config", "../deploy/examples/ws2812.toml"},
		"hub75":     {"--config", "../deploy/examples/hub75.toml"},
		"module":    {"--config", "../deploy/examples/hub75-compute-module.toml"},
		"light":     {"--config", "../deploy/examples/light-bh1750.toml"},
		"buttons":   {"--config", "../deploy/examples/buttons.toml"},
		"amplifier": {"--config", empty(t), "--amplifier"},
	} {
		got := wires(t, append(args, "--svg", "-")...)
		if err := wellFormed(got); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		path := "../docs/wiring/" + name + ".svg"
		if *redraw {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(path); err != nil || string(want) != got {
			t.Errorf("%s: the picture is not up to date (%v); go test ./cli -run TestWiringPictures -update", path, err)
		}
	}
}

// TestBuildGuide: the configurations of docs/build.md are valid.
func TestBuildGuide(t *testing.T) {
	guide, err := os.ReadFile("../docs/build.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(guide), "```toml\n")[1:]
	if len(blocks) < 3 {
		t.Fatalf("%d configurations, want one for each build", len(blocks))
	}
	for _, b := range blocks {
		text, _, _ := strings.Cut(b, "```")
		path := empty(t)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := config.Load(path); err != nil {
			t.Errorf("%s\n%v", text, err)
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
`
	if got := wires(t, "--config", "../deploy/examples/max7219.toml"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	buzzer := empty(t)
	if err := os.WriteFile(buzzer, []byte("[audio]\noutput = \"buzzer\"\nline = \"GPIO13\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := wires(t, "--config", buzzer), "buzzer\n  +  pin 33  GPIO 13\n  -  pin 34  ground\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	module := wires(t, "--config", "../deploy/examples/hub75-compute-module.toml")
	for _, line := range []string{"R1 of chain 1  module  GPIO 7 ", "B2 of chain 6  module  GPIO 45 ", "CLK            module  GPIO 16 ",
		"GND            board   ground, and − of its supply", "VCC            supply  5 V of its supply"} {
		if !strings.Contains(module, "  "+line) || strings.Contains(module, "pin ") {
			t.Errorf("of a Compute Module:\n%swant %q and no pin of the header", module, line)
		}
	}
	for _, row := range []struct {
		name, want string
		args       []string
	}{
		{"nothing wired", "names no hardware on the header", []string{"--config", empty(t)}},
		{"a line for two", "the amplifier and the configured hardware both use GPIO 18", []string{"--config", "../deploy/examples/hub75.toml", "--amplifier"}},
	} {
		err := Run(t.Context(), append([]string{"wiring", "--data", t.TempDir()}, row.args...), Streams{Out: io.Discard, Err: io.Discard})
		if err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v, want %q", row.name, err, row.want)
		}
	}
}

// wires returns what the command writes.
func wires(t *testing.T, args ...string) string {
	t.Helper()
	t.Setenv("STATE_DIRECTORY", t.TempDir()) // nothing was set up on the page
	var out bytes.Buffer
	if err := Run(t.Context(), append([]string{"wiring"}, args...), Streams{Out: &out, Err: io.Discard}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// empty returns the path of an empty configuration.
func empty(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
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
