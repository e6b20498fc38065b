// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"image"
	"image/color"
	"testing"
	"time"

	"github.com/ledpost/ledpost/hw"
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
		{"a change by steps", []at{{0, "##.."}, {100, "#..."}, {103, "...#"}, {106, "..##"}}, 200, []at{{0, "##.."}, {106, "..##"}, {200, "..##"}}},
		{"a step of gray", []at{{0, "#."}, {100, "+."}, {103, ".#"}}, 200, []at{{0, "#."}, {103, ".#"}, {200, ".#"}}},
		{"a short dark picture", []at{{0, "#."}, {100, ".."}, {103, "#."}}, 200, []at{{0, "#."}, {100, ".."}, {103, "#."}, {200, "#."}}},
		{"a short wrong picture within a change", []at{{0, "#.."}, {100, "..#"}, {103, ".#."}}, 200, []at{{0, "#.."}, {100, "..#"}, {103, ".#."}, {200, ".#."}}},
		{"a change that is cut short", []at{{0, "##"}, {100, "#."}}, 102, []at{{0, "##"}, {100, "#."}, {102, "#."}}},
		{"nothing but a moment", []at{{0, "##"}}, 0, []at{{0, "##"}}},
	} {
		var s sieve
		for _, a := range c.seen {
			s.add(Shot{time.Duration(a.ms) * time.Millisecond, of(a.leds)})
		}
		got := s.whole(time.Duration(c.end) * time.Millisecond)
		same := len(got) == len(c.want)
		for i := 0; same && i < len(got); i++ {
			same = got[i].At == time.Duration(c.want[i].ms)*time.Millisecond && hw.Differ(got[i].Picture, of(c.want[i].leds)) == nil
		}
		if !same {
			t.Errorf("%s: %v", c.why, got)
		}
	}
}
