// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"errors"
	"image"
	"image/draw"
	"net/netip"
	"sync"
	"time"

	"github.com/ledpost/ledpost/hw/panel"
)

// Panel is what shows one picture on panels over the network. One goroutine draws; any
// may call SendsTo and Away.
type Panel struct {
	// Immutable.
	repeat time.Duration
	hosts  []*host
	stop   context.CancelFunc
	done   sync.WaitGroup
	// Of the goroutine that draws.
	canvas *image.RGBA
	level  float64
}

// open returns a panel whose hosts are found, and found again, by goroutines of theirs.
func open(size image.Point, h Hosts, p protocol) *Panel {
	ctx, stop := context.WithCancel(context.Background())
	opened := &Panel{repeat: p.repeat, stop: stop, canvas: image.NewRGBA(image.Rectangle{Max: size}), level: 1}
	for _, name := range h.Hosts {
		to := newHost(name, h.Own, p, 3*size.X*size.Y)
		opened.hosts = append(opened.hosts, to)
		opened.done.Go(func() { to.run(ctx) })
	}
	return opened
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
// for the network, and allocates nothing when src is an *image.RGBA. It never fails:
// what a host does not get is told by Away.
func (p *Panel) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	draw.Draw(p.canvas, r, src, sp, draw.Src)
	return p.Refresh()
}

// RefreshAfter implements panel.Refresher: panels forget a sender that is silent.
func (p *Panel) RefreshAfter() time.Duration { return p.repeat }

// Refresh implements panel.Refresher.
func (p *Panel) Refresh() error {
	level := uint32(p.level*256 + 0.5)
	for _, h := range p.hosts {
		h.give(p.canvas.Pix, level)
	}
	return nil
}

// SendsTo reports whether pictures go to an address: what comes from there may be one
// of them.
func (p *Panel) SendsTo(a netip.Addr) bool {
	for _, h := range p.hosts {
		if h.to.is(a) {
			return true
		}
	}
	return false
}

// Away returns the hosts that pictures do not reach, in the order of the configuration.
func (p *Panel) Away() (all []panel.Away) {
	for _, h := range p.hosts {
		if err := h.away.Load(); err != nil {
			all = append(all, panel.Away{Host: h.name, Err: *err})
		}
	}
	return all
}

// Close makes the panels dark, or gives them back to themselves.
func (p *Panel) Close() error {
	p.stop()
	p.done.Wait()
	var errs []error
	for _, h := range p.hosts {
		errs = append(errs, h.left)
	}
	return errors.Join(errs...)
}
