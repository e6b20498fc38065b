// SPDX-License-Identifier: Apache-2.0

package hil_test

import (
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hil"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/hw/max7219"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/hw/ws2812"
	"github.com/ledpost/ledpost/internal/must"
)

// A filmed is a panel and what its LEDs show of a message, as a perfect device at 60
// frames a second would show it.
type filmed struct {
	panel   hil.PanelConfig
	message string
	shots   []hil.Shot
}

// films are the messages that the tests below follow: two texts with a transition and
// levels of gray, text that scrolls, and a composite whose right part moves alone.
func films(t *testing.T) map[string]filmed {
	t.Helper()
	gray := hw.NewPanelConfig("max7219", &max7219.Config{Modules: 1, Levels: 4})
	chain := hw.NewPanelConfig("max7219", &max7219.Config{Modules: 2})
	both := hw.NewPanelConfig("composite", &hw.CompositeConfig{Parts: []hw.Part{
		{Panel: hw.NewPanelConfig("ws2812", &ws2812.Config{Port: "SPI1.0", Layout: pixel.Layout{Width: 8, Height: 8}})},
		{At: image.Pt(8, 0), Panel: hw.NewPanelConfig("max7219", &max7219.Config{Modules: 2})},
	}})
	return map[string]filmed{
		"levels of gray": film(t, gray, hil.Panel("max7219", "modules = 1", "levels = 4"),
			`{"model":{"cycles":1,"frames":[{"text":"A","duration":1500},{"text":"B","duration":1500}]}}`, 3*time.Second),
		"scrolling": film(t, chain, hil.Panel("max7219", "modules = 2"),
			`{"model":{"cycles":1,"frames":[{"text":"scrolls"}]}}`, 5*time.Second),
		"composite": film(t, both,
			hil.Panel("composite", "[[panel.part]]", `driver = "ws2812"`, `port = "SPI1.0"`, "width = 8", "height = 8",
				"[[panel.part]]", `driver = "max7219"`, "modules = 2", "rows = 1", "at = [8, 0]"), `{"model":{"cycles":1,`+
				`"frames":[{"text":"scrolls"}]}}`, 5*time.Second),
	}
}

// film returns the shots after the transition to the message.
func film(t *testing.T, panel hw.PanelConfig, p hil.PanelConfig, message string, long time.Duration) filmed {
	t.Helper()
	f := filmed{panel: p, message: message}
	for at := 250 * time.Millisecond; at < long+200*time.Millisecond; at += 16 * time.Millisecond {
		m := must.Get(hw.Light(panel, hil.Picture(t, p, message, at), 1))(t)
		f.shots = append(f.shots, hil.Shot{At: at, Picture: m})
	}
	return f
}

// changed returns the indexes of the shots that show another picture than the one before.
func changed(shots []hil.Shot) (all []int) {
	for i := 1; i < len(shots); i++ {
		if hw.Differ(shots[i].Picture, shots[i-1].Picture) != nil {
			all = append(all, i)
		}
	}
	return all
}

// freeze copies the columns from x on from another picture.
func freeze(m, then image.Image, x int) image.Image {
	out := image.NewNRGBA64(m.Bounds())
	for i := range out.Rect.Dx() * out.Rect.Dy() {
		at := image.Pt(i%out.Rect.Dx(), i/out.Rect.Dx())
		if at.X >= x {
			out.Set(at.X, at.Y, then.At(at.X, at.Y))
		} else {
			out.Set(at.X, at.Y, m.At(at.X, at.Y))
		}
	}
	return out
}

