// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bytes"
	"encoding/xml"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/internal/must"
)

// TestHilExpectPicture: a PNG in place of a notification, and what a failure keeps.
func TestHilExpectPicture(t *testing.T) {
	capture, _ := dotted(t)
	dir := t.TempDir()
	write := func(name string, size image.Point, lit image.Point) string {
		m := image.NewNRGBA(image.Rectangle{Max: size}) // transparent but for one pixel
		m.Set(lit.X, lit.Y, color.White)
		var file bytes.Buffer
		must.Do(t, png.Encode(&file, m))
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, file.Bytes(), 0o600))
		return path
	}
	config := filepath.Join(dir, "config.toml")
	must.Do(t, os.WriteFile(config, []byte("[panel]\ndriver = \"max7219\"\nmodules = 1\n"), 0o600))
	same, other := write("same.png", image.Pt(8, 8), image.Pt(7, 7)), write("other.png", image.Pt(8, 8), image.Pt(1, 2))
	large := write("large.png", image.Pt(9, 8), image.Pt(7, 7))
	broken := filepath.Join(dir, "broken.png")
	must.Do(t, os.WriteFile(broken, []byte(pngHead+"nothing"), 0o600))
	full := filepath.Join(dir, "file")
	must.Do(t, os.WriteFile(full, nil, 0o600))
	kept := filepath.Join(dir, "kept")
	for _, c := range []struct {
		why  string
		args []string
		in   string
		code int
		want string
	}{
		{"the same", []string{"--expect", same}, "", 0, ""},
		{"from standard input", []string{"--expect", "-"}, string(must.Get(os.ReadFile(same))(t)), 0, ""},
		{"another LED", []string{"--expect", other}, "", 1, "pixel (1, 2) shows #000000, expected #ffffff; 2 pixels differ"},
		{"another size", []string{"--expect", large}, "", 2, "the picture has 9×8 pixels, the panel 8×8"},
		{"an instant", []string{"--expect", same, "--at", "1s"}, "", 2, "--at is for a notification"},
		{"a broken picture", []string{"--expect", broken}, "", 2, "broken.png: "},
		{"no folder for the kept files", []string{"--expect", other, "--artifacts", full}, "", 2, "not a directory"},
		{"the same keeps nothing", []string{"--expect", same, "--artifacts", kept}, "", 0, ""},
	} {
		var out bytes.Buffer
		err := room.Run(t.Context(), append([]string{"hil", "compare", "--config", config, capture}, c.args...),
			command.Streams{In: strings.NewReader(c.in), Out: &out, Err: &out})
		code := 0
		if err != nil {
			code = command.ExitCode(err)
		}
		if code != c.code || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: exit %d, %v; want %d %q", c.why, code, err, c.code, c.want)
		}
	}
	if _, err := os.Stat(kept); err == nil {
		t.Error("a comparison that passes keeps files")
	}
	for _, name := range []string{"compare", "wait"} {
		report := filepath.Join(dir, name+".xml")
		args := []string{"hil", name, "--config", config, "--expect", other, "--artifacts", kept, "--junit", report, capture}
		if name == "wait" {
			args = append(args, "--timeout", "100ms")
		}
		var out bytes.Buffer
		err := room.Run(t.Context(), args, command.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
		if err == nil || command.ExitCode(err) != 1 {
			t.Errorf("hil %s: %v", name, err)
		}
		attached(t, report, kept, capture)
		for _, row := range []struct {
			expect, want string
			code         int
		}{{same, `failures="0" errors="0"`, 0}, {broken, `failures="0" errors="1"`, 2}} {
			args := []string{"hil", name, "--config", config, "--expect", row.expect, "--junit", report, capture}
			err, code := room.Run(t.Context(), args, command.Streams{In: strings.NewReader(""), Out: &out, Err: &out}), 0
			if err != nil {
				code = command.ExitCode(err)
			}
			if text := string(must.Get(os.ReadFile(report))(t)); code != row.code || !strings.Contains(text, row.want) {
				t.Errorf("hil %s of %s: exit %d, %v, %s", name, row.expect, code, err, text)
			}
		}
	}
}

// attached checks the files that a report names.
func attached(t *testing.T, report, dir, capture string) {
	t.Helper()
	var s junitSuite
	must.Do(t, xml.Unmarshal(must.Get(os.ReadFile(report))(t), &s))
	var want strings.Builder
	for _, name := range []string{"shown.png", "expected.png", "difference.png", "recording-1.vcd"} {
		path := filepath.Join(dir, name)
		want.WriteString("[[ATTACHMENT|" + path + "]]\n")
		text := must.Get(os.ReadFile(path))(t)
		if name == "recording-1.vcd" && !bytes.Equal(text, must.Get(os.ReadFile(capture))(t)) {
			t.Errorf("%s is not the capture", path)
		}
	}
	if s.Case.Out != want.String() || s.Failures != 1 {
		t.Errorf("the report has %d failures and\n%swant\n%s", s.Failures, s.Case.Out, want.String())
	}
	expected := must.Get(png.Decode(bytes.NewReader(must.Get(os.ReadFile(filepath.Join(dir, "expected.png")))(t))))(t)
	if r, _, _, _ := expected.At(1, 2).RGBA(); r != 0xffff {
		t.Errorf("the expected picture has %#x", r)
	}
}
