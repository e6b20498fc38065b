// SPDX-License-Identifier: Apache-2.0

package face

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/ledpost/ledpost/apps/apptest"
)

// TestNightIsStarry: moon and stars are beside the time in the night, in its colour, and add little light to it.
func TestNightIsStarry(t *testing.T) {
	red := color.RGBA{140, 0, 0, 255}
	for _, row := range []struct {
		why    string
		size   image.Point
		o      Options
		hours  int
		mono   bool
		line   bool // the time stands otherwise than by day
		starry bool
	}{
		{"the time", image.Pt(64, 64), Options{}, 24, false, true, true},
		{"a gradient over the week", image.Pt(64, 64), Options{Name: "gradient", Week: true}, 24, false, true, true},
		{"an outline", image.Pt(64, 64), Options{Name: "outline"}, 24, false, false, false},
		{"with AM", image.Pt(64, 64), Options{}, 12, false, true, true},
		{"half of the rows", image.Pt(64, 32), Options{}, 24, false, true, true},
		{"half of the rows, with AM", image.Pt(64, 32), Options{}, 12, false, true, true},
		{"a panel that has room beside the time", image.Pt(128, 32), Options{}, 24, false, false, true},
		{"without room for AM in one line", image.Pt(48, 32), Options{}, 24, false, false, true},
		{"with seconds", image.Pt(64, 64), Options{Seconds: true}, 24, false, false, true},
		{"without room", image.Pt(32, 32), Options{}, 24, false, false, false},
		{"few rows", image.Pt(128, 16), Options{}, 24, false, false, false},
		{"still", image.Pt(64, 64), Options{Still: true}, 24, false, false, false},
		{"only on or off", image.Pt(64, 64), Options{}, 24, true, false, false},
	} {
		env := apptest.SizedEnv(t, row.size)
		env.Monochrome = row.mono
		f, m := New(env, row.o), *Posed(red)
		starry := f.starry
		if (f.night != nil) != row.line {
			t.Errorf("%s: another arrangement of the time: %v", row.why, !row.line)
		}
		m.Panel, m.Hours = env, row.hours
		for day := range 30 {
			m.Local = time.Date(2026, 11, 1+day, 2, 14, 0, 0, time.UTC)
			at := func(stars bool) *image.RGBA {
				m.Night, f.starry = true, starry && stars
				return drawn(f.Picture(&m), 0)
			}
			plain, starry := at(false), at(true)
			var time, stars float64
			for i := 0; i < len(plain.Pix); i += 4 {
				was, is := plain.Pix[i:i+4], starry.Pix[i:i+4]
				switch now := light(is) - light(was); {
				case now != 0 && light(was) != 0:
					t.Fatalf("%s, day %d: %v of the time has become %v", row.why, day, was, is)
				case now != 0 && (is[1] != 0 || is[2] != 0 || is[0] > red.R):
					t.Fatalf("%s, day %d: a light of %v, want a darker one of %v", row.why, day, is, red)
				default:
					time, stars = time+light(was), stars+now
				}
			}
			if stars > 0 != row.starry || stars > time/11 {
				t.Errorf("%s, day %d: a light of %.2f beside the time's %.2f, want at most an eleventh, and some: %v",
					row.why, day, stars, time, row.starry)
			}
		}
	}
}

// TestNightEndsWithTheLight: no moon and no stars are before the light of an alarm.
func TestNightEndsWithTheLight(t *testing.T) {
	env := apptest.SizedEnv(t, image.Pt(64, 64))
	f, m := New(env, Options{}), *Posed(color.RGBA{140, 0, 0, 255})
	m.Panel = env
	for why, lit := range map[string]func(Reading) *Reading{"over a land": Reading.Dawn, "elsewhere": Reading.Dark} {
		at := func(night bool) []uint8 {
			m.Night = night
			return drawn(f.Picture(lit(m)), 0).Pix
		}
		if !slices.Equal(at(true), at(false)) {
			t.Errorf("%s: the night goes on", why)
		}
	}
}

// light is that of a pixel.
func light(p []uint8) (sum float64) {
	for _, v := range p[:3] {
		sum += math.Pow(float64(v)/255, 2.2)
	}
	return sum
}
