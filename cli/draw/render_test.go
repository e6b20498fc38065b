// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"bytes"
	"encoding/base64"
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/cli/command/commandtest"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render"
)

// TestSpecimen: every glyph on one picture.
func TestSpecimen(t *testing.T) {
	specimen := filepath.Join(t.TempDir(), "glyphs.png")
	must.Get(room.Said(t, "render", "--specimen", "-o", specimen))(t)
	if m := pixtest.Read(t, specimen); m.Rect.Dx() < 100 {
		t.Errorf("%v", m.Rect)
	}
}

// TestColours: the limits of a GIF's colours are taken.
func TestColours(t *testing.T) {
	for colours, valid := range map[int]bool{1: false, 2: true, 256: true, 257: false} {
		c := renderCmd{fps: 1, colours: colours, out: "a.gif", enlargement: enlargement{scale: 1}}
		if err := c.check(); (err == nil) != valid {
			t.Errorf("%d colours: %v", colours, err)
		}
	}
}

var redraw = flag.Bool("update", false, "write the pictures of docs")

// frameRow is a row of docs/notifications.md: a picture, and the frame that it shows.
var frameRow = regexp.MustCompile("(?m)^\\| !\\[[a-z]+\\]\\((frames/[a-z]+\\.png)\\) \\| `(\\{.*\\})` \\|$")

