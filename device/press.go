// SPDX-License-Identifier: Apache-2.0

package device

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/internal/enum"
)

// PressHere is Press for a person at the device, or a client that may act as one.
// A press that begins once a prompt could be read answers it: ButtonAction approves,
// if it is held for as long as the prompt wants, and every other button does what the
// prompt says. A press
// that begins while the panel shows the guide ends that. Such a press does nothing else,
// however long it is held: taken is true from its Down to its Up.
func (d *Device) PressHere(ctx context.Context, b Button, part Phase) (taken bool, err error) {
	return call(ctx, d, func(s *state) (bool, error) {
		now := time.Now()
		switch part {
		case Down:
			delete(s.spent, b) // its Up may have been lost
			s.ambient.Seen(now)
			if s.replies(b, now) || s.skip(now) {
				s.spent[b] = true
			}
			s.long.begin(b, !s.spent[b] && s.visible == nil && s.test == nil, now)
		case Up:
			taken := s.spent[b]
			delete(s.spent, b)
			s.letGo(b, now)
			if s.long.ends(b, s.cfg.LongPress, now) && s.visible == nil {
				s.tellLong(b, now)
			}
			return taken, nil
		}
		if s.spent[b] {
			return true, nil
		}
		return false, s.press(b, now)
	})
}

// replies reports whether a press of b that begins now is for the prompt, and takes it.
func (s *state) replies(b Button, now time.Time) bool {
	p := s.prompt
	if !p.pending(now) || p.start.IsZero() || now.Before(p.start.Add(p.read)) {
		return false
	}
	switch {
	case b != ButtonAction && !p.Any:
		s.answer(Denied, now)
	case p.Hold == 0:
		s.answer(Approved, now)
	default:
		p.held = now
	}
	return true
}

// letGo ends a press of b.
func (s *state) letGo(b Button, now time.Time) {
	if b == ButtonAction && s.prompt != nil {
		s.promptTurn(now) // it may have been held for long enough, if this is late
		if s.prompt != nil {
			s.prompt.held = time.Time{}
		}
	}
}

// tellLong tells the app of the widget that shows about a long press of b.
func (s *state) tellLong(b Button, now time.Time) {
	if !s.set.On {
		return
	}
	w, _ := s.widgets.Get(s.ground.widget)
	if r := s.apps.find(w.Package); r != nil {
		if h, ok := r.app.(Holder); ok {
			h.Hold(w.ID, b, now)
		}
	}
}

// skip ends the guide because of a press that begins at now, or its film alone, and reports whether the panel
// has shown it. Such a press does nothing else.
func (s *state) skip(now time.Time) bool {
	if !s.guided() || s.visible != nil || s.prompt != nil || s.test != nil {
		return false
	}
	if g := s.guide; now.Sub(g.start) < g.greet {
		g.start = now.Add(-g.greet)
		return true
	}
	close(s.guide.over) // tells the owner of the guide
	s.guide = nil
	return true
}

// volumeStep is the step of the volume buttons.
const volumeStep = 5

// Press performs b: first for the app whose notification is visible, or else whose
// widget shows; then, unless the app handles it, for the device.
func (d *Device) Press(ctx context.Context, b Button) error {
	return do(ctx, d, func(s *state, now time.Time) error { return s.press(b, now) })
}

func (s *state) press(b Button, now time.Time) error {
	if s.taken(b, now) {
		return nil
	}
	switch b {
	case ButtonLeft:
		s.mark(s.rotation.Move(-1, now))
	case ButtonRight:
		s.mark(s.rotation.Move(1, now))
	case ButtonAction:
		s.dismissVisible(now)
	case ButtonVolumeUp:
		return s.setVolume(s.cfg.Limits.Volume().Clamp(s.set.Volume + volumeStep))
	case ButtonVolumeDown:
		return s.setVolume(s.cfg.Limits.Volume().Clamp(s.set.Volume - volumeStep))
	default:
		return fmt.Errorf("device: no button %d", b)
	}
	return nil
}

// taken reports whether an app handles the press.
func (s *state) taken(b Button, now time.Time) bool {
	pkg, widget := "", ""
	switch {
	case !b.Valid():
	case s.visible != nil:
		pkg = s.visible.entry.alert.pkg
	case s.set.On:
		w, _ := s.widgets.Get(s.ground.widget)
		pkg, widget = w.Package, w.ID
	}
	r := s.apps.find(pkg)
	if r == nil {
		return false
	}
	p, ok := r.app.(Presser)
	return ok && p.Press(widget, b, now)
}

// Button is a button of the device, or a key that stands for one.
type Button = enum.Of[buttons]

const (
	ButtonLeft   Button = iota // previous app
	ButtonRight                // next app
	ButtonAction               // dismiss the visible notification
	ButtonVolumeUp
	ButtonVolumeDown
)

type buttons struct{}

func (buttons) Words() []string {
	return []string{"left", "right", "action", "volume_up", "volume_down"}
}

// Phase is a part of a press of a button. The zero value is Down.
type Phase uint8

const (
	Down Phase = iota // the press begins
	Held              // it goes on; repeats what the button does
	Up                // the end of a press
)

const (
	// defaultLong is from when on a press is long, as in hw/input.
	defaultLong = 600 * time.Millisecond
	// longAtMost is how long such a press may last: longer ones are meant for something else,
	// or something lies on the button.
	longAtMost = 5 * time.Second
)

// longPress watches for long presses. The zero value has not seen a press yet.
type longPress struct {
	button Button
	since  time.Time // zero = no press that may become one
}

// begin takes the beginning of a press of b. A press that has done something, or that
// begins under something that covers the widget, is not free to mean more.
func (l *longPress) begin(b Button, free bool, now time.Time) {
	*l = longPress{}
	if free {
		*l = longPress{b, now}
	}
}

// ends takes the end of a press of b, and reports whether it was a long one; from is how long
// that takes at least, 0 for [defaultLong].
func (l *longPress) ends(b Button, from time.Duration, now time.Time) bool {
	was := *l
	*l = longPress{}
	from = cmp.Or(from, defaultLong)
	held := now.Sub(was.since)
	return !was.since.IsZero() && was.button == b && held >= from && held <= longAtMost
}
