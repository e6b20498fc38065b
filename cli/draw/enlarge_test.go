// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"image"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/internal/must"
)

func TestEnlargement(t *testing.T) {
	for name, row := range map[string]struct {
		flags []string
		want  image.Point // of the picture; zero = refused
	}{
		"as it is":          {nil, image.Pt(37, 8)},
		"twice":             {[]string{"--scale", "2"}, image.Pt(74, 16)},
		"as LEDs":           {[]string{"--leds"}, image.Pt(37*16, 8*16)},
		"as smaller LEDs":   {[]string{"--leds", "--scale", "4"}, image.Pt(37*4, 8*4)},
		"LEDs of no shape":  {[]string{"--leds", "--scale", "3"}, image.Point{}},
		"less than nothing": {[]string{"--scale=-1"}, image.Point{}},
		"more than memory":  {[]string{"--scale", "100000"}, image.Point{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("XDG_STATE_HOME", t.TempDir())
			for _, kind := range []string{"png", "gif"} {
				out := filepath.Join(t.TempDir(), "out."+kind)
				args := append([]string{"render", "-o", out, "-"}, row.flags...)
				err := room.Run(t.Context(), args, command.Streams{In: strings.NewReader(`{"model":{"frames":[{"text":"hi"}]}}`)})
				if refused := err != nil; refused != (row.want == image.Point{}) {
					t.Fatalf("%s: error %v", kind, err)
				}
				if err == nil && sizeOf(t, out) != row.want {
					t.Errorf("%s: %v, want %v", kind, sizeOf(t, out), row.want)
				}
			}
		})
	}
}

func sizeOf(t *testing.T, path string) image.Point {
	t.Helper()
	f := must.Get(os.Open(path))(t)
	defer f.Close()
	if filepath.Ext(path) == ".gif" {
		g := must.Get(gif.DecodeAll(f))(t)
		return image.Pt(g.Config.Width, g.Config.Height)
	}
	m := must.Get(png.Decode(f))(t)
	return m.Bounds().Size()
}

// TestRenderFlags: what makes no sense together is refused.
func TestRenderFlags(t *testing.T) {
	for _, args := range []string{
		"--leds -", "--specimen -o x.png --scale 2", // text and a specimen have no pixels to enlarge
		"--specimen", "--specimen -o x.gif", "--specimen -o x.png a.json",
		"--fps 0 -o x.gif -", "--fps 51 -o x.gif -", "--colors 1 -o x.gif -", "--colors 8 -o x.png -",
	} {
		if err := room.Run(t.Context(), append([]string{"render"}, strings.Fields(args)...), command.Streams{}); err == nil || command.ExitCode(err) != 2 {
			t.Errorf("%s: %v", args, err)
		}
	}
}
