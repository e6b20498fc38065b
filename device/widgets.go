package device

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"
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
