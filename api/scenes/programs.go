// SPDX-License-Identifier: Apache-2.0

package scenes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
)

// Program is an app by others as a scene has it: an own one with its source, one of the community's by its name
// alone, which each device takes from its own catalogue.
type Program struct {
	App    string            `json:"app"`              // as widgets have it in their setting app
	Source string            `json:"source,omitempty"` // of an own app
	Commit string            `json:"commit,omitempty"` // of the catalogue, for the community's
	Files  map[string]string `json:"files,omitempty"`  // SHA-256 by path, for the community's
}

// Offer is what a program of a scene is to this device.
type Offer struct {
	App    string   `json:"app"`             // as the scene has it
	Name   string   `json:"name"`            // as widgets here have it: another one where the name is taken
	Title  string   `json:"title"`           // for people
	Author string   `json:"author"`          // "" = nobody says
	Hosts  []string `json:"hosts"`           // named in its program, which it may ask once it is added
	State  State    `json:"state"`           // what becomes of it
	Other  bool     `json:"other,omitempty"` // the device's version is another one than the scene's
}

// State is what a program is to a device.
type State string

// States of a program.
const (
	IsThere   State = "there"   // the device has it
	IsNew     State = "new"     // it is added if the request says so, else its widgets are left out
	IsAdded   State = "added"   // it is new, and the request says so
	IsUnknown State = "unknown" // neither the scene nor the device's catalogue has it: its widgets are left out
)

// Programs is the apps by others of a device. Any goroutine calls it.
type Programs interface {
	// Pack returns the program of an app for a scene; ok is false if the device does not have the app.
	Pack(app string) (p Program, ok bool)
	// Plan says what a program is here. It runs nothing and asks nobody. A new own app gets a name that is neither on
	// the device nor in taken, so that it is given no settings of another one. Errors are for people.
	Plan(p Program, taken map[string]bool) (Offer, error)
	// Add keeps a new program under the name of its offer, and lets it ask the hosts of it; undo takes it back. Errors
	// are answers of package rest.
	Add(ctx context.Context, p Program, o Offer) (undo func(), err error)
}

// addTime is how long the programs of a scene may take: those of the community are fetched.
const addTime = 40 * time.Second

// appOf returns the app by others that a widget shows; "" = it shows none.
func (m *Room) appOf(w device.WidgetSettings) string {
	var set struct {
		App string `json:"app"`
	}
	if w.Package != m.cfg.Package || json.Unmarshal(w.Settings, &set) != nil {
		return ""
	}
	return set.App
}

// packed returns the programs of the widgets, each once.
func (m *Room) packed(list []device.WidgetSettings) (all []Program) {
	seen := map[string]bool{"": true}
	for _, w := range list {
		app := m.appOf(w)
		if seen[app] {
			continue
		}
		seen[app] = true
		if p, ok := m.cfg.Programs.Pack(app); ok {
			all = append(all, p)
		}
	}
	return all
}

// plan says what the programs that the widgets of a scene show are here; used has the apps of the widgets here. The
// widgets of those that are not there, and that add does not have, are marked as left out, the others get the names
// that their programs have here.
func (m *Room) plan(s *scene, used []device.WidgetSettings, add []string) (all []Offer, err error) {
	taken, offers := map[string]bool{}, map[string]Offer{}
	for _, w := range used {
		taken[m.appOf(w)] = true
	}
	for i, w := range s.apps {
		app := m.appOf(w)
		if app == "" {
			continue
		}
		o, known := offers[app]
		if !known {
			p := s.program(app)
			if o, err = m.cfg.Programs.Plan(p, taken); err != nil {
				s.faults.Add(fmt.Sprintf("apps[%d].settings.app", i), err.Error())
				continue
			}
			if o.State == IsNew && slices.Contains(add, app) {
				o.State = IsAdded
			}
			taken[o.Name], offers[app] = true, o
			all = append(all, o)
		}
		s.place(i, o)
	}
	for _, app := range add {
		if o := offers[app]; o.State != IsAdded && o.State != IsThere {
			s.faults.Add("add", fmt.Sprintf("%.80q is no program that this scene can bring", app))
		}
	}
	return all, s.faults.Err()
}

// program returns the program of an app: without more than its name where the scene has none.
func (s *scene) program(app string) Program {
	for _, p := range s.programs {
		if p.App == app {
			return p
		}
	}
	return Program{App: app}
}

// leftOut is the package of widgets that a scene leaves out: no app has it, so that the others keep their places.
const leftOut = ""

// place gives a widget the name that its program has here, or leaves it out.
func (s *scene) place(i int, o Offer) {
	w := &s.apps[i]
	if o.State == IsNew || o.State == IsUnknown {
		s.left = append(s.left, *w)
		w.Package = leftOut
		return
	}
	settings := map[string]any{}
	_ = json.Unmarshal(w.Settings, &settings) // it is an object
	settings["app"] = o.Name
	w.Settings, _ = json.Marshal(settings) // what was JSON is JSON again
}

// add keeps the programs that are to be added, all or none.
func (m *Room) add(r *http.Request, s *scene, offers []Offer) (undo func(), err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), addTime)
	defer cancel()
	var done []func()
	undo = func() {
		for _, f := range slices.Backward(done) {
			f()
		}
	}
	for _, o := range offers {
		if o.State != IsAdded {
			continue
		}
		back, err := m.cfg.Programs.Add(ctx, s.program(o.App), o)
		if err != nil {
			undo()
			return nil, err
		}
		done = append(done, back)
	}
	return undo, nil
}

type programList struct {
	wire.List[wire.Object[sentProgram]]
}

// UnmarshalJSON implements [json.Unmarshaler].
func (l *programList) UnmarshalJSON(b []byte) error { return l.Read(b, device.MaxWidgets) }

type sentProgram struct {
	App    wire.Word    `json:"app"`
	Source wire.Word    `json:"source"`
	Commit wire.Word    `json:"commit"`
	Files  wire.Members `json:"files"`
}

func (l *programList) read(f *wire.Faults, s *scene) {
	l.Check(f, "programs", device.MaxWidgets, "programs")
	for at, it := range wire.Objects(f, "programs", l.Items) {
		p, err := it.read(f, at)
		if err == nil && s.program(p.App).set() {
			err = errors.New("is there twice")
		}
		if err != nil {
			f.Add(at, err.Error())
			continue
		}
		s.programs = append(s.programs, p)
	}
}

// set reports whether p has more than a name.
func (p Program) set() bool { return p.Source != "" || p.Files != nil }

func (c *sentProgram) read(f *wire.Faults, at string) (p Program, err error) {
	app, source := f.Check(at+".app", c.App.Value), f.Check(at+".source", c.Source.Value)
	f.Check(at+".commit", c.Commit.Value)
	files := f.Check(at+".files", c.Files.Value)
	if files && json.Unmarshal(c.Files.JSON(), &p.Files) != nil {
		f.Add(at+".files", "want strings")
	}
	p.App, p.Source, p.Commit = c.App.Text, c.Source.Text, c.Commit.Text
	if !app || source == files {
		return p, errors.New("want an app with its source, or with the hashes of its files")
	}
	return p, nil
}
