// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render/record"
)

// Bounds of a preview.
const (
	sketchLength = 20 * time.Second // of the GIF
	sketchFPS    = 25
)

// postPreview answers with a GIF of one pass of a notification, as the panel
// would show it. Nothing is queued.
func (l *Live) postPreview(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	n, err := wire.ParseNotification(body)
	if err != nil {
		return err
	}
	if err := l.sketch(w, r); err != nil {
		return err
	}
	file, err := l.drawn(r, n)
	if err != nil {
		return err
	}
	if l.lacks(n) {
		w.Header().Set("Retry-After", comesIn)
	}
	w.Header().Set("Content-Type", "image/gif")
	w.Header().Set("Cache-Control", "no-store")
	_, err = w.Write(file)
	return err
}

// drawn returns n as a GIF.
func (l *Live) drawn(r *http.Request, n note.Notification) ([]byte, error) {
	return l.recorded(r, func(ctx context.Context) (film, error) {
		seq, size, err := l.cfg.Device.Preview(ctx, n, sketchLength)
		if err != nil {
			return film{}, err
		}
		return film{seq, record.Options{
			Size: size, Length: min(seq.Length(1), sketchLength), FPS: sketchFPS, Colors: 256, Pixels: sketchPixels,
		}}, nil
	})
}

// lacks reports whether an icon of n is not here yet.
func (l *Live) lacks(n note.Notification) bool {
	return slices.ContainsFunc(n.Frames, func(f note.Frame) bool { return l.cfg.Coming(f.Icon) })
}