// TestFramesOfTheDocs: docs/frames has a picture of each frame in docs/notifications.md, and no
// other, as the device draws it today but for a few pixels that differ between processors.
func TestFramesOfTheDocs(t *testing.T) {
	page := must.Get(os.ReadFile("../../docs/notifications.md"))(t)
	rows := frameRow.FindAllSubmatch(page, -1)
	if files, _ := filepath.Glob("../../docs/frames/*"); len(files) != len(rows) || len(rows) == 0 {
		t.Errorf("%d pictures in docs/frames, %d frames in docs/notifications.md", len(files), len(rows))
	}
	for _, row := range rows {
		name, dir := string(row[1]), t.TempDir()
		from, path := filepath.Join(dir, "frame.json"), filepath.Join(dir, "frame.png")
		if *redraw {
			path = filepath.Join("../../docs", name)
		}
		body := append(append([]byte(`{"model":{"frames":[`), row[2]...), "]}}"...)
		must.Do(t, os.WriteFile(from, body, 0o600))
		err := room.Run(t.Context(), []string{"render", "--at", "2s", "--leds", "--scale", "6", "-o", path, from},
			command.Streams{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		now, kept := pixtest.Read(t, path), pixtest.Read(t, filepath.Join("../../docs", name))
		if now.Rect != kept.Rect {
			t.Errorf("docs/%s is %v, the frame %v: draw it with -update, and look at it", name, kept.Rect, now.Rect)
			continue
		}
		differ := 0
		for i := range now.Pix {
			const rounding = 3
			if d := int(now.Pix[i]) - int(kept.Pix[i]); max(d, -d) > rounding {
				differ++
			}
		}
		if differ > 0 {
			t.Errorf("docs/%s differs in %d values: draw it with -update, and look at it", name, differ)
		}
	}
}

// TestGIFFramesAddUp: a frame of the file is what has changed since the one before;
// drawn over each other they are what the panel showed.
func TestGIFFramesAddUp(t *testing.T) {
	wide := image.NewRGBA(image.Rect(0, 0, 20, 8))
	for i := 3; i < len(wide.Pix); i += 12 {
		wide.Pix[i-3], wide.Pix[i] = uint8(i), 255
	}
	size := image.Pt(12, 8)
	w := &render.Stack{Bounds: size,
		Layers: []render.Layer{{At: image.Pt(6, 0), Widget: &render.Marquee{Image: wide, Width: 6, Gap: 2}}}}
	c := &renderCmd{fps: 25, colours: 256, enlargement: enlargement{scale: 3}}
	g := c.animate(t.Context(), w, size, 4*time.Second)
	seen, at, cropped := image.NewRGBA(image.Rect(0, 0, 36, 24)), 0, 0
	for i, m := range g.Image {
		if m.Rect.Dx() < 36 {
			cropped++
		}
		draw.Draw(seen, m.Rect, m, m.Rect.Min, draw.Over)
		want := image.NewRGBA(image.Rectangle{Max: size})
		render.Clear(want)
		w.Draw(want, image.Point{}, time.Duration(at)*10*time.Millisecond)
		if !bytes.Equal(seen.Pix, c.enlarged(want).Pix) {
			t.Fatalf("frame %d, after %d hundredths, is another picture", i, at)
		}
		at += g.Delay[i]
	}
	if at != 400 || len(g.Image) < 20 || cropped != len(g.Image)-1 {
		t.Errorf("%d frames, %d of them cropped, for %d hundredths", len(g.Image), cropped, at)
	}
}

// room is what the tests run.
var room = commandtest.Room(Commands())

// TestGIFHolds: the first picture of a text that moves stands for as long as the text waits.
func TestGIFHolds(t *testing.T) {
	from := commandtest.File(t, "n.json", `{"model":{"cycles":1,"frames":[{"text":"A text that is longer than the panel"}]}}`)
	path := filepath.Join(t.TempDir(), "out.gif")
	must.Get(room.Said(t, "render", "-o", path, from))(t)
	f := must.Get(os.Open(path))(t)
	defer f.Close()
	if g := must.Get(gif.DecodeAll(f))(t); g.Delay[0] < 150 || g.Delay[0] > 160 {
		t.Errorf("it stands for %d/100 s, want 1.5 s", g.Delay[0])
	}
}

// TestIconCommand writes the frames of a file, of an icon of the device and of a built-in
// one, at the size of a panel or unscaled.
func TestIconCommand(t *testing.T) {
	data := commandtest.Home(t)
	must.Do(t, os.MkdirAll(filepath.Join(data, "icons"), 0o700))
	large := commandtest.PNG(t, commandtest.Painted(16, 16, color.White))
	text := must.Get(os.ReadFile(large))(t)
	must.Do(t, os.WriteFile(filepath.Join(data, "icons", "door.png"), text, 0o600))
	for _, row := range []struct {
		name  string
		args  []string
		size  int
		count int
		code  int // of an error
	}{
		{"a file", []string{large}, 8, 1, 0},
		{"unscaled", []string{"--native", large}, 16, 1, 0},
		{"frames", []string{commandtest.GIF(t, 3)}, 8, 3, 0},
		{"an icon of the device", []string{"door"}, 8, 1, 0},
		{"a built-in icon", []string{"weather-sun"}, 8, 1, 0},
		{"a long data URI", []string{"data:image/png;base64," + base64.StdEncoding.EncodeToString(text) +
			strings.Repeat(" ", 5000)}, 8, 1, 0},
		{"a data URI of no picture", []string{"data:image/png;base64," + strings.Repeat("A", 5000)}, 0, 0, 2},
		{"no such icon", []string{"nothing-like-it"}, 0, 0, 1},
		{"no picture", []string{commandtest.File(t, "a.gif", "GIF89a")}, 0, 0, 1},
	} {
		dir := filepath.Join(t.TempDir(), "out")
		_, err := room.Said(t, append([]string{"icon", "-o", dir}, row.args...)...)
		files, _ := filepath.Glob(filepath.Join(dir, "*.png"))
		if (err == nil) != (row.count > 0) || err != nil && command.ExitCode(err) != row.code || row.count > 0 && len(files) < row.count {
			t.Errorf("%s: %v, %q", row.name, err, files)
			continue
		}
		if row.count > 0 {
			if m := pixtest.Read(t, files[0]); m.Rect.Dx() != row.size || m.Rect.Dy() != row.size {
				t.Errorf("%s: %v, want %d", row.name, m.Rect, row.size)
			}
		}
	}
	for _, args := range [][]string{{"icon"}, {"icon", "weather-sun"}, {"icon", "-o", t.TempDir(), "a b c/"}} {
		if _, err := room.Said(t, args...); err == nil || command.ExitCode(err) != 2 {
			t.Errorf("%v: %v", args, err)
		}
	}
}

// TestPlayCommand writes a sound; what does not go together is refused.
func TestPlayCommand(t *testing.T) {
	commandtest.Home(t)
	dir := t.TempDir()
	short, long := filepath.Join(dir, "a.wav"), filepath.Join(dir, "b.WAV")
	for _, args := range [][]string{{"-o", short, "cat"}, {"--float", "-o", long, "cat"}} {
		must.Get(room.Said(t, append([]string{"play"}, args...)...))(t)
	}
	a, errA := os.Stat(short)
	b, errB := os.Stat(long)
	if errA != nil || errB != nil || b.Size() < a.Size()*19/10 {
		t.Errorf("%v, %v; 32 bits are as long as 16", errA, errB)
	}
	for _, row := range []struct{ args, want string }{
		{"", "want one id"},
		{"--volume -1 cat", "--volume -1"},
		{"--volume 101 cat", "--volume 101"},
		{"-o cat.mp3 cat", ".wav"},
		{"--float cat", "--float goes with -o"},
		{"--all", "--all wants -o DIR"},
		{"--all -o x cat", "--all wants -o DIR"},
	} {
		if _, err := room.Said(t, append([]string{"play"}, strings.Fields(row.args)...)...); err == nil ||
			command.ExitCode(err) != 2 || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%q: %v", row.args, err)
		}
	}
	for _, volume := range []string{"0", "100"} {
		if _, err := room.Said(t, "play", "--volume", volume, "-o", short, "cat"); err != nil {
			t.Errorf("--volume %s: %v", volume, err)
		}
	}
}

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
		"-o x.bmp -", "-o x.gif --at 1s -", "--at=-1s -", "a.json b.json",
		"--specimen", "--specimen -o x.gif", "--specimen -o x.png a.json",
		"--fps 0 -o x.gif -", "--fps 51 -o x.gif -", "--colors 1 -o x.gif -", "--colors 8 -o x.png -",
	} {
		if err := room.Run(t.Context(), append([]string{"render"}, strings.Fields(args)...), command.Streams{}); err == nil ||
			command.ExitCode(err) != 2 {
			t.Errorf("%s: %v", args, err)
		}
	}
}
