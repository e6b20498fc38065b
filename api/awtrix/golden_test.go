// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	imagecolor "image/color"
	"image/png"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/must"
)

// goldenFrames are the instants, in frames of AWTRIX: 42 a second.
var goldenFrames = []int{0, 63, 139, 324}

// goldenIcon is a picture of 8×8 opaque pixels in base64.
var goldenIcon = func() string {
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range 64 {
		m.SetRGBA(i%8, i/8, imagecolor.RGBA{uint8(40 + 20*(i%8)), uint8(30 * (i / 8)), 90, 255})
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m)
	return base64.StdEncoding.EncodeToString(b.Bytes())
}()

var goldenIcons = sync.OnceValue(func() *icons.Store {
	return icons.New(icons.Config{}, slog.New(slog.DiscardHandler))
})

// shown draws a payload as the program does, on a panel of the given size, in the middle
// of AWTRIX's frame n.
func shown(body string, notes bool, size image.Point) (func(n int) *image.RGBA, error) {
	p, err := parse([]byte(body))
	if err != nil {
		return nil, err
	}
	f := p.frame(note.FormAwtrixApp, true)
	if notes {
		n, _ := p.notification(true)
		f = n.Frames[0]
	}
	if f.Blank() {
		f.Text = []note.Fragment{{}}
	}
	painter := paint.Painter{Size: size, Fonts: faces(), Icons: goldenIcons()}
	w, _ := painter.Frame(&f)
	return func(n int) *image.RGBA {
		m := image.NewRGBA(image.Rectangle{Max: size})
		w.Draw(m, image.Point{}, time.Duration(2*n+1)*time.Second/84)
		return m
	}, nil
}

// differs says where a picture differs from the reference; "" if it does not.
func differs(m *image.RGBA, want *sheet) string {
	at := func(x, y int) rgb {
		c := m.RGBAAt(x, y)
		return rgb{c.R, c.G, c.B}
	}
	for y := range 8 {
		for x := range want.width {
			if got := at(x, y); !slices.Contains(want.pixels[y*want.width+x], got) {
				return fmt.Sprintf("pixel %d,%d is %v, want %v", x, y, got, want.pixels[y*want.width+x])
			}
		}
	}
	for _, l := range want.letters {
		lit := false
		for x := l.x; x < l.x+l.columns; x++ {
			for y := l.y; y < l.y+5; y++ {
				allowed := want.at(x, y)
				lit = lit || allowed != nil && (at(x, y) == l.ink || !slices.Contains(*allowed, l.ink)) // or it is covered
			}
		}
		if !lit {
			return fmt.Sprintf("letter %q at %d,%d is not seen", l.code, l.x, l.y)
		}
	}
	return ""
}

// TestGolden: the payloads as custom apps and as notifications are the pictures of
// AWTRIX 3, at the start and later.
func TestGolden(t *testing.T) {
	payloads, same := 0, 0
	for _, row := range goldenRows {
		if len(row.bodies) < 6 {
			t.Errorf("%s: %d payloads are too few", row.element, len(row.bodies))
		}
		for _, body := range row.bodies {
			body = strings.ReplaceAll(body, "@", goldenIcon)
			payloads++
			ok := true
			for _, notes := range []bool{false, true} {
				fault := golden(body, notes, 32)
				if ok = ok && fault == ""; fault != "" {
					t.Errorf("%s: %s, a notification %v: %s", row.element, strings.ReplaceAll(body, goldenIcon, "@"), notes, fault)
				}
			}
			if ok {
				same++
			}
		}
	}
	t.Logf("%d of %d payloads are the same", same, payloads)
}

// golden compares a payload on a panel of so many columns and 8 rows.
func golden(body string, notes bool, width int) string {
	draw, err := shown(body, notes, image.Pt(width, 8))
	if err != nil {
		return err.Error()
	}
	for _, n := range goldenFrames {
		if fault := differs(draw(n), drawReference(body, notes, width, n)); fault != "" {
			return fmt.Sprintf("frame %d: %s", n, fault)
		}
	}
	return ""
}

// TestGoldenSizes: on other panels the same rules hold with another width, and the picture
// is enlarged and centred.
func TestGoldenSizes(t *testing.T) {
	for _, row := range []struct {
		size         image.Point
		width, scale int
	}{
		{image.Pt(37, 8), 37, 1}, {image.Pt(64, 32), 32, 2}, {image.Pt(64, 64), 32, 2}, {image.Pt(64, 8), 64, 1},
		{image.Pt(24, 16), 24, 1}, {image.Pt(65, 17), 32, 2}, {image.Pt(96, 24), 32, 3}, {image.Pt(98, 24), 32, 3},
	} {
		for _, part := range goldenRows {
			body := strings.ReplaceAll(part.bodies[len(part.bodies)-1], "@", goldenIcon)
			draw := must.Get(shown(body, false, row.size))(t)
			m := draw(139)
			if fault := differs(reduced(m, row.width, row.scale), drawReference(body, false, row.width, 139)); fault != "" {
				t.Errorf("%v: %s: %s", row.size, body, fault)
			}
			if fault := squares(m, row.width, row.scale); fault != "" {
				t.Errorf("%v: %s: %s", row.size, body, fault)
			}
		}
	}
}

// reduced returns one pixel of each square.
func reduced(m *image.RGBA, width, scale int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, width, 8))
	at := corner(m, width, scale)
	for i := range 8 * width {
		out.SetRGBA(i%width, i/width, m.RGBAAt(at.X+i%width*scale, at.Y+i/width*scale))
	}
	return out
}

// corner returns the first LED of the picture in the middle of m.
func corner(m *image.RGBA, width, scale int) image.Point {
	return m.Rect.Size().Sub(image.Pt(width, 8).Mul(scale)).Div(2)
}

// squares says where a picture is not made of squares, or not dark around them.
func squares(m *image.RGBA, width, scale int) string {
	at := corner(m, width, scale)
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			want, p := imagecolor.RGBA{}, image.Pt(x, y).Sub(at)
			if p.In(image.Rect(0, 0, width*scale, 8*scale)) {
				p = p.Div(scale).Mul(scale).Add(at)
				want = m.RGBAAt(p.X, p.Y)
			}
			if got := m.RGBAAt(x, y); got != want {
				return fmt.Sprintf("pixel %d,%d is %v, want %v", x, y, got, want)
			}
		}
	}
	return ""
}

// TestGoldenBlueprints: the payloads of published blueprints.
func TestGoldenBlueprints(t *testing.T) {
	data := must.Get(os.ReadFile("testdata/blueprints.json"))(t)
	var list []struct {
		Blueprint string
		Payload   json.RawMessage
	}
	must.Do(t, json.Unmarshal(data, &list))
	for _, one := range list {
		if fault := golden(string(one.Payload), false, 32); fault != "" {
			t.Errorf("%s: %s: %s", one.Blueprint, one.Payload, fault)
		}
	}
	if len(list) != 11 {
		t.Errorf("%d payloads", len(list))
	}
}
