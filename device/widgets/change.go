// SPDX-License-Identifier: Apache-2.0

package widgets

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/note"
)

// Set makes next the list, all or nothing. It must contain exactly the widgets that there
// are, in any order. open says that the sender may see all that ShownOpen tells: nobody else
// keeps a secret beside another address than that for which it was set. Errors: InvalidError
// (joined), with fields such as "[2].settings.city".
func (l *List) Set(next []Widget, open bool) error {
	next = slices.Clone(next)
	var errs note.Faults
	if len(next) != len(l.Shown()) {
		errs.Add("widgets", "%d widgets, want each of the %d widgets once", len(next), len(l.Shown()))
		return errs.Err()
	}
	seen := map[string]bool{}
	for i := range next {
		w := &next[i]
		was, ok := l.Get(w.ID)
		if !ok || seen[w.ID] || l.kind(was.Package) == nil {
			errs.Add(fmt.Sprintf("[%d].widget", i), "%q is unknown or appears twice", note.Short(w.ID))
			continue
		}
		seen[w.ID] = true
		w.Package = was.Package
		l.prepare(fmt.Sprintf("[%d]", i), w, was, open, &errs)
	}
	if err := errs.Err(); err != nil {
		return err
	}
	for _, w := range l.all { // widgets of missing apps return with their app
		if l.kind(w.Package) == nil {
			next = append(next, w)
		}
	}
	return l.take(next, func(id string) string {
		return fmt.Sprintf("[%d]", slices.IndexFunc(next, func(w Widget) bool { return w.ID == id }))
	})
}

// Add adds a visible widget of a package at the end and returns it as Shown does. Errors:
// ErrNoApp, InvalidError (joined).
func (l *List) Add(pkg string, settings json.RawMessage) (w Widget, err error) {
	k := l.kind(pkg)
	if k == nil {
		return w, ErrNoApp
	}
	var errs note.Faults
	if len(l.all) >= MaxWidgets {
		errs.Add("package", "there are %d widgets already, the most that are allowed", MaxWidgets)
		return w, errs.Err()
	}
	w = Widget{ID: l.newID(k), Package: pkg, Visible: true, Seconds: int(DefaultDwell / time.Second), Settings: settings}
	l.prepare("", &w, Widget{}, false, &errs)
	if err := errs.Err(); err != nil {
		return w, err
	}
	if err := l.take(append(slices.Clone(l.all), w), itself); err != nil {
		return w, err
	}
	return w.shown(k), nil
}

// Change changes the widget with the ID of w, whose package stays, and returns it as Shown
// does. changed reports whether it is different now. Errors: ErrNoWidget, InvalidError
// (joined).
func (l *List) Change(w Widget) (now Widget, changed bool, err error) {
	if !l.Has(w.ID) {
		return w, false, ErrNoWidget
	}
	was, _ := l.Get(w.ID)
	var errs note.Faults
	w.Package = was.Package
	l.prepare("", &w, was, false, &errs)
	if err := errs.Err(); err != nil {
		return w, false, err
	}
	if changed = !w.Equal(was); changed { // an unchanged widget is not written again
		next := slices.Clone(l.all)
		next[l.index(w.ID)] = w
		err = l.take(next, itself)
	}
	if err != nil {
		return w, false, err
	}
	return w.shown(l.kind(w.Package)), changed, nil
}

// Remove removes a widget. Errors: ErrNoWidget, ErrLast.
func (l *List) Remove(id string) error {
	if !l.Has(id) {
		return ErrNoWidget
	}
	if len(l.Shown()) == 1 {
		return ErrLast
	}
	return l.take(slices.DeleteFunc(slices.Clone(l.all), func(w Widget) bool { return w.ID == id }), itself)
}

// Adopt takes over the settings that an app itself has changed, by widget, and reports
// whether any are different. Settings that a client could not set are ignored.
func (l *List) Adopt(pkg string, settings map[string]json.RawMessage) (changed bool) {
	if len(settings) == 0 { // nearly always, at every step
		return false
	}
	next := slices.Clone(l.all)
	var errs note.Faults
	for i := range next {
		if s, ok := settings[next[i].ID]; ok && next[i].Package == pkg {
			was := next[i]
			next[i].Settings = s
			l.prepare("", &next[i], was, false, &errs)
			changed = changed || !next[i].Equal(was)
		}
	}
	return changed && len(errs) == 0 && l.take(next, itself) == nil
}

