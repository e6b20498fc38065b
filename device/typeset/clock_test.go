// SPDX-License-Identifier: Apache-2.0

package typeset

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/internal/must"
)

// TestClock places times in rooms of every kind: each text with the rows of a capital and its upper left corner.
func TestClock(t *testing.T) {
	set := must.Get(fonts.Open(fonts.Options{}))(t)
	day := Time{Fields: []string{"12", "34"}, Known: true}
	second := Time{Fields: []string{"12", "34", "56"}, Known: true}
	noon := Time{Fields: []string{"12", "34"}, Half: "PM", Known: true}
	early := Time{Fields: []string{"1", "34"}, Half: "AM", Known: true}
	for _, row := range []struct {
		why  string
		room image.Point
		o    ClockOptions
		with func(*Clock)
		time Time
		want string
	}{
		{why: "in one line, in the middle", room: image.Pt(64, 32), time: day, want: "12:34 24 2,4"},
		{why: "unknown, there too", room: image.Pt(64, 32), time: Time{Fields: []string{"--", "--"}},
			want: "--:-- 24 10,4"},
		{why: "an hour of one digit as it is lit", room: image.Pt(64, 16), time: early,
			want: "1:34 14 8,1 | AM 7 43,8"},
		{why: "below the tens of others", room: image.Pt(64, 16), time: early, want: "1:34 14 14,1 | AM 7 49,8",
			with: func(c *Clock) { c.Stands = InTable }},
		{why: "at the left", room: image.Pt(64, 16), time: early,
			want: "1:34 14 2,1 | AM 7 37,8", with: func(c *Clock) { c.Stands = AtLeft }},
		{why: "without a place for AM and PM", room: image.Pt(64, 16), o: ClockOptions{Bare: true}, time: noon,
			want: "12:34 14 10,1"},
		{why: "with AM and PM at the right", room: image.Pt(64, 16), time: noon, want: "12:34 14 3,1 | PM 7 48,8"},
		{why: "with them at the foot", room: image.Pt(128, 64), time: noon, want: "12:34 48 3,1 | PM 7 111,55"},
		{why: "and in rows beyond the room", room: image.Pt(64, 22), time: noon, want: "12:34 20 3,0 | PM 7 48,22",
			with: func(c *Clock) { c.Spare = 9 }},
		{why: "over a bar", room: image.Pt(64, 32), o: ClockOptions{Week: true}, time: day, want: "12:34 24 2,2"},
		{why: "over its seconds", room: image.Pt(64, 32), o: ClockOptions{Seconds: true}, time: second,
			want: "12:34 20 4,1 | 56 7 26,24"},
		{why: "in one line with them", room: image.Pt(64, 8), o: ClockOptions{Seconds: true}, time: second,
			want: "12:34:56 7 12,0"},
		{why: "in two lines", room: image.Pt(32, 32), o: ClockOptions{Panel: 32}, time: day,
			want: "12 14 7,1 | 34 14 7,17"},
		{why: "with AM and PM at the right of two lines", room: image.Pt(64, 64), o: ClockOptions{Panel: 64}, time: noon,
			want: "PM 10 39,47 | 12 24 9,6 | 34 24 9,33"},
		{why: "or below them in a circle", room: image.Pt(38, 44), o: ClockOptions{Panel: 64}, time: noon,
			want: "PM 5 14,44 | 12 20 7,0 | 34 20 7,22",
			with: func(c *Clock) { c.Spare, c.Round = 8, true }},
		{why: "with a narrow gap", room: image.Pt(16, 8), time: day, want: "12 5 0,1 | 34 5 9,1"},
		{why: "in a line for each digit", room: image.Pt(16, 64), o: ClockOptions{Panel: 64}, time: day,
			want: "1 14 4,0 | 2 14 4,16 | 3 14 4,34 | 4 14 4,50"},
		{why: "an hour of one digit has one line", room: image.Pt(16, 64), o: ClockOptions{Panel: 64}, time: early,
			want: "1 14 4,8 | 3 14 4,26 | 4 14 4,42"},
		{why: "in turn", room: image.Pt(8, 8), time: day, want: "12 5 0,1 | 0–4 | 34 5 0,1 | 4–8"},
	} {
		c := NewClock(set, row.room, row.o)
		if row.with != nil {
			row.with(c)
		}
		if got := placed(c, row.time); got != row.want {
			t.Errorf("%s: %q, want %q", row.why, got, row.want)
		}
	}
}

// placed says what stands where.
func placed(c *Clock, t Time) string {
	var all []string
	say := func(p Part) {
		all = append(all, fmt.Sprint(p.Text, " ", p.Face.Cap(), " ", p.At.X, ",", p.At.Y))
	}
	if c.How == InTurn {
		for i := range t.Fields {
			field, bar := c.Turn(t, i)
			say(field)
			all = append(all, fmt.Sprint(bar.Min.X, "–", bar.Max.X))
		}
		return strings.Join(all, " | ")
	}
	for _, p := range c.Place(t) {
		say(p)
	}
	return strings.Join(all, " | ")
}
