// SPDX-License-Identifier: Apache-2.0

package remote

import (
	"context"
	"errors"
	"image"
	"net"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/ledpost/ledpost/hw/panel"
	"github.com/ledpost/ledpost/hw/pixel"
	"github.com/ledpost/ledpost/internal/eventually"
	"github.com/ledpost/ledpost/internal/must"
)

// fake is a panel that is away as long as fault is not nil.
type fake struct {
	fault    atomic.Pointer[func(context.Context) error]
	pictures atomic.Int64 // that arrived
	first    atomic.Uint32
	byes     atomic.Int64
}

func (f *fake) there(ctx context.Context) error { return f.send(ctx, []byte{0}) }
func (f *fake) close()                          {}

func (f *fake) send(ctx context.Context, rgb []byte) error {
	if fault := f.fault.Load(); fault != nil {
		return (*fault)(ctx)
	}
	f.pictures.Add(1)
	f.first.Store(uint32(rgb[0]))
	return nil
}

func (f *fake) bye(ctx context.Context, black []byte) error {
	f.byes.Add(1)
	return f.send(ctx, black)
}

var errUnplugged = errors.New("unplugged")

// faults are the ways in which a host is away.
var faults = map[string]func(context.Context) error{
	"ICMP says so at once": func(context.Context) error { return errUnplugged },
	"nobody answers": func(ctx context.Context) error { // its address, its name, its connection
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(patience):
			return errUnplugged
		}
	},
	"the socket's buffer is full": func(context.Context) error { time.Sleep(stalled); return errUnplugged },
}

// TestOneHostAway: the others get every picture, drawing waits for nothing, the host is
// named, and it gets the newest picture once it is back, though nothing more is drawn.
func TestOneHostAway(t *testing.T) {
	for why, fault := range faults {
		t.Run(why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				shelf, lamp := &fake{}, &fake{}
				shelf.fault.Store(&fault)
				p := open(image.Pt(1, 1), Hosts{[]string{"shelf", "lamp"}, nobody}, protocol{
					every: 16 * time.Millisecond, again: retry, repeat: time.Minute,
					sender: func(to *target) sender { return map[string]sender{"shelf": shelf, "lamp": lamp}[to.host] },
				})
				m := image.NewRGBA(p.Bounds())
				const pictures = 1000
				for i := range pictures {
					m.Pix[0] = uint8(i)
					began := time.Now()
					must.Do(t, p.Draw(m.Rect, m, image.Point{}))
					if took := time.Since(began); took != 0 {
						t.Fatalf("drawing waited %v", took)
					}
					time.Sleep(16 * time.Millisecond)
				}
				if n := lamp.pictures.Load(); n < pictures-1 {
					t.Errorf("the other host got %d of %d pictures", n, pictures)
				}
				if away := p.Away(); len(away) != 1 || away[0].Host != "shelf" || !errors.Is(away[0].Err, errUnplugged) {
					t.Errorf("away: %v", away)
				}
				shelf.fault.Store(nil)
				time.Sleep(retry + patience)
				must.Equal(t, shelf.first.Load(), (pictures-1)%256, "after it is back it shows")
				if away := p.Away(); away != nil {
					t.Errorf("after it is back: %v", away)
				}
				shelf.fault.Store(&fault)
				began := time.Now()
				if err := p.Close(); err == nil || time.Since(began) > farewell {
					t.Errorf("closed after %v: %v", time.Since(began), err)
				}
				if lamp.byes.Load() != 1 || lamp.first.Load() != 0 {
					t.Error("the other host is not dark")
				}
			})
		})
	}
}

// TestSilenceProves: where nothing answers, a picture that left without an error does not
// prove that the host is back, but some seconds without one do.
func TestSilenceProves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wled := &fake{}
		over := overDDP
		over.sender = func(*target) sender { return wled }
		p := open(image.Pt(1, 1), Hosts{[]string{"wled"}, nobody}, over)
		defer p.Close()
		unplugged := faults["ICMP says so at once"]
		for second := range 20 { // an error for every fourth picture, as arp(7) has it
			wled.fault.Store(nil)
			if second%4 == 0 {
				wled.fault.Store(&unplugged)
			}
			must.Do(t, p.Refresh())
			time.Sleep(time.Second)
			if len(p.Away()) != 1 {
				t.Fatalf("second %d: not away", second)
			}
		}
		for range 4 {
			must.Do(t, p.Refresh())
			time.Sleep(time.Second)
		}
		if away := p.Away(); away != nil {
			t.Errorf("after five seconds without an error: %v", away)
		}
	})
}

// TestUnplugged: by each protocol, a host that is not there is nothing to the one that is,
// and both are asked by the doctor.
func TestUnplugged(t *testing.T) {
	gone := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	nowhere := gone.Addr().String()
	must.Do(t, gone.Close())
	wled, wledAt := receive(t, 8*8)
	divoom, divoomAt := serve(t)
	clock, clockAt := serve(t)
	for _, c := range []struct {
		name  string
		there *standIn
		keys  panel.Driver
	}{
		{"ddp", wled, DDPConfig{Hosts{[]string{nowhere, wledAt}, nobody}, pixel.Size{X: 8, Y: 8}}},
		{"pixoo64", divoom, Pixoo64Config{Hosts{[]string{nowhere, divoomAt}, nobody}}},
		{"awtrix", clock, AWTRIXConfig{Hosts{[]string{nowhere, clockAt}, nobody}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			plan := must.Get(c.keys.Plan())(t)
			p := must.Get(plan.Open())(t)
			defer p.Close()
			draw := func() int {
				must.Do(t, p.Draw(p.Bounds(), image.White, image.Point{}))
				_, pictures := c.there.at(0)
				return pictures
			}
			eventually.True(t, "the others get pictures", func() bool { return draw() >= 2 })
			eventually.True(t, "the host is named", func() bool {
				draw()
				away := p.(panel.Sending).Away()
				return len(away) == 1 && away[0].Host == nowhere
			})
			if away := plan.Spec.Needs.Network.Ask(t.Context()); len(away) != 1 || away[0].Host != nowhere {
				t.Errorf("the doctor hears of %v", away)
			}
		})
	}
}

// TestSteadyPicturesAllocateNothing: neither on the way to the host's goroutine nor in it.
func TestSteadyPicturesAllocateNothing(t *testing.T) {
	deaf := must.Get(net.ListenPacket("udp", "127.0.0.1:0"))(t)
	defer deaf.Close()
	d := overDDP.sender(newTarget(deaf.LocalAddr().String(), "", nobody))
	defer d.close()
	rgb := make([]byte, 3*8*8)
	must.Do(t, d.send(t.Context(), rgb))
	if n := testing.AllocsPerRun(20, func() { must.Do(t, d.send(t.Context(), rgb)) }); n > 0.5 {
		t.Errorf("%v allocations a picture", n)
	}
}