// titleFault says what is wrong with a title, "" for nothing. Pages, terminals and logs show it.
func titleFault(title string) string {
	n := utf8.RuneCountInString(title)
	switch {
	case n > maxTitle:
		return fmt.Sprintf("%d characters, at most %d are allowed", n, maxTitle)
	case strings.ContainsFunc(title, unicode.IsControl):
		return "has control characters"
	}
	return ""
}

// prepare checks the settings of w and converts them to the form that is kept. See Set for open.
func (l *List) prepare(at string, w *Widget, was Widget, open bool, errs *note.Faults) {
	k := l.kind(w.Package)
	if w.Seconds < 1 || w.Seconds > MaxSeconds {
		errs.Add(within(at, "seconds"), "%d, want 1 to %d", w.Seconds, MaxSeconds)
	}
	if w.Title == k.Title { // it follows the app's if that changes
		w.Title = ""
	}
	if fault := titleFault(w.Title); fault != "" {
		errs.Add(within(at, "title"), "%s", fault)
	}
	most := cmp.Or(k.Schema.Bytes, maxSettings)
	if len(w.Settings) > most {
		errs.Add(within(at, "settings"), "%d bytes, at most %d are allowed", len(w.Settings), most)
		return
	}
	v, err := decode(w.Settings)
	if err != nil {
		errs.Add(within(at, "settings"), "%s", err.Error())
		return
	}
	old, _ := decode(was.Settings)
	old = k.heritage(v, old)
	k.Schema.recall(v, old)
	// Before reveal, which puts the secrets in: afterwards nobody sees that they were kept.
	for _, name := range k.Schema.diverted(v, old, open) {
		errs.Add(within(at, "settings."+name), "is set for another address: send it again")
	}
	k.Schema.reveal(v, old)
	k.Schema.check(within(at, "settings"), v, errs)
	w.Settings = encode(v)
	if len(w.Settings) > most { // escaping may have made it longer
		errs.Add(within(at, "settings"), "%d bytes, at most %d are allowed", len(w.Settings), most)
	}
}

// room returns why there is no room for the settings of all widgets; nil = they have room. It names the largest.
func room(all []Widget, at func(id string) string) error {
	sum := 0
	for _, w := range all {
		sum += len(w.Settings)
	}
	if sum <= maxAll {
		return nil
	}
	most := slices.MaxFunc(all, func(a, b Widget) int { return cmp.Compare(len(a.Settings), len(b.Settings)) })
	return note.Invalid(within(at(most.ID), "settings"), "the settings of all widgets have %d bytes, at most %d are allowed",
		sum, maxAll)
}

// take passes the checked widgets of next to their apps, and keeps them if all
// apps accept. at names the place of a widget in the request.
func (l *List) take(next []Widget, at func(id string) string) error {
	if err := room(next, at); err != nil {
		return err
	}
	before := l.all
	l.all = next
	for i := range l.kinds {
		k := &l.kinds[i]
		err := l.configure(k, before)
		if err == nil {
			continue
		}
		err = relocate(err, l.Of(k.Package), at)
		l.all = before
		for j := range l.kinds[:i] { // they accept again what they had
			_ = l.configure(&l.kinds[j], next)
		}
		return err
	}
	l.kept = next
	return nil
}

// configure passes an app its widgets unless they are the same as before.
func (l *List) configure(k *Kind, before []Widget) error {
	mine := l.Of(k.Package)
	if k.Configure == nil || slices.EqualFunc(mine, ofPackage(before, k.Package), Widget.Equal) {
		return nil
	}
	return k.Configure(mine)
}

// itself is the place of the widget that is the whole request.
func itself(string) string { return "" }

// relocate changes the fields of errors about an app's own list to places in the
// request: at of the widget concerned.
func relocate(err error, mine []Widget, at func(id string) string) error {
	var errs note.Faults
	for _, e := range note.Unjoin(err) {
		var bad *note.InvalidError
		if !errors.As(e, &bad) {
			return err // a bug of ours
		}
		place, rest := 0, bad.Field
		if n, _ := fmt.Sscanf(bad.Field, "[%d]", &place); n == 1 && place < len(mine) {
			rest = within(at(mine[place].ID), strings.TrimPrefix(bad.Field[strings.IndexByte(bad.Field, ']')+1:], "."))
		}
		errs.Add(rest, "%s", bad.Reason)
	}
	return errs.Err()
}

// within returns the name of a field inside at; "" is the request itself.
func within(at, field string) string { return strings.TrimPrefix(at+"."+field, ".") }
