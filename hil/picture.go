// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"log/slog"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/config"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/hw"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/render"
)

// iconWait is how long the icons of a notification may take to be loaded.
const iconWait = 10 * time.Second

// Picture returns what a notification, in the form of the API, shows on the panel at
// an instant counted from its beginning: the picture that the panel's driver gets. It
// ends the test if the notification or the panel is wrong.
func Picture(t T, p PanelConfig, notification string, at time.Duration) *image.RGBA {
	t.Helper()
	cfg, err := p.config()
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	spec, err := cfg.Panel.Spec()
	if err != nil {
		t.Fatalf("hil: %v", err)
	}
	film := newFilm(t, cfg, sizeOf(spec.Size), spec.Kind, notification)
	return film.picture(at)
}

// simulated is the size of the simulator.
var simulated = image.Pt(37, 8)

// sizeOf returns the size of a panel, that of the simulator if there is none.
func sizeOf(size image.Point) image.Point {
	if size == (image.Point{}) {
		return simulated
	}
	return size
}

// A film is a notification as a panel of that size shows it.
type film struct {
	size   image.Point
	seq    *render.Sequence
	length time.Duration // of one pass
}

// newFilm reads a notification and loads its icons. One that is wrong ends the test.
func newFilm(t T, cfg config.Config, size image.Point, kind hw.Kind, notification string) *film {
	t.Helper()
	n, err := wire.ParseNotification([]byte(notification))
	if err != nil {
		t.Fatalf("hil: notification: %v", err)
	}
	set, err := fonts.Open(fonts.Options{Extra: cfg.Fonts.Extra, Rows: size.Y})
	if err != nil {
		t.Logf("hil: going on without: %v", err)
	}
	cfg.Icons.Dir, cfg.Icons.Size = "", 8*paint.IconScale(size.X, size.Y)
	source := icons.New(cfg.Icons, slog.New(slog.DiscardHandler))
	loadIcons(t, source, n)
	painter := &paint.Painter{Size: size, Monochrome: kind == hw.Monochrome, Fonts: set, Icons: source, Look: cfg.Text}
	seq := painter.Picture(&n)
	return &film{size: size, seq: seq, length: seq.Length(max(n.Cycles, 1))}
}

// loadIcons waits for the icons of n. One that cannot be loaded is drawn as the device
// would draw it.
func loadIcons(t T, store *icons.Store, n note.Notification) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), iconWait)
	defer cancel()
	for _, f := range n.Frames {
		if f.Icon.IsZero() {
			continue
		}
		if err := store.Load(ctx, f.Icon); err != nil {
			t.Logf("hil: going on without: %v", err)
		}
	}
}

// picture returns what it shows at an instant.
func (f *film) picture(at time.Duration) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: f.size})
	render.Clear(m)
	f.seq.Draw(m, image.Point{}, at)
	return m
}

// Picture returns what the device shows now, as its page shows it.
func (d *Device) Picture() *image.RGBA {
	d.t.Helper()
	m, err := png.Decode(bytes.NewReader(d.call("GET", "/live/frame.png", "")))
	if err != nil {
		d.t.Fatalf("hil: the picture of the device: %v", err)
	}
	out := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// asText draws a picture with one character for each pixel: '.' dark, '+' dim, '#'
// bright.
func asText(m image.Image) string {
	var s strings.Builder
	b := m.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := color.NRGBA64Model.Convert(m.At(x, y)).(color.NRGBA64)
			s.WriteByte(".+#"[(int(max(c.R, c.G, c.B)>>8)+127)/128])
		}
		s.WriteByte('\n')
	}
	return s.String()
}
