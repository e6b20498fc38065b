// SPDX-License-Identifier: Apache-2.0

package device

import (
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ledpost/ledpost/render"
	"github.com/ledpost/ledpost/sounds"

	"github.com/ledpost/ledpost/device/note"
)

// puppet is an app that a test holds by its strings. The device's goroutine owns
// it: tests reach it through pull.
type puppet struct {
	about About
	now   Now
	steps atomic.Int32
	did   []string // what it was asked to do, in order
	takes bool     // presses
}

// newPuppet is an app of the package, with a picture for all its widgets.
func newPuppet(pkg string) *puppet {
	city := Schema{Type: "string", MaxLen: 20}
	return &puppet{
		about: About{
			Package: pkg, Title: "Puppet", Vendor: "test", Version: "1.2.3", Code: 7,
			Actions: []Action{{ID: "puppet.wave", Params: []Param{
				{Name: "hand", Type: TextParam, Required: true}, {Name: "times", Type: IntParam}, {Name: "fast", Type: BoolParam},
			}}},
			Settings: Schema{Properties: []Property{
				{Name: "city", Schema: city}, {Name: "token", Schema: Schema{Type: "string", Secret: true}},
				{Name: "cities", Schema: Schema{Type: "array", MaxLen: 3, Items: &city}},
				{Name: "size", Schema: Schema{Type: "integer", Min: 1, Max: 9}},
			}},
		},
		now: Now{Views: map[string]View{"": {Root: &render.Still{Image: blank.Image}}}},
	}
}

func (p *puppet) About() About          { return p.about }
func (p *puppet) Step(time.Time) Now    { p.steps.Add(1); return p.now }
func (p *puppet) noted(words ...string) { p.did = append(p.did, strings.Join(words, " ")) }

func (p *puppet) Do(widget, action string, args Args, _ time.Time) error {
	hand, _ := args.Text("hand")
	if hand == "third" {
		return note.Invalid("params.hand", "there are two")
	}
	p.noted("do", action, hand)
	return nil
}

func (p *puppet) Configure(widgets []WidgetSettings) error {
	for i, w := range widgets {
		var set struct{ City string }
		_ = json.Unmarshal(w.Settings, &set)
		if set.City == "Atlantis" {
			return note.Invalid("["+string(rune('0'+i))+"].settings.city", "is lost")
		}
	}
	p.noted("configure")
	return nil
}

func (p *puppet) Push(widget string, frames []note.Frame, _ time.Time) error {
	p.noted("push", widget[:4], frames[0].Text[0].Text)
	if frames[0].Text[0].Text == "ugly" {
		return note.Invalid("frames[0].text", "is ugly")
	}
	return nil
}

func (p *puppet) Press(widget string, b Button, _ time.Time) bool {
	p.noted("press", widget[:min(4, len(widget))], b.String())
	return p.takes
}

func (p *puppet) Ended(key string, o note.Outcome, _ time.Time) {
	p.noted("ended", key, string(o))
	if p.now.Alert.Key == key {
		p.now.Alert = Alert{}
	}
}

// pull changes the puppet on the device's goroutine.
func (r *rig) pull(f func()) {
	r.t.Helper()
	r.must(r.Post(background, func(time.Time) { f() }))
}

// did fails unless that is what the puppet was asked since it was last looked at.
func (r *rig) did(p *puppet, why string, want ...string) {
	r.t.Helper()
	r.pull(func() {
		if !slices.Equal(p.did, want) {
			r.t.Errorf("%s: the app was asked %q, want %q", why, p.did, want)
		}
		p.did = nil
	})
}

// with is a device with the rig's clock and a puppet that is not visible.
func with(p *puppet) func(*Config, *Saved) {
	return func(c *Config, _ *Saved) {
		c.Apps = []App{ground{"clock"}, p}
		c.Widgets = []WidgetSettings{
			{ID: FirstWidget("clock"), Package: "clock", Visible: true, Seconds: 20},
			{ID: FirstWidget(p.about.Package), Package: p.about.Package, Seconds: 10},
		}
	}
}

// ringing is an alert that stays until it is dismissed.
func ringing(key string) Alert {
	n := notice(note.PriorityCritical)
	n.Cycles = 0
	return Alert{Key: key, Note: &n}
}

var chime = sounds.Track{Key: "chime", Category: "alarms", ID: "alarm1"}
