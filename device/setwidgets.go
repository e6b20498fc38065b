package device

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/note"
)

// setWidgets makes next the list, all or nothing. It must contain exactly the existing
// widgets, in any order.
func (s *state) setWidgets(next []WidgetSettings) error {
	next = slices.Clone(next)
	var errs faultList
	if len(next) != len(s.listed()) {
		errs.add("widgets", "%d widgets, want each of the %d there are once", len(next), len(s.listed()))
		return errs.err()
	}
	seen := map[string]bool{}
	for i := range next {
		w := &next[i]
		was, ok := s.widget(w.ID)
		if !ok || seen[w.ID] || s.app(was.Package) == nil {
			errs.add(fmt.Sprintf("[%d].widget", i), "%q is not one of those there are, each once", cut(w.ID))
			continue
		}
		seen[w.ID] = true
		w.Package = was.Package
		s.prepare(fmt.Sprintf("[%d]", i), w, was, &errs)
	}
	if err := errs.err(); err != nil {
		return err
	}
	for _, w := range s.widgets { // those of apps missing in this build
		if s.app(w.Package) == nil {
			next = append(next, w)
		}
	}
	return s.takeWidgets(next, func(id string) string {
		return fmt.Sprintf("[%d]", slices.IndexFunc(next, func(w WidgetSettings) bool { return w.ID == id }))
	})
}

// prepare checks the settings of w and converts them to the form that is kept.
func (s *state) prepare(at string, w *WidgetSettings, was WidgetSettings, errs *faultList) {
	about := &s.app(w.Package).about
	if w.Seconds < 1 || w.Seconds > MaxSeconds {
		errs.add(within(at, "seconds"), "%d, want 1 to %d", w.Seconds, MaxSeconds)
	}
	if w.Title == about.Title {
		w.Title = ""
	}
	if n := utf8.RuneCountInString(w.Title); n > maxTitle {
		errs.add(within(at, "title"), "%d characters, at most %d are allowed", n, maxTitle)
	}
	if len(w.Settings) > maxSettings {
		errs.add(within(at, "settings"), "%d bytes, at most %d are allowed", len(w.Settings), maxSettings)
		return
	}
	v, err := decodeSettings(w.Settings)
	if err != nil {
		errs.add(within(at, "settings"), "%s", err.Error())
		return
	}
	old, _ := decodeSettings(was.Settings)
	for _, name := range about.Settings.diverted(v, old) {
		errs.add(within(at, "settings."+name), "is set for another host: send it again")
	}
	about.Settings.reveal(v, old)
	about.Settings.recall(v, old)
	about.Settings.check(within(at, "settings"), v, errs)
	w.Settings = encodeSettings(v)
	if len(w.Settings) > maxSettings { // escaping may have made it longer
		errs.add(within(at, "settings"), "%d bytes, at most %d are allowed", len(w.Settings), maxSettings)
	}
}

// takeWidgets passes the checked widgets of next to their apps, and keeps them if all
// apps accept. at names the place of a widget in the request.
func (s *state) takeWidgets(next []WidgetSettings, at func(id string) string) error {
	before := s.widgets
	s.widgets = next
	for i, r := range s.apps {
		err := s.configure(r, before)
		if err == nil {
			continue
		}
		err = relocate(err, s.widgetsOf(r.about.Package), at)
		s.widgets = before
		for _, r := range s.apps[:i] { // they accept again what they had
			_ = s.configure(r, next)
		}
		return err
	}
	s.settings.Apps.Widgets, s.changed = next, true
	return nil
}

// configure passes an app its widgets unless they are unchanged.
func (s *state) configure(r *running, before []WidgetSettings) error {
	c, ok := r.app.(Configurer)
	mine := s.widgetsOf(r.about.Package)
	if !ok || slices.EqualFunc(mine, ofPackage(before, r.about.Package), WidgetSettings.equal) {
		return nil
	}
	return c.Configure(mine)
}

func (w WidgetSettings) equal(v WidgetSettings) bool {
	return bytes.Equal(w.Settings, v.Settings) && w.ID == v.ID && w.Package == v.Package && w.Title == v.Title && w.Visible == v.Visible && w.Seconds == v.Seconds
}