// TestFollows: what a device shows of a message that moves is followed in order. Every
// recording in which something is wrong is told from it.
func TestFollows(t *testing.T) {
	wrongs := map[string]func([]hil.Shot) []hil.Shot{
		"the other way": func(s []hil.Shot) []hil.Shot {
			out := slices.Clone(s)
			for i := range s {
				out[i].Picture = s[len(s)-1-i].Picture
			}
			return out
		},
		"three times too fast": func(s []hil.Shot) []hil.Shot {
			out := slices.Clone(s)
			for i := range s {
				out[i].At /= 3
			}
			return out
		},
		"half of it": func(s []hil.Shot) []hil.Shot { return s[:len(s)/2] },
		"a hung first picture": func(s []hil.Shot) []hil.Shot {
			out := slices.Clone(s)
			for i := range s {
				out[i].Picture = s[0].Picture
			}
			return out
		},
		"a hung first picture, by its ends": func(s []hil.Shot) []hil.Shot {
			return []hil.Shot{s[0], {At: s[len(s)-1].At, Picture: s[0].Picture}}
		},
		"a hung picture in the middle": func(s []hil.Shot) []hil.Shot {
			out, at := slices.Clone(s), changed(s)
			for i := at[len(at)/2]; i < len(s); i++ {
				out[i].Picture = s[at[len(at)/2]].Picture
			}
			return out
		},
		"a picture that flickers late": func(s []hil.Shot) []hil.Shot {
			out := slices.Clone(s)
			out[70].Picture = image.NewNRGBA64(s[20].Picture.Bounds())
			return out
		},
		"a picture that flickers": func(s []hil.Shot) []hil.Shot {
			out := slices.Clone(s)
			out[20].Picture = image.NewNRGBA64(s[20].Picture.Bounds())
			return out
		},
	}
	skipped := func(s []hil.Shot) []hil.Shot { // the picture before stands on
		out, at := slices.Clone(s), changed(s)
		for k := len(at) / 2; ; k++ {
			if at[k+1]-at[k] >= 3 {
				for i := at[k]; i < at[k+1]; i++ {
					out[i].Picture = s[at[k]-1].Picture
				}
				return out
			}
		}
	}
	part := func(s []hil.Shot) []hil.Shot {
		out := slices.Clone(s)
		for i := range s {
			out[i].Picture = freeze(s[i].Picture, s[0].Picture, 8)
		}
		return out
	}
	for name, f := range films(t) {
		t.Run(name, func(t *testing.T) {
			hil.Follows(t, f.panel, f.message, f.shots)
			refuse := func(why string, wrong []hil.Shot) {
				t.Helper()
				r := &recorder{T: t}
				if hil.Follows(r, f.panel, f.message, wrong); !strings.Contains(r.said, "pixel (") {
					t.Errorf("%s: said %q", why, r.said)
				}
			}
			for why, wrong := range wrongs {
				refuse(why, wrong(f.shots))
			}
			if name == "scrolling" { // those of the others stand no longer than a frame
				refuse("a skipped picture", skipped(f.shots))
			}
			if name == "composite" {
				refuse("a part that is frozen", part(f.shots))
			}
		})
	}
}

// TestFollowsStill: of a message that stands still its picture is enough, unless it
// flickers.
func TestFollowsStill(t *testing.T) {
	panel := hw.NewPanelConfig("max7219", &max7219.Config{Modules: 4})
	p := hil.Panel("max7219", "modules = 4")
	lit := must.Get(hw.Light(panel, hil.Picture(t, p, hello, 0), 1))(t)
	dark := image.NewNRGBA64(lit.Bounds())
	shot := func(ms int, m image.Image) hil.Shot {
		return hil.Shot{At: time.Duration(ms) * time.Millisecond, Picture: m}
	}
	for why, c := range map[string]struct {
		shots []hil.Shot
		right bool
	}{
		"a photograph":                   {[]hil.Shot{shot(0, lit)}, true},
		"a photograph of something else": {[]hil.Shot{shot(0, dark)}, false},
		"a short recording":              {[]hil.Shot{shot(0, dark), shot(20, lit), shot(90, lit)}, true},
		"a flicker":                      {[]hil.Shot{shot(0, lit), shot(500, dark), shot(505, lit), shot(900, lit)}, false},
		"gone after its time":            {[]hil.Shot{shot(0, lit), shot(3500, dark), shot(9000, lit)}, true},
	} {
		r := &recorder{T: t}
		if hil.Follows(r, p, hello, c.shots); (r.said == "") != c.right {
			t.Errorf("%s: said %q", why, r.said)
		}
	}
}
