// SPDX-License-Identifier: Apache-2.0

package photo_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"strings"
	"testing"

	"github.com/ledpost/ledpost/hw/photo"
	"github.com/ledpost/ledpost/internal/must"
)

// seeds is how many photographs are read, each twice.
const seeds = 200

// TestRead: 200 photographs are read right, with the marks and with given corners, and
// the same with one wrong LED, which is found in its place.
func TestRead(t *testing.T) {
	for part := range 4 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for seed := uint64(part + 1); seed <= seeds; seed += 4 {
				s := random(seed)
				want := s.picture()
				m := s.photograph(true)
				read(t, s, m, want)
				i := int(seed*7919) % len(s.leds)
				if s.leds[i] == ([3]float64{}) {
					s.leds[i] = [3]float64{1, 1, 1}
				} else {
					s.leds[i] = [3]float64{}
				}
				at := image.Pt(i%s.size.X, i/s.size.X)
				s.marked = true
				s.render(m, s.near(at))
				read(t, s, m, want, at)
			}
		})
	}
}

// read reads the photograph of a scene and compares it with a picture.
func read(t *testing.T, s scene, m, want image.Image, wrong ...image.Point) {
	t.Helper()
	for how, corners := range map[string]*[4]image.Point{"marks": nil, "corners": s.corners()} {
		r, err := photo.Read(m, s.size, corners)
		if err != nil {
			t.Errorf("seed %d by its %s: %v", s.seed, how, err)
			continue
		}
		if got := r.Wrong(want, false); !slices.Equal(got, wrong) {
			t.Errorf("seed %d by its %s: %v are wrong, want %v", s.seed, how, got, wrong)
		}
	}
}

// TestReadOneColour: of a panel of red LEDs only counts which are lit.
func TestReadOneColour(t *testing.T) {
	s := random(1)
	want := image.NewNRGBA(image.Rectangle{Max: s.size})
	for i, l := range s.leds {
		if v := max(l[0], l[1], l[2]); v > 0 {
			s.leds[i] = [3]float64{1, 0.1, 0.05}
			want.Set(i%s.size.X, i/s.size.X, color.White)
		}
	}
	r := must.Get(photo.Read(s.photograph(true), s.size, nil))(t)
	if wrong := r.Wrong(want, true); len(wrong) > 0 {
		t.Errorf("%v", wrong)
	}
	if wrong := r.Wrong(want, false); len(wrong) == 0 {
		t.Error("red is read as white")
	}
}

// TestReadJPEG: as phones write photographs.
func TestReadJPEG(t *testing.T) {
	s := random(4)
	var out bytes.Buffer
	must.Do(t, jpeg.Encode(&out, s.photograph(true), &jpeg.Options{Quality: 80}))
	m := must.Get(jpeg.Decode(&out))(t)
	r := must.Get(photo.Read(m, s.size, nil))(t)
	if wrong := r.Wrong(s.picture(), false); len(wrong) > 0 {
		t.Errorf("%v", wrong)
	}
}

// TestRefused: what cannot be read is refused with a sentence.
func TestRefused(t *testing.T) {
	s := random(1)
	right := s.photograph(true)
	changed := func(f func(*scene)) image.Image {
		s := s
		f(&s)
		return s.photograph(true)
	}
	for _, c := range []struct {
		why     string
		m       image.Image
		size    image.Point
		corners *[4]image.Point
		want    string
	}{
		{"too dark", changed(func(s *scene) { s.exposure = 0.01 }), s.size, s.corners(), "too dark"},
		{"a panel that is off", changed(func(s *scene) { s.leds = make([][3]float64, len(s.leds)) }), s.size, s.corners(),
			"stands out"},
		{"too bright", changed(func(s *scene) { s.exposure, s.halo, s.glow = 200, 0.5, 0.5 }), s.size, s.corners(),
			"too bright"},
		{"daylight", changed(func(s *scene) { s.ambient = 1 }), s.size, s.corners(), "too bright"},
		{"no marks", s.photograph(false), s.size, nil, "not four marks"},
		{"nothing", image.NewNRGBA(image.Rect(0, 0, 100, 100)), s.size, nil, "not four marks"},
		{"from afar", right, image.Pt(640, 80), nil, "too small"},
		{"the other way around", right, s.size, &[4]image.Point{{0, 0}, {0, 99}, {99, 99}, {99, 0}}, "clockwise"},
		{"a line", right, s.size, &[4]image.Point{{0, 0}, {10, 10}, {20, 20}, {30, 30}}, "clockwise"},
		{"far away", right, s.size, &[4]image.Point{{0, 0}, {1 << 40, 0}, {1 << 40, 1 << 40}, {0, 1 << 40}}, "clockwise"},
		{"no panel", right, image.Point{}, nil, "cannot be read"},
		{"a line of LEDs", right, image.Pt(8, 1), nil, "cannot be read"},
		{"a panel without end", right, image.Pt(1<<40, 1<<40), nil, "cannot be read"},
		{"no photograph", image.NewNRGBA(image.Rectangle{}), s.size, nil, "pixels"},
		{"a huge photograph", image.NewUniform(color.White), s.size, nil, "pixels"},
	} {
		if _, err := photo.Read(c.m, c.size, c.corners); err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.HasPrefix(err.Error(), "photo: ") {
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		}
	}
}

