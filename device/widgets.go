// SPDX-License-Identifier: Apache-2.0

package device

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/ledpost/ledpost/device/note"
	"github.com/ledpost/ledpost/device/widgets"
)

// Catalogue lists the available apps. It never changes.
func (d *Device) Catalogue() []About { return d.catalogue }

// OpenApps is Apps with whole addresses in the settings, for clients that may see the
// passwords and tokens in them.
func (d *Device) OpenApps(ctx context.Context) ([]WidgetSettings, error) {
	return call(ctx, d, func(s *state) ([]WidgetSettings, error) { return s.widgets.ShownOpen(), nil })
}

// Apps lists the widgets in their order, without their secrets; the secret parts of
// addresses are hidden.
func (d *Device) Apps(ctx context.Context) ([]WidgetSettings, error) {
	return call(ctx, d, func(s *state) ([]WidgetSettings, error) { return s.widgets.Shown(), nil })
}

// Kept returns a widget of a package with its secrets. Errors: ErrNoApp, ErrNoWidget.
func (d *Device) Kept(ctx context.Context, pkg, widget string) (WidgetSettings, error) {
	return call(ctx, d, func(s *state) (WidgetSettings, error) { return s.widgets.Find(pkg, widget) })
}

// Said is a widget's information beside its picture. The zero value tells nothing.
type Said struct {
	Line  string    // what its data come to; "" = nothing
	Rings time.Time // its next alarm, or the end of its countdown, in the zone of its clock; zero = none
}

// Says returns what the widgets tell, by their id; a widget that has nothing to tell is
// not in it. The result must not be changed.
func (d *Device) Says(ctx context.Context) (map[string]Said, error) {
	return call(ctx, d, func(s *state) (map[string]Said, error) {
		all := map[string]Said{}
		for _, w := range s.widgets.Shown() {
			view := s.apps.view(w)
			if said := (Said{view.Says, view.Rings}); said != (Said{}) {
				all[w.ID] = said
			}
		}
		return all, nil
	})
}

// SetApps sets order, title, visibility, seconds and settings of the widgets,
// all or nothing; list contains each of them once, by its ID. It returns the list
// as Apps does. Errors: InvalidError (joined), with fields such as
// "[2].settings.city".
func (d *Device) SetApps(ctx context.Context, list []WidgetSettings) ([]WidgetSettings, error) {
	return d.ChangeApps(ctx, true, func([]WidgetSettings) ([]WidgetSettings, error) { return list, nil })
}

// ChangeApps is SetApps with the result of f for the current list; nothing else can
// change the list in between. f runs on the device's goroutine and must not wait; if
// it returns an error, ChangeApps returns that and changes nothing. open says that the client may
// see what OpenApps tells: another one keeps a secret beside the address for which it was set alone.
func (d *Device) ChangeApps(
	ctx context.Context, open bool, f func(now []WidgetSettings) ([]WidgetSettings, error),
) ([]WidgetSettings, error) {
	return call(ctx, d, func(s *state) ([]WidgetSettings, error) {
		next, err := f(s.widgets.Shown())
		if err == nil {
			seen := visibleIn(s.widgets)
			err = s.widgets.Set(next, open)
			s.mark(err == nil)
			s.leave(seen)
		}
		return s.widgets.Shown(), err
	})
}

// Scene lists the widgets for another device: without ids, and without the settings that
// stay with this one (see [widgets.List.Scene]).
func (d *Device) Scene(ctx context.Context) ([]WidgetSettings, error) {
	return call(ctx, d, func(s *state) ([]WidgetSettings, error) { return s.widgets.Scene(), nil })
}

// Arrange makes scene the widgets, as [widgets.List.Staged] tells, and changes the look by
// p, all or nothing; to try changes nothing. It returns the list before and after as Apps
// does. Errors: InvalidError (joined), with fields such as "apps[2].settings.city", or of
// the look as SetLook names them.
func (d *Device) Arrange(
	ctx context.Context, scene []WidgetSettings, p LookPatch, try bool,
) (before, after []WidgetSettings, err error) {
	err = do(ctx, d, func(s *state, _ time.Time) error {
		before = s.widgets.Shown()
		if try {
			after, err = s.widgets.Staged("apps", scene)
			return errors.Join(err, p.Validate())
		}
		err := s.arrange(scene, p)
		after = s.widgets.Shown()
		return err
	})
	return before, after, err
}

