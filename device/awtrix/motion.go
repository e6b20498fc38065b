// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"math"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// AWTRIX draws 42 frames a second, and moves things by half a column a frame.
const (
	fps  = 42
	half = 0.5
)

// How many frames a text stands before it scrolls.
const (
	standsApp    = 43
	standsNotice = 51
)

// frameAt returns the number of AWTRIX's frame at t, counted from 0.
func frameAt(t time.Duration) int {
	if t < 0 {
		return 0
	}
	return int(t/time.Second*fps + t%time.Second*fps/time.Second)
}

// timeOf returns when frame n begins.
func timeOf(n int) time.Duration {
	return time.Duration(n/fps)*time.Second + (time.Duration(n%fps)*time.Second+fps-1)/fps
}

// cut returns v without its fraction, as AWTRIX does: towards zero.
func cut(v float64) int { return int(v) }

// motion is where text and icon are, frame by frame. A text that fits does not move.
type motion struct {
	scrolls bool // it does not fit
	still   int  // where it is otherwise
	fixed   bool // it does not fit and must not move either
	late    bool // the icon follows a frame later: it is drawn before the text

	offset float64 // of the text
	again  float64 // and again while it scrolls: the offset, but for some notifications
	step   float64 // columns a frame
	stands int     // frames before it moves
	text   float64 // its width
	icon   bool
	push   note.Push
}

// place is where things are in a frame.
type place struct {
	text int
	icon float64
}

// newMotion returns the motion of a text of so many columns on a panel of so many.
func newMotion(f *note.Frame, text, panel int, icon bool, look Look) motion {
	start, room := 0, panel
	if icon {
		start, room = Side+1, panel-Side
	}
	m := motion{scrolls: text > room, offset: float64(f.TextOffset), text: float64(text), icon: icon,
		push: f.Push, fixed: f.Fit == note.FitCut}
	m.still = start + f.TextOffset
	if f.Align == note.AlignCenter {
		m.still += (room - text) / 2
	}
	if !(f.Form == note.FormAwtrixNotice && (len(f.Text) > 1 || f.Effect == note.EffectRainbow)) {
		m.again = m.offset
	}
	m.step = half * speed(f, look) / render.DefaultSpeed
	m.stands = standsApp
	if f.Form == note.FormAwtrixNotice {
		m.stands = standsNotice
	}
	if start+f.TextOffset >= panel { // it begins outside, and moves at once
		m.stands = 0
	}
	return m
}

func speed(f *note.Frame, look Look) float64 {
	for _, v := range [...]float64{f.Speed, look.Speed} {
		if v > 0 {
			return v
		}
	}
	return render.DefaultSpeed
}

// start returns where the text begins in a pass.
func (m *motion) start(first bool) float64 {
	if m.icon && (first || m.push != note.PushOnce) || m.stands == 0 {
		return Side + 1 + m.offset
	}
	return m.offset
}

// moves returns how many frames the text moves in a pass, until it has left.
func (m *motion) moves(first bool) int {
	// A quotient such as 12.0000001 is a whole number that was divided: not a frame more.
	return max(1, int(math.Ceil((m.start(first)+m.offset+m.text)/m.step-1e-6)))
}

// split returns the frame within its pass, and whether that is the first.
func (m *motion) split(n int) (in int, first bool) {
	if length := m.stands + m.moves(true); n < length {
		return n, true
	} else {
		return (n - length) % (m.stands + m.moves(false)), false
	}
}

// at returns where things are in frame n.
func (m *motion) at(n int) place {
	if !m.scrolls {
		return place{text: m.still}
	}
	in, first := m.split(n)
	now := place{text: cut(m.column(in, first) + m.again)}
	if m.push == note.PushNot || !m.icon {
		return now
	}
	if m.late {
		if n == 0 {
			return now
		}
		in, first = m.split(n - 1)
	}
	now.icon = m.iconAt(in, first)
	return now
}

// column returns the text's place in a frame of a pass, without the offset that is added to it.
func (m *motion) column(in int, first bool) float64 {
	if m.fixed || in < m.stands {
		return m.start(first)
	}
	return m.start(first) - m.step*float64(in-m.stands+1)
}

// iconAt returns where the icon is: the text pushes it out, and it may come back while the text stands.
func (m *motion) iconAt(in int, first bool) float64 {
	x := m.column(in, first) + m.offset
	if !first && m.push == note.PushOnce {
		return m.out()
	}
	pushed := 0.0
	if x < Side+1 {
		pushed = max(x-Side-1, m.out())
	}
	if !first && !m.fixed {
		returning := m.out() + half*float64(in+1)
		return min(pushed, max(returning, m.out()), 0)
	}
	return pushed
}

// out returns where the icon is when the text has pushed it out.
func (m *motion) out() float64 {
	way := m.start(true) + 2*m.offset // until the text is at minus its offset
	return m.start(true) - m.step*math.Ceil(way/m.step-1e-6) + m.offset - Side - 1
}

// pass returns how long the first pass takes; 0 if nothing moves.
func (m *motion) pass() time.Duration {
	if !m.scrolls || m.fixed {
		return 0
	}
	return timeOf(m.stands + m.moves(true))
}

// passes returns how long n passes take; 0 if nothing moves.
func (m *motion) passes(n int) time.Duration {
	first := m.pass()
	if first == 0 {
		return 0
	}
	later := timeOf(m.stands + m.moves(false))
	if time.Duration(n-1) > (render.Forever-first)/later {
		return render.Forever
	}
	return first + time.Duration(n-1)*later
}

// next returns when something moves after t.
func (m *motion) next(t time.Duration) time.Duration {
	if !m.scrolls || m.fixed {
		return render.Forever
	}
	n := frameAt(t)
	in, first := m.split(n)
	if first && in < m.stands-1 { // nothing moves until then
		return timeOf(n + m.stands - in)
	}
	return timeOf(n + 1)
}
