// SPDX-License-Identifier: Apache-2.0

package mqtt

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"time"

	"github.com/ledpost/ledpost/render/enlarge"
)

const (
	portraitEvery = 5 * time.Second // at most one picture in that time
	portraitScale = 8               // pixels for each LED
)

// portrait is the picture that was published last. Without a panel nothing is.
type portrait struct {
	panel func() *image.RGBA
	last  *image.RGBA
}

// due returns the panel's picture if it differs from the last one published, else nil.
func (p *portrait) due() *image.RGBA {
	m := p.panel()
	if m == nil || p.last != nil && m.Rect == p.last.Rect && bytes.Equal(m.Pix, p.last.Pix) {
		return nil
	}
	p.last = m
	return m
}

// portray publishes the picture of the panel if it has changed.
func (s *session) portray(ctx context.Context) error {
	m := s.portrait.due()
	if m == nil || !enlarge.Fits(m.Rect.Size(), portraitScale) {
		return nil
	}
	var out bytes.Buffer
	coder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := coder.Encode(&out, enlarge.Squares(m, portraitScale)); err != nil {
		return fmt.Errorf("mqtt: %w", err)
	}
	return s.publish(ctx, s.topic("state/picture"), out.Bytes(), false)
}

// portraits ticks when a picture may be published; never without a panel.
func (s *session) portraits() (tick <-chan time.Time, stop func()) {
	if s.panel == nil {
		return nil, func() {}
	}
	t := time.NewTicker(portraitEvery)
	return t.C, t.Stop
}

// image returns the panel as an image.
func (s *session) image() entity {
	return entity{
		"platform": "image", "name": "Picture", "icon": "mdi:image-frame",
		"image_topic": s.topic("state/picture"), "content_type": "image/png",
	}
}
