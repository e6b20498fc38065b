// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"sync"
	"sync/atomic"

	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/render"
)

// Preview is a panel that browsers display: its Handoff takes what the frame
// loop draws, and browsers get the newest frame as a panel would show it,
// dimmed. Make one with [NewPreview].
type Preview struct {
	*render.Handoff
	frames atomic.Uint64

	mu       sync.Mutex // held by those who take frames: Run and the requests
	dimmed   *image.RGBA
	watchers map[*watcher]struct{}
	last     []byte // the last message sent to the watchers
}

// watcher receives the newest message; slow ones miss some.
type watcher struct{ box latest.Box[[]byte] }

// headSize is the size of a message's header: u16 width, u16 height, little
// endian.
const headSize = 4

// NewPreview returns a dark preview of a panel of width by height pixels, each
// at most 65535.
func NewPreview(width, height int) *Preview {
	bounds := image.Rect(0, 0, width, height)
	return &Preview{Handoff: render.NewHandoff(bounds), dimmed: image.NewRGBA(bounds), watchers: map[*watcher]struct{}{}}
}

// Draw implements render.Panel. It never fails, and allocates nothing when src is
// an *image.RGBA.
func (p *Preview) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	p.frames.Add(1)
	return p.Handoff.Draw(r, src, sp)
}

// Frames returns how many frames were drawn. Any goroutine may call it.
func (p *Preview) Frames() uint64 { return p.frames.Load() }

// newest returns the newest frame, dimmed. It is valid while p.mu is held.
func (p *Preview) newest() *image.RGBA {
	m, level := p.Take()
	copy(p.dimmed.Pix, m.Pix)
	render.Dim(p.dimmed, level)
	return p.dimmed
}

// message returns the newest frame in the form that watchers get. p.mu must be
// held.
func (p *Preview) message() []byte {
	m := p.newest()
	size := m.Rect.Size()
	out := make([]byte, headSize, headSize+3*size.X*size.Y)
	binary.LittleEndian.PutUint16(out, uint16(size.X))
	binary.LittleEndian.PutUint16(out[2:], uint16(size.Y))
	for i := 0; i < len(m.Pix); i += 4 {
		out = append(out, m.Pix[i], m.Pix[i+1], m.Pix[i+2])
	}
	return out
}

// Run sends changed frames to the watchers until ctx ends.
func (p *Preview) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-p.Fresh():
			p.mu.Lock()
			if len(p.watchers) > 0 { // else the frame stays for whoever comes
				p.spread()
			}
			p.mu.Unlock()
		}
	}
}

// spread sends the newest frame if it differs from the last one sent. p.mu must
// be held.
func (p *Preview) spread() {
	m := p.message()
	if bytes.Equal(m, p.last) {
		return
	}
	p.last = m
	for w := range p.watchers {
		w.box.Put(m)
	}
}

// watch returns a watcher that begins with the current frame. If that frame is
// new, the other watchers get it too.
func (p *Preview) watch() *watcher {
	w := &watcher{latest.New[[]byte]()}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.spread()
	w.box.Put(p.last)
	p.watchers[w] = struct{}{}
	return w
}

func (p *Preview) leave(w *watcher) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.watchers, w)
}

// Picture returns a copy of the newest frame as it was drawn, at full brightness.
// Any goroutine may call it.
func (p *Preview) Picture() *image.RGBA {
	p.mu.Lock()
	defer p.mu.Unlock()
	m, _ := p.Take()
	out := image.NewRGBA(m.Rect)
	copy(out.Pix, m.Pix)
	return out
}

// picture returns the newest frame with every pixel enlarged to scale by scale
// pixels.
func (p *Preview) picture(scale int) *image.RGBA {
	p.mu.Lock()
	defer p.mu.Unlock()
	from := p.newest()
	size := from.Rect.Size()
	m := image.NewRGBA(image.Rectangle{Max: size.Mul(scale)})
	for y := range size.Y {
		row := m.Pix[y*scale*m.Stride : y*scale*m.Stride+m.Stride]
		for x := range size.X {
			c := from.Pix[y*from.Stride+4*x:]
			for i := x * scale; i < (x+1)*scale; i++ {
				row[4*i], row[4*i+1], row[4*i+2], row[4*i+3] = c[0], c[1], c[2], 255
			}
		}
		for i := 1; i < scale; i++ {
			copy(m.Pix[(y*scale+i)*m.Stride:], row)
		}
	}
	return m
}
