// SPDX-License-Identifier: Apache-2.0

package awtrix

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/note"
)

// app is a widget of the device, with the name under which clients know it.
type app struct {
	device.WidgetSettings
	name string
}

// apps returns all widgets in their order.
func (s *Server) apps(ctx context.Context) ([]app, error) {
	widgets, err := s.dev.Apps(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]app, len(widgets))
	for i, w := range widgets {
		list[i] = app{w, nameOf(&w)}
		if w.Package == Package {
			var set settings
			_ = json.Unmarshal(w.Settings, &set) // valid, since the app declares them
			list[i].name = set.Name
		}
	}
	return list, nil
}

// maxPages is the most items in one array.
const maxPages = 32

var errName = errors.New("a custom app needs a name of 1 to 64 characters")

// custom creates, changes or removes the custom app of a name. An array makes
// one app for each item: name0, name1 and so on.
func (s *Server) custom(ctx context.Context, name string, body []byte) error {
	if n := utf8.RuneCountInString(name); n == 0 || n > 64 || !utf8.ValidString(name) {
		return errName
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.poke()
	if empty(body) {
		return s.removeAll(ctx, func(a app) bool { return strings.HasPrefix(a.name, name) })
	}
	if !strings.HasPrefix(strings.TrimSpace(string(body)), "[") {
		p, err := parse(body)
		if err != nil {
			return err
		}
		return s.put(ctx, name, p)
	}
	var list wire.List[wire.Object[payload]]
	if wire.DecodeArray(body, &list, maxPages) != nil {
		return errJSON
	}
	for i := range list.Items { // first the new ones: the rotation never lacks all of them
		if err := s.put(ctx, fmt.Sprintf("%s%d", name, i), &list.Items[i].Fields); err != nil {
			return err
		}
	}
	return s.removeAll(ctx, func(a app) bool { return beyond(a.name, name, len(list.Items)) })
}

// beyond reports whether name belongs to item n or a later one of an array.
func beyond(name, array string, n int) bool {
	digits, ok := strings.CutPrefix(name, array)
	i := 0
	if _, err := fmt.Sscanf(digits, "%d", &i); !ok || err != nil {
		return false
	}
	return fmt.Sprint(i) == digits && i >= n
}

// put shows p as the custom app of a name. s.mu must be held.
func (s *Server) put(ctx context.Context, name string, p *payload) error {
	capitals, err := s.capitals(ctx)
	if err != nil {
		return err
	}
	f := p.frame(note.FormAwtrixApp, capitals)
	f.Duration = 0 // the widget has its own duration
	if f.Blank() {
		f.Text = []note.Fragment{{}}
	}
	frames := []note.Frame{f}
	if err := note.ValidateFrames("frames", frames); err != nil {
		return err
	}
	all, err := s.apps(ctx)
	if err != nil {
		return err
	}
	w, there := find(all, Package, name)
	set, err := json.Marshal(p.settings(name))
	if err != nil {
		return err
	}
	if !there {
		if w, err = s.dev.AddWidget(ctx, Package, set); err != nil {
			return err
		}
		w.Seconds = usual(all)
	}
	turn, err := s.turn(ctx, p, &f)
	if err != nil {
		return err
	}
	if p.Repeat.Int > 0 { // what it counted before does not last
		w.Seconds = usual(all)
	}
	w.Title, w.Settings, w.Seconds = name, set, cmp.Or(turn, w.Seconds)
	if _, err := s.dev.SetWidget(ctx, w); err != nil {
		return err
	}
	if err := s.dev.Push(ctx, Package, w.ID, frames); err != nil || there || !p.Pos.Set {
		return err
	}
	return s.place(ctx, w.ID, p.Pos.Int)
}

// find returns the app of a package that clients know under a name, and whether there is one.
func find(all []app, pkg, name string) (w device.WidgetSettings, ok bool) {
	i := slices.IndexFunc(all, func(a app) bool { return a.Package == pkg && a.name == name })
	if i < 0 {
		return w, false
	}
	return all[i].WidgetSettings, true
}

// turn returns how many seconds p, which is drawn as f, shows in auto mode: its passes, or
// else its duration; 0 = it says neither.
func (s *Server) turn(ctx context.Context, p *payload, f *note.Frame) (n int, err error) {
	var passes time.Duration
	if f.Passes > 0 {
		err = s.dev.Post(ctx, func(time.Time) { passes = s.stage.Passes(f) })
	}
	passes = min(passes, device.MaxSeconds*time.Second)
	return cmp.Or(int((passes+time.Second-1)/time.Second), p.turn()), err
}

// usual returns the duration of apps that do not set one: the first app's.
func usual(all []app) int {
	for _, a := range all {
		if a.Visible {
			return a.Seconds
		}
	}
	return int(device.DefaultDwell.Seconds())
}

// removeAll removes the custom apps for which which returns true. s.mu must be
// held.
func (s *Server) removeAll(ctx context.Context, which func(app) bool) error {
	all, err := s.apps(ctx)
	if err != nil {
		return err
	}
	for _, a := range all {
		if a.Package == Package && which(a) {
			if err := s.dev.RemoveWidget(ctx, a.ID); err != nil && !errors.Is(err, device.ErrNoWidget) {
				return err
			}
		}
	}
	return nil
}

// place moves the widget to position pos among the visible ones, counted from
// 0.
func (s *Server) place(ctx context.Context, id string, pos int) error {
	return s.setApps(ctx, func(list []app) []app {
		from := slices.IndexFunc(list, func(a app) bool { return a.ID == id })
		if from < 0 || pos < 0 {
			return list
		}
		moved := list[from]
		list = slices.Delete(list, from, from+1)
		to, seen := 0, 0
		for to < len(list) && seen < pos {
			if list[to].Visible {
				seen++
			}
			to++
		}
		return slices.Insert(list, to, moved)
	})
}

// setApps changes the list of widgets.
func (s *Server) setApps(ctx context.Context, change func([]app) []app) error {
	for attempt := 0; ; attempt++ {
		list, err := s.apps(ctx)
		if err != nil {
			return err
		}
		var next []device.WidgetSettings
		for _, a := range change(list) {
			next = append(next, a.WidgetSettings)
		}
		if _, err = s.dev.SetApps(ctx, next); err == nil || attempt == 2 {
			return err
		} // otherwise somebody else may have changed the list
	}
}

// maxOrder is the most names in one request.
const maxOrder = 2 * device.MaxWidgets

// reorder takes the names of apps in the order in which they should show. Apps
// that are not named come after them.
func (s *Server) reorder(ctx context.Context, body []byte) error {
	var names wire.List[wire.Label]
	if wire.DecodeArray(body, &names, maxOrder) != nil {
		return errJSON
	}
	return s.setApps(ctx, func(list []app) []app {
		rank := func(a app) int {
			for i, n := range names.Items {
				if strings.EqualFold(n.Text, a.name) {
					return i
				}
			}
			return len(names.Items)
		}
		slices.SortStableFunc(list, func(a, b app) int { return cmp.Compare(rank(a), rank(b)) })
		return list
	})
}

// arrange takes apps as {"name", "show", "pos"}: which ones are visible, and
// where.
func (s *Server) arrange(ctx context.Context, body []byte) error {
	type item = wire.Object[struct {
		Name wire.Label   `json:"name"`
		Show wire.Boolean `json:"show"`
		Pos  wire.Integer `json:"pos"`
	}]
	var items wire.List[item]
	if wire.DecodeArray(body, &items, maxOrder) != nil {
		return errJSON
	}
	return s.setApps(ctx, func(list []app) []app {
		rank := map[string]int{}
		for i := range list {
			for k := range items.Items {
				p := &items.Items[k].Fields
				if !strings.EqualFold(p.Name.Text, list[i].name) {
					continue
				}
				if p.Show.Set && p.Show.Bad == "" {
					list[i].Visible = p.Show.On
				}
				if p.Pos.Set {
					rank[list[i].ID] = p.Pos.Int + 1
				}
			}
		}
		slices.SortStableFunc(list, func(a, b app) int {
			return cmp.Compare(cmp.Or(rank[a.ID], maxOrder), cmp.Or(rank[b.ID], maxOrder))
		})
		return list
	})
}
