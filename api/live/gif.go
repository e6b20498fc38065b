// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"context"
	"fmt"
	"image/gif"
	"net/http"
	"time"

	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/record"
)

// Bounds of a GIF that is drawn for one request.
const (
	sketchTime   = 1500 * time.Millisecond // for drawing it, or it ends earlier
	sketchPixels = 8 << 20                 // of all frames together, a byte each
)

// recorded returns the GIF of a widget, when its turn has come.
func (l *Live) recorded(r *http.Request, root render.Widget, o record.Options) ([]byte, error) {
	release, err := l.turn(r)
	if err != nil {
		return nil, err
	}
	defer release()
	ctx, cancel := context.WithTimeout(r.Context(), sketchTime)
	defer cancel()
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, record.GIF(ctx, root, o)); err != nil {
		return nil, fmt.Errorf("api: %w", err)
	}
	return out.Bytes(), nil
}
