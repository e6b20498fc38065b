// SPDX-License-Identifier: Apache-2.0

// Package widgets keeps the list of widgets: which ones there are, in which order, with
// which settings. The settings are as the schema of each app declares them; their secrets
// never leave the list but into a backup that asks for them.
package widgets

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/ledpost/ledpost/device/note"
)

var (
	// ErrNoApp is returned for a package that no app has.
	ErrNoApp = errors.New("device: no such app")
	// ErrNoWidget is returned for an id that no widget has, or one of another package.
	ErrNoWidget = errors.New("device: no such widget")
	// ErrLast is returned for the removal of the only widget.
	ErrLast = errors.New("device: the last widget cannot be removed")
)

// A Kind is what the list knows of an app. It never changes.
type Kind struct {
	Package string
	Title   string // of widgets without their own
	Schema  *Schema
	// Configure receives the widgets of the app, in their order; if it returns an error,
	// which names the place as "[1].settings.zone", nothing has changed. It accepts what it
	// has accepted before, and settings that are all unset. nil = nobody wants to know.
	Configure func([]Widget) error
	Guest     bool // a new device gets no widget of it
}

// A List is the list of widgets. It is not safe for concurrent use.
type List struct {
	kinds []Kind   // of the apps of this build, in their order
	all   []Widget // also widgets of apps missing in this build; a new slice at every change
	kept  []Widget // as saved; nil = nobody has changed the list yet
}

// New returns the list with the saved widgets or, else the widgets of the configuration;
// and one more for each package that this device has never had, but for guests. had reports whether it had
// one when it was saved. Each app receives its widgets.
func New(kinds []Kind, saved, configured []Widget, had func(pkg string) bool) *List {
	l := &List{kinds: kinds, all: slices.Clone(saved), kept: saved}
	if saved == nil {
		l.all = slices.Clone(configured)
	}
	for i, k := range kinds {
		there := slices.ContainsFunc(l.all, func(w Widget) bool { return w.Package == k.Package })
		if there || k.Guest || had(k.Package) && saved != nil { // its last widget was removed
			continue
		}
		l.all = append(l.all, Widget{
			ID: FirstID(k.Package), Package: k.Package,
			Visible: i == 0 && configured == nil, Seconds: int(DefaultDwell / time.Second),
		})
	}
	l.Reconfigure()
	return l
}

// Reconfigure passes every app its widgets as they were saved. An app that no
// longer accepts a setting starts without settings: the saved settings stay until they
// are changed.
func (l *List) Reconfigure() {
	for _, k := range l.kinds {
		if k.Configure == nil {
			continue
		}
		mine := l.Of(k.Package)
		if k.fits(mine) && k.Configure(mine) == nil {
			continue
		}
		for i := range mine {
			mine[i].Settings = nil
		}
		_ = k.Configure(mine) // without settings it is always accepted
	}
}

// fits reports whether the settings of all widgets are as the app declares them.
func (k *Kind) fits(all []Widget) bool {
	var errs note.Faults
	for _, w := range all {
		v, err := decode(w.Settings)
		if err != nil {
			return false
		}
		k.Schema.check("", v, &errs)
	}
	return len(errs) == 0
}

// All returns the widgets in their order, also widgets of apps missing in this build. It
// is for reading.
func (l *List) All() []Widget { return l.all }

// Kept returns the list to save: nil until somebody changes the list, and never
// modified in place.
func (l *List) Kept() []Widget { return l.kept }

// Of returns the widgets of a package, in their order. The slice is the caller's.
func (l *List) Of(pkg string) []Widget { return ofPackage(l.all, pkg) }

func ofPackage(all []Widget, pkg string) (mine []Widget) {
	for _, w := range all {
		if w.Package == pkg {
			mine = append(mine, w)
		}
	}
	return mine
}

// Get returns the widget with that id, also one of a missing app.
func (l *List) Get(id string) (w Widget, ok bool) {
	i := l.index(id)
	if i < 0 {
		return w, false
	}
	return l.all[i], true
}

// index returns the place of the widget id, or -1.
func (l *List) index(id string) int {
	return slices.IndexFunc(l.all, func(w Widget) bool { return w.ID == id })
}

