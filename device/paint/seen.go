// SPDX-License-Identifier: Apache-2.0

package paint

import (
	"image"
	"strings"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/fonts"
	"github.com/ledpost/ledpost/render"
)

// Seen returns how long after its start the picture of f, a frame of plain text
// that is read from left to right, has shown all of beginning, with which the
// text begins: 0 if that is there from the start, as in text that does not scroll.
func (p *Painter) Seen(f *note.Frame, beginning string) time.Duration {
	spans, styles := p.styled(f)
	if len(spans) == 0 || !strings.HasPrefix(fonts.Plain(spans), beginning) {
		return 0
	}
	s := setting{Painter: p, frame: f, room: image.Rectangle{Max: p.Size}, styles: styles}
	s.layout(spans)
	over := s.face.Width(beginning) - s.room.Dx()
	if s.pass == 0 || over <= 0 {
		return 0
	}
	return render.Hold + time.Duration(float64(over)/s.speed(s.face)*float64(time.Second))
}