// relocate changes the fields of errors about an app's own list to places in the
// request: at of the widget concerned.
func relocate(err error, mine []WidgetSettings, at func(id string) string) error {
	var errs faultList
	for _, e := range note.Unjoin(err) {
		var bad *note.InvalidError
		if !errors.As(e, &bad) {
			return err // a bug of ours
		}
		place, rest := 0, bad.Field
		if n, _ := fmt.Sscanf(bad.Field, "[%d]", &place); n == 1 && place < len(mine) {
			rest = within(at(mine[place].ID), strings.TrimPrefix(bad.Field[strings.IndexByte(bad.Field, ']')+1:], "."))
		}
		errs.add(rest, "%s", bad.Reason)
	}
	return errs.err()
}

// within returns the name of a field inside at; "" is the request itself.
func within(at, field string) string { return strings.TrimPrefix(at+"."+field, ".") }

// addWidget adds a widget of a package at the end, visible.
func (s *state) addWidget(pkg string, settings json.RawMessage) (w WidgetSettings, err error) {
	r := s.app(pkg)
	if r == nil {
		return w, ErrNoApp
	}
	var errs faultList
	if len(s.widgets) >= MaxWidgets {
		errs.add("package", "there are %d widgets, and no more are allowed", MaxWidgets)
		return w, errs.err()
	}
	w = WidgetSettings{ID: widgetID(), Package: pkg, Visible: true, Seconds: int(DefaultDwell / time.Second), Settings: settings}
	s.prepare("", &w, WidgetSettings{}, &errs)
	if err := errs.err(); err != nil {
		return w, err
	}
	if err := s.takeWidgets(append(slices.Clone(s.widgets), w), func(string) string { return "" }); err != nil {
		return w, err
	}
	return w.shown(&r.about), nil
}

// setWidget changes one widget. An unchanged widget is not written again.
func (s *state) setWidget(w WidgetSettings) (WidgetSettings, error) {
	was, err := s.find("", w.ID)
	if err != nil || w.ID == "" {
		return w, ErrNoWidget
	}
	about := &s.app(was.Package).about
	var errs faultList
	w.Package = was.Package
	s.prepare("", &w, was, &errs)
	if err := errs.err(); err != nil {
		return w, err
	}
	if w.equal(was) {
		return w.shown(about), nil
	}
	next := slices.Clone(s.widgets)
	next[slices.IndexFunc(next, func(v WidgetSettings) bool { return v.ID == w.ID })] = w
	if err := s.takeWidgets(next, func(string) string { return "" }); err != nil {
		return w, err
	}
	return w.shown(about), nil
}

// removeWidget removes a widget, and its blocks in the schedule.
func (s *state) removeWidget(id string) error {
	if _, err := s.find("", id); err != nil || id == "" {
		return ErrNoWidget
	}
	if len(s.listed()) == 1 {
		return ErrLastWidget
	}
	next := slices.DeleteFunc(slices.Clone(s.widgets), func(w WidgetSettings) bool { return w.ID == id })
	if err := s.takeWidgets(next, func(string) string { return "" }); err != nil {
		return err
	}
	if slices.ContainsFunc(s.blocks(), func(b Block) bool { return b.Widget == id }) {
		s.settings.Apps.Schedule = slices.DeleteFunc(slices.Clone(s.blocks()), func(b Block) bool { return b.Widget == id })
		s.settings.Apps.Planned = true
	}
	return nil
}

// adopt takes over settings that an app has changed itself, and reports whether any
// are different. Settings that a client could not set are ignored.
func (s *state) adopt(r *running) (changed bool) {
	next := slices.Clone(s.widgets)
	var errs faultList
	for i := range next {
		if settings, ok := r.now.Settings[next[i].ID]; ok && next[i].Package == r.about.Package {
			was := next[i]
			next[i].Settings = settings
			s.prepare("", &next[i], was, &errs)
			changed = changed || !next[i].equal(was)
		}
	}
	return changed && len(errs) == 0 && s.takeWidgets(next, func(string) string { return "" }) == nil
}
