package api

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/color"
	"sync"
	"sync/atomic"

	"github.com/ledpost/ledpost/internal/latest"
)

// Preview is a panel that shows itself to browsers: it keeps the newest frame
// as a panel would show it, dimmed. Bounds, Draw and SetBrightness are called by
// one goroutine, the frame loop, which they never hold up; a Server does the
// rest.
type Preview struct {
	size   image.Point
	frames atomic.Uint64
	eyes   atomic.Int32  // watchers
	drawn  chan struct{} // one signal for any number of frames

	// Owned by the frame loop.
	level [256]uint8 // of an sRGB value, at the present brightness
	back  []byte     // being drawn; RGB

	// The frame is handed over in three buffers: one is drawn, one is read, and
	// middle is exchanged for either without waiting.
	middle atomic.Pointer[buffer]
	spare  *buffer // of the frame loop

	mu       sync.Mutex // of readers only
	front    *buffer
	watchers map[*watcher]struct{}
	last     []byte // message the watchers were sent last
}

// buffer is a frame on its way; fresh until it was read.
type buffer struct {
	rgb   []byte
	fresh bool
}

// watcher gets the newest message; slow ones miss some.
type watcher struct{ box latest.Box[[]byte] }

// headSize of a message: u16 width, u16 height, little endian.
const headSize = 4

// NewPreview returns a preview of a panel of width by height pixels, each at most
// 65535. It is dark.
func NewPreview(width, height int) *Preview {
	p := &Preview{size: image.Pt(width, height), drawn: make(chan struct{}, 1), watchers: map[*watcher]struct{}{}}
	n := 3 * width * height
	p.back = make([]byte, n)
	p.spare, p.front = &buffer{rgb: make([]byte, n)}, &buffer{rgb: make([]byte, n)}
	p.middle.Store(&buffer{rgb: make([]byte, n)})
	p.SetBrightness(1)
	return p
}

// Bounds is the size of the panel.
func (p *Preview) Bounds() image.Rectangle { return image.Rectangle{Max: p.size} }

// SetBrightness scales sRGB values by level, 0 (dark) to 1, from the next Draw
// on. What is lit stays lit above level 0.
func (p *Preview) SetBrightness(level float64) error {
	part := uint32(min(max(level, 0), 1) * 256)
	for i := range p.level {
		p.level[i] = uint8((uint32(i)*part + 255) >> 8)
	}
	if part == 0 {
		p.level = [256]uint8{}
	}
	return nil
}

// Draw takes the part of src that begins at sp as the rectangle r of the panel.
// It never fails, and allocates nothing when src is an *image.RGBA.
func (p *Preview) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	shift := sp.Sub(r.Min)
	r = r.Intersect(p.Bounds()).Intersect(src.Bounds().Sub(shift))
	if m, ok := src.(*image.RGBA); ok {
		p.copy(r, m, shift)
	} else {
		p.convert(r, src, shift)
	}
	p.hand()
	return nil
}

func (p *Preview) copy(r image.Rectangle, m *image.RGBA, shift image.Point) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		from := m.Pix[m.PixOffset(r.Min.X+shift.X, y+shift.Y):]
		to := p.back[3*(y*p.size.X+r.Min.X):]
		for range r.Dx() {
			to[0], to[1], to[2] = p.level[from[0]], p.level[from[1]], p.level[from[2]]
			from, to = from[4:], to[3:]
		}
	}
}

func (p *Preview) convert(r image.Rectangle, src image.Image, shift image.Point) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := color.RGBAModel.Convert(src.At(x+shift.X, y+shift.Y)).(color.RGBA)
			to := p.back[3*(y*p.size.X+x):]
			to[0], to[1], to[2] = p.level[c.R], p.level[c.G], p.level[c.B]
		}
	}
}

// hand gives the frame to the readers, in exchange for a buffer they are done
// with.
func (p *Preview) hand() {
	copy(p.spare.rgb, p.back)
	p.spare.fresh = true
	p.spare = p.middle.Swap(p.spare)
	p.frames.Add(1)
	if p.eyes.Load() > 0 {
		select {
		case p.drawn <- struct{}{}:
		default:
		}
	}
}

// Frames is how many frames were drawn. Any goroutine may ask.
func (p *Preview) Frames() uint64 { return p.frames.Load() }

// newest gives the newest frame; it is valid while p.mu is held.
func (p *Preview) newest() []byte {
	b := p.middle.Swap(p.front)
	if !b.fresh {
		b = p.middle.Swap(b) // what was read last, or what has just come
	}
	b.fresh = false
	p.front = b
	return b.rgb
}

// message copies the newest frame as watchers get it.
func (p *Preview) message() []byte {
	rgb := p.newest()
	m := make([]byte, headSize, headSize+len(rgb))
	binary.LittleEndian.PutUint16(m, uint16(p.size.X))
	binary.LittleEndian.PutUint16(m[2:], uint16(p.size.Y))
	return append(m, rgb...)
}

// Run sends changed frames to the watchers until ctx ends.
func (p *Preview) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-p.drawn:
			p.mu.Lock()
			p.spread()
			p.mu.Unlock()
		}
	}
}

// spread sends the newest frame if it differs from the last one sent. p.mu is
// held.
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

// watch begins with the frame of now.
func (p *Preview) watch() *watcher {
	w := &watcher{latest.New[[]byte]()}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.eyes.Add(1)
	p.spread()
	w.box.Put(p.last)
	p.watchers[w] = struct{}{}
	return w
}

func (p *Preview) leave(w *watcher) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.eyes.Add(-1)
	delete(p.watchers, w)
}

// picture gives the newest frame, every pixel as scale by scale pixels.
func (p *Preview) picture(scale int) *image.RGBA {
	m := image.NewRGBA(image.Rectangle{Max: p.size.Mul(scale)})
	p.mu.Lock()
	defer p.mu.Unlock()
	rgb := p.newest()
	for y := range p.size.Y {
		row := m.Pix[y*scale*m.Stride : y*scale*m.Stride+m.Stride]
		for x := range p.size.X {
			c := rgb[3*(y*p.size.X+x):]
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
