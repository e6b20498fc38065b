package apps

import (
	"context"
	"time"

	"github.com/coder/websocket"
)

// playlist is the picture that shows and the one that waits, of a server that
// pushes. For one goroutine.
type playlist struct {
	link    link
	conn    *websocket.Conn
	percent int           // brightness
	dwell   time.Duration // of the next picture

	n      int    // pictures that came
	shown  []byte // nil = none yet
	stands time.Duration
	timer  *time.Timer // until the shown one is over

	next      []byte // nil = none waits
	nextDwell time.Duration
}

// due fires when the picture that waits is to be shown; never while none does.
func (p *playlist) due() <-chan time.Time {
	if p.next == nil || p.timer == nil {
		return nil
	}
	return p.timer.C
}

// take does what a message says.
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

// play shows the picture that waits.
func (p *playlist) play(ctx context.Context) error {
	p.shown, p.stands, p.next = p.next, p.nextDwell, nil
	p.timer = time.NewTimer(p.stands)
	if err := p.show(ctx, p.stands); err != nil {
		return err
	}
	return tell(ctx, p.conn, map[string]int{"displaying": p.n})
}

// show draws the picture, if there is one. One that cannot be read is passed over.
func (p *playlist) show(ctx context.Context, dwell time.Duration) error {
	if p.shown == nil {
		return nil
	}
	w, err := pictureOf(p.shown, p.link.size, p.percent)
	if err != nil {
		return p.link.show(ctx, brought{trouble: errPicture.Error()})
	}
	return p.link.show(ctx, brought{picture: w, dwell: dwell})
}
