// SPDX-License-Identifier: Apache-2.0

// Package scenes is the room of scenes: what a device shows, as one file for others. A
// scene has the apps in their order with their settings, the look of text, the user's
// icons among the settings, and the programs of apps by others, which a device takes only
// by its owner's word for each. It has no secrets, and nothing of the people and the place of
// its device, such as alarms and addresses with passwords.
package scenes

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/device/paint"
	"github.com/ledpost/ledpost/icons"
)

// Reader reads icons. It is an *icons.Store.
type Reader interface {
	Index() []icons.Entry
	Source(context.Context, icons.Ref) ([]byte, error)
}

// Keeper changes the icons of the user's folder. It is an *icons.Store.
type Keeper interface {
	Put(name string, data []byte) error
	Delete(name string) error
}

// Store is both.
type Store interface {
	Reader
	Keeper
}

// Config is what a room of scenes needs.
type Config struct {
	Device   *device.Device
	Icons    Store
	Programs Programs
	Package  string                   // of the app whose widgets show apps by others
	SeesAll  func(*http.Request) bool // reports whether a request may see the programs
}

// Room serves scenes. Make one with [New].
type Room struct {
	cfg    Config
	taking sync.Mutex // one scene at a time: icons, programs and apps belong together
}

// New returns the room of a device.
func New(c Config) *Room { return &Room{cfg: c} }

// Endpoints gives the scene of now, and takes one.
func (m *Room) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{{Path: "/live/scene", Methods: rest.Methods{http.MethodGet: m.get, http.MethodPost: m.post}}}
}

// get answers with the scene of now as a file.
func (m *Room) get(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	list, err := m.cfg.Device.Scene(ctx)
	if err != nil {
		return err
	}
	look, err := m.cfg.Device.Look(ctx)
	if err != nil {
		return err
	}
	out := file{Scene: format, Apps: []app{}, Look: wire.LookOf(look)}
	for _, w := range list {
		out.Apps = append(out.Apps, app{w.Package, w.Title, w.Visible, w.Seconds, w.Settings})
	}
	var fault error // of a picture
	body, err := wire.EncodeHeld(func() any {
		if m.cfg.SeesAll(r) {
			out.Programs = m.packed(list)
		}
		out.Icons, fault = m.pictures(ctx, list)
		return out
	})
	if fault != nil {
		return fault
	}
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	if len(body) > wire.MaxBody {
		return rest.Refuse(http.StatusInsufficientStorage,
			fmt.Sprintf("The apps do not fit into a scene of at most %d KiB", wire.MaxBody>>10))
	}
	w.Header().Set("Content-Disposition", `attachment; filename="scene.json"`)
	return rest.WriteBody(w, http.StatusOK, body)
}

// post takes a scene, or tells what it would change.
func (m *Room) post(w http.ResponseWriter, r *http.Request) error {
	try, err := tries(r)
	if err != nil {
		return err
	}
	body, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	s, err := read(body)
	if err != nil {
		return err
	}
	m.taking.Lock()
	defer m.taking.Unlock()
	out, err := m.take(r, s, try)
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, out)
}

// take changes everything or nothing, and tells what.
func (m *Room) take(r *http.Request, s *scene, try bool) (out changes, err error) {
	was, offers, err := m.look(r, s)
	if err != nil {
		return out, err
	}
	added, undo := m.missing(s.icons), func() {}
	if !try {
		if len(s.left) == len(s.apps) {
			return out, rest.Refuse(http.StatusBadRequest, "apps: all of them are left out, so that nothing would show")
		}
		if undo, err = m.store(r, s, added, offers); err != nil {
			return out, err
		}
	}
	ctx, done := rest.Patience(r)
	defer done()
	before, after, err := m.cfg.Device.Arrange(ctx, s.apps, s.look, try)
	if err != nil {
		undo()
		return out, s.faults.Explain(err)
	}
	out = changesOf(before, after, s, was, added)
	out.Programs = offers
	return out, nil
}

