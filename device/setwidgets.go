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

// setWidgets makes next the list, whole or not at all: exactly the widgets there
// are, in any order.
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
	for _, w := range s.widgets { // of apps that this build has not
		if s.app(w.Package) == nil {
			next = append(next, w)
		}
	}
	return s.takeWidgets(next, func(id string) string {
		return fmt.Sprintf("[%d]", slices.IndexFunc(next, func(w WidgetSettings) bool { return w.ID == id }))
	})
}

// prepare checks what was set of w and makes of it what is kept.
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
	about.Settings.reveal(v, old)
	about.Settings.check(within(at, "settings"), v, errs)
	w.Settings = encodeSettings(v)
	if len(w.Settings) > maxSettings { // escaped it may have grown
		errs.add(within(at, "settings"), "%d bytes, at most %d are allowed", len(w.Settings), maxSettings)
	}
}

// takeWidgets hands the apps their widgets of next, which are checked, and keeps
// them if all accept. at names the place of a widget in the request.
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
		for _, r := range s.apps[:i] { // what they had they accept again
			_ = s.configure(r, next)
		}
		return err
	}
	s.settings.Apps.Widgets, s.changed = next, true
	return nil
}

// configure hands an app its widgets unless they are as they were.
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

// relocate gives the faults that an app finds in its own list their place in the
// request: at of the widget that they are about.
func relocate(err error, mine []WidgetSettings, at func(id string) string) error {
	var errs faultList
	for _, e := range note.Unjoin(err) {
		var bad *note.InvalidError
		if !errors.As(e, &bad) {
			return err // a fault of ours
		}
		place, rest := 0, bad.Field
		if n, _ := fmt.Sscanf(bad.Field, "[%d]", &place); n == 1 && place < len(mine) {
			rest = within(at(mine[place].ID), strings.TrimPrefix(bad.Field[strings.IndexByte(bad.Field, ']')+1:], "."))
		}
		errs.add(rest, "%s", bad.Reason)
	}
	return errs.err()
}

// within is the name of a field in what at names; "" is the request itself.
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

// setWidget changes one widget. One that is as it was is not written again.
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

// removeWidget takes a widget away, with what is planned for it.
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

// adopt makes settings that an app has changed itself those of its widgets, and
// reports whether any are others now. What a client could not set changes nothing.
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
