// SPDX-License-Identifier: Apache-2.0

package wire

import (
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/internal/enum"
)

// posted is a notification as clients send it, in all accepted spellings.
type posted struct {
	Priority  Word          `json:"priority"`
	IconType  Word          `json:"icon_type"`
	IconType2 Word          `json:"iconType"`
	Lifetime  Milliseconds  `json:"lifetime"`
	Lifetime2 Milliseconds  `json:"lifeTime"`
	Lifetime3 Milliseconds  `json:"life_time"`
	Model     Object[model] `json:"model"`
}

type model struct {
	Frames frames `json:"frames"`
	pageBody
	Sound     Object[sound] `json:"sound"`
	Cycles    Integer       `json:"cycles"`
	Priority  Word          `json:"priority"`
	IconType  Word          `json:"icon_type"`
	IconType2 Word          `json:"iconType"`
}

type frames struct{ List[Object[frame]] }

func (f *frames) UnmarshalJSON(b []byte) error { return f.Read(b, note.MaxFrames) }

type frame struct {
	Icon     Reference    `json:"icon"`
	Text     text         `json:"text"`
	Color    Word         `json:"color"`
	Goal     Object[goal] `json:"goalData"`
	Chart    chart        `json:"chartData"`
	Duration Milliseconds `json:"duration"`
	frameLook
	frameCharts
	Draw drawing `json:"draw"`
}

type goal struct {
	Start   Decimal `json:"start"`
	Current Decimal `json:"current"`
	End     Decimal `json:"end"`
	Unit    Label   `json:"unit"`
}

type chart struct{ List[Decimal] }

func (c *chart) UnmarshalJSON(b []byte) error { return c.Read(b, note.MaxChart) }

// text is a single label or an array of fragments.
type text struct {
	whole Label
	runs  List[Object[fragment]]
}

type fragment struct {
	Text   Label `json:"t"`
	Color  Word  `json:"c"`
	Effect Word  `json:"effect"`
}

func (t *text) UnmarshalJSON(b []byte) error {
	*t = text{}
	if kindOf(b) == array {
		return t.runs.Read(b, note.MaxText)
	}
	return t.whole.UnmarshalJSON(b)
}

type sound struct {
	builtin
	URL      Word            `json:"url"`
	Type     Word            `json:"type"`
	Repeat   Integer         `json:"repeat"`
	Fallback Object[builtin] `json:"fallback"`
}

// builtin names a built-in sound.
type builtin struct {
	Category Word `json:"category"`
	ID       Word `json:"id"`
}

// ParseNotification reads a notification as clients send it, in all accepted
// spellings. The error joins a note.InvalidError for each error in the body.
func ParseNotification(body []byte) (note.Notification, error) {
	var p posted
	if err := Decode(body, &p); err != nil {
		return note.Notification{}, err
	}
	var f Faults
	n := p.notification(&f)
	if p.Model.Set && p.Model.Bad == "" {
		f.Rest(n.Validate())
	}
	return n, f.Err()
}

func (p *posted) notification(f *Faults) note.Notification {
	n := note.Notification{Lifetime: note.DefaultLifetime, Cycles: 1}
	m := &p.Model.Fields
	n.Priority, _ = Choice(f, name("priority", p.Priority.Set), first(p.Priority, m.Priority), enum.Read[note.Priority])
	outer := first(p.IconType, p.IconType2)
	n.IconType, _ = Choice(f, name("icon_type", outer.Set), first(outer, first(m.IconType, m.IconType2)),
		enum.Read[note.IconType])
	for _, l := range []Milliseconds{p.Lifetime3, p.Lifetime2, p.Lifetime} {
		if f.Check("lifetime", l.Value) {
			n.Lifetime = l.Duration
		}
	}
	if !p.Model.Set {
		f.Join(Missing("model"))
		return n
	}
	if !f.Check("model", p.Model.Value) {
		return n
	}
	n.Frames = m.Frames.orPage(f, &m.pageBody, "model.")
	if f.Check("model.sound", m.Sound.Value) {
		n.Sound = m.Sound.Fields.sound(f, "model.sound")
	}
	if f.Check("model.cycles", m.Cycles.Value) {
		n.Cycles = m.Cycles.Int
	}
	return n
}

// name returns the name of the field that was read: the outer one, or the one
// in the model.
func name(field string, outer bool) string {
	if outer {
		return field
	}
	return "model." + field
}

// first returns a if it is set, else b.
func first(a, b Word) Word {
	if a.Set {
		return a
	}
	return b
}
