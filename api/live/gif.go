// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"context"
	"fmt"
	"image/gif"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/record"
)

// Bounds of a GIF that is drawn for one request.
const (
	sketchTime   = 1500 * time.Millisecond // for drawing it, or it ends earlier
	sketchPixels = 8 << 20                 // of all frames together, a byte each
)

// film is what becomes a GIF.
type film struct {
	root    render.Widget
	options record.Options
}

// recorded returns the GIF of what paint returns. Nothing is painted before its turn has
// come: those that wait hold no pictures.
func (l *Live) recorded(r *http.Request, paint func(context.Context) (film, error)) ([]byte, error) {
	release, err := l.turn(r)
	if err != nil {
		return nil, err
	}
	defer release()
	patient, done := rest.Patience(r)
	defer done()
	f, err := paint(patient)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), sketchTime)
	defer cancel()
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, record.GIF(ctx, f.root, f.options)); err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	return out.Bytes(), nil
}
