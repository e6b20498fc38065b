// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"image"
	"image/gif"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/budget"
	"github.com/ledpost/ledpost/internal/latest"
	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/render/record"
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

// Bounds of a GIF that is drawn for one request.
const (
	sketchTime   = 1500 * time.Millisecond // for drawing it, or it ends earlier
	sketchPixels = 8 << 20                 // of all frames together, a byte each

	palette = 6 << 10 // bytes of the palette of a frame of the GIF, in memory
	painted = 2 << 20 // bytes of what is painted and not drawn yet: of few texts at a time
)

// film is what becomes a GIF.
type film struct {
	root    render.Widget
	options record.Options
}

// bytes returns how many a GIF takes at most while it is made: its frames, and the file.
func (f *film) bytes() int64 {
	o := f.options
	frames := int(o.Length.Seconds()*float64(o.FPS)) + 1
	return int64(2*min(o.Pixels, frames*o.Size.X*o.Size.Y) + frames*palette)
}

// recorded returns the GIF of what paint returns. Nothing is painted before its turn has
// come and there is memory for it: those that wait hold no pictures. The file counts until the
// request has been answered. It is cut, not whole, if drawing it takes too long.
func (l *Live) recorded(r *http.Request, paint func(context.Context) (film, error)) (file []byte, cut bool, err error) {
	release, err := l.turn(r)
	if err != nil {
		return nil, false, err
	}
	defer release()
	share := budget.Of(r.Context())
	if err := share.Take(painted); err != nil {
		return nil, false, err
	}
	patient, done := rest.Patience(r)
	defer done()
	f, err := paint(patient)
	if err != nil {
		return nil, false, err
	}
	if err := share.Take(f.bytes()); err != nil {
		return nil, false, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), sketchTime)
	defer cancel()
	var out bytes.Buffer
	all := record.GIF(ctx, f.root, f.options)
	cut = ctx.Err() != nil
	if err := gif.EncodeAll(&out, all); err != nil {
		return nil, false, fmt.Errorf("api: %w", err)
	}
	share.Keep(int64(out.Cap()))
	return out.Bytes(), cut, nil
}

// Bounds of a preview.
const (
	sketchLength = 20 * time.Second // of the GIF
	sketchFPS    = 25
)

// postPreview answers with a GIF of one pass of a notification, as the panel
// would show it, or with stills of it. Nothing is queued.
func (l *Live) postPreview(w http.ResponseWriter, r *http.Request) error {
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	n, err := wire.ParseNotification(body)
	if err != nil {
		return err
	}
	count, err := rest.Number(r, "stills", 0, 1, maxStills) // in place of a GIF; 0 = a GIF
	if err != nil {
		return err
	}
	if err := l.sketch(w, r); err != nil {
		return err
	}
	if count > 0 {
		return l.writeStills(w, r, n, count)
	}
	file, err := l.drawn(r, n)
	if err != nil {
		return err
	}
	if l.lacks(n) {
		w.Header().Set("Retry-After", comesIn)
	}
	return rest.WriteFile(w, "image/gif", file)
}

// drawn returns n as a GIF.
func (l *Live) drawn(r *http.Request, n note.Notification) ([]byte, error) {
	file, _, err := l.recorded(r, func(ctx context.Context) (film, error) {
		seq, size, err := l.cfg.Device.Preview(ctx, n, sketchLength)
		if err != nil {
			return film{}, err
		}
		return film{seq, record.Options{
			Size: size, Length: min(seq.Length(1), sketchLength), FPS: sketchFPS, Colors: 256, Pixels: sketchPixels,
		}}, nil
	})
	return file, err
}

// lacks reports whether an icon of n is not here yet.
func (l *Live) lacks(n note.Notification) bool {
	return slices.ContainsFunc(n.Frames, func(f note.Frame) bool { return l.cfg.Coming(f.Icon) })
}
