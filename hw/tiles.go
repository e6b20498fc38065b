// SPDX-License-Identifier: Apache-2.0

package hw

import (
	"errors"
	"fmt"
	"image"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/hw/refresh"
)

// composite is an open composite. Only one goroutine may use it, but for SendsTo and Away.
type composite struct {
	size  image.Point
	tiles []tile
}

// tile is an open panel of a composite.
type tile struct {
	Panel
	at  image.Rectangle
	due time.Time // when it wants its Refresh; zero for not at all
}

// open opens the parts.
func (c CompositeConfig) open(size image.Point) (Panel, error) {
	whole := &composite{size: size}
	for i, p := range c.Parts {
		opened, err := p.Panel.open()
		if err != nil {
			return nil, errors.Join(fmt.Errorf("part %d: %w", i+1, err), whole.Close())
		}
		whole.tiles = append(whole.tiles, tile{Panel: opened, at: opened.Bounds().Add(p.At)})
	}
	return whole, nil
}

// Bounds implements Panel.
func (c *composite) Bounds() image.Rectangle { return image.Rectangle{Max: c.size} }

// SetBrightness implements Panel.
func (c *composite) SetBrightness(level float64) error {
	for i := range c.tiles {
		if err := c.tiles[i].SetBrightness(level); err != nil {
			return err
		}
	}
	return nil
}

// Draw implements Panel. Every tile gets its piece, even after one has failed.
func (c *composite) Draw(r image.Rectangle, src image.Image, sp image.Point) error {
	var failed error
	for i := range c.tiles {
		p := &c.tiles[i]
		piece := r.Intersect(p.at)
		// A tile whose piece is empty may have a new brightness to show.
		if err := p.Panel.Draw(piece.Sub(p.at.Min), src, sp.Add(piece.Min.Sub(r.Min))); err != nil && failed == nil {
			failed = err
		}
		p.plan()
	}
	return failed
}

// SendsTo implements Sending: whether one of the tiles does.
func (c *composite) SendsTo(a netip.Addr) bool {
	for i := range c.tiles { // a copy of a tile would read what Draw writes meanwhile
		if s, ok := c.tiles[i].Panel.(Sending); ok && s.SendsTo(a) {
			return true
		}
	}
	return false
}

// Away implements Sending: the hosts of all tiles.
func (c *composite) Away() (all []Away) {
	for i := range c.tiles {
		if s, ok := c.tiles[i].Panel.(Sending); ok {
			all = append(all, s.Away()...)
		}
	}
	return all
}

// plan notes when the tile wants its next Refresh.
func (p *tile) plan() {
	p.due = time.Time{}
	if r, ok := p.Panel.(Refresher); ok {
		if after := r.RefreshAfter(); after > 0 {
			p.due = time.Now().Add(after)
		}
	}
}

// RefreshAfter implements Refresher: until the first tile is due.
func (c *composite) RefreshAfter() (after time.Duration) {
	for i := range c.tiles {
		if due := c.tiles[i].due; !due.IsZero() {
			// Never 0, which would be never.
			if d := max(time.Until(due), time.Microsecond); after == 0 || d < after {
				after = d
			}
		}
	}
	return after
}

// Refresh implements Refresher for the tiles that are due.
func (c *composite) Refresh() error {
	now := time.Now()
	var failed error
	for i := range c.tiles {
		p := &c.tiles[i]
		if p.due.IsZero() || p.due.After(now) {
			continue
		}
		if err := p.Panel.(Refresher).Refresh(); err != nil && failed == nil {
			failed = err
		}
		p.plan()
	}
	return failed
}

// Power implements PowerMeter: the sum of the tiles and the strongest dimming.
func (c *composite) Power() (watts, scale float64) {
	scale = 1
	for i := range c.tiles {
		if m, ok := c.tiles[i].Panel.(PowerMeter); ok {
			w, s := m.Power()
			watts, scale = watts+w, min(scale, s)
		}
	}
	return watts, scale
}

// Stats implements Refreshed: the stats of the slowest tile, with the worst lateness
// of all.
func (c *composite) Stats() (worst refresh.Stats, ok bool) {
	for i := range c.tiles {
		r, has := c.tiles[i].Panel.(Refreshed)
		if !has {
			continue
		}
		s, has := r.Stats()
		if !has {
			continue
		}
		late := max(worst.Late, s.Late)
		if !ok || s.Hz < worst.Hz {
			worst = s
		}
		worst.Late, ok = late, true
	}
	return worst, ok
}

// Note implements Refreshed: the notes of all tiles.
func (c *composite) Note() string {
	var notes []string
	for i := range c.tiles {
		if r, ok := c.tiles[i].Panel.(Refreshed); ok && r.Note() != "" {
			notes = append(notes, fmt.Sprintf("part %d: %s", i+1, r.Note()))
		}
	}
	return strings.Join(notes, "; ")
}

// Close implements Panel. The tiles close side by side: one may wait for its
// refresher.
func (c *composite) Close() error {
	errs := make([]error, len(c.tiles))
	var all sync.WaitGroup
	for i := range c.tiles {
		all.Go(func() { errs[i] = c.tiles[i].Panel.Close() })
	}
	all.Wait()
	return errors.Join(errs...)
}
