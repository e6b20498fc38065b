// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw/apa102"
	"github.com/ledpost/ledpost/hw/bus"
	"github.com/ledpost/ledpost/hw/hub75"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/ssd1306"
	"github.com/ledpost/ledpost/hw/st7789"
	"github.com/ledpost/ledpost/hw/vcd"
	"github.com/ledpost/ledpost/hw/ws2812"
	"github.com/ledpost/ledpost/internal/must"
	"github.com/ledpost/ledpost/internal/table"
	"periph.io/x/conn/v3/physic"
)

// onPort returns the same panel on another port: a file that records, or one that
// is not there.
func onPort(t *testing.T, cfg PanelConfig, port string) PanelConfig {
	t.Helper()
	keys := reflect.New(reflect.TypeOf(cfg.keys).Elem())
	keys.Elem().Set(reflect.ValueOf(cfg.keys).Elem())
	fields := table.Fields(keys.Elem())
	field, ok := fields["port"]
	if !ok {
		field, ok = fields["gpio"]
	}
	if !ok {
		t.Fatalf("%s has neither the key port nor gpio: it cannot be recorded", cfg.driver)
	}
	field.SetString(port)
	return NewPanelConfig(cfg.driver, keys.Interface().(panel.Driver))
}

// samples are panels of every driver but composites, with their defaults where
// those are small enough for quick tests.
func samples(t *testing.T) map[string]PanelConfig {
	t.Helper()
	all := map[string]PanelConfig{}
	for _, name := range Drivers() {
		all[name] = NewPanelConfig(name, nil)
	}
	delete(all, composed)
	for name, keys := range map[string]panel.Driver{
		"max7219": &max7219.Config{Wiring: max7219.Wiring{DigitIsCol: true}},
		"hub75":   &hub75.Config{Rows: 16, Cols: 32, Planes: 6},
		"ws2812":  &ws2812.Config{Layout: pixel.Layout{Width: 8, Height: 8, Rotate: 90}},
		"apa102":  &apa102.Config{Layout: pixel.Layout{Width: 8, Height: 8, Mirror: "x"}},
		"st7789":  &st7789.Config{Size: pixel.Size{X: 12, Y: 8}, Pitch: 3, Rotate: 90},
		"ssd1306": &ssd1306.Config{Size: pixel.Size{X: 64, Y: 16}},
	} {
		all[name] = NewPanelConfig(name, keys)
	}
	return all
}

// recordable are the samples, and what has more than one frame or one bus: levels of
// gray, and composites.
func recordable(t *testing.T) map[string]PanelConfig {
	t.Helper()
	all := samples(t)
	all["max7219 with 4 levels"] = NewPanelConfig("max7219", &max7219.Config{Modules: 2, Levels: 4})
	all["max7219 with 8 levels"] = NewPanelConfig("max7219",
		&max7219.Config{Modules: 2, Levels: 8, Speed: bus.Speed(10 * physic.MegaHertz)})
	all["composite"] = NewPanelConfig(composed, &CompositeConfig{Parts: []Part{
		{Panel: onPort(t, all["ws2812"], "SPI1.0")}, {At: image.Pt(9, 0), Panel: all["max7219 with 4 levels"]},
	}})
	return all
}

func TestCompare(t *testing.T) {
	for name, cfg := range recordable(t) {
		t.Run(name, func(t *testing.T) {
			spec := must.Get(cfg.Spec())(t)
			size := spec.Size
			pics := pictures(size, true, 4)
			on, files, err := cfg.Recorded(t.TempDir())
			must.Do(t, err)
			if cfg.Records() || !on.Records() {
				t.Errorf("it records: %v, and then %v", cfg.Records(), on.Records())
			}
			b := must.Get(Open(Config{Panel: on}))(t)
			must.Do(t, b.Panel.SetBrightness(0.5))
			for _, m := range pics[:3] {
				must.Do(t, b.Panel.Draw(m.Rect, m, image.Point{}))
				awaitFrame(b.Panel)
			}
			must.Do(t, b.Panel.Close())
			compare := func(m *image.RGBA) error {
				var captures []io.Reader
				for _, path := range files {
					capture := must.Get(os.ReadFile(path))(t)
					captures = append(captures, bytes.NewReader(capture))
				}
				return Compare(cfg, captures, Expectation{Picture: m, Brightness: 0.5})
			}
			for i, m := range pics[:3] {
				if err := compare(m); err != nil {
					t.Errorf("picture %d: %v", i, err)
				}
			}
			var diff *Difference
			if err := compare(pics[3]); !errors.As(err, &diff) || diff.Wrong < size.X*size.Y/8 {
				t.Errorf("a picture that was never shown: %v", err)
			}
			p := image.Pt(size.X-2, size.Y/4)
			flipped := image.NewRGBA(pics[1].Rect)
			copy(flipped.Pix, pics[1].Pix)
			v := 255 - flipped.RGBAAt(p.X, p.Y).R
			flipped.Set(p.X, p.Y, color.Gray{v})
			if err := compare(flipped); !errors.As(err, &diff) || diff.Pixel != p || diff.Wrong != 1 || diff.Frames < 3 ||
				(diff.Want.R > diff.Got.R) != (v > 0) {
				t.Errorf("one pixel differs at %v: %v", p, err)
			}
		})
	}
}