// look returns the look of now, and what the programs of a scene are here.
func (m *Room) look(r *http.Request, s *scene) (was paint.Look, offers []Offer, err error) {
	ctx, done := rest.Patience(r)
	defer done()
	if was, err = m.cfg.Device.Look(ctx); err != nil {
		return was, nil, err
	}
	used, err := m.cfg.Device.Apps(ctx)
	if err != nil {
		return was, nil, err
	}
	offers, err = m.plan(s, used, r.URL.Query()["add"])
	return was, offers, err
}

// store keeps the icons of those names and the programs that are added, all or nothing; undo takes them back.
func (m *Room) store(r *http.Request, s *scene, pictures []string, offers []Offer) (undo func(), err error) {
	if err := m.keep(s.icons, pictures); err != nil {
		return nil, err
	}
	back, err := m.add(r, s, offers)
	if err != nil {
		m.drop(pictures)
		return nil, err
	}
	return func() { back(); m.drop(pictures) }, nil
}

// tries reads the query.
func tries(r *http.Request) (bool, error) {
	switch v := r.URL.Query().Get("try"); v {
	case "true", "1":
		return true, nil
	case "", "false", "0":
		return false, nil
	default:
		var f wire.Faults
		f.Add("try", wire.Excerpt([]byte(fmt.Sprintf("%q", v)))+", want true or false")
		return false, f.Err()
	}
}

// missing returns the names of icons that are not in the user's folder, sorted: a scene
// replaces no icon.
func (m *Room) missing(pictures map[string][]byte) (names []string) {
	have := m.own()
	for name := range pictures {
		if !have[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// own returns the names of the icons in the user's folder.
func (m *Room) own() map[string]bool {
	have := map[string]bool{}
	for _, e := range m.cfg.Icons.Index() {
		if e.Source == icons.User {
			have[e.Name] = true
		}
	}
	return have
}

// keep writes the icons of those names, all or none.
func (m *Room) keep(pictures map[string][]byte, names []string) error {
	for i, name := range names {
		if err := m.cfg.Icons.Put(name, pictures[name]); err != nil {
			m.drop(names[:i+1])
			return err
		}
	}
	return nil
}

// drop removes icons that were just written.
func (m *Room) drop(names []string) {
	for _, name := range names {
		_ = m.cfg.Icons.Delete(name) // the rest does no harm
	}
}

// format is the version of the form. A later one is refused.
const format = 1

// maxIcons is how many icons a scene may have.
const maxIcons = 64

// maxName is more than the name of an icon may have.
const maxName = 80

// file is a scene as a GET answers it.
type file struct {
	Scene int         `json:"scene"`
	Apps  []app       `json:"apps"`
	Look  wire.Look   `json:"look"`
	Icons []savedIcon `json:"icons"`

	Programs []Program `json:"programs,omitempty"`
}

type app struct {
	Package  string          `json:"package"`
	Title    string          `json:"title"`
	Visible  bool            `json:"visible"`
	Seconds  int             `json:"seconds"`
	Settings json.RawMessage `json:"settings"`
}

type savedIcon struct {
	Name string `json:"name"`
	Data string `json:"data"` // a data URI
}

// pictures returns the user's icons that the settings name, sorted.
func (m *Room) pictures(ctx context.Context, list []device.WidgetSettings) ([]savedIcon, error) {
	have, out := m.own(), []savedIcon{}
	for _, name := range named(list) {
		if !have[name] || len(out) == maxIcons {
			continue
		}
		ref, err := icons.Parse(name)
		if err != nil {
			continue
		}
		data, err := m.cfg.Icons.Source(ctx, ref)
		if err != nil {
			return nil, err
		}
		out = append(out,
			savedIcon{name, "data:" + http.DetectContentType(data) + ";base64," + base64.StdEncoding.EncodeToString(data)})
	}
	return out, nil
}

// named returns all texts in the settings that may be names of icons, sorted, each once.
func named(list []device.WidgetSettings) (names []string) {
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if len(v) <= maxName {
				names = append(names, strings.ToLower(strings.TrimSpace(v)))
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	for _, w := range list {
		var v any
		if json.Unmarshal(w.Settings, &v) == nil { // they are JSON
			walk(v)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
