// SPDX-License-Identifier: Apache-2.0

package picture

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/pixtest"
	"github.com/ledpost/ledpost/render/rendertest"
)

// movingGIF has n frames of w×h that differ.
func movingGIF(t testing.TB, w, h, n int) []byte {
	t.Helper()
	g := &gif.GIF{}
	for i := range n {
		m := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black, color.White, color.RGBA{255, 0, 0, 255}})
		m.Pix[i%len(m.Pix)] = 1
		g.Image, g.Delay = append(g.Image, m), append(g.Delay, 10)
	}
	var b bytes.Buffer
	must.Do(t, gif.EncodeAll(&b, g))
	return b.Bytes()
}

// gallery is a picture app over a folder, with the lock that a device's goroutine is.
type gallery struct {
	*Picture
	t  *testing.T
	mu sync.Mutex
}

// showing runs f with a picture app of one widget, beside its Run.
func showing(t *testing.T, size image.Point, settings string, f func(*gallery)) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		g := &gallery{Picture: pictureOn(t, size, dir), t: t}
		g.set(settings)
		apptest.Runs(t, g, &g.mu)
		f(g)
	})
}

func pictureOn(t testing.TB, size image.Point, dir string) *Picture {
	t.Helper()
	return New(kit.Env{Size: size, Fonts: apptest.SmallFonts(t), Icons: apptest.BlankIcons{}, Dir: dir}, nil, 1).(*Picture)
}

// set gives settings to widgets a, b, …
func (g *gallery) set(settings ...string) {
	g.t.Helper()
	g.mu.Lock()
	defer g.mu.Unlock()
	apptest.Set(g.t, g.Picture, settings...)
}

