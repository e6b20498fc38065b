// SPDX-License-Identifier: Apache-2.0

package widgets

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/ledpost/ledpost/device/note"
)

// Scene returns the list for another device, without ids. Some settings stay here: of
// people and places (Schema.Personal), secrets, and addresses that are more than a host. Settings
// that name another widget have its place in the scene.
func (l *List) Scene() []Widget {
	list := l.Shown()
	places := map[string]string{} // by id
	for i, w := range list {
		places[w.ID] = placeOf(i)
	}
	for i := range list {
		w, _ := l.Get(list[i].ID)
		k := l.kind(w.Package)
		v := k.public(w.Settings)
		k.refer(v, places)
		list[i].ID, list[i].Settings = "", encode(v)
	}
	return list
}

// placeOf is how a setting names the widget at place i of a scene.
func placeOf(i int) string { return fmt.Sprintf("apps[%d]", i) }

// refer renames the widgets that settings refer to: there has the new names by the old ones. A setting whose widget
// has no new name is removed.
func (k *Kind) refer(v map[string]any, there map[string]string) {
	for _, p := range k.Schema.Properties {
		was, named := v[p.Name].(string)
		if !named || p.Schema.Format != "widget" {
			continue
		}
		if v[p.Name] = there[was]; there[was] == "" {
			delete(v, p.Name)
		}
	}
}

// public returns the settings that may leave the device.
func (k *Kind) public(settings json.RawMessage) map[string]any {
	out, err := decode(settings)
	if err != nil {
		return map[string]any{}
	}
	whole, _ := decode(settings)
	k.Schema.hide(out)
	maps.DeleteFunc(out, func(name string, v any) bool {
		p := k.Schema.property(name)
		return p == nil || p.Personal || !reflect.DeepEqual(v, whole[name])
	})
	return out
}

// Staged returns the list that a scene makes of l, and changes nothing. A widget of the scene takes the place of the
// first widget of its package that no other has taken (of the same program, see [Kind.heritage]), and keeps its
// settings that stay with the device; without one it is new. Widgets that the scene lacks are hidden, behind all
// others; widgets whose app is missing here are left out. at is the name of the scene's list in the errors, which are
// InvalidErrors (joined).
func (l *List) Staged(at string, scene []Widget) (next []Widget, err error) {
	next, err = l.staged(at, scene)
	next = slices.DeleteFunc(next, func(w Widget) bool { return l.kind(w.Package) == nil })
	for i, w := range next {
		next[i] = w.shown(l.kind(w.Package))
	}
	return next, err
}

// Stage makes what Staged returns the list, all or nothing.
func (l *List) Stage(at string, scene []Widget) error {
	next, err := l.staged(at, scene)
	if err != nil {
		return err
	}
	return l.take(next, func(id string) string {
		n := slices.IndexFunc(next, func(w Widget) bool { return w.ID == id })
		for i, w := range scene { // widgets of missing apps are not in next
			if l.kind(w.Package) == nil && i <= n {
				n++
			}
		}
		return fmt.Sprintf("%s[%d]", at, n)
	})
}

func (l *List) staged(at string, scene []Widget) (next []Widget, err error) {
	var errs note.Faults
	left := slices.Clone(l.all)
	replaced, ids := make([]Widget, len(scene)), map[string]string{} // ids by the names in settings
	for _, w := range left {
		ids[w.ID] = w.ID
	}
	for i, w := range scene {
		k := l.kind(w.Package)
		if k == nil {
			continue
		}
		replaced[i] = Widget{ID: newID()}
		if n := slices.IndexFunc(left, func(o Widget) bool { return o.Package == w.Package && k.twins(w, o) }); n >= 0 {
			replaced[i] = left[n]
			left = slices.Delete(left, n, n+1)
		}
		ids[placeOf(i)] = replaced[i].ID
	}
	for i, w := range scene {
		k, was := l.kind(w.Package), replaced[i]
		if k == nil {
			continue
		}
		w.ID, w.Settings = was.ID, k.staged(w.Settings, was.Settings, ids)
		l.prepare(fmt.Sprintf("%s[%d]", at, i), &w, was, true, &errs)
		next = append(next, w)
	}
	for _, w := range left {
		w.Visible = w.Visible && l.kind(w.Package) == nil
		next = append(next, w)
	}
	if len(next) > MaxWidgets {
		errs.Add(at, "%d widgets with the hidden ones, at most %d are allowed", len(next), MaxWidgets)
	}
	return next, errs.Err()
}

// staged returns settings of a scene with what stays of the settings that were: a scene
// brings no secrets, and sends no secret of this device to another host. ids are of the widgets that settings may name.
func (k *Kind) staged(settings, was json.RawMessage, ids map[string]string) json.RawMessage {
	v, err := decode(settings)
	if err != nil {
		return settings // prepare names the fault
	}
	k.refer(v, ids)
	old, _ := decode(was)
	old = k.heritage(v, old)
	told := k.public(was)
	maps.DeleteFunc(v, func(name string, _ any) bool {
		p := k.Schema.property(name)
		return p != nil && (p.Personal || p.Secret)
	})
	for name, value := range old {
		p := k.Schema.property(name)
		_, sent := v[name]
		if _, leaves := told[name]; p == nil || sent || leaves {
			continue
		}
		if v[name] = value; p.Secret {
			v[name] = secretIsSet()
		}
	}
	for _, name := range k.Schema.diverted(v, old, true) {
		delete(v, name)
	}
	return encode(v)
}

// heritage returns what settings v may keep of old: nothing of an app that takes settings for programs (with Values
// beside Properties) if the properties name another program.
func (k *Kind) heritage(v, old map[string]any) map[string]any {
	if k.Schema.Values == nil {
		return old
	}
	for _, p := range k.Schema.Properties {
		if !reflect.DeepEqual(v[p.Name], old[p.Name]) {
			return map[string]any{}
		}
	}
	return old
}

// twins reports whether w may take the place of o, of the same package.
func (k *Kind) twins(w, o Widget) bool {
	v, _ := decode(w.Settings)
	old, _ := decode(o.Settings)
	return len(old) == 0 || len(k.heritage(v, old)) > 0
}
