// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/hw/panel"
)

// errWires says why there is nothing to capture.
var errWires = errors.New("a panel over the network has no wires to capture")

// patience is how long a panel has for an answer.
const patience = 3 * time.Second

// target is a host that gets pictures.
type target struct {
	host, port string
	names      resolver
	own        func(netip.Addr) bool
	addr       atomic.Pointer[netip.Addr] // where pictures went last; nil before
}

// newTarget returns the target of a host of the configuration; port is the usual one.
func newTarget(host, port string, own func(netip.Addr) bool) *target {
	if h, p, err := net.SplitHostPort(host); err == nil {
		host, port = h, p
	}
	if own == nil {
		own = Own
	}
	return &target{host: host, port: port, names: mdns, own: own}
}

// find returns the address of the host, never one of this machine's, within patience.
func (t *target) find(ctx context.Context) (netip.AddrPort, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	addrs, err := t.names.lookup(ctx, t.host)
	if err != nil {
		return netip.AddrPort{}, err
	}
	for _, a := range addrs {
		a = a.Unmap()
		if addrs, _ := net.InterfaceAddrs(); ofAll(a, addrs) {
			return netip.AddrPort{}, fmt.Errorf("%v %w", a, ErrAll)
		}
		if t.own(a) || !a.IsValid() || a.IsUnspecified() || a.IsMulticast() ||
			a == netip.AddrFrom4([4]byte{255, 255, 255, 255}) {
			return netip.AddrPort{}, fmt.Errorf("%v %w", a, ErrSelf)
		}
	}
	port, err := net.DefaultResolver.LookupPort(ctx, "tcp", t.port)
	if err != nil || len(addrs) == 0 {
		return netip.AddrPort{}, fmt.Errorf("no address, or bad port %q: %w", t.port, err)
	}
	first := addrs[0].Unmap()
	t.addr.Store(&first)
	return netip.AddrPortFrom(first, uint16(port)), nil
}

// is reports whether pictures go to an address.
func (t *target) is(a netip.Addr) bool {
	to := t.addr.Load()
	return to != nil && *to == a.Unmap().WithZone("")
}

// ofAll reports whether an address stands for all machines of a network in which this
// machine has one of the addresses own: of IPv4 the last one (RFC 919), or the first one,
// which old machines take for it (RFC 1122, 3.3.6). Networks of two machines have none (RFC 3021).
func ofAll(a netip.Addr, own []net.Addr) bool {
	for _, one := range own {
		p, err := netip.ParsePrefix(one.String())
		if err != nil || !p.Addr().Is4() || !a.Is4() || p.Bits() > 30 || !p.Contains(a) {
			continue
		}
		last := p.Masked().Addr().As4()
		for bit := p.Bits(); bit < 32; bit++ {
			last[bit/8] |= 0x80 >> (bit % 8)
		}
		if a == netip.AddrFrom4(last) || a == p.Masked().Addr() {
			return true
		}
	}
	return false
}

// Own reports whether an address is one of this machine's, or of all machines.
func Own(a netip.Addr) bool {
	a = a.Unmap()
	if a.IsLoopback() || a.IsUnspecified() {
		return true
	}
	addrs, _ := net.InterfaceAddrs()
	return slices.ContainsFunc(addrs, func(own net.Addr) bool {
		p, err := netip.ParsePrefix(own.String())
		return err == nil && p.Addr().Unmap() == a.WithZone("")
	})
}

// Panel shows one picture on panels over the network. One goroutine draws; any
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
	return slices.ContainsFunc(p.hosts, func(h *host) bool { return h.to.is(a) })
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
