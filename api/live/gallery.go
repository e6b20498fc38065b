// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/device"
	"github.com/ledpost/ledpost/render"
)

// Gallery is the community's apps. Any goroutine calls it. Errors are answers of package rest.
type Gallery interface {
	Offers() (GalleryHead, []GalleryApp) // sorted; nobody may change them
	Picture(ctx context.Context, id string) ([]byte, error)
	Renew(ctx context.Context) error
}

// Installer installs apps of the gallery. Any goroutine calls it. Errors are answers of package rest, or a
// *ScriptError.
type Installer interface {
	// Install installs an app, or its newer version, and reports whether it is a new one.
	Install(ctx context.Context, id string) (added bool, err error)
	Remove(ctx context.Context, id string) error
	// Show draws an app that need not be installed, for the panel.
	Show(ctx context.Context, id string, settings map[string]string) (render.Widget, error)
}

// GalleryHead says which catalogue there is. The zero GalleryHead stands for no catalogue.
type GalleryHead struct {
	Commit string    `json:"commit"`
	Date   time.Time `json:"date"`
	Newer  []string  `json:"newer"` // ids of installed apps of which it has another version
}

// GalleryApp is an app that can be installed, or that is.
type GalleryApp struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Summary   string   `json:"summary"`
	About     string   `json:"about,omitempty"`
	Author    string   `json:"author"`
	Category  string   `json:"category"`
	License   string   `json:"license"`
	Hosts     []string `json:"hosts"`
	Picture   bool     `json:"picture"` // there is one
	Bytes     int      `json:"bytes"`   // of its files
	Installed bool     `json:"installed"`
	Newer     bool     `json:"newer"` // the catalogue has another version than is installed
	Words     string   `json:"-"`     // in small letters, in which a search looks
}

// gallery is the room of the community's apps.
type gallery struct {
	live      *Live
	kept      Gallery
	installer Installer
	pack      string // of the app whose widgets show apps of the gallery
	prefix    string // of their name, in the setting app
}

// Gallery returns the room of the community's apps: a widget of pkg shows the one whose id stands behind prefix in its
// setting app.
func (l *Live) Gallery(kept Gallery, i Installer, pkg, prefix string) *gallery {
	return &gallery{l, kept, i, pkg, prefix}
}

// Endpoints lists, shows, installs and removes.
func (m *gallery) Endpoints() []rest.Endpoint {
	const get, post, del = http.MethodGet, http.MethodPost, http.MethodDelete
	type methods = rest.Methods
	return []rest.Endpoint{
		{Path: "/live/gallery", Methods: methods{get: m.list, post: m.renew}},
		{Path: "/live/gallery/{id}", Methods: methods{get: m.get, post: m.add, del: m.remove}},
		{Path: "/live/gallery/{id}/picture", Private: true, Methods: methods{get: m.picture}},
		{Path: "/live/gallery/{id}/try", Methods: methods{post: m.try}},
		{Path: "/live/gallery/{id}/update", Methods: methods{post: m.update}},
	}
}

const (
	galleryPage = 24               // apps of one answer
	galleryTime = 40 * time.Second // for the files of an app, or a catalogue
	maxWords    = 100              // characters of a search
)

// list answers with one page of the apps that are searched.
func (m *gallery) list(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	var f wire.Faults
	page, err := strconv.Atoi(q.Get("page"))
	if q.Get("page") != "" && (err != nil || page < 0 || page > 1000) {
		f.Add("page", "want 0 to 1000")
	}
	if len(q.Get("q")) > maxWords {
		f.Add("q", "want at most 100 characters")
	}
	if err := f.Err(); err != nil {
		return err
	}
	head, all := m.kept.Offers()
	out := struct {
		Apps       []GalleryApp   `json:"apps"`
		Found      int            `json:"found"` // on all pages
		Categories map[string]int `json:"categories"`
		Catalogue  *GalleryHead   `json:"catalogue"`
	}{Apps: []GalleryApp{}, Categories: map[string]int{}}
	words := strings.Fields(strings.ToLower(q.Get("q")))
	for _, a := range all {
		if !a.has(words) || q.Get("installed") == "true" && !a.Installed {
			continue
		}
		out.Categories[a.Category]++
		if c := q.Get("category"); c != "" && c != a.Category {
			continue
		}
		if out.Found/galleryPage == page {
			a.About = ""
			out.Apps = append(out.Apps, a)
		}
		out.Found++
	}
	if head.Commit != "" {
		out.Catalogue = &head
	}
	return rest.WriteLarge(w, r, out)
}

// has reports whether each of the words is in what the app says of itself.
func (a *GalleryApp) has(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(a.Words, word) })
}

var errNoOffer = rest.Refuse(http.StatusNotFound, "App not found")

func (m *gallery) find(r *http.Request) (GalleryApp, error) {
	_, all := m.kept.Offers()
	at := slices.IndexFunc(all, func(a GalleryApp) bool { return a.ID == r.PathValue("id") })
	if at < 0 {
		return GalleryApp{}, errNoOffer
	}
	return all[at], nil
}

func (m *gallery) get(w http.ResponseWriter, r *http.Request) error {
	a, err := m.find(r)
	if err != nil {
		return err
	}
	return rest.WriteJSON(w, http.StatusOK, a)
}