// TestPartsBeginApart: the recordings of a composite begin one after the other, as their headers say, and are read
// beside each other by that; those of different runs, or of a logic analyser, from their beginnings.
func TestPartsBeginApart(t *testing.T) {
	first := time.Date(2026, 11, 2, 10, 0, 0, 0, time.UTC)
	begun := func(after time.Duration) string { return first.Add(after).Format(time.RFC3339Nano) }
	for _, row := range []struct {
		why   string
		dates []string
		want  []time.Duration
	}{
		{"the second is later", []string{begun(0), begun(40 * time.Millisecond)}, []time.Duration{0, 40 * time.Millisecond}},
		{"the first is later", []string{begun(time.Second), begun(0)}, []time.Duration{time.Second, 0}},
		{"of two runs", []string{begun(0), begun(time.Hour)}, []time.Duration{0, 0}},
		{"an analyser's", []string{begun(0), "Mon Nov  2 10:00:00 2026"}, []time.Duration{0, 0}},
		{"without a date", []string{"", begun(0)}, []time.Duration{0, 0}},
		{"before the year 1, beside none", []string{"0000-12-31T23:59:30Z", ""}, []time.Duration{0, 0}},
		{"too far apart for a duration", []string{"0001-01-01T00:00:01Z", begun(0)}, []time.Duration{0, 0}},
	} {
		var captures []io.Reader
		for _, date := range row.dates {
			captures = append(captures, strings.NewReader("$date "+date+" $end $timescale 1 ns $end "+
				"$var wire 1 ! CLK $end $enddefinitions $end #0 0!"))
		}
		if got := delays(must.Get(openAll(captures, true))(t)); !slices.Equal(got, row.want) {
			t.Errorf("%s: %v, want %v", row.why, got, row.want)
		}
	}
}

var dated = regexp.MustCompile(`\$date \S+`)

// TestFramesOfPartsBeginApart: a part that begins later shows later, and ends later.
func TestFramesOfPartsBeginApart(t *testing.T) {
	cfg := recordable(t)["composite"]
	on, files, err := cfg.Recorded(t.TempDir())
	must.Do(t, err)
	b := must.Get(Open(Config{Panel: on}))(t)
	for _, m := range pictures(must.Get(cfg.Spec())(t).Size, true, 3) {
		must.Do(t, b.Panel.Draw(m.Rect, m, image.Point{}))
		awaitFrame(b.Panel)
	}
	must.Do(t, b.Panel.Close())
	var captures []io.Reader
	for i, path := range files {
		date := time.Date(2026, 11, 2, 10, 0, 30*i, 0, time.UTC).Format(time.RFC3339Nano)
		recording := must.Get(os.ReadFile(path))(t)
		if i == 1 {
			recording = recording[:len(recording)/2] // it would end first if it began at once
		}
		captures = append(captures, bytes.NewReader(dated.ReplaceAll(recording, []byte("$$date "+date))))
	}
	var last time.Duration // of the first part
	late := 0
	end := must.Get(Frames(cfg, captures, nil, func(at time.Duration, m image.Image) error {
		if at < 30*time.Second {
			last = at
		} else {
			late++
		}
		return nil
	}))(t)
	if last == 0 || late == 0 || end < last || end > 30*time.Second {
		t.Errorf("the first part shows until %v and ends at %v, the second one has %d frames", last, end, late)
	}
}

// awaitFrame waits until each part of a panel has shown what was drawn: it has a refresher of its own, which takes the
// frame.
func awaitFrame(p Panel) {
	for _, tile := range tilesOf(p) {
		for before := rounds(tile); rounds(tile)-before < 3; {
			time.Sleep(time.Millisecond)
		}
	}
}

// tilesOf returns the parts of a panel that are refreshed one by one.
func tilesOf(p Panel) (all []Panel) {
	c, ok := p.(*composite)
	if !ok {
		return []Panel{p}
	}
	for _, t := range c.tiles {
		all = append(all, tilesOf(t.Panel)...)
	}
	return all
}

// rounds returns how often the refresher of a panel has shown a frame; of a panel
// without one it grows with every question.
func rounds(p Panel) uint32 {
	if r, ok := p.(Refreshed); ok {
		if s, ok := r.Stats(); ok {
			return s.Frames
		}
	}
	asked.Add(1)
	return asked.Load()
}

var asked atomic.Uint32

