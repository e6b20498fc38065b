// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/internal/must"
)

// TestSieve: what a recording carries is kept, without the steps of a change, and with
// everything that is none.
func TestSieve(t *testing.T) {
	of := func(leds string) image.Image {
		m := image.NewGray(image.Rect(0, 0, len(leds), 1))
		for x, c := range leds {
			m.SetGray(x, 0, color.Gray{Y: map[rune]uint8{'.': 0, '+': 100, '#': 255}[c]})
		}
		return m
	}
	type at struct {
		ms   int
		leds string
	}
	for _, c := range []struct {
		why  string
		seen []at
		end  int
		want []at
	}{
		{"pictures that are alike", []at{{0, "#."}, {500, "#."}, {900, "#."}}, 900, []at{{0, "#."}, {900, "#."}}},
		{"a change by steps", []at{{0, "##.."}, {100, "#..."}, {103, "...#"}, {106, "..##"}}, 200,
			[]at{{0, "##.."}, {106, "..##"}, {200, "..##"}}},
		{"a step of gray", []at{{0, "#."}, {100, "+."}, {103, ".#"}}, 200, []at{{0, "#."}, {103, ".#"}, {200, ".#"}}},
		{"a short dark picture", []at{{0, "#."}, {100, ".."}, {103, "#."}}, 200,
			[]at{{0, "#."}, {100, ".."}, {103, "#."}, {200, "#."}}},
		{"a short wrong picture within a change", []at{{0, "#.."}, {100, "..#"}, {103, ".#."}}, 200,
			[]at{{0, "#.."}, {100, "..#"}, {103, ".#."}, {200, ".#."}}},
		{"a change that is cut short", []at{{0, "##"}, {100, "#."}}, 102, []at{{0, "##"}, {100, "#."}, {102, "#."}}},
		{"nothing but a moment", []at{{0, "##"}}, 0, []at{{0, "##"}}},
	} {
		var s sieve
		for _, a := range c.seen {
			must.Do(t, s.add(Shot{time.Duration(a.ms) * time.Millisecond, of(a.leds)}))
		}
		got := s.whole(time.Duration(c.end) * time.Millisecond)
		same := len(got) == len(c.want)
		for i := 0; same && i < len(got); i++ {
			same = got[i].At == time.Duration(c.want[i].ms)*time.Millisecond &&
				hw.Differ(got[i].Picture, of(c.want[i].leds)) == nil
		}
		if !same {
			t.Errorf("%s: %v", c.why, got)
		}
	}
}

// TestSieveIsFull: a recording that shows more pictures than are to be kept is refused,
// whether they stand or pass at once.
func TestSieveIsFull(t *testing.T) {
	for _, each := range []time.Duration{time.Millisecond, time.Second} {
		s := sieve{most: 100}
		var err error
		n := 0
		for ; err == nil && n < 1000; n++ {
			m := image.NewGray(image.Rect(0, 0, 5, 2))
			m.Pix[n%10] = 255
			err = s.add(Shot{time.Duration(n) * each, m})
		}
		if n != 12 { // the eleventh waits for the next one to be kept
			t.Errorf("every %v: %d pictures of 10 LEDs are taken where 100 LEDs are to be kept: %v", each, n, err)
		}
	}
}
