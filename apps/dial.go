package apps

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/render"
)

// dial is the clock of one widget.
type dial struct {
	id          string
	cfg         ClockConfig
	zone, other *time.Location // of the widget, and the second one
	face, plain face           // plain shows while nobody knows the time

	key  string // what seen is for; "" = nothing is drawn yet
	seen device.View
}

// newDial makes the clock of a widget; an error names the setting.
func newDial(env Env, w device.WidgetSettings) (*dial, *note.InvalidError) {
	d := &dial{id: w.ID}
	if err := json.Unmarshal(w.Settings, &d.cfg); err != nil && len(w.Settings) > 0 {
		return nil, &note.InvalidError{Field: "hours", Reason: err.Error()} // not of what fits the schema
	}
	if bad := d.cfg.check(); bad != nil {
		return nil, bad
	}
	var bad *note.InvalidError
	if d.zone, bad = zoneOf("zone", d.cfg.Zone, env.Zone); bad != nil {
		return nil, bad
	}
	if d.other, bad = zoneOf("zone2", d.cfg.Zone2, time.UTC); bad != nil {
		return nil, bad
	}
	d.face, d.plain = newFace(env, d.cfg), newClockFace(env.Fonts, env.Size, d.cfg)
	return d, nil
}

// zoneOf is the zone that the setting names, otherwise if none is set.
func zoneOf(setting, name string, otherwise *time.Location) (*time.Location, *note.InvalidError) {
	if name == "" {
		return otherwise, nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, &note.InvalidError{Field: setting, Reason: fmt.Sprintf("there is no zone %q", name)}
	}
	return zone, nil
}

// view is the time at now, and when it is another.
func (d *dial) view(now time.Time, m reading) (v device.View, again time.Time) {
	m.local, m.other = now.In(d.zone), now.In(d.other)
	m.hours, m.words = d.cfg.Hours, languageOf(d.cfg.Language)
	face := d.face
	if !m.known {
		face = d.plain
	}
	step := face.step()
	into := time.Duration(m.local.Second())*time.Second + time.Duration(m.local.Nanosecond())
	begin := m.local.Add(-into % step).Format(time.DateTime)
	if key := fmt.Sprint(begin, m.known, m.ink, m.accent, m.weather); key != d.key {
		d.key = key
		d.seen = device.View{Root: picture(face, &m), Start: now.Add(-into)}
	}
	return d.seen, now.Add(step - into%step)
}

// picture is what a face shows at m, from the beginning of the minute on.
func picture(f face, m *reading) render.Widget {
	pages := f.pages(m)
	root := turns(pages)
	if mover, ok := f.(mover); ok {
		if layers := mover.over(m); layers != nil {
			return &render.Stack{Bounds: pages[0].Rect.Size(), Layers: append([]render.Layer{{Widget: root}}, layers...)}
		}
	}
	return root
}