// TestClosestFrame: panels are dark when they are switched on and off, which is
// rarely what people want to compare with.
func TestClosestFrame(t *testing.T) {
	dot := func(points ...image.Point) *image.RGBA {
		m := image.NewRGBA(image.Rect(0, 0, 16, 16))
		draw.Draw(m, m.Rect, image.Black, image.Point{}, draw.Src)
		for _, p := range points {
			m.Set(p.X, p.Y, color.White)
		}
		return m
	}
	a, b, c, d := image.Pt(1, 1), image.Pt(2, 2), image.Pt(3, 3), image.Pt(4, 4)
	for _, tt := range []struct {
		name        string
		shown       []*image.RGBA // before it is dark again
		want        *image.RGBA
		wrong       int         // pixels of the closest frame
		first       image.Point // of them
		firstIsDark bool        // in the capture
	}{
		{"a lit one further away than dark", []*image.RGBA{dot(b, c, d)}, dot(a), 4, a, true},
		{"the last of equals", []*image.RGBA{dot(a, b), dot(a, c)}, dot(a), 1, c, false},
		{"the closest, not the last", []*image.RGBA{dot(a, b), dot(c, d)}, dot(a), 1, b, false},
		{"nothing but dark", nil, dot(a), 1, a, true},
	} {
		path := filepath.Join(t.TempDir(), "a.vcd")
		cfg := NewPanelConfig("unicornhd", nil)
		board := must.Get(Open(Config{Panel: onPort(t, cfg, "vcd:"+path)}))(t)
		for _, m := range tt.shown {
			must.Do(t, board.Panel.Draw(m.Rect, m, image.Point{}))
		}
		must.Do(t, board.Panel.Close())
		f := must.Get(os.Open(path))(t)
		defer f.Close()
		var diff *Difference
		if err := Compare(cfg, []io.Reader{f}, Expectation{Picture: tt.want}); !errors.As(err, &diff) {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if diff.Wrong != tt.wrong || diff.Pixel != tt.first || (diff.Got.R == 0) != tt.firstIsDark ||
			diff.Frames != len(tt.shown)+2 {
			t.Errorf("%s: %v", tt.name, diff)
		}
	}
}

func TestCompareErrors(t *testing.T) {
	dump := "$timescale 1 ns $end $var wire 1 ! D0 $end $var wire 1 # D1 $end $var wire 1 $ D2 $end $enddefinitions " +
		"$end\n#0 0! 0# 1$ #9 1!\n"
	size := image.Rect(0, 0, 37, 8)
	two := NewPanelConfig("composite", &CompositeConfig{Parts: []Part{
		{Panel: NewPanelConfig("max7219", &max7219.Config{Port: "SPI0.0"})},
		{At: image.Pt(0, 8), Panel: NewPanelConfig("max7219", &max7219.Config{Port: "SPI0.1"})},
	}})
	for _, c := range []struct {
		name, want string
		cfg        PanelConfig
		dump       string
		beside     []string // the dumps of other parts
		picture    image.Rectangle
		lines      vcd.Wiring
	}{
		{name: "the lines have other names", cfg: NewPanelConfig("max7219", nil), want: "no line CLK or SCK", dump: dump,
			picture: size},
		{name: "the lines are named", cfg: NewPanelConfig("max7219", nil), want: "no frame for a max7219", dump: dump,
			picture: size, lines: vcd.Wiring{"CLK": "D0", "MOSI": "D1", "CS": "D2"}},
		{name: "cut amid a time", cfg: NewPanelConfig("max7219", nil), want: "no frame for a max7219", dump: dump + "#1",
			picture: size, lines: vcd.Wiring{"CLK": "D0", "MOSI": "D1", "CS": "D2"}},
		{name: "no capture", cfg: NewPanelConfig("max7219", nil), want: "not a value change dump", picture: size},
		{name: "another size", cfg: NewPanelConfig("max7219", nil), want: "8×8 pixels, the panel 37×8", dump: dump,
			picture: image.Rect(0, 0, 8, 8)},
		{name: "bad keys", cfg: NewPanelConfig("max7219", &max7219.Config{Modules: 129}), want: "129 modules", dump: dump,
			picture: size},
		{name: "too few captures", cfg: two, want: "1 captures, want 2", dump: dump, picture: image.Rect(0, 0, 37, 16)},
		{name: "no capture of a part", cfg: two, want: "part 2: vcd: this is not a value change dump", dump: dump,
			beside: []string{""}, picture: image.Rect(0, 0, 37, 16)},
		{name: "no panel", cfg: PanelConfig{}, want: "no panel to compare with", dump: dump, picture: size},
	} {
		var captures []io.Reader
		for _, dump := range append([]string{c.dump}, c.beside...) {
			captures = append(captures, strings.NewReader(dump))
		}
		err := Compare(c.cfg, captures, Expectation{Picture: image.NewRGBA(c.picture), Lines: c.lines})
		must.Fail(t, err, c.want, c.name)
	}
}
