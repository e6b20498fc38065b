// SPDX-License-Identifier: Apache-2.0

package draw

import (
	"context"
	"image"
	"image/gif"
	"io"
	"time"

	"github.com/ledpost/ledpost/cli/command"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/record"
)

// writeGIF draws w for length from its start.
func (c *renderCmd) writeGIF(ctx context.Context, w render.Widget, size image.Point, length time.Duration) error {
	return command.WriteFile(c.out, func(out io.Writer) error { return gif.EncodeAll(out, c.animate(ctx, w, size, length)) })
}

// animate draws w as a GIF.
func (c *renderCmd) animate(ctx context.Context, w render.Widget, size image.Point, length time.Duration) *gif.GIF {
	return record.GIF(ctx, w, record.Options{
		Size: size, Length: length, FPS: c.fps, Colors: c.colours, Enlarge: c.enlarged,
	})
}
