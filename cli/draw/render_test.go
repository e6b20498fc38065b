// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"bytes"
	"flag"
	"image"
	"image/draw"
	"os"
	"path/filepath"
	"regexp"
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
		if err := room.Run(t.Context(), []string{"render", "--at", "2s", "--leds", "--scale", "6", "-o", path, from}, command.Streams{}); err != nil {
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
	w := &render.Stack{Bounds: size, Layers: []render.Layer{{At: image.Pt(6, 0), Widget: &render.Marquee{Image: wide, Width: 6, Gap: 2}}}}
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