func (s *state) arrange(scene []WidgetSettings, p LookPatch) error {
	if err := p.Validate(); err != nil {
		return err
	}
	seen := visibleIn(s.widgets)
	if err := s.widgets.Stage("apps", scene); err != nil {
		return err
	}
	s.leave(seen)
	s.changed = true
	if changed, _ := s.set.look(p); changed { // it is valid
		s.apps.style(s.look())
	}
	return nil
}

// AddWidget adds a visible widget of a package at the end of the list and
// returns it. Errors: ErrNoApp, InvalidError (joined).
func (d *Device) AddWidget(ctx context.Context, pkg string, settings json.RawMessage) (WidgetSettings, error) {
	return call(ctx, d, func(s *state) (WidgetSettings, error) {
		w, err := s.widgets.Add(pkg, settings)
		s.mark(err == nil)
		return w, err
	})
}

// SetWidget sets title, visibility, seconds and settings of the widget with the ID
// of w, and returns the widget as it is afterwards. Errors: ErrNoWidget, InvalidError
// (joined).
func (d *Device) SetWidget(ctx context.Context, w WidgetSettings) (WidgetSettings, error) {
	return call(ctx, d, func(s *state) (WidgetSettings, error) {
		seen := visibleIn(s.widgets)
		w, changed, err := s.widgets.Change(w)
		s.mark(changed)
		s.leave(seen)
		return w, err
	})
}

// RemoveWidget removes a widget, and the blocks of the schedule that show it.
// Errors: ErrNoWidget, ErrLastWidget.
func (d *Device) RemoveWidget(ctx context.Context, id string) error {
	return do(ctx, d, func(s *state, _ time.Time) error { return s.removeWidget(id) })
}

func (s *state) removeWidget(id string) error {
	if err := s.widgets.Remove(id); err != nil {
		return err
	}
	s.rotation.Forget(id) // after the list: the last widget cannot be removed, and keeps its blocks
	s.rotation.Leave(id)
	s.changed = true
	return nil
}

// visibleIn returns the ids of the widgets of l that are visible.
func visibleIn(l *widgets.List) (ids []string) {
	for _, w := range l.All() {
		if w.Visible {
			ids = append(ids, w.ID)
		}
	}
	return ids
}

// leave takes the widgets of seen, which were visible, from the panel if they are hidden now.
func (s *state) leave(seen []string) {
	for _, id := range seen {
		if w, ok := s.widgets.Get(id); !ok || !w.Visible {
			s.rotation.Leave(id)
		}
	}
}

// Schedule returns the blocks of schedule mode.
func (d *Device) Schedule(ctx context.Context) ([]Block, error) {
	return call(ctx, d, func(s *state) ([]Block, error) { return s.rotation.Blocks(), nil })
}

// SetSchedule replaces the schedule, all or nothing. Where blocks overlap the
// first one wins. Errors: InvalidError (joined), with fields such as "[0].widget".
func (d *Device) SetSchedule(ctx context.Context, blocks []Block) ([]Block, error) {
	return call(ctx, d, func(s *state) ([]Block, error) {
		err := s.rotation.SetBlocks(blocks)
		s.mark(err == nil)
		return s.rotation.Blocks(), err
	})
}

// Activate shows a widget: in auto mode for its seconds, in schedule mode until
// the next block, in manual and kiosk mode for good. Kiosk and manual mode begin
// with the widget activated last. Without an id it shows the first widget of the
// package; without a package it finds the widget by id alone. Errors: ErrNoApp, ErrNoWidget.
func (d *Device) Activate(ctx context.Context, pkg, widget string) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		w, err := s.widgets.Find(pkg, widget)
		if err == nil {
			s.mark(s.rotation.Activate(w.ID, now))
		}
		return err
	})
}