// Find returns the widget with that id, or without an id the first widget of the
// package; without a package it finds the widget by id alone. Errors: ErrNoApp,
// ErrNoWidget.
func (l *List) Find(pkg, id string) (w Widget, err error) {
	if pkg != "" && l.kind(pkg) == nil {
		return w, ErrNoApp
	}
	for _, w := range l.all {
		if (pkg == "" || w.Package == pkg) && (id == "" || w.ID == id) && l.kind(w.Package) != nil {
			return w, nil
		}
	}
	return w, ErrNoWidget
}

// Has reports whether Find finds the widget by its id.
func (l *List) Has(id string) bool {
	_, err := l.Find("", id)
	return id != "" && err == nil
}

// kind returns the app with that package, or nil.
func (l *List) kind(pkg string) *Kind {
	for i := range l.kinds {
		if l.kinds[i].Package == pkg {
			return &l.kinds[i]
		}
	}
	return nil
}

// Shown returns the list for clients: without missing apps and without secrets; the
// secret parts of addresses are hidden.
func (l *List) Shown() []Widget { return l.list((*Schema).hide) }

// ShownOpen is Shown with whole addresses, for clients that may see their secrets.
func (l *List) ShownOpen() []Widget { return l.list((*Schema).hideSecrets) }

// list returns the list after hide has hidden the secrets in its settings.
func (l *List) list(hide func(*Schema, any) any) []Widget {
	list := make([]Widget, 0, len(l.all))
	for _, w := range l.all {
		if k := l.kind(w.Package); k != nil {
			list = append(list, w.told(k, hide))
		}
	}
	return list
}

// A Widget is an entry of the list: a picture of an app, with its settings. Its place in
// the list is its place in the rotation.
type Widget struct {
	ID       string          `json:"id"` // 32 hex digits
	Package  string          `json:"package"`
	Title    string          `json:"title,omitempty"` // "" = the app's
	Visible  bool            `json:"visible,omitempty"`
	Seconds  int             `json:"seconds"`            // how long it shows in auto mode, 1 to MaxSeconds
	Settings json.RawMessage `json:"settings,omitempty"` // as the app's Schema describes them; none = all unset
}

// Limits of the list of widgets.
const (
	MaxSeconds  = 3600
	MaxWidgets  = 64       // in the list
	maxTitle    = 64       // characters
	maxSettings = 32 << 10 // bytes for one widget, unless its app's schema says otherwise
	// maxAll is for all widgets, so that their settings fit into their file, which is written as a whole.
	maxAll = MaxWidgets * maxSettings
)

// DefaultDwell is how long a widget shows in auto mode.
const DefaultDwell = 20 * time.Second

// FirstID returns the id of a package's widget on a new device: the same on every
// device.
func FirstID(pkg string) string {
	sum := sha256.Sum256([]byte("widget " + pkg))
	return hex.EncodeToString(sum[:16])
}

// newID returns the id of a new widget. The first one of a guest has the id by which a schedule that was made
// without it, as that of a configuration, shows it.
func (l *List) newID(k *Kind) string {
	if first := FirstID(k.Package); k.Guest && !l.Has(first) {
		return first
	}
	return newID()
}

// newID returns a new id.
func newID() string {
	var id [16]byte
	rand.Read(id[:]) // never fails, crypto/rand
	return hex.EncodeToString(id[:])
}

// Equal reports whether w and v are the same, with the same settings byte for byte.
func (w Widget) Equal(v Widget) bool {
	return bytes.Equal(w.Settings, v.Settings) && w.ID == v.ID && w.Package == v.Package && w.Title == v.Title &&
		w.Visible == v.Visible && w.Seconds == v.Seconds
}

// shown returns w for clients: with a title, without secrets.
func (w Widget) shown(k *Kind) Widget { return w.told(k, (*Schema).hide) }

// told is shown with another way to hide secrets.
func (w Widget) told(k *Kind, hide func(*Schema, any) any) Widget {
	w.Title = cmp.Or(w.Title, k.Title)
	v, err := decode(w.Settings)
	if err != nil {
		v = map[string]any{} // a state file that somebody has edited
	}
	w.Settings = encode(hide(k.Schema, v))
	return w
}
