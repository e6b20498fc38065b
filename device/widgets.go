package device

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/ledpost/ledpost/device/note"
)

// WidgetSettings is a widget of an app in the list of what there is to see, and
// its settings. Its place in the list is its turn.
type WidgetSettings struct {
	ID       string          `json:"id"` // 32 hex digits
	Package  string          `json:"package"`
	Title    string          `json:"title,omitempty"` // "" = the app's
	Visible  bool            `json:"visible,omitempty"`
	Seconds  int             `json:"seconds"`            // it shows in auto mode, 1 to MaxSeconds
	Settings json.RawMessage `json:"settings,omitempty"` // as About.Settings has it; none = all unset
}

// AppSettings are what clients set of apps. The zero value is what the
// configuration says.
type AppSettings struct {
	Widgets  []WidgetSettings `json:"widgets,omitempty"`
	Schedule []Block          `json:"schedule,omitempty"`
	Planned  bool             `json:"planned,omitempty"` // Schedule was set, even if it is empty
}

// Limits of the list of widgets.
const (
	MaxSeconds  = 3600
	MaxWidgets  = 64
	maxTitle    = 64       // characters
	maxSettings = 32 << 10 // bytes of a widget's: the settings of all fit their file
)

// DefaultDwell is how long a widget shows in auto mode.
const DefaultDwell = 20 * time.Second

// FirstWidget is the id of the widget that a new device has of a package: the
// same on every device.
func FirstWidget(pkg string) string {
	sum := sha256.Sum256([]byte("widget " + pkg))
	return hex.EncodeToString(sum[:16])
}

// widgetID is a new one.
func widgetID() string {
	var id [16]byte
	rand.Read(id[:]) // never fails, crypto/rand
	return hex.EncodeToString(id[:])
}

// firstWidgets are the saved ones, or the configuration's, and one of each
// package that this device has never had.
func (s *state) firstWidgets(saved Saved) []WidgetSettings {
	list := slices.Clone(saved.Settings.Apps.Widgets)
	if list == nil {
		list = slices.Clone(s.cfg.Widgets)
	}
	for i, r := range s.apps {
		_, known := saved.Apps[r.about.Package]
		there := slices.ContainsFunc(list, func(w WidgetSettings) bool { return w.Package == r.about.Package })
		if there || known && saved.Settings.Apps.Widgets != nil {
			continue
		}
		list = append(list, WidgetSettings{
			ID: FirstWidget(r.about.Package), Package: r.about.Package,
			Visible: i == 0 && s.cfg.Widgets == nil, Seconds: int(DefaultDwell / time.Second),
		})
	}
	return list
}

// configureApps hands every app its widgets as they were saved. An app that no
// longer takes a setting starts with none set: what was saved stays until it is
// changed.
func (s *state) configureApps() {
	for _, r := range s.apps {
		if c, ok := r.app.(Configurer); ok {
			mine := s.widgetsOf(r.about.Package)
			if r.about.checked(mine) && c.Configure(mine) == nil {
				continue
			}
			for i := range mine {
				mine[i].Settings = nil
			}
			_ = c.Configure(mine) // without settings it is always accepted
		}
	}
}

// checked reports whether the settings of all fit the app's declaration.
func (a *About) checked(widgets []WidgetSettings) bool {
	var errs faultList
	for _, w := range widgets {
		v, err := decodeSettings(w.Settings)
		if err != nil {
			return false
		}
		a.Settings.check("", v, &errs)
	}
	return len(errs) == 0
}

// widgetsOf are the widgets of a package, in their order.
func (s *state) widgetsOf(pkg string) []WidgetSettings { return ofPackage(s.widgets, pkg) }

func ofPackage(list []WidgetSettings, pkg string) (mine []WidgetSettings) {
	for _, w := range list {
		if w.Package == pkg {
			mine = append(mine, w)
		}
	}
	return mine
}

// widget finds one by its id.
func (s *state) widget(id string) (w WidgetSettings, ok bool) {
	i := slices.IndexFunc(s.widgets, func(w WidgetSettings) bool { return w.ID == id })
	if i < 0 {
		return w, false
	}
	return s.widgets[i], true
}

// find returns the widget of that id, and without an id the first one of the
// package.
func (s *state) find(pkg, id string) (w WidgetSettings, err error) {
	if pkg != "" && s.app(pkg) == nil {
		return w, ErrNoApp
	}
	for _, w := range s.widgets {
		if (pkg == "" || w.Package == pkg) && (id == "" || w.ID == id) && s.app(w.Package) != nil {
			return w, nil
		}
	}
	return w, ErrNoWidget
}

// listed is the list as clients read it: of apps that there are, without secrets.
func (s *state) listed() []WidgetSettings {
	list := make([]WidgetSettings, 0, len(s.widgets))
	for _, w := range s.widgets {
		if r := s.app(w.Package); r != nil {
			list = append(list, w.shown(&r.about))
		}
	}
	return list
}

// shown is w as clients read it.
func (w WidgetSettings) shown(about *About) WidgetSettings {
	if w.Title == "" {
		w.Title = about.Title
	}
	v, err := decodeSettings(w.Settings)
	if err != nil {
		v = map[string]any{} // of a state file that somebody has edited
	}
	w.Settings = encodeSettings(about.Settings.hide(v))
	return w
}

func encodeSettings(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("{}") // not of what was decoded from JSON
	}
	return raw
}

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
