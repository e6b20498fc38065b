// SPDX-License-Identifier: Apache-2.0

// Site writes what the site's page shows of boards, panels and wiring into DIR:
// choices.js, a picture of each panel, and one of the wiring for every choice. From the
// guide come the boards and the builds that others have reported.
// The pictures are drawn by the program itself: the wiring from the tables of its
// drivers, the panels by its renderer.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	program := flag.String("ledpost", "ledpost", "the program, which draws the wiring")
	zero := flag.Bool("zero2w", true, "the image has the firmware of the Zero 2 W's Wi-Fi")
	docs := flag.String("docs", "../docs", "folder of the guide")
	version := flag.String("version", "", "the version of the site; before the first release the page says so")
	flag.Parse()
	for i := range boards {
		boards[i].Image = boards[i].Image && (*zero || boards[i].ID != "zero2w")
	}
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: site [-ledpost PROGRAM] DIR")
		os.Exit(2)
	}
	if err := run(*program, *docs, *version, flag.Arg(0)); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

func run(program, docs, version, dir string) error {
	for _, name := range []string{"wiring", "panels"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			return err
		}
	}
	for _, p := range panels {
		if err := show(program, dir, p); err != nil {
			return fmt.Errorf("%s: %w", p.ID, err)
		}
		for _, w := range p.Wirings {
			for _, s := range sensors {
				if err := draw(program, dir, p, w, s); err != nil {
					return fmt.Errorf("%s, %s, %s: %w", p.ID, w.ID, s.ID, err)
				}
			}
		}
	}
	works, err := rows(filepath.Join(docs, "boards.md"), "board")
	if err != nil {
		return err
	}
	gallery, err := rows(filepath.Join(docs, "gallery.md"), "picture")
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(map[string]any{
		"boards": boards, "panels": panels, "sensors": sensors, "works": works, "gallery": gallery,
		"released": version != "" && version != "0.1.0-dev",
	}, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "choices.js"), fmt.Appendf(nil, "const choices = %s;\n", text), 0o644)
}

// show draws the panel into panels/PANEL.png, lit, in pixels of a size that makes
// all of them about as wide.
func show(program, dir string, p Panel) error {
	text := "12:34"
	switch {
	case p.Width < 24:
		text = "12"
	case p.Width < 3*p.Height: // larger digits
		text = "9:41"
	}
	frame := fmt.Sprintf(`{"text": %q, "color": %q}`, text, p.Colour)
	if p.Colour == "" {
		frame = fmt.Sprintf(`{"text": %q, "effect": "gradient", "colors": ["#ff5020", "#ffd030"]}`, text)
	}
	cmd := exec.Command(program, "render", "--config", os.DevNull, "--size", fmt.Sprintf("%dx%d", p.Width, p.Height),
		"--at", "0s", "--leds", "--scale", fmt.Sprint(max(4, 320/p.Width)), "-o",
		filepath.Join(dir, "panels", p.ID+".png"), "-")
	cmd.Stdin = strings.NewReader(`{"model": {"frames": [` + frame + `]}}`)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// draw draws the wiring of one choice into wiring/PANEL-WIRING-SENSOR.svg.
func draw(program, dir string, p Panel, w Wiring, s Sensor) error {
	cfg, err := os.CreateTemp("", "ledpost-*.toml")
	if err != nil {
		return err
	}
	defer os.Remove(cfg.Name())
	if _, err := cfg.WriteString(configuration(p, w, s)); err != nil {
		return err
	}
	if err := cfg.Close(); err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%s-%s.svg", p.ID, w.ID, s.ID)
	out, err := exec.Command(program, "wiring", "--config", cfg.Name(), "--svg",
		filepath.Join(dir, "wiring", name)).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	return nil
}

// configuration is the TOML of a choice, as the page writes it.
func configuration(p Panel, w Wiring, s Sensor) string {
	var b strings.Builder
	b.WriteString("[panel]\n" + strings.Join(append(append([]string{}, p.Lines...), w.Lines...), "\n") + "\n")
	if len(s.Lines) > 0 {
		b.WriteString("\n[light]\n" + strings.Join(s.Lines, "\n") + "\n")
	}
	return b.String()
}

func module(n int) Panel {
	return Panel{
		fmt.Sprintf("max7219-%d", n),
		fmt.Sprintf("%s MAX7219 modules, %d×8", map[int]string{4: "Four", 5: "Five", 8: "Eight"}[n], 8*n),
		"one colour, the cheapest", 8 * n, 8, "#ff3020", false,
		[]string{`driver = "max7219"`, fmt.Sprintf("modules = %d", n)}, modules,
	}
}

func strip(driver, name string, width, height int) Panel {
	return Panel{
		fmt.Sprintf("%s-%dx%d", driver, width, height), fmt.Sprintf("%s, %d×%d", name, width, height),
		"full colour", width, height, "", false,
		[]string{fmt.Sprintf("driver = %q", driver), fmt.Sprintf("width = %d", width), fmt.Sprintf("height = %d", height)},
		strips,
	}
}
