// SPDX-License-Identifier: Apache-2.0

package hil

import (
	"context"
	"image"
	"log/slog"
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

// A film is what a panel of that size should show.
type film struct {
	size   image.Point
	length time.Duration // of one pass
	draw   func(m *image.RGBA, at time.Duration)
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
	draw := func(m *image.RGBA, at time.Duration) { seq.Draw(m, image.Point{}, at) }
	return &film{size: size, length: seq.Length(max(n.Cycles, 1)), draw: draw}
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
	f.draw(m, at)
	return m
}
