// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"math"
	"strconv"
	"strings"
)

// This file and the reference files beside it draw payloads as AWTRIX 3 does,
// by its rules in sentences. They share nothing with the program: neither the
// reading of JSON nor a letter nor a line. "Documentation" is AWTRIX's own
// (docs/api.md of awtrix3 at 723e8c7); "observed" is what that version shows.
//
// The shape of a letter is free: a letter is its cell, in which each pixel
// either has the letter's colour or what is behind it.

// reference is a picture that moves from frame to frame.
type reference struct {
	sheet
	in    map[string]any
	notes bool // a notification; otherwise a custom app

	runs  []referenceRun
	wide  int // of the text
	room  int // columns that it has
	pic   *image.RGBA
	off   int // textOffset
	speed float64
	push  int

	at, icon float64 // of the scrolling text and of the icon, columns
	waited   int
	pushed   bool
}

type referenceRun struct {
	text  []byte // in AWTRIX's code page
	color rgb
}

// drawReference returns frame number n of the payload, counted from 0.
func drawReference(body string, notes bool, width, n int) *sheet {
	var in map[string]any
	if err := json.Unmarshal([]byte(body), &in); err != nil {
		panic(err)
	}
	r := &reference{in: in, notes: notes, sheet: newSheet(width)}
	r.setUp()
	for i := 0; i <= n; i++ {
		r.sheet.blind = i < n
		r.frame(i)
	}
	return &r.sheet
}

func (r *reference) setUp() {
	r.pic = referenceIcon(r.in["icon"])
	// Documentation: with an icon, the text has 24 of the 32 columns.
	r.room = r.width
	if r.pic != nil {
		r.room -= 8
	}
	r.off, r.push = asWhole(r.in["textOffset"]), asWhole(r.in["pushIcon"])
	// Documentation: scrollSpeed is a percentage. Observed: 100 is half a pixel a frame.
	r.speed = 0.5
	if v, ok := r.in["scrollSpeed"]; ok {
		r.speed = 0.5 * float64(asWhole(v)) / 100
	}
	color := shade(r.in["color"], white)
	// Documentation: textCase 1 forces capitals, 2 shows as sent, 0 is the setting, which is capitals.
	capitals := asWhole(r.in["textCase"]) != 2
	if list, ok := r.in["text"].([]any); ok {
		for _, one := range list {
			m := one.(map[string]any)
			r.runs = append(r.runs, referenceRun{paged(wording(m["t"]), capitals), shade(m["c"], color)})
		}
	} else {
		r.runs = []referenceRun{{paged(wording(r.in["text"]), capitals), color}}
	}
	for _, run := range r.runs {
		r.wide += widthOf(run.text)
	}
	r.at = float64(9 + r.off)
}

// frame moves everything by one frame and draws it.
func (r *reference) frame(n int) {
	// Documentation: background is a colour behind everything; black is the default.
	r.fill(0, 0, r.width, 8, shade(r.in["background"], rgb{}))
	// Documentation: with topText, the text is drawn last.
	top := truth(r.in["topText"], false)
	if top {
		r.things()
	}
	if r.wide > r.room {
		r.scroll()
	}
	r.print(n)
	if !top {
		r.things()
	}
}

// scroll moves a text that does not fit.
func (r *reference) scroll() {
	start := float64(r.off)
	if r.pic != nil && !(r.pushed && r.push == 1) {
		start += 9
	}
	// Observed: a pass ends when the text has left on the left; the next one begins at once.
	if r.at+float64(r.off) <= -float64(r.wide) {
		r.waited, r.at = 0, float64(9+r.off)
		if r.push == 2 {
			r.pushed = false
		}
		start = float64(r.off)
		if r.pic != nil && !(r.pushed && r.push == 1) {
			start += 9
		}
	}
	// Observed: the text stands for 43 frames in an app and for 51 in a notification,
	// unless it begins beyond the right edge.
	stands, first := 42.0, r.off
	if r.notes {
		stands = 42 * 1.2
	}
	if r.pic != nil {
		first += 9
	}
	switch {
	case float64(r.waited) <= stands && first <= r.width-1:
		r.waited++
		r.at = start
	case !truth(r.in["noScroll"], false):
		r.at -= r.speed
	}
}