// Next shows the next visible widget, as Activate does; in kiosk mode it does
// nothing.
func (d *Device) Next(ctx context.Context) error {
	return do(ctx, d, func(s *state, now time.Time) error { s.mark(s.rotation.Move(1, now)); return nil })
}

// Prev shows the previous visible widget, as Next does the next one.
func (d *Device) Prev(ctx context.Context) error {
	return do(ctx, d, func(s *state, now time.Time) error { s.mark(s.rotation.Move(-1, now)); return nil })
}

// Do performs an action of an app on a widget, by default the first, and then
// activates that widget if show is true. Errors: ErrNoApp, ErrNoWidget, InvalidError
// (joined) with the fields id and params.
func (d *Device) Do(ctx context.Context, pkg, widget, action string, args Args, show bool) error {
	return do(ctx, d, func(s *state, now time.Time) error {
		w, err := s.widgets.Find(pkg, widget)
		if err != nil {
			return err
		}
		if err := s.apps.find(w.Package).act(w, action, args, now); err != nil {
			return err
		}
		if show {
			s.mark(s.rotation.Activate(w.ID, now))
		}
		return nil
	})
}

// Push passes frames to a widget, or without an id to every widget of the package,
// all or none; without a package it finds the widget by id alone. Errors: ErrNoApp,
// ErrNoWidget, ErrNoPush, InvalidError (joined) with fields such as "frames[0].text".
func (d *Device) Push(ctx context.Context, pkg, widget string, frames []note.Frame) error {
	if err := note.ValidateFrames("frames", frames); err != nil {
		return err
	}
	return do(ctx, d, func(s *state, now time.Time) error { return s.apps.push(s.widgets, pkg, widget, frames, now) })
}

// Change changes the page of regions that was pushed to a widget; without an id of every widget of the package, all or
// none. Errors: those of Push, with fields such as "regions[0].id"; ErrNoPush also where an app has no pages.
func (d *Device) Change(ctx context.Context, pkg, widget string, changes []note.Change) error {
	return do(ctx, d, func(s *state, now time.Time) error { return s.changeWidgets(pkg, widget, changes, now) })
}

// changeWidgets is Change.
func (s *state) changeWidgets(pkg, widget string, changes []note.Change, now time.Time) error {
	made := map[string][]note.Frame{} // by widget
	err := s.apps.pushed(s.widgets, pkg, widget, func(app App, w widgets.Widget) (err error) {
		changer, ok := app.(Changer)
		if !ok {
			return ErrNoPush
		}
		made[w.ID], err = note.Changed(changer.Shown(w.ID), changes)
		return err
	})
	if err != nil {
		return err
	}
	return s.apps.pushed(s.widgets, pkg, widget, func(app App, w widgets.Widget) error {
		at := time.Duration(-1)
		if s.ground.widget == w.ID {
			at = now.Sub(s.apps.view(w).begin(s.ground.from))
		}
		app.(Changer).Change(w.ID, made[w.ID], at, now)
		return nil
	})
}

// push is Push for the widgets of list, whose frames are valid.
func (a *apps) push(list *widgets.List, pkg, widget string, frames []note.Frame, now time.Time) error {
	return a.pushed(list, pkg, widget, func(app App, w widgets.Widget) error {
		pusher, ok := app.(Pusher)
		if !ok {
			return ErrNoPush
		}
		return pusher.Push(w.ID, frames, now)
	})
}

// pushed calls take for a widget, or without an id for every widget of the package, until an error.
func (a *apps) pushed(list *widgets.List, pkg, widget string, take func(App, widgets.Widget) error) error {
	first, err := list.Find(pkg, widget)
	if err != nil {
		return err
	}
	for _, w := range list.Of(first.Package) {
		if widget != "" && widget != w.ID {
			continue
		}
		if err := take(a.find(first.Package).app, w); err != nil {
			return err
		}
	}
	return nil
}
