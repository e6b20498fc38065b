// SPDX-License-Identifier: Apache-2.0

// Package agents is an app that shows what programs do that work by themselves: who runs, who waits for a person, who is
// done or has failed, with the task and the rest of a quota. They say so themselves; nobody is asked.
package agents

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/ledpost/ledpost/apps/kit"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/sounds"
)

// Package is the app of the agents.
const Package = "com.ledpost.agents"

// App is the app, for the table of apps.
var App = kit.App{Package: Package, New: New}

// Settings are the settings of a widget. The zero value does not call.
type Settings struct {
	Call  bool   `json:"call,omitempty"`  // an agent that waits lights the panel and sounds once, at most every [between]
	Color string `json:"color,omitempty"` // #RRGGBB, of the names; "" = the device's text colour
}

// Bounds of what agents say.
const (
	most    = 8                // agents; the one that was silent for the longest time goes first
	maxName = 32               // characters
	maxTask = 64               // characters
	silent  = 30 * time.Minute // after which a status goes
	steps   = 5 * time.Minute  // to which the kept time of a report is rounded down
	calling = time.Minute      // how long the widget is on the panel for those that wait
	// between is the time from call to call: whoever may report could otherwise hold the panel, and knock all night,
	// by waiting again and again.
	between = 10 * time.Minute
)

// Agents shows what agents have said last.
type Agents struct {
	kit.Static[Settings]
	memory
	keeper kit.Seldom // an agent may change its task every second
	knock  string     // key of the sound of the last call; "" = that was before the restart
}

// memory is the state that outlives a restart.
type memory struct {
	All    map[string]status `json:"all"`             // by the agent's name
	Called time.Time         `json:"called,omitzero"` // when the last call began
}

// status is what an agent has said last, and is kept.
type status struct {
	State string    `json:"state"` // of states
	Task  string    `json:"task,omitempty"`
	Quota *int      `json:"quota,omitempty"` // percent that is left; nil = unknown
	Since time.Time `json:"since"`           // when the state began
	Heard time.Time `json:"heard"`           // when it last reported; kept in steps

	Called bool `json:"called,omitempty"` // it waits, and there was a call for it
}

// states are what an agent may be, the most urgent first, with its icon.
var states = []struct{ name, icon string }{
	{"waiting", "status-question"}, {"failed", "status-error"}, {"running", "device-robot"}, {"done", "status-check"},
}

// urgency returns the place of a state in states.
func urgency(state string) int {
	return slices.IndexFunc(states, func(s struct{ name, icon string }) bool { return s.name == state })
}

// New is the factory of the app, with what agents had said before the restart.
func New(env kit.Env, kept json.RawMessage, _ int) device.App {
	a := &Agents{Static: kit.Static[Settings]{Base: kit.NewBase(env)}, memory: kit.ReadKept[memory](kept)}
	a.keeper.Raw = kept
	if len(a.All) > most {
		a.memory = memory{}
	}
	maps.DeleteFunc(a.All, func(name string, s status) bool { return check(name, s) != nil })
	if a.All == nil {
		a.All = map[string]status{}
	}
	return a
}

// About implements [device.App].
func (a *Agents) About() device.About {
	about := kit.About(Package, "Agents", []device.Property{
		{Name: "call", Schema: device.Schema{Type: "boolean", Title: "Call me", Default: false,
			Description: "Light the panel and sound once when an agent waits for you, at most every 10 minutes"}},
		kit.ColorProperty,
	})
	about.Actions = []device.Action{{ID: "agents.status", Params: []device.Param{
		{Name: "agent", Type: device.TextParam, Required: true}, {Name: "state", Type: device.TextParam, Required: true},
		{Name: "task", Type: device.TextParam}, {Name: "quota", Type: device.IntParam},
	}}}
	return about
}

// Do implements [device.App]: an agent says what it does.
func (a *Agents) Do(widget, _ string, args device.Args, now time.Time) error {
	if _, ok := a.Widgets[widget]; !ok {
		return device.ErrNoWidget
	}
	name, _ := args.Text("agent")
	var s status
	s.State, _ = args.Text("state")
	s.Task, _ = args.Text("task")
	if left, ok := args.Int("quota"); ok {
		s.Quota = &left
	}
	name, s.Task = strings.TrimSpace(kit.Printable(name)), strings.TrimSpace(kit.Printable(s.Task))
	s.State = strings.ToLower(strings.TrimSpace(s.State))
	s.Since, s.Heard = now, now
	if err := check(name, s); err != nil {
		return err
	}
	if was, ok := a.All[name]; ok && was.State == s.State {
		s.Since, s.Called = was.Since, was.Called
	}
	a.All[name] = s
	a.drop(now)
	clear(a.Views)
	return nil
}