// print draws the text.
func (r *reference) print(n int) {
	// Documentation: center is true by default. The width counts the gap behind the last letter.
	x := 0
	if r.pic != nil {
		x = 9
	}
	if truth(r.in["center"], true) {
		x += (r.room - r.wide) / 2
	}
	x += r.off
	_, fragments := r.in["text"].([]any)
	if r.wide > r.room {
		// Observed: textOffset counts twice in text that scrolls, but once in a notification with
		// fragments or rainbow; columns are cut towards zero.
		again := r.off
		if r.notes && (fragments || truth(r.in["rainbow"], false)) {
			again = 0
		}
		x = int(math.Trunc(r.at + float64(again)))
	}
	for _, run := range r.runs {
		for i, c := range run.text {
			ink := r.effect(run.color, n)
			switch pair := r.gradient(); {
			case fragments && r.notes && run.color == (rgb{}), !fragments && truth(r.in["rainbow"], false):
				// Documentation: rainbow fades each letter differently. Observed: the hue is that of its
				// place in the text, of 256, and moves by one a frame.
				ink = hue(byte(i*360/len(run.text) + n))
			case !fragments && pair != nil:
				ink = between(pair[0], pair[1], i, len(run.text))
			}
			r.letter(x, 6, c, ink)
			x += advance(c)
		}
	}
}

// effect returns the colour of text that fades or blinks in frame n.
// Observed: a fade is a sine from half over bright to dark in fadeText ms; text that
// blinks is dark (black, not clear) in the first half of blinkText ms.
func (r *reference) effect(c rgb, n int) rgb {
	ms := float64(n) * 1000 / 42
	if v := asWhole(r.in["fadeText"]); v > 0 {
		phase := (math.Sin(2*math.Pi*ms/float64(v)) + 1) / 2
		for i := range c {
			c[i] = byte(float64(c[i]) * phase)
		}
	} else if v := asWhole(r.in["blinkText"]); v > 0 && int(ms)%v <= v/2 {
		return rgb{}
	}
	return c
}

// gradient returns the two colours, nil without. Documentation: two given colors.
func (r *reference) gradient() []rgb {
	list, _ := r.in["gradient"].([]any)
	if len(list) != 2 {
		return nil
	}
	return []rgb{shade(list[0], white), shade(list[1], white)}
}

// things draws everything but the text.
func (r *reference) things() {
	scrolls := r.wide > r.room
	if r.pic != nil {
		if r.push > 0 && scrolls {
			r.carry()
		}
		x := int(math.Trunc(r.icon + float64(asWhole(r.in["iconOffset"]))))
		for i := range 64 {
			c := r.pic.RGBAAt(i%8, i/8)
			r.set(x+i%8, i/8, rgb{c.R, c.G, c.B})
		}
		if scrolls { // Observed: the column behind the icon stays free of text; with progress, but for row 7.
			rows := 8
			if asWhole(r.or("progress", -1.0)) > -1 {
				rows = 7
			}
			r.fill(int(math.Trunc(8+r.icon)), 0, 1, rows, shade(r.in["background"], rgb{}))
		}
	}
	if r.notes {
		r.progress()
		r.draw()
	} else {
		r.draw()
		r.progress()
	}
	r.charts()
}

// carry moves the icon. Documentation: pushIcon 1 moves with the text and does not appear
// again, 2 appears again when the text starts to scroll again. Observed: it comes back at
// half a pixel a frame while the text stands.
func (r *reference) carry() {
	if r.icon < 0 && !r.pushed && r.at > 8 {
		r.icon += 0.5
	}
	if r.at < float64(9-r.off) && !r.pushed {
		r.icon = r.at - 9 + float64(r.off)
		r.pushed = r.icon <= float64(-9-r.off)
	}
}

func (r *reference) or(key string, otherwise any) any {
	if v, ok := r.in[key]; ok {
		return v
	}
	return otherwise
}

// referenceIcon returns a picture in base64 as 8×8 opaque pixels; nil for anything else.
// An icon that is not there takes no room.
func referenceIcon(v any) *image.RGBA {
	s, _ := v.(string)
	data, err := base64.StdEncoding.DecodeString(s)
	if err != nil || len(s) <= 64 {
		return nil
	}
	m, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	out := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range 64 {
		out.Set(i%8, i/8, m.At(i%8, i/8))
	}
	return out
}

// asWhole reads a number: AWTRIX takes texts for numbers, and cuts fractions off.
func asWhole(v any) int {
	switch v := v.(type) {
	case float64:
		return int(v)
	case string:
		n, _ := strconv.ParseFloat(v, 64)
		return int(n)
	case bool:
		if v {
			return 1
		}
	}
	return 0
}

func truth(v any, otherwise bool) bool {
	switch v := v.(type) {
	case bool:
		return v
	case float64:
		return v != 0
	}
	return otherwise
}

func wording(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// shade reads a colour. Documentation: a hex string or an R, G, B array. Observed: any
// number of hex digits.
func shade(v any, otherwise rgb) rgb {
	switch v := v.(type) {
	case string:
		n, _ := strconv.ParseUint(strings.TrimPrefix(v, "#"), 16, 24)
		return rgb{byte(n >> 16), byte(n >> 8), byte(n)}
	case []any:
		if len(v) == 3 {
			return rgb{byte(asWhole(v[0])), byte(asWhole(v[1])), byte(asWhole(v[2]))}
		}
	}
	return otherwise
}
