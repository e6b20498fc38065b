package api

import "github.com/ledpost/ledpost/device/note"

// posted is a notification as clients send it, in all its spellings.
type posted struct {
	Priority  word         `json:"priority"`
	IconType  word         `json:"icon_type"`
	IconType2 word         `json:"iconType"`
	Lifetime  milliseconds `json:"lifetime"`
	Lifetime2 milliseconds `json:"lifeTime"`
	Lifetime3 milliseconds `json:"life_time"`
	Model     part[model]  `json:"model"`
}

type model struct {
	Frames    frames      `json:"frames"`
	Sound     part[sound] `json:"sound"`
	Cycles    integer     `json:"cycles"`
	Priority  word        `json:"priority"`
	IconType  word        `json:"icon_type"`
	IconType2 word        `json:"iconType"`
}

type frames struct{ list[part[frame]] }

func (f *frames) UnmarshalJSON(b []byte) error { return f.read(b, note.MaxFrames) }

type frame struct {
	Icon     reference    `json:"icon"`
	Text     text         `json:"text"`
	Color    word         `json:"color"`
	Goal     part[goal]   `json:"goalData"`
	Chart    chart        `json:"chartData"`
	Duration milliseconds `json:"duration"`
}

type goal struct {
	Start   integer `json:"start"`
	Current integer `json:"current"`
	End     integer `json:"end"`
	Unit    label   `json:"unit"`
}

type chart struct{ list[integer] }

func (c *chart) UnmarshalJSON(b []byte) error { return c.read(b, note.MaxChart) }

// text is one label, or an array of fragments.
type text struct {
	whole label
	runs  list[part[fragment]]
}

type fragment struct {
	Text  label `json:"t"`
	Color word  `json:"c"`
}

func (t *text) UnmarshalJSON(b []byte) error {
	*t = text{}
	if kindOf(b) == array {
		return t.runs.read(b, note.MaxText)
	}
	return t.whole.UnmarshalJSON(b)
}

type sound struct {
	builtin
	URL      word          `json:"url"`
	Type     word          `json:"type"`
	Repeat   integer       `json:"repeat"`
	Fallback part[builtin] `json:"fallback"`
}

// builtin names a built-in sound.
type builtin struct {
	Category word `json:"category"`
	ID       word `json:"id"`
}

// ParseNotification reads a notification as clients send it, in all its
// spellings. The error joins a note.InvalidError for every fault.
func ParseNotification(body []byte) (note.Notification, error) {
	var p posted
	if err := decode(body, &p); err != nil {
		return note.Notification{}, err
	}
	var f faults
	n := p.notification(&f)
	if p.Model.set && p.Model.bad == "" {
		f.rest(n.Validate())
	}
	return n, f.err()
}

func (p *posted) notification(f *faults) note.Notification {
	n := note.Notification{Lifetime: note.DefaultLifetime, Cycles: 1}
	m := &p.Model.v
	n.Priority, _ = choice(f, name("priority", p.Priority.set), first(p.Priority, m.Priority), note.ParsePriority)
	outer := first(p.IconType, p.IconType2)
	n.IconType, _ = choice(f, name("icon_type", outer.set), first(outer, first(m.IconType, m.IconType2)), note.ParseIconType)
	for _, l := range []milliseconds{p.Lifetime3, p.Lifetime2, p.Lifetime} {
		if f.check("lifetime", l.value) {
			n.Lifetime = l.d
		}
	}
	if !p.Model.set {
		f.join(missing("model"))
		return n
	}
	if !f.check("model", p.Model.value) {
		return n
	}
	n.Frames = m.frames(f)
	if f.check("model.sound", m.Sound.value) {
		n.Sound = m.Sound.v.sound(f, "model.sound")
	}
	if f.check("model.cycles", m.Cycles.value) {
		n.Cycles = m.Cycles.n
	}
	return n
}

// name gives the field that was read: the outer one, or that in the model.
func name(field string, outer bool) string {
	if outer {
		return field
	}
	return "model." + field
}

// first gives a if it is there, else b.
func first(a, b word) word {
	if a.set {
		return a
	}
	return b
}