// check returns the fault of what an agent says.
func check(name string, s status) error {
	switch {
	case name == "":
		return note.Invalid("params.agent", "is empty, want a name such as claude")
	case len([]rune(name)) > maxName:
		return note.Invalid("params.agent", "%d characters, at most %d are allowed", len([]rune(name)), maxName)
	case urgency(s.State) < 0:
		return note.Invalid("params.state", "%q is not one of running, waiting, done, failed", kit.Short(s.State, 32))
	case len([]rune(s.Task)) > maxTask:
		return note.Invalid("params.task", "%d characters, at most %d are allowed", len([]rune(s.Task)), maxTask)
	case s.Quota != nil && (*s.Quota < 0 || *s.Quota > 100):
		return note.Invalid("params.quota", "%d, want 0 to 100: the percent that is left", *s.Quota)
	}
	return nil
}

// drop forgets who has been silent, and who is too many. Nobody has said anything in the future: the clock was set back.
func (a *Agents) drop(now time.Time) {
	for name, s := range a.All {
		if s.Heard.After(now) {
			s.Heard, s.Since = now, kit.Soonest(s.Since, now)
			a.All[name] = s
		}
	}
	maps.DeleteFunc(a.All, func(_ string, s status) bool { return !now.Before(s.Heard.Add(silent)) })
	for len(a.All) > most {
		delete(a.All, slices.MinFunc(slices.Collect(maps.Keys(a.All)), func(x, y string) int {
			return cmp.Or(a.All[x].Heard.Compare(a.All[y].Heard), strings.Compare(x, y))
		}))
	}
}

// order returns the names, the most urgent first, among equals the latest.
func (a *Agents) order() []string {
	return slices.SortedFunc(maps.Keys(a.All), func(x, y string) int {
		s, t := a.All[x], a.All[y]
		return cmp.Or(cmp.Compare(urgency(s.State), urgency(t.State)), t.Since.Compare(s.Since), strings.Compare(x, y))
	})
}

// Step implements [device.App].
func (a *Agents) Step(now time.Time) device.Now {
	if n := len(a.All); n > 0 {
		if a.drop(now); len(a.All) != n {
			clear(a.Views)
		}
	}
	names := a.order()
	a.Draw(func(_ string, cfg Settings) device.View { return a.view(cfg, names, now) })
	out := device.Now{Views: a.Views}
	for _, s := range a.All {
		out.Again = kit.Soonest(out.Again, s.Heard.Add(silent))
	}
	a.call(&out, names, now)
	a.tell(names)
	kept := a.kept()
	a.keeper.Changed = !bytes.Equal(kept, a.keeper.Raw)
	keep, again := a.keeper.Keep(now, func() json.RawMessage { return kept })
	out.Keep, out.Again = keep, kit.Soonest(out.Again, again)
	return out
}

// kept is the memory with Heard in steps: a report that repeats itself then changes nothing that has to be written.
func (a *Agents) kept() json.RawMessage {
	if len(a.All) == 0 {
		return nil
	}
	m := memory{maps.Clone(a.All), a.Called}
	for name, s := range m.All {
		s.Heard = s.Heard.Truncate(steps)
		m.All[name] = s
	}
	raw, _ := json.Marshal(m) // cannot fail: all fields are plain
	return raw
}

// call lights the panel and sounds once for those that wait and had no call yet, where an owner wants that.
func (a *Agents) call(out *device.Now, names []string, now time.Time) {
	if a.Called.After(now) { // the clock was set back
		a.Called = now
	}
	ids := slices.Sorted(maps.Keys(a.Widgets))
	at := slices.IndexFunc(ids, func(id string) bool { return a.Widgets[id].Call })
	waits := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return a.All[name].State != states[0].name })
	if at < 0 || len(waits) == 0 {
		return
	}
	if slices.ContainsFunc(waits, func(name string) bool { return !a.All[name].Called }) {
		if next := a.Called.Add(between); now.Before(next) {
			out.Again = kit.Soonest(out.Again, next)
		} else {
			a.begin(waits, now)
		}
	}
	if ends := a.Called.Add(calling); now.Before(ends) {
		out.Front, out.Again = ids[at], kit.Soonest(out.Again, ends)
		if a.knock != "" {
			out.Track = sounds.Track{Key: a.knock, Category: "notifications", ID: "knock-knock", Repeat: 1}
		}
	}
}

// begin begins a call for all that wait.
func (a *Agents) begin(waits []string, now time.Time) {
	a.Called, a.knock = now, now.UTC().Format(time.RFC3339Nano)
	for _, name := range waits {
		s := a.All[name]
		s.Called = true
		a.All[name] = s
	}
}

// tell publishes the most urgent one for pages that several apps share.
func (a *Agents) tell(names []string) {
	all := map[string]kit.Brief{}
	for id := range a.Widgets {
		if len(names) > 0 {
			s := a.All[names[0]]
			all[id] = kit.Brief{Kind: kit.Chosen, Icon: kit.Builtin(states[urgency(s.State)].icon), Lead: names[0],
				Text: a.word(s.State), Until: s.Heard.Add(silent)}
		}
	}
	a.Env.Shared.Tell(Package, all)
}
