// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"errors"
	"image"
	"image/draw"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// A sender speaks to one panel. Its methods are called by one goroutine.
type sender interface {
	// hello asks whether the panel is there, as far as its protocol tells.
	hello(ctx context.Context) error
	// send shows a picture: three bytes a pixel, red first, row by row.
	send(ctx context.Context, rgb []byte) error
	// bye makes the panel dark, or gives it back to itself.
	bye(ctx context.Context, black []byte) error
	// port is the usual one.
	port() string
	// close releases what the sender holds.
	close()
}

// Panel is what shows one picture on panels over the network. One goroutine draws; any
// may call SendsTo.
type Panel struct {
	// Immutable.
	pace    pace
	targets []*target
	// Of the goroutine that draws.
	canvas *image.RGBA
	level  float64
	// Between that and the senders.
	outs []*out
	stop context.CancelFunc
	done sync.WaitGroup
}

// out is the newest picture on its way to one panel.
type out struct {
	sender sender
	wake   chan struct{} // of one slot
	mu     sync.Mutex    // held while a picture is copied, never while it is sent
	next   []byte
	last   atomic.Pointer[error] // of the last picture; nil while it arrives
}

// open opens the panel; it asks each host whether it is there.
func open(size image.Point, h Hosts, p pace, of func(*target) sender) (*Panel, error) {
	ctx, stop := context.WithCancel(context.Background())
	panel := &Panel{pace: p, canvas: image.NewRGBA(image.Rectangle{Max: size}), level: 1, stop: stop}
	for _, host := range h.Hosts {
		t := newTarget(host, "", h.Own)
		s := of(t)
		if t.port == "" {
			t.port = s.port()
		}
		panel.targets = append(panel.targets, t)
		panel.outs = append(panel.outs, &out{sender: s, wake: make(chan struct{}, 1), next: make([]byte, 3*size.X*size.Y)})
	}
	if err := panel.greet(ctx); err != nil {
		panel.release()
		return nil, err
	}
	for _, o := range panel.outs {
		panel.done.Go(func() { o.run(ctx, p.every) })
	}
	return panel, nil
}

// greet asks all hosts.
func (p *Panel) greet(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var errs []error
	for _, o := range p.outs {
		errs = append(errs, o.sender.hello(ctx))
	}
	return errors.Join(errs...)
}

// Bounds is the size of the picture.
func (p *Panel) Bounds() image.Rectangle { return p.canvas.Rect }

// SetBrightness takes the perceived brightness, 0 to 1, for the next Draw: the
// picture is sent darker. How bright the panel itself is stays its own setting.
func (p *Panel) SetBrightness(level float64) error {
	p.level = min(max(level, 0), 1)
	return nil
}

// Draw shows the part of src that begins at sp in the rectangle r. It does not wait
// for the network, and allocates nothing when src is an *image.RGBA. The error is why
// the picture before did not arrive.
func (p *Panel) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	draw.Draw(p.canvas, r, src, sp, draw.Src)
	return p.give()
}

// RefreshAfter implements hw.Refresher: panels forget a sender that is silent.
func (p *Panel) RefreshAfter() time.Duration { return p.pace.repeat }

// Refresh implements hw.Refresher.
func (p *Panel) Refresh() error { return p.give() }

// give hands the picture to the senders; one that waits for its turn is replaced.
func (p *Panel) give() (failed error) {
	level := uint32(p.level*256 + 0.5)
	for _, o := range p.outs {
		o.mu.Lock()
		pack(o.next, p.canvas.Pix, level)
		o.mu.Unlock()
		select {
		case o.wake <- struct{}{}:
		default: // it has not taken the one before
		}
		if err := o.last.Load(); err != nil {
			failed = *err
		}
	}
	return failed
}

// pack writes three bytes a pixel, darkened to level of 256.
func pack(rgb, rgba []byte, level uint32) {
	for i, j := 0, 0; j+3 < len(rgba); i, j = i+3, j+4 {
		rgb[i] = uint8(uint32(rgba[j]) * level >> 8)
		rgb[i+1] = uint8(uint32(rgba[j+1]) * level >> 8)
		rgb[i+2] = uint8(uint32(rgba[j+2]) * level >> 8)
	}
}

// run sends the newest picture, at most one in every.
func (o *out) run(ctx context.Context, every time.Duration) {
	rgb := make([]byte, len(o.next))
	for {
		select {
		case <-ctx.Done():
			return
		case <-o.wake:
		}
		began := time.Now()
		o.mu.Lock()
		copy(rgb, o.next)
		o.mu.Unlock()
		within, cancel := context.WithTimeout(ctx, patience)
		err := o.sender.send(within, rgb)
		cancel()
		if o.last.Store(nil); err != nil && ctx.Err() == nil {
			o.last.Store(&err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(every - time.Since(began)):
		}
	}
}

// SendsTo reports whether pictures go to an address: what comes from there may be one
// of them. Any goroutine may ask.
func (p *Panel) SendsTo(a netip.Addr) bool {
	for _, t := range p.targets {
		if t.is(a) {
			return true
		}
	}
	return false
}

// Close makes the panels dark, or gives them back to themselves.
func (p *Panel) Close() error {
	p.stop()
	p.done.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var errs []error
	black := make([]byte, len(p.outs[0].next))
	for _, o := range p.outs {
		errs = append(errs, o.sender.bye(ctx, black))
	}
	p.release()
	return errors.Join(errs...)
}

func (p *Panel) release() {
	p.stop()
	for _, o := range p.outs {
		o.sender.close()
	}
}