func (g *gallery) write(name string, data []byte) {
	g.t.Helper()
	path := filepath.Join(g.Env.Dir, name)
	must.Do(g.t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(g.t, os.WriteFile(path, data, 0o644))
}

// shows fails unless so many pictures are there, or this is said instead.
func (g *gallery) shows(pictures int, fault, why string) {
	g.t.Helper()
	time.Sleep(folderEvery + apptest.Moment)
	synctest.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	one, said := g.items[0], ""
	if one.fault != nil {
		said = one.words(kit.LanguageOf("en").Phrases)
	}
	if len(one.pictures) != pictures || said != fault {
		g.t.Errorf("%s: %d pictures, %q, want %d, %q", why, len(one.pictures), said, pictures, fault)
	}
	view := g.Step(time.Now()).Views["a"]
	if view.Anew != (fault != "") {
		g.t.Errorf("%s: it is read from its beginning: %v", why, view.Anew)
	}
	rendertest.Check(g.t, view.Root)
}

// TestPictureFolder: what is put into the folder shows, and what is taken out no
// more.
func TestPictureFolder(t *testing.T) {
	white := color.White
	showing(t, image.Pt(37, 8), `{"seconds":3}`, func(g *gallery) {
		g.shows(0, "", "there is no folder: samples")
		g.write("pictures/b.png", apptest.PlainPNG(t, 37, 8, white))
		g.write("pictures/a.gif", movingGIF(t, 16, 16, 5))
		g.write("pictures/.hidden.png", apptest.PlainPNG(t, 8, 8, white))
		g.write("pictures/notes.txt", []byte("no picture"))
		g.write("icons/door.png", apptest.PlainPNG(t, 8, 8, white))
		g.shows(2, "", "two files")
		g.write("pictures/c.png", []byte("broken"))
		g.shows(2, "", "one more, which is none")
		g.set(`{"name":"c"}`)
		g.shows(0, "c.png: neither PNG, GIF, JPEG nor WebP", "that one alone")
		g.set(`{"name":"b.png"}`)
		g.shows(1, "", "another one")
		g.set(`{"name":"z"}`)
		g.shows(0, "There is no z", "unknown picture")
		g.write("pictures/z.PNG", apptest.PlainPNG(t, 100, 100, white))
		g.shows(1, "", "it has come")
		g.set(`{"folder":"icons"}`)
		g.shows(1, "", "what is uploaded")
		must.Do(t, os.RemoveAll(filepath.Join(g.Env.Dir, "icons")))
		g.shows(0, "", "all are gone")
	})
}

// TestPictureLimits: as those of icons, and not more than memory bears.
func TestPictureLimits(t *testing.T) {
	showing(t, image.Pt(64, 32), `{}`, func(g *gallery) {
		g.write("pictures/a.png", append(apptest.PlainPNG(t, 8, 8, color.White), make([]byte, icons.MaxBytes)...))
		g.shows(0, "a.png: larger than 256 KiB", "a large file")
		for i := range 3 {
			g.write(fmt.Sprintf("pictures/m%d.gif", i), movingGIF(t, 16, 16, 500))
		}
		g.shows(2, "", "500 frames of 64×32 take 4 MB, and 8 MiB are shown")
		g.set(`{}`, `{}`, `{}`)
		g.shows(2, "", "three widgets have 8 MiB each")
		g.set(`{"seconds":1}`, `{}`, `{}`, `{}`)
		g.shows(1, "", "four widgets share 24 MiB")
		g.set(`{}`)
		for i := range maxPictures + 10 {
			g.write(fmt.Sprintf("pictures/0%d.png", i), apptest.PlainPNG(t, 4, 4, color.White))
		}
		g.shows(maxPictures, "", "many")
	})
}

// TestPictureLateReading: pictures read for settings of before change nothing.
func TestPictureLateReading(t *testing.T) {
	p := pictureOn(t, image.Pt(37, 8), t.TempDir())
	apptest.Set(t, p, `{"name":"new.png"}`)
	one := p.items[0]
	for why, job := range map[string]shelfJob{
		"the settings of before": {widget: "a", settings: `{"name":"old.png"}`},
		"a widget that is gone":  {widget: "b", settings: one.settings},
	} {
		p.took(job, []*icons.Icon{{}}, nil)
		if len(one.pictures) > 0 || one.fault != nil {
			t.Errorf("%s: %d pictures, %q", why, len(one.pictures), one.fault)
		}
	}
}

// TestPictureSteps: each for its seconds, over and over.
func TestPictureSteps(t *testing.T) {
	showing(t, image.Pt(37, 8), `{"seconds":3}`, func(g *gallery) {
		g.mu.Lock()
		g.SetLook(paint.Look{})
		g.mu.Unlock()
		g.write("pictures/a.png", apptest.PlainPNG(g.t, 37, 8, color.RGBA{255, 0, 0, 255}))
		g.write("pictures/b.png", apptest.PlainPNG(g.t, 37, 8, color.RGBA{0, 255, 0, 255}))
		g.shows(2, "", "two")
		g.mu.Lock()
		defer g.mu.Unlock()
		v := g.Step(time.Now()).Views["a"]
		for after, want := range map[time.Duration]color.RGBA{
			time.Second: {255, 0, 0, 255}, 4 * time.Second: {0, 255, 0, 255}, 7 * time.Second: {255, 0, 0, 255},
		} {
			if got := apptest.Drawn(v, image.Pt(37, 8), v.Start.Add(after)).RGBAAt(5, 5); got != want {
				t.Errorf("after %v %v, want %v", after, got, want)
			}
		}
	})
}

// TestPictureName cannot lead out of the folder.
func TestPictureName(t *testing.T) {
	for _, name := range []string{"../key", "a/b", `a\b`, "a\x00"} {
		p := pictureOn(t, image.Pt(8, 8), t.TempDir())
		settings, err := json.Marshal(Config{Name: name})
		must.Do(t, err)
		err = p.Configure([]device.WidgetSettings{{ID: "a", Settings: settings}})
		if err == nil || !strings.HasPrefix(err.Error(), "[0].settings.name: ") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestPictureSamples show on every panel while there are no pictures, also on one that is lower or narrower than they
// are.
func TestPictureSamples(t *testing.T) {
	for _, size := range slices.Concat(apptest.Sizes, []image.Point{{17, 7}, {7, 17}}) {
		p := pictureOn(t, size, "")
		apptest.Set(t, p, "")
		rendertest.Check(t, p.Step(apptest.Noon).Views["a"].Root)
	}
}

// TestPictureThatIsNotThere is told from the start, also where there is no folder yet.
func TestPictureThatIsNotThere(t *testing.T) {
	showing(t, image.Pt(37, 8), `{"name":"z"}`, func(g *gallery) {
		g.shows(0, "There is no z", "no folder")
		g.write("pictures/notes.txt", []byte("no picture"))
		g.shows(0, "There is no z", "no picture")
	})
}

// TestPictureSpeaksTheOwnersLanguage: a fault that shows is told again when the language changes.
func TestPictureSpeaksTheOwnersLanguage(t *testing.T) {
	showing(t, image.Pt(64, 32), `{"name":"z"}`, func(g *gallery) {
		g.shows(0, "There is no z", "English is the default")
		g.mu.Lock()
		defer g.mu.Unlock()
		for _, row := range []struct{ code, want string }{{"de", "Es gibt kein z"}, {"fr", "z n’existe pas"}} {
			before := g.Step(time.Now()).Views["a"].Root
			g.SetRegion(device.Region{Language: row.code})
			if g.Step(time.Now()).Views["a"].Root == before {
				t.Errorf("%s: the picture stays", row.code)
			}
			if said := g.items[0].words(g.Env.Local(g.Region, "").Phrases); said != row.want {
				t.Errorf("%s: %q, want %q", row.code, said, row.want)
			}
		}
	})
}

// TestPhotographsMove: a photograph fills the panel and moves over it where its owner wants that, by day; everything
// else stands in the middle as before.
func TestPhotographsMove(t *testing.T) {
	photo, icon := apptest.PlainPNG(t, 100, 100, color.White), apptest.PlainPNG(t, 8, 8, color.White)
	for _, row := range []struct {
		why, settings string
		data          []byte
		night         bool
		period        time.Duration // of the picture
		fills         bool
	}{
		{"a photograph", `{"moves":true,"seconds":3}`, photo, false, 6 * time.Second, true},
		{"in the night", `{"moves":true,"seconds":3}`, photo, true, 3 * time.Second, true},
		{"with rest", `{"seconds":3}`, photo, false, 3 * time.Second, false},
		{"an icon", `{"moves":true,"seconds":3}`, icon, false, 3 * time.Second, false},
	} {
		showing(t, image.Pt(64, 32), row.settings, func(g *gallery) {
			g.write("pictures/a.png", row.data)
			g.shows(1, "", row.why)
			g.mu.Lock()
			defer g.mu.Unlock()
			g.SetNight(row.night)
			v := g.Step(time.Now()).Views["a"]
			if got := v.Root.Period(); got != row.period {
				t.Errorf("%s: it takes %v, want %v", row.why, got, row.period)
			}
			if got := apptest.Drawn(v, image.Pt(64, 32), v.Start.Add(time.Second)).RGBAAt(0, 0).R; (got == 255) != row.fills {
				t.Errorf("%s: the corner is %d", row.why, got)
			}
		})
	}
}

var update = flag.Bool("update", false, "draw the golden picture of a dark photograph: look at it if it has changed")

// TestDarkPhotographsOnOff: on LEDs without grey, about half of them are on of a photograph with an eighth of the light
// of a bright one: one sees it. Above it moves, below it stands still, with nothing around.
func TestDarkPhotographsOnOff(t *testing.T) {
	dark := must.Get(png.Decode(bytes.NewReader(apptest.CoverPNG(t, 256))))(t).(*image.RGBA)
	for i := range dark.Pix {
		if i%4 < 3 {
			dark.Pix[i] = uint8(int(dark.Pix[i]) * 2 / 5)
		}
	}
	var file bytes.Buffer
	must.Do(t, png.Encode(&file, dark))
	dir := t.TempDir()
	path := filepath.Join(dir, "a.png")
	must.Do(t, os.WriteFile(path, file.Bytes(), 0o644))
	all := image.NewRGBA(image.Rect(0, 0, 132, 66))
	draw.Draw(all, all.Rect, image.NewUniform(color.Gray{60}), image.Point{}, draw.Src)
	for y, moves := range map[int]bool{0: true, 34: false} {
		x := 0
		for _, size := range []image.Point{{64, 32}, {32, 16}, {32, 8}} {
			p := pictureOn(t, size, dir)
			p.Env.Monochrome = true
			m := must.Get(p.loadOne(t.Context(), path, moves))(t).Frames[0].Image
			if lit := litShare(m); lit < 0.35 || lit > 0.6 {
				t.Errorf("%v: of %v, %.2f of the LEDs are on", size, m.Rect.Size(), lit)
			}
			at := image.Rectangle{Max: size}.Add(image.Pt(x, y))
			draw.Draw(all, at, image.Black, image.Point{}, draw.Src)
			draw.Draw(all, at, m, m.Rect.Size().Sub(size).Div(2), draw.Over)
			x += size.X + 2
		}
	}
	const few = 400 // a rounding in one pixel moves others
	pixtest.GoldenBut(t, filepath.Join("testdata", "onoff.png"), all, *update, few)
}

// litShare returns how many of the pixels of m that are not transparent are white.
func litShare(m *image.RGBA) float64 {
	lit, all := 0, 0
	for i := 0; i < len(m.Pix); i += 4 {
		lit += int(m.Pix[i]) / 255
		all += int(m.Pix[i+3]) / 255
	}
	return float64(lit) / float64(all)
}

// TestFilmsOnOff: a film that is larger than a panel without grey is shown in dots, a smaller one as it was drawn.
func TestFilmsOnOff(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.gif")
	for _, row := range []struct {
		side int
		dots bool
	}{{64, true}, {8, false}} {
		g := &gif.GIF{}
		for n := range 3 {
			m := image.NewPaletted(image.Rect(0, 0, row.side, row.side), palette.Plan9)
			for i := range m.Pix {
				m.Set(i%row.side, i/row.side, color.Gray{uint8(40 + 10*n + 100*(i%row.side)/row.side)})
			}
			g.Image, g.Delay = append(g.Image, m), append(g.Delay, 10)
		}
		var b bytes.Buffer
		must.Do(t, gif.EncodeAll(&b, g))
		must.Do(t, os.WriteFile(path, b.Bytes(), 0o644))
		p := pictureOn(t, image.Pt(32, 8), dir)
		p.Env.Monochrome = true
		for n, f := range must.Get(p.loadOne(t.Context(), path, false))(t).Frames {
			grey := slices.ContainsFunc(f.Image.Pix, func(v uint8) bool { return v != 0 && v != 255 })
			if lit := litShare(f.Image); grey == row.dots || row.dots && (lit < 0.25 || lit > 0.75) {
				t.Errorf("%d×%d, picture %d: grey %v, %.2f of the LEDs are on", row.side, row.side, n, grey, lit)
			}
		}
	}
}

// TestPhotographsOnOff: on LEDs without grey a photograph is dithered, and moves by whole pixels.
func TestPhotographsOnOff(t *testing.T) {
	dir := t.TempDir()
	p := pictureOn(t, image.Pt(32, 8), dir)
	p.Env.Monochrome = true
	path := filepath.Join(dir, "a.png")
	must.Do(t, os.WriteFile(path, apptest.PlainPNG(t, 100, 100, color.Gray{188}), 0o644)) // half of the light
	ic := must.Get(p.loadOne(t.Context(), path, true))(t)
	view := device.View{Root: p.pan(ic, time.Minute, false)}
	for at := time.Duration(0); at < time.Minute; at += 700 * time.Millisecond {
		m, lit := apptest.Drawn(view, p.Env.Size, view.Start.Add(at)), 0
		for i := 0; i < len(m.Pix); i += 4 {
			if v := m.Pix[i]; v != 0 && v != 255 {
				t.Fatalf("after %v a pixel has %d", at, v)
			}
			lit += int(m.Pix[i]) / 255
		}
		if lit < 100 || lit > 156 {
			t.Errorf("after %v %d of 256 pixels are lit", at, lit)
		}
	}
}
