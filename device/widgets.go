package device

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"
)

// WidgetSettings is a widget in the list of widgets, with its settings. Its place in
// the list is its place in the rotation.
type WidgetSettings struct {
	ID       string          `json:"id"` // 32 hex digits
	Package  string          `json:"package"`
	Title    string          `json:"title,omitempty"` // "" = the app's
	Visible  bool            `json:"visible,omitempty"`
	Seconds  int             `json:"seconds"`            // how long it shows in auto mode, 1 to MaxSeconds
	Settings json.RawMessage `json:"settings,omitempty"` // as described by About.Settings; none = all unset
}

// AppSettings are the settings of apps made by clients. The zero value stands for the
// configuration's.
type AppSettings struct {
	Widgets  []WidgetSettings `json:"widgets,omitempty"`
	Schedule []Block          `json:"schedule,omitempty"`
	Planned  bool             `json:"planned,omitempty"` // Schedule was set, possibly to an empty one
}

// Limits of the list of widgets.
const (
	MaxSeconds  = 3600
	MaxWidgets  = 64
	maxTitle    = 64       // characters
	maxSettings = 32 << 10 // bytes for one widget, so that the settings of all fit into their file
)

// DefaultDwell is how long a widget shows in auto mode.
const DefaultDwell = 20 * time.Second

// FirstWidget returns the id of a package's widget on a new device: the same on every
// device.
func FirstWidget(pkg string) string {
	sum := sha256.Sum256([]byte("widget " + pkg))
	return hex.EncodeToString(sum[:16])
}

// widgetID returns a new id.
func widgetID() string {
	var id [16]byte
	rand.Read(id[:]) // never fails, crypto/rand
	return hex.EncodeToString(id[:])
}

// firstWidgets returns the saved widgets, or the configuration's, plus one for each
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

// configureApps passes every app its widgets as they were saved. An app that no
// longer accepts a setting starts with none set: what was saved stays until it is
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

// checked reports whether the settings of all widgets fit the app's declaration.
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

// widgetsOf returns the widgets of a package, in their order.
func (s *state) widgetsOf(pkg string) []WidgetSettings { return ofPackage(s.widgets, pkg) }

func ofPackage(list []WidgetSettings, pkg string) (mine []WidgetSettings) {
	for _, w := range list {
		if w.Package == pkg {
			mine = append(mine, w)
		}
	}
	return mine
}

// widget returns the widget with that id.
func (s *state) widget(id string) (w WidgetSettings, ok bool) {
	i := slices.IndexFunc(s.widgets, func(w WidgetSettings) bool { return w.ID == id })
	if i < 0 {
		return w, false
	}
	return s.widgets[i], true
}

// find returns the widget with that id, or without an id the first widget of the
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

// listed returns the list for clients: without missing apps and without secrets.
func (s *state) listed() []WidgetSettings { return s.list((*Schema).hide) }

// list returns the list after hide has hidden the secrets in its settings.
func (s *state) list(hide func(*Schema, any) any) []WidgetSettings {
	list := make([]WidgetSettings, 0, len(s.widgets))
	for _, w := range s.widgets {
		if r := s.app(w.Package); r != nil {
			list = append(list, w.told(&r.about, hide))
		}
	}
	return list
}

// shown returns w for clients.
func (w WidgetSettings) shown(about *About) WidgetSettings { return w.told(about, (*Schema).hide) }

// told is shown with another way to hide secrets.
func (w WidgetSettings) told(about *About, hide func(*Schema, any) any) WidgetSettings {
	if w.Title == "" {
		w.Title = about.Title
	}
	v, err := decodeSettings(w.Settings)
	if err != nil {
		v = map[string]any{} // a state file that somebody has edited
	}
	w.Settings = encodeSettings(hide(&about.Settings, v))
	return w
}

func encodeSettings(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("{}") // cannot happen: it was decoded from JSON
	}
	return raw
}