// renew fetches the newest catalogue.
func (m *gallery) renew(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), galleryTime)
	defer cancel()
	if err := m.kept.Renew(ctx); err != nil {
		return err
	}
	head, _ := m.kept.Offers()
	return rest.WriteChanged(w, r, head)
}

// pictures are the beginnings of pictures that browsers show.
var pictures = []struct{ begins, kind string }{
	{"RIFF", "image/webp"}, {"GIF8", "image/gif"}, {"\x89PNG", "image/png"}, {"\xff\xd8", "image/jpeg"},
}

// picture answers with the picture of an app, which nobody else on the device reads.
func (m *gallery) picture(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), probeTime)
	defer cancel()
	data, err := m.kept.Picture(ctx, r.PathValue("id"))
	if err != nil {
		return err
	}
	for _, p := range pictures {
		if bytes.HasPrefix(data, []byte(p.begins)) {
			w.Header().Set("Content-Type", p.kind)
			w.Header().Set("X-Content-Type-Options", "nosniff")
			w.Header().Set("Cache-Control", "max-age=86400")
			_, err = w.Write(data)
			return err
		}
	}
	return errNoOffer
}

// settings returns the settings of a request, which may have no body.
func (m *gallery) settings(w http.ResponseWriter, r *http.Request) (map[string]string, error) {
	var body struct {
		Settings wire.Members `json:"settings"`
	}
	if err := rest.ReadJSON(w, r, &body); err != nil {
		return nil, err
	}
	var f wire.Faults
	all := settingsOf(&f, body.Settings)
	return all, f.Err()
}

// add installs an app, and adds a widget that shows it.
func (m *gallery) add(w http.ResponseWriter, r *http.Request) error {
	a, err := m.find(r)
	if err != nil {
		return err
	}
	settings, err := m.settings(w, r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), galleryTime)
	defer cancel()
	mine := false // else somebody else has added it, and has a widget of it
	if !a.Installed {
		if mine, err = m.installer.Install(ctx, a.ID); err != nil {
			return failedScript(w, err)
		}
	}
	added, err := m.widget(r, a, settings)
	if err != nil {
		if mine {
			_ = m.installer.Remove(context.WithoutCancel(r.Context()), a.ID) // nothing has changed
		}
		return err
	}
	return rest.WriteJSON(w, http.StatusCreated, widgetObject(added))
}

// widget adds a widget that shows an app.
func (m *gallery) widget(r *http.Request, a GalleryApp, settings map[string]string) (device.WidgetSettings, error) {
	all := map[string]string{}
	maps.Copy(all, settings)
	all["app"] = m.prefix + a.ID
	text, err := json.Marshal(all)
	if err != nil {
		return device.WidgetSettings{}, err
	}
	ctx, done := rest.Patience(r)
	defer done()
	added, err := m.live.cfg.Device.AddWidget(ctx, m.pack, text)
	if err != nil {
		return added, err
	}
	named := added
	named.Title = string([]rune(a.Name)[:min(len([]rune(a.Name)), 64)])
	if set, err := m.live.cfg.Device.SetWidget(ctx, named); err == nil { // else it has the title of all of them
		added = set
	}
	return added, nil
}

// remove removes all widgets that show an app, and then the app: after a power cut in between, or a fault, it can be
// asked for again.
func (m *gallery) remove(w http.ResponseWriter, r *http.Request) error {
	ctx, done := rest.Patience(r)
	defer done()
	list, err := m.live.cfg.Device.Apps(ctx)
	if err != nil {
		return err
	}
	id := r.PathValue("id")
	for _, one := range list {
		var set struct{ App string }
		if one.Package == m.pack && json.Unmarshal(one.Settings, &set) == nil && set.App == m.prefix+id {
			_ = m.live.cfg.Device.RemoveWidget(ctx, one.ID) // the last widget of all stays, and says that its app is gone
		}
	}
	return rest.WriteDone(w, m.installer.Remove(ctx, id))
}

// try shows an app on the panel for a moment. Nothing is kept but its files, until another one is tried.
func (m *gallery) try(w http.ResponseWriter, r *http.Request) error {
	settings, err := m.settings(w, r)
	if err != nil {
		return err
	}
	if err := m.live.sketch(w, r); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(r.Context(), galleryTime)
	defer cancel()
	root, err := m.installer.Show(ctx, r.PathValue("id"), settings)
	if err != nil {
		return failedScript(w, err)
	}
	patient, done := rest.Patience(r)
	defer done()
	return rest.WriteDone(w, m.live.cfg.Device.Try(patient, root, device.MaxTry))
}

// update installs the version of an app that the catalogue has.
func (m *gallery) update(w http.ResponseWriter, r *http.Request) error {
	a, err := m.find(r)
	if err != nil {
		return err
	}
	if !a.Installed {
		return errNoOffer
	}
	ctx, cancel := context.WithTimeout(r.Context(), galleryTime)
	defer cancel()
	if _, err := m.installer.Install(ctx, a.ID); err != nil {
		return failedScript(w, err)
	}
	return rest.WriteDone(w, nil)
}
