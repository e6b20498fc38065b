// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/internal/must"
)

// TestHilPanel: a panel that is named counts, whatever the configuration has.
func TestHilPanel(t *testing.T) {
	commandtest.Home(t)
	text := commandtest.File(t, "f.json", `{"model":{"frames":[{"text":"F"}]}}`)
	for panel, want := range map[string]string{"": "name the panel with --panel", "max7219": "none.vcd", "tube": "tube"} {
		_, err := room.Said(t, "hil", "compare", "--config", commandtest.File(t, "none.toml", ""), "--panel", panel,
			"--expect", text, "none.vcd")
		must.Fail(t, err, want, "--panel", panel)
	}
}

// TestHilComparePhoto: a photograph in place of a capture: 0, 1 and 2 as for captures.
func TestHilComparePhoto(t *testing.T) {
	const message = `{"model":{"cycles":0,"frames":[{"text":"F"}]}}`
	dir := t.TempDir()
	m := image.NewGray(image.Rect(0, 0, 200, 120))
	picture := hil.Picture(t, hil.Panel("max7219", "modules = 1"), message, 0)
	for i := range 64 {
		if picture.RGBAAt(i%8, i/8).R > 0 {
			for k := range 25 {
				m.SetGray(30+i%8*10+k%5-2, 20+i/8*10+k/5-2, color.Gray{220})
			}
		}
	}
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		must.Do(t, os.WriteFile(path, data, 0o600))
		return path
	}
	var file bytes.Buffer
	must.Do(t, png.Encode(&file, m))
	photo, expect, other := write("photo.png", file.Bytes()), write("f.json", []byte(message)),
		write("e.json", []byte(strings.Replace(message, "F", "E", 1)))
	config := write("config.toml", []byte("[panel]\ndriver = \"max7219\"\nmodules = 1\n"))
	const corners = "30,20;100,20;100,90;30,90"
	for _, c := range []struct {
		why  string
		args []string
		code int
		want string
	}{
		{"the same", []string{"--image", photo, "--corners", corners, "--expect", expect}, 0, ""},
		{"another letter", []string{"--image", photo, "--corners", corners, "--expect", other}, 1, "pixel ("},
		{"no marks", []string{"--image", photo, "--expect", expect}, 2, "photo: "},
		{"no photograph", []string{"--image", expect, "--corners", corners, "--expect", expect}, 2, "neither JPEG nor PNG"},
		{"no file", []string{"--image", filepath.Join(dir, "none.jpg"), "--expect", expect}, 2, "none.jpg"},
		{"three corners", []string{"--image", photo, "--corners", "1,2;3,4;5,6", "--expect", expect}, 2, "3 points"},
		{"corners of letters", []string{"--image", photo, "--corners", "1,2;3,4;5,6;7", "--expect", expect}, 2,
			"not a point"},
		{"corners of a capture", []string{"--corners", corners, "--expect", expect, "a.vcd"}, 2, "--image"},
		{"both", []string{"--image", photo, "--expect", expect, "a.vcd"}, 2, "unexpected argument"},
		{"nothing", []string{"--expect", expect}, 2, "name a capture"},
		{"a flag that there is not", []string{"--photo", photo}, 2, "photo"},
	} {
		var out bytes.Buffer
		err := room.Run(t.Context(), append([]string{"hil", "compare", "--config", config}, c.args...),
			command.Streams{In: strings.NewReader(""), Out: &out, Err: &out})
		code := 0
		if err != nil {
			code = command.ExitCode(err)
		}
		if code != c.code || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: exit %d, %v; want %d %q", c.why, code, err, c.code, c.want)
		}
	}
}

// TestHilCannot: what the other commands cannot do ends with 2, too.
func TestHilCannot(t *testing.T) {
	t.Setenv("PATH", "")
	for _, args := range [][]string{
		{"hil", "capture", "--device", "demo", "--channels", "D0", "-o", filepath.Join(t.TempDir(), "x")},
		{"hil", "capture", "--device", "demo"},
		{"hil", "capture", "--time", "long"},
		{"hil", "wait", "--expect", "none.json", "none.vcd"},
		{"hil", "wait"},
	} {
		var out bytes.Buffer
		if err := room.Run(t.Context(), args, command.Streams{In: strings.NewReader(""), Out: &out, Err: &out}); err == nil ||
			command.ExitCode(err) != 2 {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// room is what the tests run.
var room = commandtest.Room(Commands())
