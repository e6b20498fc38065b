// SPDX-License-Identifier: Apache-2.0

package live

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ledpost/ledpost/api/rest"
	"github.com/ledpost/ledpost/api/wire"
	"github.com/ledpost/ledpost/icons"
	"github.com/ledpost/ledpost/internal/metric"
)

// Icons lists icons and changes the user's own.
type Icons interface {
	Index() []icons.Entry
	Read(*icons.Entry) bool // adds what the icon's file tells
	Entry(icons.Ref) (icons.Entry, bool)
	Coming(icons.Ref) bool // also orders it
	Put(name string, data []byte) error
	Delete(name string) error
}

// shelf is the room of the icons.
type shelf struct {
	live  *Live
	store Icons

	mu      sync.Mutex         // guards the counts; held while counting, so that two requests read the folder once
	counted map[string]float64 // icons by source; replaced, never modified
	when    time.Time          // when they were counted
}

// Icons returns the room of the icons in store.
func (l *Live) Icons(store Icons) *shelf { return &shelf{live: l, store: store} }

// Collect implements metric.Collector.
func (m *shelf) Collect(w *metric.Writer) {
	for source, n := range m.count() {
		w.Gauge("ledpost_icons", "Icons known, by where they come from.", n, "source", source)
	}
}

// count counts the icons at most once a minute, since there may be thousands.
func (m *shelf) count() map[string]float64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.counted != nil && time.Since(m.when) < time.Minute {
		return m.counted
	}
	m.counted, m.when = map[string]float64{icons.BuiltIn: 0, icons.User: 0, icons.Gallery: 0}, time.Now()
	for _, e := range m.store.Index() {
		if _, ok := m.counted[e.Source]; ok {
			m.counted[e.Source]++
		}
	}
	return m.counted
}

var errNoIcon = rest.Refuse(http.StatusNotFound, "Icon not found")

// comesIn is the Retry-After, in seconds, of what lacks an icon that is being
// fetched or decoded.
const comesIn = "1"

// getIcon answers with the picture that a frame with an icon of that name or
// number shows. A number that is not on the device is fetched from the gallery.
func (m *shelf) getIcon(w http.ResponseWriter, r *http.Request) error {
	ref, err := icons.Parse(r.PathValue("name"))
	if err != nil {
		return errNoIcon
	}
	e, ok := m.store.Entry(ref)
	if !ok {
		if m.store.Coming(ref) {
			w.Header().Set("Retry-After", comesIn)
		}
		return errNoIcon
	}
	w.Header().Set("Content-Type", e.Type)
	_, err = w.Write(e.Thumb)
	return err
}

// postIcon stores the body, a picture, unchanged as a user's icon.
func (m *shelf) postIcon(w http.ResponseWriter, r *http.Request) error {
	data, err := rest.ReadBody(w, r)
	if err != nil {
		return err
	}
	name := r.PathValue("name")
	err = m.store.Put(name, data)
	if errors.Is(err, icons.ErrInvalid) {
		return wire.Complaint(strings.TrimPrefix(err.Error(), "icons: "))
	}
	if err != nil {
		return err
	}
	return rest.WriteChanged(w, r, struct {
		Name string `json:"name"`
	}{name})
}

func (m *shelf) deleteIcon(w http.ResponseWriter, r *http.Request) error {
	err := m.store.Delete(r.PathValue("name"))
	if errors.Is(err, icons.ErrNotFound) || errors.Is(err, icons.ErrInvalid) {
		return errNoIcon
	}
	return rest.WriteDone(w, err)
}

// Bounds of an answer of /live/icons: thousands of icons are not held at once.
const (
	maxNames    = 100 // that a request may give
	iconsAtOnce = 50  // that are read before they are sent, at most 22 KiB each
)

// wireIcon is an entry of /live/icons.
type wireIcon struct {
	Name     string `json:"name"`
	Number   int    `json:"number,omitempty"`
	Source   string `json:"source"`
	Animated bool   `json:"animated"`
	Thumb    string `json:"thumb"` // a data URI

	Words []string `json:"words,omitempty"`
}

// wireIndexed is an entry of /live/icons?thumbs=false.
type wireIndexed struct {
	Name    string   `json:"name"`
	Number  int      `json:"number,omitempty"`
	Source  string   `json:"source"`
	Version string   `json:"version,omitempty"`
	Words   []string `json:"words,omitempty"`
}

// getIcons answers with the icons: all of them, the icons named in the query, or all
// without the parts that are only in their files.
func (m *shelf) getIcons(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	all, names := m.store.Index(), query["name"]
	if len(names) > maxNames {
		var f wire.Faults
		f.Add("name", fmt.Sprintf("%d of them, want at most %d", len(names), maxNames))
		return f.Err()
	}
	if query.Get("thumbs") == "false" {
		out := make([]wireIndexed, len(all))
		for i, e := range all {
			out[i] = wireIndexed{e.Name, e.Number, e.Source, e.Version, e.Words}
		}
		return rest.WriteJSON(w, http.StatusOK, out)
	}
	if names != nil {
		all = slices.DeleteFunc(all, func(e icons.Entry) bool { return !slices.Contains(names, e.Name) })
	}
	return m.writeIcons(w, r, all)
}

// writeIcons sends a list of icons, some at a time, and reads their files meanwhile.
// Like every heavy answer it waits for its turn, which it gives back while it sends.
func (m *shelf) writeIcons(w http.ResponseWriter, r *http.Request, all []icons.Entry) error {
	w.Header()["Content-Type"] = rest.JSONType
	text, before := []byte(nil), "["
	for some := range slices.Chunk(all, iconsAtOnce) {
		release, err := m.live.turn(r)
		if err != nil {
			return err
		}
		for _, e := range some {
			if m.store.Read(&e) {
				text, before = appendIcon(append(text, before...), e), ","
			}
		}
		release()
		if _, err := w.Write(text); err != nil {
			return err
		}
		text = text[:0]
	}
	_, err := w.Write([]byte(strings.Trim(before, ",") + "]\n")) // an empty list begins here
	return err
}

func appendIcon(text []byte, e icons.Entry) []byte {
	thumb := "data:" + e.Type + ";base64," + base64.StdEncoding.EncodeToString(e.Thumb)
	// text and numbers: it cannot fail
	entry, _ := wire.Encode(wireIcon{e.Name, e.Number, e.Source, e.Animated, thumb, e.Words})
	return append(text, bytes.TrimSpace(entry)...)
}

// Endpoints lists the icons and each of them.
func (m *shelf) Endpoints() []rest.Endpoint {
	return []rest.Endpoint{
		{Path: "/live/icons", Control: true, Methods: rest.Methods{http.MethodGet: m.getIcons}},
		{Path: "/live/icons/{name}", Control: true,
			Methods: rest.Methods{http.MethodGet: m.getIcon, http.MethodPost: m.postIcon, http.MethodDelete: m.deleteIcon}},
	}
}
