// SPDX-License-Identifier: Apache-2.0

package tronbyt

import (
	"context"
	"time"

	"github.com/coder/websocket"
)

// playlist holds the visible picture and the waiting one, of a server that pushes. It
// must be used by one goroutine.
type playlist struct {
	link    link
	conn    *websocket.Conn
	percent int           // brightness
	dwell   time.Duration // of the next picture

	n      int    // number of pictures received
	shown  []byte // nil = none yet
	stands time.Duration
	timer  *time.Timer // fires when the visible one is over

	next      []byte // nil = none waits
	nextDwell time.Duration
}

// due returns a channel that fires when the waiting picture is to be shown; never if none waits.
func (p *playlist) due() <-chan time.Time {
	if p.next == nil || p.timer == nil {
		return nil
	}
	return p.timer.C
}

// take handles a message.
func (p *playlist) take(ctx context.Context, m message) error {
	if m.Dwell != nil {
		p.dwell = dwellOf(*m.Dwell)
	}
	if m.Brightness != nil && *m.Brightness >= 0 && *m.Brightness <= fullBrightness && *m.Brightness != p.percent {
		p.percent = *m.Brightness
		if err := p.show(ctx, p.stands); err != nil {
			return err
		}
	}
	if m.picture != nil {
		p.n++
		p.next, p.nextDwell = m.picture, p.dwell
		if err := tell(ctx, p.conn, map[string]int{"queued": p.n}); err != nil {
			return err
		}
	}
	if p.next != nil && (m.Immediate || p.shown == nil) {
		return p.play(ctx)
	}
	return nil
}

// play shows the waiting picture.
func (p *playlist) play(ctx context.Context) error {
	p.shown, p.stands, p.next = p.next, p.nextDwell, nil
	p.timer = time.NewTimer(p.stands)
	if err := p.show(ctx, p.stands); err != nil {
		return err
	}
	return tell(ctx, p.conn, map[string]int{"displaying": p.n})
}

// show draws the picture, if there is one. An unreadable one is skipped.
func (p *playlist) show(ctx context.Context, dwell time.Duration) error {
	if p.shown == nil {
		return nil
	}
	w, err := p.link.picture(ctx, p.shown, p.percent, dwell)
	if err != nil {
		return p.link.show(ctx, brought{trouble: errPicture})
	}
	return p.link.show(ctx, brought{picture: w, dwell: dwell})
}