// FuzzRead: no photograph and no corners make the reader fail otherwise than by an error.
func FuzzRead(f *testing.F) {
	f.Add([]byte{0, 255, 3, 7}, 8, 8, 0, 0, 10, 10)
	f.Add(bytes.Repeat([]byte{0, 0, 200}, 300), 2, 2, 1, 1, 25, 25)
	f.Fuzz(func(t *testing.T, pixels []byte, w, h, x0, y0, x1, y1 int) {
		m := image.NewGray(image.Rect(0, 0, 30, len(pixels)/30))
		copy(m.Pix, pixels)
		for _, corners := range []*[4]image.Point{nil, {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}} {
			r, err := photo.Read(m, image.Pt(w%100, h%100), corners)
			if err != nil {
				continue
			}
			for i := range r.Bounds().Dx() * r.Bounds().Dy() {
				if c := r.At(i%r.Bounds().Dx(), i/r.Bounds().Dx()).(color.NRGBA64); c.A != 0xffff {
					t.Fatalf("%v", c)
				}
			}
		}
	})
}

// FuzzDecode: no file makes the decoder fail otherwise than by an error, or take more
// than it may.
func FuzzDecode(f *testing.F) {
	var out bytes.Buffer
	must.Do(f, jpeg.Encode(&out, image.NewGray(image.Rect(0, 0, 9, 9)), nil))
	f.Add(out.Bytes())
	f.Add([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\x00\xff\xff\xff\x00\x08\x06\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := photo.Decode(bytes.NewReader(data))
		if err == nil && m.Bounds().Dx()*m.Bounds().Dy() > photo.MaxPixels {
			t.Errorf("%v", m.Bounds())
		}
	})
}

// TestDecodeIsBounded: a small file that says it is huge is refused before it is read.
func TestDecodeIsBounded(t *testing.T) {
	head := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x01\x00\x00\x00\x01\x00\x00\x08\x06\x00\x00\x00")
	sum := crc32.ChecksumIEEE(head[12:])
	head = binary.BigEndian.AppendUint32(head, sum)
	for why, c := range map[string]struct {
		data []byte
		want string
	}{"a picture of 65536×65536": {head, "want at most"}, "text": {[]byte("hello"), "neither JPEG nor PNG"},
		"nothing": {nil, "neither JPEG nor PNG"}} {
		_, err := photo.Decode(bytes.NewReader(c.data))
		must.Fail(t, err, c.want, why)
	}
}

// TestReadAlike: LEDs that are all lit are read as lit, and a lit wall in place of a panel as nothing.
func TestReadAlike(t *testing.T) {
	for _, colour := range [][3]float64{{1, 1, 1}, {0, 0, 1}, {1, 0.9, 0}} {
		for seed := uint64(3); seed < 5; seed++ {
			s := random(seed)
			s.halo, s.exposure = s.halo/2, 0.6
			for i := range s.leds {
				s.leds[i] = colour
			}
			r, err := photo.Read(s.photograph(true), s.size, s.corners())
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if wrong := r.Wrong(s.picture(), false); len(wrong) > 0 {
				t.Errorf("seed %d, %v: %v are wrong", seed, colour, wrong)
			}
		}
	}
	wall := image.NewGray(image.Rect(0, 0, 320, 160))
	for i := range wall.Pix {
		wall.Pix[i] = uint8(150 + i%320/16) // lighter from left to right
	}
	_, err := photo.Read(wall, image.Pt(32, 16), &[4]image.Point{{5, 5}, {315, 5}, {315, 155}, {5, 155}})
	must.Fail(t, err, "stands out", "a wall")
}
