// SPDX-License-Identifier: Apache-2.0

package render

import (
	"image"
	"sync"
	"time"
)

// A Shelf keeps few of many large widgets: one that has not been drawn for a while is made
// again when it is. The zero Shelf is empty; any goroutine may draw the widgets.
type Shelf struct {
	mu   sync.Mutex // guards kept; held while a widget is made, so that two goroutines do not make it twice
	kept [2]shelved // a transition needs the widget before, too
	next int        // place of the next one
}

type shelved struct {
	who *again
	w   Widget
}

// again is a widget that the shelf may have to make again.
type again struct {
	shelf  *Shelf
	make   func() Widget
	size   image.Point
	period time.Duration
	pass   time.Duration // of its reading
	moves  bool
}

// Put returns a widget that looks like w, which make makes again. The shelf keeps w if it is
// one of the first.
func (s *Shelf) Put(w Widget, make func() Widget) Widget {
	a := &again{shelf: s, make: make, size: w.Size(), period: w.Period()}
	a.pass, a.moves = Reading(w)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next < len(s.kept) {
		s.put(a, w)
	}
	return a
}

// put keeps w in the place of the one that was made before the others. s.mu must be held.
func (s *Shelf) put(a *again, w Widget) {
	s.kept[s.next%len(s.kept)] = shelved{a, w}
	s.next++
}

// widget returns the widget, which it makes if the shelf does not have it.
func (a *again) widget() Widget {
	s := a.shelf
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.kept {
		if k.who == a {
			return k.w
		}
	}
	w := a.make()
	s.put(a, w)
	return w
}

func (a *again) Size() image.Point { return a.size }

func (a *again) Period() time.Duration { return a.period }

// Draw allocates only when it makes the widget.
func (a *again) Draw(dst *image.RGBA, p image.Point, t time.Duration) { a.widget().Draw(dst, p, t) }

func (a *again) Next(t time.Duration) time.Duration { return Next(a.widget(), t) }

func (a *again) Reads() (pass time.Duration, moves bool) { return a.pass, a.moves }
